"""One sealed deal a day for each game, one try for everyone, and what becomes of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from threading import Barrier

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import override_settings

from accounts.bots import bot_create
from accounts.models import User
from accounts.services import computer_players_ensure, guest_claim
from common.refusals import Refused
from daily.calendar import end_of
from daily.models import Deal, Try
from daily.selectors import Streak, streak, streak_of, table_of
from daily.services import trying
from daily.services.drawing import deal_of_today, drawn
from daily.services.trying import try_begin
from daily.tasks import open_games
from games.engine import GAMES
from games.engine.occasion import Occasion
from games.engine.record import Record
from games.models import Match
from games.selectors.records.archive import archive
from games.selectors.records.match_export import record_of
from games.services.moderation.repairs import match_call_off, match_quarantine_by_hand
from games.services.play.resignation import resign
from games.services.records.studies import study_create
from membership.deletion import account_delete
from membership.guests import guest_merge
from tests.daily.conftest import MORNING
from tests.daily.playing import GAME, result, tried, whole
from tests.first import first
from tests.games.imagined import imagined
from tests.games.spying import calls

TODAY = MORNING.date()


def opened(user: User, record: Record) -> bool:
    """Whether `user` can open the record as a study."""
    try:
        study_create(owner=user, record=record)
    except Refused as refusal:
        assert "Others are still playing this deal" in str(refusal)  # noqa: PT017
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_until_the_day_is_over_no_player_opens_a_copy_of_its_deal(
    game: str, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    """What is filled in for what the seat does not see makes no difference. Games that all begin alike are let in."""
    match, seat = try_begin(user=alice, game=game).match, deal_of_today(game).seat
    copies = [record_of(match)]
    if match.seat_count not in GAMES[game].OPEN_SEATS:
        copies.append(imagined(copies[0], seat, Random(2)))
    resign(match=match, user=alice)
    begins_alike = game == "princes"
    assert [opened(user, copy) for user in (alice, bob) for copy in copies] == [begins_alike] * 2 * len(copies)
    other = replace(copies[0], deal=str(drawn(game, TODAY + timedelta(days=1))["text"]))
    assert opened(bob, other), "nobody plays that one yet"
    travel.shift(timedelta(days=1))
    assert all(opened(bob, copy) for copy in copies)


def test_a_copy_that_goes_on_and_is_signed_by_others_is_a_copy_too(alice: User, bob: User) -> None:
    record = record_of(tried(alice, decisions=4))
    assert len(record.plies) == 4
    assert not opened(bob, replace(record, occasion=Occasion()))


# --- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_of_a_day_is_the_same_whenever_it_is_asked_for(game: str) -> None:
    deal = drawn(game, TODAY)
    assert deal == drawn(game, TODAY)
    rules = GAMES[game]
    assert rules.deal_text(rules.parse_deal(2, {}, str(deal["text"]))) == deal["text"]


@pytest.mark.django_db
def test_midnight_does_not_come_between_a_day_and_its_deal() -> None:
    """The calendar is looked at once: another day's deal would be sealed until the end of that day."""
    with calls("today", within="daily/calendar.py") as looks:
        deal = deal_of_today(GAME)
    assert looks["today"] == 1
    assert deal.ends_at == end_of(deal.day)


def test_every_day_and_every_game_has_another_one() -> None:
    days = [TODAY + timedelta(days=number) for number in range(20)]
    assert len({drawn(GAME, day)["text"] for day in days}) == len(days)
    assert {drawn(GAME, day)["seat"] for day in days} == {0, 1}


def test_no_player_works_it_out_without_the_secret_of_the_site() -> None:
    here = drawn(GAME, TODAY)["text"]
    with override_settings(SECRET_KEY=settings.SECRET_KEY + "!"):
        assert drawn(GAME, TODAY)["text"] != here


def test_a_deal_stays_what_it_was_when_the_secret_changes(db: None) -> None:
    deal = deal_of_today(GAME)
    with override_settings(SECRET_KEY=settings.SECRET_KEY + "!"):
        assert deal_of_today(GAME).text == deal.text
    assert Deal.objects.count() == 1


