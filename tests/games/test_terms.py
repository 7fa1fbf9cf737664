"""The host of a waiting table changes its terms: which ones, when, and what newcomers are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import Match
from games.services.lobby.matches import match_create, match_join, match_start_with_computers
from games.services.lobby.table_change import table_change
from games.services.lobby.terms import TableTerms
from tests.visitors import visitor

AS_IT_WAS = {"access": "anybody", "pace": "live", "seating": "drawn", "starts": "full"}


def table(host: User, **facts: Any) -> Match:
    return match_create(host=host, game="maya", others=[None, None], terms=TableTerms(**facts))


def change(match: Match, host: User, **form: str) -> Any:
    return visitor(host).post(reverse("match_change", args=[match.code]), AS_IT_WAS | form, follow=True)


def test_the_form_has_the_terms_as_they_are(alice: User) -> None:
    options = {option.name: option.values[-1] for option in GAMES["maya"].OPTIONS}
    match = table(
        alice,
        access="password",
        password="condor",
        pace="2d",
        weekends_off=True,
        rated=True,
        options=options,
        rating_range=(1400, None),
        least_reliability=90,
        host_starts=True,
        seats_drawn=False,
    )
    assert reverse("match_change", args=[match.code]) in visitor(alice).get(match.get_absolute_url()).content.decode()
    page = visitor(alice).get(reverse("match_change", args=[match.code]))
    fields = page.context["form"].fields
    sent = {name: str(field.initial) for name, field in fields.items() if field.initial not in (None, False)}
    before = Match.objects.filter(pk=match.pk).values().get()
    answer = visitor(alice).post(reverse("match_change", args=[match.code]), sent, follow=True)
    assert "Table saved." in answer.content.decode()
    assert Match.objects.filter(pk=match.pk).values().get() == before


@pytest.mark.half_second
def test_while_no_player_has_come_all_may_change(alice: User, bob: User) -> None:
    match = table(alice, rated=True)
    mark = visitor(bob).get(match.get_absolute_url()).context["mark"]
    change(match, alice, access="link", pace="3d", weekends_off="on", seating="chosen", starts="host", lowest="1400")
    match.refresh_from_db()
    assert (match.access, match.pace, match.weekends_off) == ("link", "3d", True)
    assert (match.seats_drawn, match.host_starts, match.rated, match.lowest_rating) == (False, True, False, 1400)
    assert visitor(alice).get(match.get_absolute_url()).context["mark"] != mark
    assert visitor(bob).get(match.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("terms", [{"pace": "1d"}, {"rated": "on"}, {"seating": "chosen"}])
def test_once_a_player_sits_there_the_game_stays_as_it_is(alice: User, bob: User, terms: dict[str, str]) -> None:
    match = match_join(match=table(alice), user=bob)
    answer = change(match, alice, access="link", **terms)
    assert answer.status_code == 422
    assert "Someone has already sat down for this game" in answer.content.decode()
    match.refresh_from_db()
    assert match.access == "anybody"
    assert change(match, alice, access="link").status_code == 200
    match.refresh_from_db()
    assert (match.access, match.pace, match.rated, match.seats_drawn) == ("link", "live", False, True)


@pytest.mark.half_second
def test_a_password_stays_until_there_is_another_one(alice: User, bob: User) -> None:
    match = table(alice)
    assert "Choose a password" in change(match, alice, access="password").content.decode()
    change(match, alice, access="password", password="condor")
    change(match, alice, access="password", starts="host")
    join = reverse("match_join", args=[match.code])
    assert visitor(bob).post(join, {"password": "puma"}).status_code == 422
    assert visitor(bob).post(join, {"password": "condor"}).status_code == 302
    change(match, alice)
    assert not Match.objects.get().password


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"pace": "none"}, "Games without a time limit are only for friends"),
        ({"lowest": "1600", "highest": "1500"}, "Nobody fits this range"),
        ({"pace": "soon"}, "Nothing has been saved yet"),
    ],
)
def test_what_no_table_may_be_is_refused_with_the_reason(alice: User, form: dict[str, str], said: str) -> None:
    match = table(alice)
    answer = change(match, alice, **form)
    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_only_the_host_and_only_while_it_waits(alice: User, bob: User, owl: User) -> None:
    match = table(alice)
    assert change(match, bob).status_code == 422
    assert visitor(bob).get(reverse("match_change", args=[match.code])).status_code == 302
    match = match_start_with_computers(match=match, user=alice, computer=owl)
    assert change(match, alice).status_code == 422
    with pytest.raises(Refused):
        table_change(match=match, host=alice, terms=TableTerms())
