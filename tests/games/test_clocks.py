"""Whose time runs, what it costs, and what happens when it has run out."""

import threading
from datetime import UTC, timedelta
from random import Random

import pytest
import time_machine
from django.db import connections

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import Action, Heartbeat, Match, Seat
from games.models.match import TIMED_OUT
from games.paces import PACES, counted
from games.pages.boards.clock import clock_of
from games.selectors.people import profiles
from games.selectors.position.engines import game_of, state_of
from games.selectors.position.timelines import timeline_of
from games.selectors.position.undo import undoable
from games.services.lobby.arranged import match_arrange
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.repairs import match_quarantine_by_hand, match_rebuild
from games.services.play import timeouts
from games.services.play.resignation import resign
from games.services.play.timeouts import time_out_all, win_take
from games.services.play.turns import orders_set, play, undo
from games.services.refusals import NoLimitAmongStrangers, NotRunning, NotYourSeat, TooLateToUndo
from games.services.upkeep import heartbeat
from membership.vacations import vacation_begin
from notices.kinds import REMINDERS, Kind
from tests.games.monday import MONDAY
from tests.games.playing import awaited, legal, next_turn, play_once

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def three_play(clock: time_machine.Traveller, alice: User, bob: User, charlie: User, computers: object) -> Match:
    """Alice, Bob and Charlie play Rapa Nui at one day a turn."""
    match = match_create(host=alice, game="rapa_nui", others=[None, None], terms=TableTerms(pace="1d"))
    match_join(match=match, user=bob)
    return match_join(match=match, user=charlie)


def kinds(match: Match) -> list[str]:
    return list(match.actions.order_by("ply").values_list("kind", flat=True))


# --- whose time runs ------------------------------------------------------------------------------------------------
def test_a_turn_has_its_own_time_and_the_bank(day_game: Match) -> None:
    assert [seat.bank for seat in day_game.seats.all()] == [2 * DAY, 2 * DAY]
    assert day_game.deadline == MONDAY + 4 * DAY


def test_a_quick_turn_costs_nothing_and_is_not_saved_up(day_game: Match, clock: time_machine.Traveller) -> None:
    first = day_game.to_move
    clock.shift(HOUR)
    match = next_turn(day_game)
    assert match.seats.get(number=first).bank == 2 * DAY
    assert match.deadline == MONDAY + HOUR + 4 * DAY


def test_a_long_turn_costs_what_goes_beyond_its_own_time(day_game: Match, clock: time_machine.Traveller) -> None:
    first = day_game.to_move
    clock.shift(2 * DAY + 5 * HOUR)
    match = next_turn(day_game)
    assert match.seats.get(number=first).bank == 2 * DAY - 5 * HOUR
    match = next_turn(match)
    assert match.deadline == MONDAY + 2 * DAY + 5 * HOUR + 2 * DAY + (2 * DAY - 5 * HOUR)


def test_the_clock_shows_seconds_when_it_is_urgent(day_game: Match, clock: time_machine.Traveller) -> None:
    shown = []
    for left in (DAY + 3 * HOUR, 11 * MINUTE, 10 * MINUTE, 65 * MINUTE / 60, -MINUTE):
        clock.move_to(day_game.deadline - left)
        running = clock_of(day_game, awaited(day_game))
        assert running is not None
        shown.append(running.words)
    assert shown == ["1 day 3 hours", "11 minutes", "10:00", "1:05", "0:00"]


def test_small_steps_gain_no_time(day_game: Match, clock: time_machine.Traveller) -> None:
    clock.shift(DAY)
    match, deadline = day_game, day_game.deadline
    while match.to_move == day_game.to_move:
        assert match.deadline == deadline
        match = play_once(match, legal(match)[0])
    assert match.deadline == MONDAY + DAY + 4 * DAY


