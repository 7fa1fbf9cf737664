"""Clocks as people see them: banks of waiting seats, vacations, weekends, and warnings."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Match
from games.pages.boards.clock import clock_of
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.turns import play
from membership.vacations import vacation_begin
from tests.games.playing import legal
from tests.markup import squeezed

BANK = "clock--bank"
DAY = 24 * 3600


def begun(alice: User, bob: User, **terms: object) -> Match:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(**terms))  # type: ignore[arg-type]
    return match_join(match=match, user=bob)


def users(match: Match) -> tuple[User, User]:
    """The player who decides, and the other one."""
    seats = {seat.number: seat.user for seat in match.seats.select_related("user")}
    assert match.to_move is not None
    one, other = seats[match.to_move], seats[1 - match.to_move]
    assert one is not None
    assert other is not None
    return one, other


def page(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


def test_who_is_not_on_turn_shows_the_bank(
    clock: time_machine.Traveller, client: Client, alice: User, bob: User
) -> None:
    match = begun(alice, bob, pace="2d")
    one, _other = users(match)
    html = page(client, match)
    assert html.count(BANK) == 1
    assert "+2 days" in html
    clock.shift(timedelta(days=2, hours=5))
    while match.to_move is not None and users(match)[0] == one:
        match = play(match=match, seat=match.to_move, user=one, text=legal(match)[0], ply=match.ply)
    assert "+1 day 19 hours" in page(client, match)


def test_the_seat_that_decides_shows_the_time_of_its_turn_and_its_bank(
    clock: time_machine.Traveller, client: Client, alice: User, bob: User
) -> None:
    match = begun(alice, bob, pace="2d")

    def running() -> tuple[str, str, bool]:
        """What the clock of the seat says: its text, seconds left, and whether the bank runs."""
        html = squeezed(page(client, match))
        [seat] = re.findall(r'<time class="clock([^"]*)".*?data-spare="(\d+)".*?data-left="(\d+)">(.*?)</time>', html)[
            :1
        ]
        assert int(seat[1]) == 2 * DAY
        return re.sub(r"<.*?>", " ", seat[3]).split("from the bank")[0].strip(), seat[2], "clock--spare" in seat[0]

    text, left, from_bank = running()
    assert re.fullmatch(r"2 days +left +\+2 days +in the bank", text)
    assert (left, from_bank) == (str(4 * DAY), False)
    clock.shift(timedelta(days=1, hours=20))
    assert running()[0].startswith("4 hours ")
    clock.shift(timedelta(hours=9))
    text, left, from_bank = running()
    assert text.startswith("1 day 19 hours ")
    assert (left, from_bank) == (str(2 * DAY - 5 * 3600), True)


def test_weekends_off_lie_in_the_time_of_the_turn_or_in_the_bank(
    clock: time_machine.Traveller, alice: User, bob: User
) -> None:
    clock.shift(timedelta(days=4))  # Friday morning
    match = begun(alice, bob, pace="1d", weekends_off=True)
    seat = match.seats.get(number=match.to_move)
    running = clock_of(match, seat)
    assert running is not None
    assert (running.words, running.bank) == ("3 days", "1 day"), "until Monday morning, then until Tuesday"


def test_computer_players_and_matches_without_a_clock_have_no_bank(client: Client, alice: User, owl: User) -> None:
    for pace in ("none", "live"):
        match = match_create(host=alice, game="rapa_nui", others=[owl], terms=TableTerms(pace=pace))
        shown = page(client, match).count(BANK)
        assert shown == (1 if pace == "live" and match.deadline is None else 0)


def test_a_vacation_is_shown_at_every_seat(
    clock: time_machine.Traveller, client: Client, alice: User, bob: User
) -> None:
    match = begun(alice, bob, pace="1d")
    one, other = users(match)
    vacation_begin(user=other, days=4)
    html = page(client, match)
    assert html.count("on vacation until 20 November") == 1
    assert BANK not in html, "shown instead of the bank"
    vacation_begin(user=one, days=2)
    html = page(client, match)
    assert "on vacation until 18 November" in html
    assert "on vacation until 20 November" in html
    client.force_login(other)
    assert "on vacation until 18 November" in client.get("/mine/").content.decode()


def test_a_vacation_stops_no_live_clock_and_none_is_shown(client: Client, alice: User, bob: User) -> None:
    match = begun(alice, bob, pace="live")
    for user in (alice, bob):
        vacation_begin(user=user, days=2)
    assert "on vacation" not in page(client, match)


def test_weekends_off_are_said_at_the_table_and_in_the_match(client: Client, alice: User, bob: User) -> None:
    table = match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="3d", weekends_off=True))
    assert "3 days a turn, weekends off" in client.get("/tables/").content.decode()
    assert "3 days a turn, weekends off" in page(client, match_join(match=table, user=bob))


@pytest.mark.parametrize("rated", [True, False])
def test_the_match_says_whether_it_is_rated(client: Client, alice: User, bob: User, rated: bool) -> None:
    table = match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="3d", rated=rated))
    head = page(client, match_join(match=table, user=bob)).split('class="match__meta"')[1].split("<nav")[0]
    assert ("· rated" in head) is rated


def test_only_who_decides_is_warned(client: Client, alice: User, bob: User) -> None:
    match = begun(alice, bob, pace="live")
    one, other = users(match)
    for user, warned in ((one, True), (other, False)):
        client.force_login(user)
        html = page(client, match)
        assert ("You’re running out of time:" in html) is warned
        assert 'data-short="36"' in html, "a fifth of a turn"