def test_a_day_is_over_at_midnight_of_utc() -> None:
    assert end_of(date(2026, 12, 31)) == datetime(2027, 1, 1, tzinfo=UTC)


# --- the single try ---------------------------------------------------------------------------------------------------


def test_all_players_have_the_same_deal_in_the_same_seat(alice: User, bob: User) -> None:
    hers, his = try_begin(user=alice, game=GAME), try_begin(user=bob, game=GAME)
    assert hers.match.deal == his.match.deal == hers.deal.text
    assert hers.match.salt != his.match.salt
    for each in (hers, his):
        assert each.match.seats.get(number=hers.deal.seat).user == each.user
        assert (each.match.sealed_until, each.match.rated) == (each.deal.ends_at, False)


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_who_plays_alike_is_answered_alike(game: str, alice: User, bob: User) -> None:
    courses = [
        list(tried(user, game, decisions=10).actions.order_by("ply").values_list("text", flat=True))
        for user in (alice, bob)
    ]
    assert courses[0] == courses[1] != []


def test_a_second_try_is_the_first_one(alice: User) -> None:
    first = try_begin(user=alice, game=GAME)
    resign(match=first.match, user=alice)
    assert try_begin(user=alice, game=GAME) == try_begin(user=alice, game=GAME, is_used=True) == first
    assert Match.objects.count() == 1


def test_tomorrow_there_is_another_one(alice: User, travel: time_machine.Traveller) -> None:
    first = try_begin(user=alice, game=GAME)
    travel.shift(timedelta(days=1))
    second = try_begin(user=alice, game=GAME)
    assert first.match.deal != second.match.deal
    assert Try.objects.count() == 2


