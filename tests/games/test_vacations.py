"""Vacations: clocks stop, at the cost of a yearly budget."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.selectors import VACATION_DAYS, vacation_days_left
from common.refusals import Refused
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from membership.vacations import vacation_begin, vacation_end
from notices.kinds import REMINDERS, Kind
from tests.games.monday import MONDAY
from tests.games.playing import awaited, next_turn, play_randomly
from tests.games.racing import race

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def deadline(match: Match) -> timedelta:
    """The deadline, counted from Monday morning."""
    moment = Match.objects.get(pk=match.pk).deadline
    assert moment is not None
    return moment - MONDAY


def test_a_vacation_stops_the_clock_and_the_reminders(day_game: Match, clock: time_machine.Traveller) -> None:
    seat = awaited(day_game)
    clock.shift(DAY)
    vacation_begin(user=seat.user, days=5)
    assert deadline(day_game) == 4 * DAY + 5 * DAY
    reminders = day_game.notices.filter(kind__in=REMINDERS).order_by("due")
    assert [notice.due - MONDAY for notice in reminders] == [2 * DAY + 5 * DAY, 3.2 * DAY + 5 * DAY]


def test_the_others_are_told(day_game: Match) -> None:
    seat = awaited(day_game)
    vacation_begin(user=seat.user, days=5)
    notices = day_game.notices.filter(kind=Kind.VACATION)
    assert [(notice.user, notice.about) for notice in notices] == [
        (day_game.seats.exclude(pk=seat.pk).get().user, seat.user)
    ]


def test_coming_back_early_starts_the_clock_and_keeps_the_days(day_game: Match, clock: time_machine.Traveller) -> None:
    user = awaited(day_game).user
    clock.shift(DAY)
    vacation_begin(user=user, days=10)
    clock.shift(2 * DAY + HOUR)
    vacation_end(user=user)
    assert deadline(day_game) == 4 * DAY + 2 * DAY + HOUR
    assert vacation_days_left(user, MONDAY) == VACATION_DAYS - 3, "three days have begun"
    with pytest.raises(Refused, match="not on vacation"):
        vacation_end(user=user)


def test_a_turn_that_begins_in_a_vacation_counts_from_its_end(day_game: Match, clock: time_machine.Traveller) -> None:
    other = day_game.seats.exclude(number=day_game.to_move).get().user
    vacation_begin(user=other, days=7)
    clock.shift(HOUR)
    match = next_turn(Match.objects.get(pk=day_game.pk))
    assert match.deadline == MONDAY + 7 * DAY + 4 * DAY


def test_playing_in_a_vacation_fills_no_bank(day_game: Match, clock: time_machine.Traveller) -> None:
    seat = awaited(day_game)
    clock.shift(3 * DAY)
    vacation_begin(user=seat.user, days=7)
    next_turn(Match.objects.get(pk=day_game.pk))
    seat.refresh_from_db()
    assert seat.bank == DAY


def test_live_games_go_on(clock: time_machine.Traveller, alice: User, bob: User) -> None:
    match = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="live")), user=bob
    )
    for user in (alice, bob):
        vacation_begin(user=user, days=3)
    assert deadline(match) == timedelta(minutes=18)


def test_the_budget_is_for_a_year(clock: time_machine.Traveller, alice: User) -> None:
    for days in (0, -1, VACATION_DAYS + 1):
        with pytest.raises(Refused, match="between 1 and 30"):
            vacation_begin(user=alice, days=days)
    vacation_begin(user=alice, days=VACATION_DAYS)
    with pytest.raises(Refused, match="already"):
        vacation_begin(user=alice, days=1)
    clock.move_to(datetime(2026, 12, 30, tzinfo=UTC))
    with pytest.raises(Refused, match="between 1 and 0"):
        vacation_begin(user=alice, days=1)
    clock.move_to(datetime(2026, 12, 31, 20, tzinfo=UTC))
    with timezone.override("Pacific/Auckland"), pytest.raises(Refused, match="between 1 and 0"):
        vacation_begin(user=alice, days=1)  # where it is next year already
    clock.move_to(datetime(2027, 1, 1, tzinfo=UTC))
    vacation_begin(user=alice, days=1)


def test_a_guest_has_no_vacation(db: None) -> None:
    guest = User.objects.create(username="Guest-1234", is_guest=True)
    with pytest.raises(Refused, match="Guests"):
        vacation_begin(user=guest, days=1)


def test_the_page_sends_away_and_takes_back(client: Client, alice: User) -> None:
    client.force_login(alice)
    address = reverse("account_vacation")
    assert "You have 30 days left" in client.get(address).content.decode()
    assert client.post(address, {"days": "many"}).status_code == 422
    assert client.post(address, {"days": "99"}).status_code == 422
    page = client.post(address, {"days": "7"}, follow=True).content.decode()
    assert "You are on vacation until" in page
    page = client.post(address, {"back": "1"}, follow=True).content.decode()
    assert "You have 29 days left" in page
    assert client.delete(address).status_code == 405


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("count", "days"), [(4, 8), pytest.param(12, VACATION_DAYS, marks=pytest.mark.slow)])
def test_playing_and_going_on_vacation_do_not_wait_for_each_other(
    alice: User, bob: User, computers: object, count: int, days: int
) -> None:
    """A player's action notifies the next player; a vacation moves the deadlines of that same match."""
    matches = [
        match_create(host=alice, game="rapa_nui", others=[bob], terms=TableTerms(pace=Match.Pace.DAYS_2))
        for _number in range(count)
    ]

    def play_on() -> None:
        for match in matches:
            play_randomly(match, Random(1), until=match.ply + 4)

    def come_and_go() -> None:
        for _day in range(days):
            vacation_begin(user=alice, days=1)
            vacation_end(user=alice)

    assert race(play_on, come_and_go) == []
    assert vacation_days_left(alice, timezone.now()) == VACATION_DAYS - days
