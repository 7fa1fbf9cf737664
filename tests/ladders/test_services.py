"""Ladders from joining to the last result, with everything that may happen in between."""

from datetime import timedelta

import pytest
import time_machine
from django.db import InternalError
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import User
from common.refusals import Refused
from games.models import Match
from games.selectors.access import seats_of
from games.services.people.relations import block_create, block_end
from games.services.play.resignation import resign
from games.services.play.timeouts import time_is_up
from ladders.models import Bout, Ladder, Rung
from ladders.selectors import deadlines, duels, standing_of
from ladders.services import challenging, results
from ladders.services.challenging import bout_accept, bout_challenge, bout_decline, bout_withdraw
from ladders.services.joining import ladder_join, ladder_leave
from ladders.services.results import ladder_call_off, ladders_go_on
from ladders.services.upkeep import ladders_keep_up
from ladders.tasks import sweep
from ladders.terms import AGAIN, ANSWER, GIVE_WAY, IDLE, OPEN_IN, OPEN_OUT, REACH
from membership.bans import ban_create
from membership.deletion import account_delete
from membership.vacations import vacation_begin, vacation_end
from tests.games.racing import race
from tests.ladders.standing import GAME, challenge, ladder_of, order, win
from tests.read_only import read_only_database
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


def names(*numbers: int) -> list[str]:
    """The names of these players."""
    return [f"Player-{number}" for number in numbers]


def at(moment: object) -> time_machine.travel:
    """Move the clock to `moment`, from where it goes on."""
    return time_machine.travel(moment, tick=True)


def test_who_joins_stands_at_the_bottom_and_only_once(people):
    ladder = ladder_of(people[:3])
    again = ladder_join(game=GAME, user=people[0])
    assert again.position == 1
    assert order(ladder) == names(1, 2, 3)
    assert set(duels()) == {"princes", "rapa_nui", "maya", "machu_picchu"}


def test_guests_bots_and_games_without_a_ladder_are_refused(people):
    guest = User.objects.create_user("Guest-1", is_guest=True)
    for user in (guest, bot_create(owner=people[0], name="Robo"), User.objects.exclude(level="").first()):
        with pytest.raises(Refused):
            ladder_join(game=GAME, user=user)
    with pytest.raises(Refused, match="no ladder"):
        ladder_join(game="chess", user=people[0])


def test_who_wins_takes_the_place_and_those_between_move_down(people):
    ladder = ladder_of(people[:5])
    bout = challenge(ladder, people[3], people[1])
    match = bout_accept(bout=bout, user=people[1])
    assert (match.rated, match.pace, match.access, match.seats_drawn) == (True, "2d", Match.Access.ANYBODY, False)
    assert {seat.user for seat in seats_of(match)} == {people[1], people[3]}
    assert bout_accept(bout=bout, user=people[1]) == match
    sweep()
    assert order(ladder) == names(1, 2, 3, 4, 5)
    win(match, people[3])
    assert order(ladder) == names(1, 4, 2, 3, 5)
    bout.refresh_from_db()
    assert (bout.outcome, bout.challenger_place) == ("won", 2)
    ended = bout.ended_at
    sweep()
    bout.refresh_from_db()
    assert (order(ladder), bout.ended_at) == (names(1, 4, 2, 3, 5), ended)


@pytest.mark.parametrize(("winner", "outcome"), [(1, "lost"), (None, "drawn")])
def test_a_loss_and_a_draw_move_no_player(people, winner, outcome):
    ladder = ladder_of(people[:3])
    bout = challenge(ladder, people[2], people[1])
    win(bout_accept(bout=bout, user=people[1]), None if winner is None else people[winner])
    bout.refresh_from_db()
    assert (order(ladder), bout.outcome, bout.challenger_place) == (names(1, 2, 3), outcome, None)


def test_who_runs_out_of_time_has_lost(people):
    ladder = ladder_of(people[:2])
    match = bout_accept(bout=challenge(ladder, people[1], people[0]), user=people[0])
    late = next(seat for seat in seats_of(match) if seat.number == match.to_move).user
    time_is_up(match=match, ply=match.ply)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    sweep()
    assert order(ladder) == (names(2, 1) if late == people[0] else names(1, 2))