def test_who_waits_beyond_midnight_plays_the_deal_of_the_new_day(
    alice: User, travel: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = trying.check_is_here

    def waits(user: User) -> None:
        travel.move_to(end_of(TODAY))
        real(user)

    monkeypatch.setattr(trying, "check_is_here", waits)
    begun = try_begin(user=alice, game=GAME)
    assert (begun.deal.day, begun.deal.is_over) == (TODAY + timedelta(days=1), False)


def test_a_second_account_of_the_same_browser_has_none(alice: User) -> None:
    with pytest.raises(Refused):
        try_begin(user=alice, game=GAME, is_used=True)
    assert not Match.objects.exists()


def test_bots_have_none(alice: User) -> None:
    bot = bot_create(owner=alice, name="Alices-bot")
    with pytest.raises(Refused):
        try_begin(user=bot, game=GAME)


def test_without_computer_players_nothing_is_begun(bob: User) -> None:
    with pytest.raises(Refused):
        try_begin(user=bob, game=GAME)
    assert not Match.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_pressing_in_two_tabs_at_once_begins_one_game(travel: time_machine.Traveller) -> None:
    computer_players_ensure()
    alice = User.objects.create_user("Alice")
    ready = Barrier(2)

    def press() -> str:
        ready.wait()
        code = try_begin(user=alice, game=GAME).match.code
        connection.close()
        return code

    with ThreadPoolExecutor(2) as pool:
        codes = {done.result() for done in [pool.submit(press) for _tab in range(2)]}
    assert len(codes) == Match.objects.count() == Deal.objects.count() == 1


# --- guests and accounts ----------------------------------------------------------------------------------------------


def test_a_guest_who_signs_up_keeps_the_try(alice: User, guest: User) -> None:
    first = try_begin(user=guest, game=GAME)
    member = guest_claim(guest=guest, name="Dora", email="", password="quiet-terrace-5")
    assert try_begin(user=member, game=GAME) == first


def test_what_a_guest_has_tried_is_tried_by_the_account(alice: User, guest: User) -> None:
    first = try_begin(user=guest, game=GAME)
    guest_merge(guest=guest, user=alice)
    assert try_begin(user=alice, game=GAME) == first
    assert first.match.seats.get(number=first.deal.seat).user == alice


@pytest.mark.parametrize("guest_was_first", [True, False])
def test_of_two_tries_that_become_one_persons_the_first_counts(alice: User, guest: User, guest_was_first: bool) -> None:
    order = [(guest, 20), (alice, 30)] if guest_was_first else [(alice, 20), (guest, 30)]
    for minute, (user, points) in enumerate(order):
        found = result(user, points)
        Try.objects.filter(pk=found.pk).update(begun_at=MORNING + timedelta(minutes=minute))
    guest_merge(guest=guest, user=alice)
    table = table_of(deal_of_today(GAME), alice)
    assert [(line.seat.user, line.seat.points) for line in table.best] == [(alice, 20)]
    assert (table.standing.people, table.own) == (1, table.best[0])


def test_a_try_that_waits_until_the_deal_is_known_does_not_count(alice: User, guest: User) -> None:
    """A guest begins, the member plays, the guest plays on and logs in."""
    waits = try_begin(user=guest, game=GAME)
    played = result(alice, 20, at=datetime.now(UTC) - timedelta(minutes=1))
    resign(match=waits.match, user=guest)
    guest_merge(guest=guest, user=alice)
    assert [*Try.objects.all()] == [played]


def test_who_has_deleted_the_account_is_in_no_table(alice: User, bob: User) -> None:
    result(alice, 20)
    result(bob, 30)
    account_delete(user=bob)
    assert [line.seat.user for line in table_of(deal_of_today(GAME), alice).best] == [alice]


# --- everyone's results ----------------------------------------------------------------------------------------------


def test_the_table_says_who_has_won_by_most_and_equal_results_share_a_place(
    alice: User, bob: User, charlie: User
) -> None:
    emil, fred = User.objects.create_user("Emil"), User.objects.create_user("Fred")
    for user, points, rank in ((alice, 31, 1), (bob, 40, 2), (charlie, 44, 1), (emil, 31, 1)):
        result(user, points, rank)
    resign(match=try_begin(user=fred, game=GAME).match, user=fred)
    table = table_of(deal_of_today(GAME), alice)
    lines = [(line.place, line.seat.user, line.seat.points) for line in table.best]
    assert lines == [(1, charlie, 44), (2, alice, 31), (2, emil, 31), (4, bob, 40), (5, fred, None)]
    standing = table.standing
    assert (standing.people, standing.won, dict(standing.points)) == (5, 3, {44: 1, 31: 2, 40: 1})
    assert table.own is not None
    assert [line.has_left for line in table.best] == [False] * 4 + [True]
    assert (table.own.place, table.own.seat.user) == (2, alice)


def test_a_draw_is_no_win_and_comes_between_wins_and_losses(alice: User, bob: User, charlie: User) -> None:
    emil = User.objects.create_user("Emil")
    result(alice, 44, drawn=True)
    result(bob, 31)
    result(charlie, 50, rank=2)
    result(emil, 44, drawn=True)
    table = table_of(deal_of_today(GAME), alice)
    lines = [(line.place, line.seat.user, line.ending) for line in table.best]
    assert lines == [(1, bob, "won"), (2, alice, "drawn"), (2, emil, "drawn"), (4, charlie, "lost")]
    assert (table.standing.people, table.standing.won) == (4, 1)
    assert table.own == table.best[1]


def test_a_game_that_a_moderator_called_off_is_in_no_table(alice: User, bob: User) -> None:
    result(bob, 31)
    result(alice, 20).match.seats.update(rank=None, points=None)
    table = table_of(deal_of_today(GAME), alice)
    assert ([line.seat.user for line in table.best], table.standing.people, table.own) == ([bob], 1, None)


def test_a_draw_counts_for_the_streak_like_any_game_played_to_its_end(alice: User) -> None:
    result(alice, 44, drawn=True)
    assert streak_of(alice) == Streak(1, 1, with_today=True)


def test_what_is_finished_after_the_day_does_not_count(alice: User, travel: time_machine.Traveller) -> None:
    match = tried(alice)
    deal = deal_of_today(GAME)
    travel.move_to(end_of(TODAY))
    assert resign(match=match, user=alice).status == Match.Status.FINISHED
    assert table_of(deal, alice).standing.people == 0


@pytest.mark.half_second
def test_a_game_played_to_its_end_is_in_the_table_with_its_points(alice: User) -> None:
    match = whole(alice, Random(3), GAME)
    (line,) = table_of(deal_of_today(GAME), alice).best
    assert line.seat.match_id == match.pk
    assert line.seat.points is not None


def test_a_table_takes_as_many_queries_however_long_it_is(
    alice: User, bob: User, charlie: User, django_assert_num_queries: object
) -> None:
    result(alice, 20)
    deal = deal_of_today(GAME)
    for more in (bob, charlie, *(User.objects.create_user(f"Player-{number}") for number in range(5))):
        with django_assert_num_queries(4):  # type: ignore[operator]
            table_of(deal, alice)
        result(more, 20)


def day(number: int) -> date:
    return date(2026, 6, number)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (set(), Streak(0, 0)),
        ({3}, Streak(1, 1, with_today=True)),
        ({2}, Streak(1, 1)),
        ({1}, Streak(0, 1)),
        ({1, 2, 3}, Streak(3, 3, with_today=True)),
        ({1, 3}, Streak(1, 1, with_today=True)),
    ],
)
def test_a_row_of_days_goes_on_until_one_is_left_out(days: set[int], expected: Streak) -> None:
    assert streak({day(number) for number in days}, day(3)) == expected