def test_orders_and_resigning_elsewhere_leave_the_clock_alone(three_play: Match) -> None:
    seat = awaited(three_play)
    orders_set(match=three_play, user=seat.user, orders={"moai_income": "wood"})
    other = three_play.seats.exclude(number=seat.number).first()
    match = resign(match=three_play, user=other.user)
    assert (match.to_move, match.deadline) == (seat.number, three_play.deadline)


def test_computer_players_have_no_clock(clock: time_machine.Traveller, alice: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[owl], terms=TableTerms(pace="live"))
    if awaited(match).user == alice:
        assert match.deadline == MONDAY + 18 * MINUTE
        match = next_turn(match)
    assert (awaited(match).user, match.deadline) == (owl, None)


def test_weekends_may_be_off_in_day_games_only(clock: time_machine.Traveller, alice: User, bob: User) -> None:
    def begun(pace: str) -> Match:
        match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace=pace, weekends_off=True))
        return match_join(match=match, user=bob)

    assert begun("3d").deadline == MONDAY + 6 * DAY + 2 * DAY
    assert not begun("live").weekends_off


def test_weekends_off_are_those_of_the_player_who_decides(
    clock: time_machine.Traveller, alice: User, bob: User
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kolkata", device_zone="Europe/Berlin")
    User.objects.filter(pk=bob.pk).update(device_zone="America/New_York")
    clock.shift(12 * HOUR)  # four days later it is Friday, 20:00, in UTC: Saturday in Kolkata, not yet in New York
    tables = [
        match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="2d", weekends_off=weekends_off))
        for weekends_off in (False, True)
    ]
    plain, match = (match_join(match=table, user=bob) for table in tables)
    assert begun_seats(plain) == {"Alice": "", "Bob": ""}
    assert begun_seats(match) == {"Alice": "Asia/Kolkata", "Bob": "America/New_York"}
    friday = MONDAY + 12 * HOUR + 4 * DAY
    expected = {alice.pk: friday + 2 * DAY, bob.pk: friday}
    for _turn in range(2):
        assert match.deadline == expected[awaited(match).user_id]
        assert plain.deadline == friday
        match = next_turn(match)


def test_a_player_who_travels_moves_no_deadline(clock: time_machine.Traveller, alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d", weekends_off=True))
    match = match_join(match=match, user=bob)
    User.objects.update(time_zone="Pacific/Kiritimati")
    vacation_begin(user=User.objects.get(pk=awaited(match).user_id), days=1)
    match.refresh_from_db()
    assert match.deadline == MONDAY + 3 * DAY
    assert begun_seats(match) == {"Alice": "", "Bob": ""}


def begun_seats(match: Match) -> dict[str, str]:
    """The time zone that decides when each player's weekend begins and ends."""
    return {seat.user.username: seat.weekend_zone for seat in match.seats.select_related("user")}


def test_no_limit_is_for_friends_and_computer_players(alice: User, owl: User) -> None:
    with pytest.raises(NoLimitAmongStrangers):
        match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="none"))
    match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="none", access="link"))
    match = match_create(host=alice, game="rapa_nui", others=[owl], terms=TableTerms(pace="none"))
    assert match.deadline is None


def test_reminders_are_written_for_slow_turns(day_game: Match, clock: time_machine.Traveller) -> None:
    seat = awaited(day_game)
    reminders = day_game.notices.filter(kind__in=REMINDERS).order_by("due")
    assert [(notice.kind, notice.user, notice.due - MONDAY) for notice in reminders] == [
        (Kind.HALF, seat.user, 2 * DAY),
        (Kind.LAST, seat.user, 3.2 * DAY),
    ]


# --- undo -----------------------------------------------------------------------------------------------------------
def until_undoable(match: Match) -> Match:
    """Play first choices until one that passes on the turn can be undone."""
    while True:
        before, match = match, play_once(match, legal(match)[0])
        mine = undoable(timeline_of(match), before.to_move)
        if match.to_move != before.to_move and mine is not None:
            return match