def test_declining_changes_places(people):
    ladder = ladder_of(people[:4])
    bout = challenge(ladder, people[3], people[0])
    bout_decline(bout=bout, user=people[0])
    bout_decline(bout=bout, user=people[0])
    assert order(ladder) == names(4, 2, 3, 1)
    with pytest.raises(Refused, match="over"):
        bout_accept(bout=bout, user=people[0])


def test_silence_changes_places_when_the_time_is_up_and_not_before(people):
    ladder = ladder_of(people[:3])
    bout = challenge(ladder, people[2], people[0])
    with at(bout.made_at + ANSWER - timedelta(minutes=1)):
        sweep()
        assert order(ladder) == names(1, 2, 3)
    with at(bout.made_at + ANSWER + timedelta(minutes=1)):
        with pytest.raises(Refused, match="time to answer"):
            bout_accept(bout=bout, user=people[0])
        sweep()
        sweep()
    assert order(ladder) == names(3, 2, 1)
    assert Rung.objects.get(user=people[0]).silences == 1


def test_on_vacation_the_time_to_answer_stands_still(people):
    ladder = ladder_of(people[:3])
    now = timezone.now()
    with at(now):
        bout = challenge(ladder, people[2], people[0])
    with at(now + timedelta(days=1)):
        vacation_begin(user=people[0], days=10)
    with at(now + timedelta(days=5)):
        sweep()
        with pytest.raises(Refused, match="Player-1 is on vacation"):
            challenge(ladder, people[1], people[0])
        vacation_end(user=people[0])
    bout = Bout.objects.select_related("challenged").get()
    assert abs(deadlines([bout])[bout.pk] - (now + ANSWER + timedelta(days=4))) < timedelta(minutes=1)
    with at(now + timedelta(days=6, hours=23)):
        sweep()
        assert order(ladder) == names(1, 2, 3)
    with at(now + timedelta(days=7, hours=1)):
        sweep()
    assert order(ladder) == names(3, 2, 1)


def test_vacations_before_and_after_do_not_count(people):
    ladder = ladder_of(people[:2])
    now = timezone.now()
    with at(now - timedelta(days=9)):
        vacation_begin(user=people[0], days=3)
    with at(now):
        bout = challenge(ladder, people[1], people[0])
    with at(now + ANSWER + timedelta(hours=1)):
        vacation_begin(user=people[0], days=3)
        sweep()
    assert deadlines([bout])[bout.pk] == bout.answer_by
    assert order(ladder) == names(2, 1)


def test_only_people_above_and_in_reach_can_be_challenged(people):
    ladder = ladder_of(people[: REACH + 3])
    with pytest.raises(Refused, match="above you"):
        challenge(ladder, people[0], people[1])
    with pytest.raises(Refused, match="too far"):
        challenge(ladder, people[REACH + 1], people[0])
    with pytest.raises(Refused, match="above you"):
        challenge(ladder, people[0], people[0])
    assert challenge(ladder, people[REACH + 1], people[1]).is_asked


def test_an_absent_player_neither_challenges_nor_is_challenged(people):
    ladder = ladder_of(people[:2])
    with pytest.raises(Refused, match="Join the ladder"):
        challenge(ladder, people[5], people[0])
    with pytest.raises(Refused, match="no longer"):
        bout_challenge(ladder=ladder, user=people[1], rung=10**8)


def test_only_so_many_challenges_at_once_in_each_direction(people):
    ladder = ladder_of(people[:5])
    for other in people[:OPEN_OUT]:
        challenge(ladder, people[4], other)
    with pytest.raises(Refused, match="any more open challenges"):
        challenge(ladder, people[4], people[OPEN_OUT])
    challenge(ladder, people[3], people[0])
    assert OPEN_IN == 2
    with pytest.raises(Refused, match="any more challenges for now"):
        challenge(ladder, people[2], people[0])
    assert challenge(ladder, people[4], people[0]) == Bout.objects.get(challenger=people[4], challenged=people[0])
    assert Bout.objects.count() == OPEN_OUT + 1


def test_a_pair_rests_some_days_in_both_directions(people):
    ladder = ladder_of(people[:3])
    bout_decline(bout=challenge(ladder, people[2], people[1]), user=people[1])
    assert order(ladder) == names(1, 3, 2)
    with pytest.raises(Refused, match="Wait a few days"):
        challenge(ladder, people[1], people[2])
    with at(timezone.now() + AGAIN + timedelta(minutes=1)):
        challenge(ladder, people[1], people[2])


