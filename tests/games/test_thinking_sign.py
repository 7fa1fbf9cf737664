"""While a computer player thinks, the page says so, and for how long at most."""

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from accounts.selectors import computer_player
from games.models import Match
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.matches import match_create, match_join
from tests.games.playing import legal, play_once
from tests.visitors import visitor


def bar(match: Match, user: User | None) -> str:
    """The text of the turn bar."""
    page = visitor(user).get(reverse("match", args=[match.code])).content.decode()
    return page.split('id="question"')[1].split("</p>")[0]


def computers_turn(alice: User, level: str) -> Match:
    match = match_create(host=alice, game="rapa_nui", others=[computer_player(level)])
    while not match.seats.get(number=match.to_move).user.is_computer:
        match = play_once(match, legal(match)[-1])
    return match


@pytest.mark.parametrize(("level", "most"), [("expert", "up to 10 s"), ("strong", "up to 1 s"), ("solid", None)])
def test_it_is_said_who_thinks_and_how_long_at_most(
    alice: User, computers: list[User], level: str, most: str | None
) -> None:
    match = computers_turn(alice, level)
    for reader in (alice, None):
        said = bar(match, reader)
        assert f"{computer_player(level).shown_name} is thinking" in said
        assert (most in said) if most else ("up to" not in said)


@pytest.mark.half_second
def test_the_panel_does_not_repeat_the_turn_bar(alice: User, bob: User, computers: list[User]) -> None:
    two = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    assert two.to_move is not None
    mover = two.seats.get(number=two.to_move).user
    waiting = alice if mover == bob else bob
    for match, reader in ((computers_turn(alice, "expert"), alice), (two, waiting), (two, None)):
        said = " ".join(strip_tags(bar(match, reader).split(">", 1)[1]).split())
        page = visitor(reader).get(reverse("match", args=[match.code])).content.decode()
        panel = strip_tags(page.split('id="actions"')[1].split("</section>")[0])
        assert said[:20] not in " ".join(panel.split())
        assert ("Waiting for" if reader else "You’re watching") in panel


def test_in_an_exhibition_it_is_the_time_of_exhibitions(alice: User, computers: list[User]) -> None:
    jaguar = computer_player("expert")
    match = exhibition_create(host=alice, game="maya", players=[jaguar, jaguar])
    assert "up to 2 s" in bar(match, alice)


def test_no_computer_thinks_where_a_person_decides(two_play: Match, alice: User, bob: User) -> None:
    for reader in (alice, bob, None):
        assert "is thinking" not in bar(two_play, reader)


def test_no_computer_thinks_where_one_looks_back(alice: User, computers: list[User]) -> None:
    jaguar = computer_player("expert")
    match = exhibition_create(host=alice, game="maya", players=[jaguar, jaguar])
    match = play_once(match, legal(match)[0])
    back = visitor(alice).get(reverse("match", args=[match.code]), {"step": 0}).content.decode()
    assert "is thinking" not in back