def test_the_longest_row_is_remembered() -> None:
    earlier = {date(2026, 5, number) for number in range(1, 8)}
    assert streak({*earlier, day(2), day(3)}, day(3)) == Streak(2, 7, with_today=True)


def test_a_day_counts_for_its_game_and_for_all_and_leaving_does_not(
    alice: User, travel: time_machine.Traveller
) -> None:
    result(alice, 20)
    travel.shift(timedelta(days=1))
    result(alice, 20, game="maya")
    travel.shift(timedelta(days=1))
    resign(match=try_begin(user=alice, game=GAME).match, user=alice)
    assert (streak_of(alice), streak_of(alice, "maya"), streak_of(alice, GAME)) == (
        Streak(2, 2),
        Streak(1, 1),
        Streak(0, 1),
    )
    assert streak_of(None) == Streak()


@pytest.mark.parametrize(
    ("days", "spared", "expected"),
    [
        ({1}, {2}, Streak(1, 1)),
        ({1, 3}, {2}, Streak(2, 2, with_today=True)),
        ({2}, {3}, Streak(1, 1, is_spared=True)),
        ({1, 3}, {1}, Streak(1, 1, with_today=True)),
        (set(), {1, 2, 3}, Streak(0, 0, is_spared=True)),
        ({3}, {1, 2}, Streak(1, 1, with_today=True)),
    ],
)
def test_a_day_that_is_spared_neither_breaks_nor_lengthens_a_row(
    days: set[int], spared: set[int], expected: Streak
) -> None:
    assert streak(set(map(day, days)), day(3), set(map(day, spared))) == expected


def test_a_game_that_was_called_off_spares_the_streak_of_its_day(alice: User, travel: time_machine.Traveller) -> None:
    result(alice, 20)
    travel.shift(timedelta(days=1))
    match = match_quarantine_by_hand(match=tried(alice), trouble="a quarrel")
    match_call_off(match=match)
    assert streak_of(alice) == streak_of(alice, GAME) == Streak(1, 1, is_spared=True)
    travel.shift(timedelta(days=1))
    result(alice, 20)
    assert streak_of(alice) == streak_of(alice, GAME) == Streak(2, 2, with_today=True)
    assert streak_of(alice, "maya") == Streak()


# --- after midnight ---------------------------------------------------------------------------------------------------


def test_after_the_day_its_games_are_in_the_archive_and_doing_it_twice_changes_nothing(
    alice: User, travel: time_machine.Traveller
) -> None:
    result(alice, 20)
    open_games()
    assert archive().keys == []
    travel.move_to(end_of(TODAY))
    open_games()
    keys = archive().keys
    open_games()
    assert archive().keys == keys == list(Match.objects.values_list("pk", flat=True))