@pytest.mark.half_second
def test_who_met_lately_gives_way_to_others_for_some_weeks(people):
    ladder, (top, friend, stranger, other) = ladder_of(people[:4]), people[:4]
    win(bout_accept(bout=challenge(ladder, friend, top), user=top), top)
    met = timezone.now()
    with at(met + AGAIN + timedelta(minutes=1)):
        theirs = challenge(ladder, stranger, top)
        with pytest.raises(Refused, match="once nobody else is doing so"):
            challenge(ladder, friend, top)
        browser = visitor(friend)
        page = browser.get(ladder.get_absolute_url()).content.decode()
        assert "others first" in page
        assert f"In the first {GIVE_WAY.days} days" in page
        bout_withdraw(bout=theirs, user=stranger)
        again = challenge(ladder, friend, top)
        challenge(ladder, other, top)
        bout_withdraw(bout=again, user=friend)
    with at(met + AGAIN + GIVE_WAY + timedelta(minutes=2)):
        assert challenge(ladder, friend, top).is_asked


@pytest.mark.half_second
def test_a_challenge_can_be_taken_back_until_it_is_answered(people):
    ladder = ladder_of(people[:3])
    bout = challenge(ladder, people[2], people[1])
    with pytest.raises(Refused, match="Only the challenger"):
        bout_withdraw(bout=bout, user=people[1])
    bout_withdraw(bout=bout, user=people[2])
    assert bout_withdraw(bout=bout, user=people[2]).outcome == "withdrawn"
    other = challenge(ladder, people[2], people[0])
    bout_accept(bout=other, user=people[0])
    with pytest.raises(Refused, match="already been answered"):
        bout_withdraw(bout=other, user=people[2])
    assert order(ladder) == names(1, 2, 3)


def test_only_the_challenged_answers(people):
    ladder = ladder_of(people[:3])
    bout = challenge(ladder, people[2], people[1])
    for answer in (bout_accept, bout_decline):
        with pytest.raises(Refused, match="Only the challenged"):
            answer(bout=bout, user=people[2])


def test_who_leaves_moves_up_those_below_and_calls_off_what_waits(people):
    ladder = ladder_of(people[:4])
    asked = challenge(ladder, people[2], people[1])
    running = challenge(ladder, people[3], people[1])
    match = bout_accept(bout=running, user=people[1])
    ladder_leave(ladder=ladder, user=people[1])
    ladder_leave(ladder=ladder, user=people[1])
    assert order(ladder) == names(1, 3, 4)
    asked.refresh_from_db()
    assert asked.outcome == "void"
    win(match, people[3])
    running.refresh_from_db()
    assert (running.outcome, running.challenger_place) == ("won", None)
    assert order(ladder) == names(1, 3, 4)
    ladder_join(game=GAME, user=people[1])
    assert order(ladder) == names(1, 3, 4, 2)


def test_no_player_is_challenged_again_and_again_by_one_who_leaves_and_comes_back(people):
    ladder = ladder_of(people[:3])
    for other in people[:2]:
        challenge(ladder, people[2], other)
    ladder_leave(ladder=ladder, user=people[2])
    ladder_join(game=GAME, user=people[2])
    for other in people[:2]:
        with pytest.raises(Refused, match="Wait a few days"):
            challenge(ladder, people[2], other)
        assert other.notices.count() == 1


@pytest.mark.parametrize(("blocker", "blocked"), [(0, 1), (1, 0)])
def test_no_player_is_out_of_reach_because_one_of_two_has_blocked_the_other(people, blocker, blocked):
    ladder = ladder_of(people[:2])
    block_create(user=people[blocker], name=people[blocked].username)
    asked = challenge(ladder, people[1], people[0])
    ladder_call_off(ladder=ladder)
    asked.refresh_from_db()
    assert asked.is_asked
    assert bout_accept(bout=asked, user=people[0]).status == Match.Status.RUNNING


def test_two_who_have_blocked_each_other_cannot_challenge(people):
    ladder = ladder_of(people[:2])
    block_create(user=people[0], name=people[1].username)
    block_create(user=people[1], name=people[0].username)
    with pytest.raises(Refused, match="can’t challenge this player"):
        challenge(ladder, people[1], people[0])


