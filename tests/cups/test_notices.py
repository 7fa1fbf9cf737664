"""Notices about cups for their players."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from cups.models import Cup, Entry, Pairing
from cups.services.entering import cup_begin, cup_close, cup_enter, cup_open, cup_withdraw
from cups.services.rounds import cup_go_on
from deliveries.words import text_of
from games.models import Match
from games.selectors.access import seats_of
from games.services.play.resignation import resign
from notices.kinds import Kind
from notices.models import Notice
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


def opened(people: list[User], **facts: object) -> Cup:
    """A cup of these people that has not begun."""
    cup = cup_open(
        host=people[0], **{"name": "Spring", "system": "swiss", "game": "maya", "size": 2, "pace": "live"} | facts
    )  # type: ignore[arg-type]
    for person in people:
        cup_enter(cup=cup, user=person)
    return cup


def heard(user: User) -> list[tuple[str, str]]:
    """The user's notices about cups."""
    return [
        (text_of(notice).title, text_of(notice).text) for notice in user.notices.filter(kind=Kind.CUP).order_by("pk")
    ]


def decide(cup: Cup) -> None:
    """Let the seat that begins resign at every table."""
    for pairing in Pairing.objects.filter(round__cup=cup, match__status=Match.Status.RUNNING):
        resign(match=pairing.match, user=seats_of(pairing.match)[0].user)
    cup_go_on(cup=cup)


def test_all_players_hear_of_every_round_once_and_of_their_place(people, django_capture_on_commit_callbacks):
    cup = opened(people[:3])
    cup_begin(cup=cup, user=people[0])
    assert not Notice.objects.filter(kind=Kind.CUP).exists()
    cup_go_on(cup=cup)
    cup_go_on(cup=cup)
    free = next(iter(pairing.players[0] for pairing in Pairing.objects.all() if len(pairing.players) == 1))
    for entry in cup.entries.all():
        is_free = entry.number == free
        text = (
            "Round 1: Maya. You skip this round and play again in the next."
            if is_free
            else "Round 1: Maya. Your table is set."
        )
        assert heard(entry.user) == [("Spring has started", text)]
    decide(cup)
    assert {heard(person)[1][0] for person in people[:3]} == {"Spring: round 2"}
    decide(cup)
    places = dict(Entry.objects.values_list("user", "place"))
    assert sorted(places.values()) == [1, 2, 3]
    for person in people[:3]:
        assert heard(person)[2:] == [("Spring is over", f"Your place: {places[person.pk]} of 3.")]


def test_who_has_left_hears_nothing_more_and_is_counted_only_if_the_cup_had_begun(people):
    cup = opened(people[:5])
    cup_withdraw(cup=cup, user=people[4], by=people[4])
    cup_begin(cup=cup, user=people[0])
    cup_go_on(cup=cup)
    cup_withdraw(cup=cup, user=people[3], by=people[3])
    for _ in range(2):
        decide(cup)
    assert heard(people[4]) == []
    assert [title for title, _text in heard(people[3])] == ["Spring has started"]
    assert heard(people[0])[-1][1].endswith("of 4.")
    places = dict(Entry.objects.values_list("user", "place"))
    assert places[people[4].pk] is None
    assert places[people[3].pk] is not None
    assert "Player-5" not in Client().get(cup.get_absolute_url()).text


def test_who_is_removed_and_who_waited_for_nothing_hears_it(people):
    cup = opened(people[:3])
    cup_withdraw(cup=cup, user=people[1], by=people[0])
    cup_withdraw(cup=cup, user=people[1], by=people[0])
    assert heard(people[1]) == [("You are no longer in Spring", "The host has removed you from the cup.")]
    cup_close(cup=cup, user=people[0])
    assert heard(people[0]) == []
    assert heard(people[2]) == [("Spring was called off", "The host called off the cup before it started.")]
    [notice] = people[2].notices.all()
    assert (text_of(notice).path, text_of(notice).deed) == ("/cups/", "All cups")


def test_it_leads_to_the_page_which_settles_it(people):
    cup = opened(people[:2])
    cup_begin(cup=cup, user=people[0])
    cup_go_on(cup=cup)
    notice = people[1].notices.get(kind=Kind.CUP)
    assert text_of(notice).path == cup.get_absolute_url()
    browser = visitor(people[1])
    browser.get(cup.get_absolute_url(), headers={"HX-Request": "true"})
    notice.refresh_from_db()
    assert notice.seen_at is None, "the page polled by itself"
    browser.get(cup.get_absolute_url())
    notice.refresh_from_db()
    assert notice.seen_at is not None
    assert people[0].notices.get(kind=Kind.CUP).seen_at is None


@pytest.mark.half_second
def test_a_round_of_many_is_told_in_one_write(people, django_assert_num_queries):
    cup = opened(people)
    for count in range(40):
        cup_enter(cup=cup, user=User.objects.create_user(f"More-{count}"))
    cup_begin(cup=cup, user=people[0])
    Cup.objects.update(wanted_rounds=1)
    cup.refresh_from_db()
    cup_go_on(cup=cup)
    assert Notice.objects.filter(kind=Kind.CUP).count() == 49
    Pairing.objects.exclude(match=None).update(ranks=[1, 2])
    with django_assert_num_queries(16):
        cup_go_on(cup=cup)
    assert Notice.objects.filter(kind=Kind.CUP, facts__event="over").count() == 49


@pytest.mark.parametrize("language", ["de", "hu", "zh-hans"])
def test_it_is_told_in_every_language(people, language):
    cup = opened(people[:2])
    cup_begin(cup=cup, user=people[0])
    cup_go_on(cup=cup)
    english = heard(people[1])
    with translation.override(language):
        said = heard(people[1])
    assert said != english
    assert "Spring" in said[0][0]
    assert "{" not in said[0][1]