def test_an_undo_brings_the_old_clock_back(day_game: Match, clock: time_machine.Traveller) -> None:
    clock.shift(3 * DAY)
    match = until_undoable(day_game)
    deadline, seat = match.deadline_before, 1 - match.to_move
    clock.shift(HOUR)
    match = undo(match=match, user=match.seats.get(number=seat).user, ply=match.ply)
    assert (match.to_move, match.deadline) == (seat, deadline)
    assert match.seats.get(number=1 - seat).bank == 2 * DAY, "a turn that was taken away again has cost nothing"


def test_no_player_gains_time_by_an_undo(day_game: Match, clock: time_machine.Traveller) -> None:
    match = until_undoable(day_game)
    seat = match.seats.get(number=1 - match.to_move)
    clock.move_to(match.deadline_before)
    with pytest.raises(TooLateToUndo):
        undo(match=match, user=seat.user, ply=match.ply)


@pytest.mark.half_second
def test_no_player_gains_time_by_an_undo_after_the_only_choice_of_the_other(
    clock: time_machine.Traveller, alice: User, bob: User
) -> None:
    """At the end of a duel of Maya one player may have nothing left to choose: the other one has turn after turn."""
    rng, rules, turns = Random(3), GAMES["maya"], 0
    deal = rules.deal_text(rules.deal(2, {}, rng))
    match = match_arrange(
        host=alice, game="maya", players=[alice, bob], rated=True, pace="2d", weekends_off=False, deal_text=deal
    )
    while turns < 2:
        clock.shift(MINUTE)
        before, match = match, play_once(match, rng.choice(legal(match)))
        others = match.actions.filter(ply__gte=before.ply).exclude(seat=before.to_move)
        turns = turns + 1 if match.to_move == before.to_move and others.exists() else 0
    assert match.deadline > before.deadline, "this is another turn"
    match = undo(match=match, user=awaited(match).user, ply=match.ply)
    assert (match.to_move, match.deadline) == (before.to_move, before.deadline)
    with pytest.raises(TooLateToUndo):
        undo(match=match, user=awaited(match).user, ply=match.ply)


def test_an_undo_after_a_repair_gives_a_clock(day_game: Match, clock: time_machine.Traveller) -> None:
    """While a match is on hold its clocks are gone: an undo of what was before gives the time of a turn."""
    match = until_undoable(day_game)
    seat = match.seats.get(number=1 - match.to_move)
    match_rebuild(match=match_quarantine_by_hand(match=match, trouble="why?"))
    clock.shift(HOUR)
    match.refresh_from_db()
    match = undo(match=match, user=seat.user, ply=match.ply)
    assert match.deadline == MONDAY + HOUR + 4 * DAY


# --- out of time ----------------------------------------------------------------------------------------------------
def test_among_three_a_computer_player_takes_over(three_play: Match, clock: time_machine.Traveller) -> None:
    late = awaited(three_play)
    assert time_out_all(now=three_play.deadline - timedelta(seconds=1)) == 0
    assert time_out_all(now=three_play.deadline) == 1
    match = Match.objects.get(pk=three_play.pk)
    late.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert late.decider.is_computer
    assert kinds(match)[-1] == Action.Kind.TIMEOUT
    assert (match.deadline, match.claimable_by) == (None, None)
    assert match.asked_at is not None, "the computer player is asked to go on"
    assert profiles.record_of(late.user).left == 1, "it counts against the player's reliability"
    with pytest.raises(NotYourSeat):
        resign(match=match, user=late.user)


def test_sweeping_twice_takes_over_once(three_play: Match) -> None:
    assert [time_out_all(now=three_play.deadline) for _again in range(2)] == [1, 0]
    assert kinds(three_play).count(Action.Kind.TIMEOUT) == 1


