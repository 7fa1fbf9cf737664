"""Whom to play next, on the page of a match that is over."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.models.match import AGREED
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms

BUTTON = 'id="next-opponent"'


def against(alice: User, *others: User, game: str = "rapa_nui") -> Match:
    return match_create(host=alice, game=game, others=list(others), terms=TableTerms(pace=Match.Pace.NONE))


def at_level(computers: list[User], level: str) -> User:
    return next(user for user in computers if user.level == level)


def end(match: Match, *, rank: int | None = None) -> Match:
    """The match, over; its person has this place."""
    over = {"status": Match.Status.FINISHED, "reason": AGREED, "finished_at": timezone.now(), "to_move": None}
    Match.objects.filter(pk=match.pk).update(**over)
    match.seats.filter(user__level="").update(rank=rank)
    return match


def button(browser: Client, match: Match) -> str:
    """The button that offers the next opponent; "" if there is none."""
    page = browser.get(match.get_absolute_url()).content.decode()
    return page.partition(BUTTON)[2].partition("</button>")[0]


@pytest.mark.parametrize(
    ("level", "rank", "offered"),
    [("beginner", 1, "casual"), ("beginner", 2, ""), ("casual", 2, "beginner"), ("expert", 1, "")],
)
def test_the_stronger_is_offered_to_the_winner_and_the_weaker_to_others(
    browser: Client, alice: User, computers: list[User], level: str, rank: int, offered: str
) -> None:
    shown = button(browser, end(against(alice, at_level(computers, level)), rank=rank))
    assert f'value="{offered}"' in shown if offered else not shown


def test_one_press_seats_them_at_the_same_game_with_as_many_seats(
    browser: Client, alice: User, computers: list[User]
) -> None:
    match = end(against(alice, *[at_level(computers, "casual")] * 2, game="maya"), rank=2)
    form = {"game": "maya", "seats_maya": "3", "level": "beginner"}
    begun = Match.objects.get(code=browser.post(reverse("play"), form).headers["Location"].split("/")[2])
    assert (begun.game, begun.seat_count) == ("maya", 3)
    page = browser.get(match.get_absolute_url()).content.decode()
    for name, value in form.items():
        assert f'name="{name}" value="{value}"' in page


def test_people_are_not_replaced(browser: Client, alice: User, bob: User, computers: list[User]) -> None:
    assert not button(browser, end(against(alice, bob), rank=1))