def test_a_block_calls_off_the_challenge_that_waits(people):
    ladder = ladder_of(people[:4])
    asked = challenge(ladder, people[2], people[0])
    block_create(user=people[2], name=people[0].username)
    with pytest.raises(Refused, match="called off"):
        bout_accept(bout=asked, user=people[0])
    ladder_call_off(ladder=ladder)
    asked.refresh_from_db()
    assert (asked.outcome, order(ladder)) == ("withdrawn", names(1, 2, 3, 4))
    block_end(user=people[2], name=people[0].username)
    with pytest.raises(Refused, match="Wait a few days"):
        challenge(ladder, people[2], people[0])


def test_who_blocks_several_challengers_has_declined_each(people):
    ladder = ladder_of(people[:4])
    asked = [challenge(ladder, people[number], people[0]) for number in (3, 2)]
    for bout in asked:
        block_create(user=people[0], name=bout.challenger.username)
    ladder_call_off(ladder=ladder)
    assert {Bout.objects.get(pk=bout.pk).outcome for bout in asked} == {"declined"}
    assert order(ladder) == names(4, 2, 3, 1)


@pytest.mark.half_second
def test_who_is_banned_or_gone_cannot_be_challenged_and_loses_what_runs(people):
    ladder = ladder_of(people[:4])
    bouts = [challenge(ladder, people[3], other) for other in people[1:3]]
    for bout in bouts:
        bout_accept(bout=bout, user=bout.challenged)
    ban_create(user=people[1], moderator=people[8], until=None, why="Enough")
    account_delete(user=people[2])
    sweep()
    assert [Bout.objects.get(pk=bout.pk).outcome for bout in bouts] == ["won", "won"]
    ladder_join(game=GAME, user=people[4])
    with pytest.raises(Refused, match="cannot play"):
        challenge(ladder, people[4], people[1])


@pytest.mark.parametrize(("gone", "outcome"), [(0, "void"), (2, "withdrawn")])
def test_who_closes_the_account_leaves_the_ladder_and_calls_off_what_waits(people, gone, outcome):
    ladder = ladder_of(people[:4])
    bout = challenge(ladder, people[2], people[0])
    account_delete(user=people[gone])
    bout.refresh_from_db()
    assert bout.outcome == outcome
    assert order(ladder) == [name for name in names(1, 2, 3, 4) if name != f"Player-{gone + 1}"]


def test_a_match_that_is_gone_moves_no_player(people):
    ladder = ladder_of(people[:2])
    bout = challenge(ladder, people[1], people[0])
    bout_accept(bout=bout, user=people[0]).delete()
    sweep()
    bout.refresh_from_db()
    assert (bout.outcome, order(ladder)) == ("void", names(1, 2))


def test_it_may_die_anywhere_and_goes_on(people, monkeypatch):
    ladder = ladder_of(people[:6])
    first, second = challenge(ladder, people[2], people[0]), challenge(ladder, people[5], people[3])
    real, calls = results.bout_end, iter(range(9))

    def dies(bout, outcome):
        real(bout, outcome)
        if next(calls) == 0:
            raise KeyboardInterrupt  # all is written, nothing is committed

    monkeypatch.setattr(results, "bout_end", dies)
    with at(first.made_at + ANSWER + timedelta(hours=1)):
        with pytest.raises(KeyboardInterrupt):
            ladders_go_on()
        assert order(ladder) == names(1, 2, 3, 4, 5, 6)
        ladders_go_on()
        ladders_go_on()
    assert order(ladder) == names(3, 2, 1, 6, 5, 4)
    assert set(Bout.objects.values_list("outcome", flat=True)) == {"silent"}
    assert second.challenger == people[5]


def test_what_goes_wrong_keeps_nothing_else_waiting(people, caplog):
    ladder = ladder_of(people[:4])
    broken, whole = challenge(ladder, people[1], people[0]), challenge(ladder, people[3], people[2])
    match = bout_accept(bout=broken, user=people[0])
    resign(match=match, user=people[1])
    match.seats.all().delete()
    bout_decline(bout=challenge(ladder, people[2], people[0]), user=people[0])
    with at(whole.made_at + ANSWER + timedelta(hours=1)):
        sweep()
    whole.refresh_from_db()
    assert whole.outcome == "silent"
    assert f"challenge {broken.pk} on the ladder of rapa_nui cannot continue" in caplog.text