def test_of_two_the_other_may_take_the_win(day_game: Match) -> None:
    late = awaited(day_game)
    time_out_all(now=day_game.deadline)
    match = Match.objects.get(pk=day_game.pk)
    other = match.seats.get(number=1 - late.number)
    assert (match.status, match.claimable_by) == (Match.Status.RUNNING, other.number)
    match = win_take(match=match, user=other.user)
    assert (match.status, match.reason) == (Match.Status.FINISHED, TIMED_OUT)
    assert [seat.rank for seat in match.seats.order_by("number")] == ([2, 1] if late.number == 0 else [1, 2])
    with pytest.raises(NotRunning):
        win_take(match=match, user=other.user)


def test_of_two_the_other_may_play_on(day_game: Match, owl: User) -> None:
    late = awaited(day_game)
    for _wait in range(2):  # the player's time, then the time for the other one's choice
        time_out_all(now=Match.objects.get(pk=day_game.pk).deadline)
    match = Match.objects.get(pk=day_game.pk)
    while match.to_move == late.number:
        match = play_once(match, legal(match)[0])
    assert match.claimable_by is not None, "the computer player's actions leave the choice open"
    match = play_once(match, legal(match)[0])
    assert match.claimable_by is None
    with pytest.raises(Refused, match="can’t take the win"):
        win_take(match=match, user=match.seats.get(number=1 - late.number).user)


def test_the_win_is_offered_to_no_other_visitor(day_game: Match, charlie: User) -> None:
    late = awaited(day_game)
    with pytest.raises(Refused):
        win_take(match=day_game, user=late.user)
    time_out_all(now=day_game.deadline)
    for user in (late.user, charlie):
        with pytest.raises(NotYourSeat):
            win_take(match=day_game, user=user)


def test_who_runs_out_of_time_second_has_won(day_game: Match, clock: time_machine.Traveller) -> None:
    late = awaited(day_game)
    for _wait in range(2):
        clock.move_to(Match.objects.get(pk=day_game.pk).deadline)
        time_out_all()
    match = Match.objects.get(pk=day_game.pk)
    while match.to_move == late.number:
        match = play_once(match, legal(match)[0])
    clock.move_to(match.deadline)
    assert time_out_all() == 1
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.seats.get(number=late.number).rank == 2
    assert kinds(match)[-1] == Action.Kind.CLAIM


def test_the_last_person_out_of_time_ends_the_match(clock: time_machine.Traveller, alice: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[owl, owl], terms=TableTerms(pace="live"))
    while awaited(match).user != alice:
        match = play_once(match, legal(match)[0])
    time_out_all(now=match.deadline)
    match.refresh_from_db()
    assert (match.status, match.reason, match.deadline) == (Match.Status.FINISHED, TIMED_OUT, None)
    assert match.seats.get(user=alice).rank == 3


def test_a_match_that_cannot_be_handed_over_is_set_aside(
    three_play: Match, alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    whole = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d")), user=bob
    )
    three_play.seats.filter(number__gt=0).delete()
    Match.objects.filter(pk=three_play.pk).update(to_move=2, deadline=MONDAY)
    assert time_out_all(now=MONDAY + 2 * DAY) == 2
    three_play.refresh_from_db()
    whole.refresh_from_db()
    assert three_play.status == Match.Status.BROKEN
    assert "IndexError" in three_play.trouble
    assert "put on hold" in caplog.text
    assert whole.claimable_by is not None


def test_a_match_whose_log_is_longer_than_its_row_says_stops_no_other(day_game: Match, alice: User, bob: User) -> None:
    match = play_once(day_game, legal(day_game)[0])
    Match.objects.filter(pk=match.pk).update(ply=match.ply - 1, deadline=MONDAY)
    whole = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d")), user=bob
    )
    assert time_out_all(now=MONDAY + 3 * DAY) == 2
    match.refresh_from_db()
    whole.refresh_from_db()
    assert (match.status, match.asked_at) == (Match.Status.BROKEN, None)
    assert "IntegrityError" in match.trouble
    assert whole.claimable_by is not None


def test_a_sweep_that_dies_in_the_middle_leaves_whole_matches(
    day_game: Match, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="2d")), user=bob
    )

    def die(*_args: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(timeouts.broadcast, "match_changed", die)
        with pytest.raises(SystemExit):
            time_out_all(now=day_game.deadline)
    assert Action.objects.filter(kind=Action.Kind.TIMEOUT).count() == 0
    assert Seat.objects.exclude(stand_in=None).count() == 0
    assert time_out_all(now=day_game.deadline) == 2
    assert [kinds(match).count("timeout") for match in (day_game, other)] == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_an_action_at_the_very_moment_wins_or_the_clock_does(day_game: Match) -> None:
    seat, results = awaited(day_game), []
    text, together = legal(day_game)[0], threading.Barrier(2)

    def act() -> None:
        together.wait()
        try:
            play(match=day_game, seat=seat.number, user=seat.user, text=text, ply=day_game.ply)
            results.append("played")
        except Refused:
            pass
        finally:
            connections.close_all()

    def sweep() -> None:
        together.wait()
        try:
            if time_out_all(now=day_game.deadline):
                results.append("out")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for work in (act, sweep)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    match = Match.objects.get(pk=day_game.pk)
    assert match.actions.count() == match.ply
    if match.to_move == seat.number and "played" in results:
        assert sorted(results) in (["out", "played"], ["played"])  # a turn of several actions: its clock keeps running
    else:
        assert results in (["played"], ["out"])


# --- the site was down ----------------------------------------------------------------------------------------------
def test_down_time_is_given_back_exactly_once(day_game: Match, clock: time_machine.Traveller) -> None:
    heartbeat.beat()
    clock.shift(6 * HOUR)
    assert heartbeat.beat() == 6 * HOUR
    assert heartbeat.beat() == timedelta()
    assert Match.objects.get(pk=day_game.pk).deadline == day_game.deadline + 6 * HOUR


def test_a_heartbeat_in_time_gives_nothing_back(day_game: Match, clock: time_machine.Traveller) -> None:
    for _beat in range(5):
        assert heartbeat.beat() == timedelta()
        clock.shift(timedelta(seconds=10))
    assert Match.objects.get(pk=day_game.pk).deadline == day_game.deadline


def test_dying_while_giving_back_changes_nothing(
    day_game: Match, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    heartbeat.beat()
    clock.shift(HOUR)

    def die(*_args: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(heartbeat.log, "warning", die)
        with pytest.raises(SystemExit):
            heartbeat.beat()
    assert Heartbeat.objects.get().last_beat_at == MONDAY
    assert Match.objects.get(pk=day_game.pk).deadline == day_game.deadline
    assert heartbeat.beat() == HOUR


def test_time_is_given_back_to_the_deadline_that_an_undo_brings_back(
    day_game: Match, clock: time_machine.Traveller
) -> None:
    match = day_game
    while match.to_move == day_game.to_move:
        match = play_once(match, legal(match)[0])
    assert match.deadline_before == day_game.deadline
    heartbeat.beat()
    clock.shift(5 * HOUR)
    heartbeat.beat()
    match.refresh_from_db()
    assert match.deadline_before == day_game.deadline + 5 * HOUR


def test_a_turn_that_began_after_the_silence_gets_nothing_back(day_game: Match, clock: time_machine.Traveller) -> None:
    heartbeat.beat()
    clock.shift(5 * HOUR)
    match = day_game
    while match.to_move == day_game.to_move:
        match = play_once(match, legal(match)[0])
    clock.shift(timedelta(seconds=4))
    assert heartbeat.beat() == 5 * HOUR + timedelta(seconds=4)
    fresh = Match.objects.get(pk=match.pk).deadline
    assert fresh == match.deadline + timedelta(seconds=4)


def test_a_turn_that_went_on_after_the_silence_gets_all_of_it_back(
    day_game: Match, clock: time_machine.Traveller
) -> None:
    heartbeat.beat()
    clock.shift(5 * HOUR)
    game, state = game_of(day_game), state_of(day_game)
    first = next(
        one for one in legal(day_game) if game.to_move(game.apply(state, game.parse(state, one))) == day_game.to_move
    )
    match = play_once(day_game, first)
    assert (match.to_move, match.deadline) == (day_game.to_move, day_game.deadline)
    clock.shift(timedelta(seconds=4))
    heartbeat.beat()
    assert Match.objects.get(pk=match.pk).deadline == match.deadline + 5 * HOUR + timedelta(seconds=4)


def test_time_given_back_skips_weekends_that_are_off(clock: time_machine.Traveller, alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="2d", weekends_off=True))
    match = match_join(match=match, user=bob)
    assert match.deadline == MONDAY + 4 * DAY
    heartbeat.beat()
    clock.shift(DAY)
    heartbeat.beat()
    match.refresh_from_db()
    assert match.deadline == MONDAY + 7 * DAY


@pytest.mark.parametrize(
    ("down", "up", "ran"),
    [
        (timedelta(days=5), timedelta(days=6), timedelta()),  # all of it on Saturday and Sunday
        (timedelta(days=4, hours=12), timedelta(days=6), timedelta(hours=4)),  # from eight in the evening on Friday
        (timedelta(days=6), timedelta(days=7, hours=1), timedelta(hours=9)),  # into Monday morning
        (timedelta(days=4), timedelta(days=8), timedelta(days=2)),
    ],
)
def test_a_clock_that_stood_still_for_the_weekend_gets_only_back_what_it_ran(
    clock: time_machine.Traveller, alice: User, bob: User, down: timedelta, up: timedelta, ran: timedelta
) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="7d", weekends_off=True))
    match = match_join(match=match, user=bob)
    assert match.deadline is not None
    left = counted(MONDAY, match.deadline, weekends=UTC)
    clock.move_to(MONDAY + down)
    heartbeat.beat()
    clock.move_to(MONDAY + up)
    assert heartbeat.beat() == up - down
    match.refresh_from_db()
    assert match.deadline is not None
    assert counted(MONDAY, match.deadline, weekends=UTC) == left + ran