@pytest.mark.parametrize("go_on", [ladders_go_on, ladders_keep_up])
def test_a_database_that_cannot_write_is_no_fault_of_a_ladder(go_on, people, caplog):
    ladder = ladder_of(people[:2])
    bout = challenge(ladder, people[1], people[0])
    with at(bout.made_at + ANSWER + IDLE), read_only_database(), pytest.raises(InternalError):
        go_on()
    assert "cannot continue" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_of_two_who_answer_at_once_one_is_heard(people):
    ladder = ladder_of(people[:2])
    bout = challenge(ladder, people[1], people[0])
    refused = race(
        lambda: bout_accept(bout=bout, user=people[0]),
        lambda: bout_decline(bout=bout, user=people[0]),
    )
    bout.refresh_from_db()
    assert len(refused) == 1
    assert (bout.match is None) == (bout.outcome == "declined")
    assert order(ladder) == (names(2, 1) if bout.outcome else names(1, 2))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("answer", [bout_accept, bout_decline])
def test_an_answer_and_calling_off_at_once_end_a_challenge_once(people, answer):
    ladder = ladder_of(people[:3])
    bout = challenge(ladder, people[2], people[0])
    block_create(user=people[2], name="Player-1")
    refused = race(
        lambda: answer(bout=bout, user=people[0]),
        lambda: ladder_call_off(ladder=ladder),
        lambda: ladder_call_off(ladder=ladder),
    )
    bout.refresh_from_db()
    assert len(refused) == 1, "the block came first"
    assert (bout.outcome, bout.match, order(ladder)) == ("withdrawn", None, names(1, 2, 3))


@pytest.mark.django_db(transaction=True)
def test_silence_and_withdrawing_at_once_end_a_challenge_once(people):
    ladder = ladder_of(people[:3])
    bout = challenge(ladder, people[2], people[0])
    with at(bout.made_at + ANSWER + timedelta(minutes=1)):
        refused = race(lambda: bout_withdraw(bout=bout, user=people[2]), sweep, sweep)
    bout.refresh_from_db()
    assert bout.outcome == ("silent" if refused else "withdrawn")
    assert order(ladder) == (names(3, 2, 1) if refused else names(1, 2, 3))
    assert Rung.objects.get(user=people[0]).silences == len(refused)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_banned", [True, False])
def test_no_player_who_is_gone_sits_in_a_match_that_is_accepted_at_the_same_moment(people, is_banned):
    ladder = ladder_of(people[:2])
    bout = challenge(ladder, people[1], people[0])

    def go() -> None:
        if is_banned:
            ban_create(user=people[1], moderator=people[8], until=None, why="Enough")
        else:
            account_delete(user=people[1])

    race(lambda: bout_accept(bout=bout, user=people[0]), go)
    running = Match.objects.filter(status=Match.Status.RUNNING)
    assert not running.filter(seats__user=people[1], seats__stand_in=None).exists()


@pytest.mark.parametrize("lock", ["locked", "check_is_here"])
def test_a_block_made_while_a_challenge_waits_for_a_lock_does_not_call_it_off(people, monkeypatch, lock):
    ladder, real = ladder_of(people[:2]), getattr(challenging, lock)

    def waits(of: Ladder | User) -> object:
        block_create(user=people[0], name="Player-2")
        return real(of)

    monkeypatch.setattr(challenging, lock, waits)
    bout = challenge(ladder, people[1], people[0])
    ladder_call_off(ladder=ladder)
    bout.refresh_from_db()
    assert (bout.outcome, order(ladder)) == ("", names(1, 2))


@pytest.mark.django_db(transaction=True)
def test_people_who_join_at_once_all_stand_somewhere(people):
    assert race(*[lambda user=user: ladder_join(game=GAME, user=user) for user in people[:4]]) == []
    assert sorted(order(Ladder.objects.get())) == names(1, 2, 3, 4)


def test_a_standing_takes_four_queries_however_many_stand_there(people, django_assert_num_queries):
    ladder = ladder_of(people[:3])
    challenge(ladder, people[2], people[0])
    with django_assert_num_queries(4):
        standing_of(ladder)
    for person in people[3:]:
        ladder_join(game=GAME, user=person)
    for below, above in ((9, 6), (8, 5), (7, 3)):
        challenge(ladder, people[below], people[above])
    with django_assert_num_queries(4):
        standing = standing_of(ladder, of=people[9])
        shown = [rung.user.username for rung in standing.rungs]
        assert (standing.obstacle(9, 6), standing.obstacle(9, 5)) == ("between", None)
    assert shown == order(ladder)