@pytest.mark.parametrize("weekends_off", [False, True])
def test_a_clock_that_stood_still_for_a_vacation_gets_only_back_what_it_ran(
    clock: time_machine.Traveller, alice: User, bob: User, weekends_off: bool
) -> None:
    terms = TableTerms(pace="7d", weekends_off=weekends_off)
    matches = [match_create(host=alice, game="rapa_nui", others=[None], terms=terms) for _number in range(2)]
    matches = [match_join(match=match, user=bob) for match in matches]
    vacation_begin(user=awaited(matches[0]).user, days=2)
    before = {match.pk: Match.objects.get(pk=match.pk).deadline for match in matches}

    def moved(match: Match) -> timedelta:
        after = Match.objects.get(pk=match.pk).deadline
        return counted(before[match.pk], after, weekends=UTC if weekends_off else None)

    heartbeat.beat()
    clock.shift(DAY)
    heartbeat.beat()
    for match in matches:
        assert moved(match) == (timedelta() if awaited(match).user == awaited(matches[0]).user else DAY)
    clock.shift(2 * DAY)  # a day of it after the vacation
    heartbeat.beat()
    assert moved(matches[0]) == DAY


def test_a_turn_that_ends_before_the_first_heartbeat_costs_nothing(
    day_game: Match, clock: time_machine.Traveller
) -> None:
    heartbeat.beat()
    first = day_game.to_move
    clock.shift(3 * DAY)
    match = next_turn(day_game)
    assert match.seats.get(number=first).bank == PACES["2d"].bank
