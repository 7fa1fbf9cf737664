"""Answers to puzzles: one each, both sides rated, five a day; and how the search uses finished games."""

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.selectors import computer_player
from accounts.services import computer_players_ensure
from cups.models import Cup, Pairing, Round
from daily.calendar import today
from games.engine import GAMES
from games.engine.contract import IllegalAction
from games.engine.record import final_state
from games.models import Match
from games.services.lobby.challenges import attempt_begin, challenge_send
from games.services.lobby.matches import match_create, match_join
from puzzles.models import Answer, Five, Puzzle, Search, Solver
from puzzles.selectors import A_DAY, five_of, puzzle_for, streak_of, tasks_of
from puzzles.services import searching
from puzzles.services.answering import answer_give, answers_merge, lost_by, record_of
from puzzles.services.searching import may_be_searched, puzzles_search, puzzles_search_until
from puzzles.services.shelving import puzzle_keep, shipped_keep
from tests.games.playing import play_out
from tests.puzzles.shelf import some_puzzle, take_away

pytestmark = pytest.mark.usefixtures("travel")


def legal(puzzle: Puzzle) -> list[str]:
    return [str(action) for action in GAMES[puzzle.game].legal_actions(final_state(record_of(puzzle)))]


# --- answers ----------------------------------------------------------------------------------------------------------


def test_the_best_action_solves_a_puzzle_and_both_are_rated(alice: User, shelf: list[Puzzle]) -> None:
    puzzle = shelf[0]
    answer = answer_give(user=alice, puzzle=puzzle, text=puzzle.best)
    assert answer.result == Answer.Result.SOLVED
    assert answer.rating_before is not None
    assert answer.rating_after is not None
    assert answer.rating_after > answer.rating_before == 1500
    assert Solver.objects.get(user=alice).answers == 1
    after = Puzzle.objects.get(pk=puzzle.pk)
    assert after.mu < puzzle.mu
    assert after.sigma < puzzle.sigma
    assert after.answered == 1


@pytest.mark.parametrize(("place", "result", "lost"), [(1, "nearly", 80), (2, "missed", 400), (3, "missed", None)])
def test_other_actions_solve_it_nearly_or_not(
    place: int, result: str, lost: int | None, alice: User, shelf: list[Puzzle]
) -> None:
    text = legal(shelf[0])[place]
    answer = answer_give(user=alice, puzzle=shelf[0], text=text)
    assert answer.result == result
    assert lost_by(shelf[0], text) == lost


def test_a_miss_costs_rating_and_makes_the_puzzle_harder(alice: User, shelf: list[Puzzle]) -> None:
    answer = answer_give(user=alice, puzzle=shelf[0], text=legal(shelf[0])[-1])
    assert answer.rating_before is not None
    assert answer.rating_after is not None
    assert answer.rating_after < answer.rating_before
    assert Puzzle.objects.get(pk=shelf[0].pk).mu > shelf[0].mu


def test_the_first_answer_stays(alice: User, shelf: list[Puzzle]) -> None:
    first = answer_give(user=alice, puzzle=shelf[0], text=legal(shelf[0])[-1])
    again = answer_give(user=alice, puzzle=shelf[0], text=shelf[0].best)
    assert again == first
    assert again.result == Answer.Result.MISSED
    assert Puzzle.objects.get(pk=shelf[0].pk).answered == 1


def test_an_illegal_action_is_no_answer(alice: User, shelf: list[Puzzle]) -> None:
    with pytest.raises(IllegalAction):
        answer_give(user=alice, puzzle=shelf[0], text="fly away")
    assert not Answer.objects.exists()


def test_own_mistakes_are_for_their_owner_and_rate_no_member(alice: User, bob: User) -> None:
    mistake, _new = puzzle_keep(found=some_puzzle(), owner=alice)
    assert puzzle_for(mistake.pk, alice) == mistake
    assert puzzle_for(mistake.pk, bob) is None
    assert puzzle_for(mistake.pk, None) is None
    answer = answer_give(user=alice, puzzle=mistake, text=mistake.best)
    assert answer.rating_after is None
    assert Solver.objects.get(user=alice).answers == 0
    assert mistake not in five_of(alice, today())


# --- five a day -------------------------------------------------------------------------------------------------------


def test_all_visitors_have_five_a_day_of_several_games_which_stay(alice: User, shelf: list[Puzzle]) -> None:
    given = five_of(alice, today())
    assert len(set(given)) == A_DAY
    assert {puzzle.game for puzzle in given} == {"rapa_nui", "machu_picchu"}
    answer = answer_give(user=alice, puzzle=given[2], text=given[2].best)
    assert answer.of_the_day
    assert five_of(alice, today()) == given
    assert [task.answer for task in tasks_of(alice, today())] == [None, None, answer, None, None]


def test_a_puzzle_that_was_answered_or_played_is_not_given_again(
    alice: User, shelf: list[Puzzle], travel: time_machine.Traveller
) -> None:
    first = five_of(alice, today())
    for puzzle in first:
        answer_give(user=alice, puzzle=puzzle, text=puzzle.best)
    travel.shift(timedelta(days=1))
    assert not set(first) & set(five_of(alice, today()))


@pytest.mark.half_second
def test_what_is_given_is_near_to_the_rating(alice: User, shelf: list[Puzzle]) -> None:
    Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in shelf[:3]]).update(mu=60.0)
    for number in range(4, 26):
        puzzle_keep(found=some_puzzle(number))
    Solver.objects.create(user=alice, mu=10.0)
    assert not {puzzle.pk for puzzle in shelf[:3]} & {puzzle.pk for puzzle in five_of(alice, today())}


def test_a_streak_counts_days_with_all_five(alice: User, shelf: list[Puzzle], travel: time_machine.Traveller) -> None:
    assert streak_of(None).now == streak_of(alice).now == 0
    five = five_of(alice, today())
    for puzzle in five[:4]:
        answer_give(user=alice, puzzle=puzzle, text=puzzle.best)
    assert streak_of(alice).now == 0
    answer_give(user=alice, puzzle=five[4], text=legal(five[4])[-1])
    assert (streak_of(alice).now, streak_of(alice).with_today) == (1, True)
    travel.shift(timedelta(days=2))
    assert (streak_of(alice).now, streak_of(alice).best) == (0, 1)


def test_another_puzzle_takes_the_place_of_one_that_is_taken_away(alice: User, bob: User, shelf: list[Puzzle]) -> None:
    first, lost, *others = five_of(alice, today())
    answer_give(user=alice, puzzle=first, text=first.best)
    take_away(lost, bob)
    now = five_of(alice, today())
    assert len({puzzle.pk for puzzle in now}) == A_DAY
    assert (now[0], now[2:]) == (first, others)
    assert now[1] not in (first, lost, *others)
    for puzzle in now[1:]:
        assert answer_give(user=alice, puzzle=puzzle, text=puzzle.best).of_the_day
        assert five_of(alice, today()) == now
    assert streak_of(alice).now == 1


def test_an_answer_counts_though_its_puzzle_is_taken_away(alice: User, bob: User, shelf: list[Puzzle]) -> None:
    five = five_of(alice, today())
    for puzzle in five[:2]:
        answer_give(user=alice, puzzle=puzzle, text=puzzle.best)
    take_away(five[0], bob)
    tasks = tasks_of(alice, today())
    assert [task.puzzle for task in tasks] == five
    assert [(task.is_gone, task.answer is not None) for task in tasks[:3]] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    for puzzle in five[2:]:
        answer_give(user=alice, puzzle=puzzle, text=puzzle.best)
    assert streak_of(alice).now == 1


@pytest.mark.half_second
def test_where_no_other_is_left_the_place_is_filled_later(alice: User, bob: User, shelf: list[Puzzle]) -> None:
    first, lost, *others = five_of(alice, today())
    answer_give(user=alice, puzzle=first, text=first.best)
    spare = [puzzle for puzzle in shelf if puzzle not in (first, lost, *others)]
    for puzzle in (lost, *spare):
        take_away(puzzle, bob)
    assert five_of(alice, today()) == [first, *others]
    answer_give(user=alice, puzzle=others[0], text=others[0].best)
    fresh, _new = puzzle_keep(found=some_puzzle(9))
    assert set(five_of(alice, today())) == {first, *others, fresh}
    assert answer_give(user=alice, puzzle=fresh, text=fresh.best).of_the_day


def test_a_puzzle_of_older_rules_is_taken_away_too(alice: User, shelf: list[Puzzle]) -> None:
    first, lost, *_others = five_of(alice, today())
    answer_give(user=alice, puzzle=first, text=first.best)
    Puzzle.objects.filter(pk__in=[first.pk, lost.pk]).update(rules_version="0")
    tasks = tasks_of(alice, today())
    assert len(tasks) == A_DAY
    assert lost not in [task.puzzle for task in tasks]
    assert [task.is_gone for task in tasks] == [True, False, False, False, False]


def test_the_five_cost_few_queries(
    alice: User, shelf: list[Puzzle], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(5):
        tasks_of(alice, today())


def test_a_guest_who_logs_in_takes_answers_along(alice: User, bob: User, shelf: list[Puzzle]) -> None:
    answer_give(user=bob, puzzle=shelf[0], text=shelf[0].best)
    kept = answer_give(user=alice, puzzle=shelf[0], text=legal(shelf[0])[-1])
    moved = answer_give(user=bob, puzzle=shelf[1], text=shelf[1].best)
    answers_merge(guest=bob, user=alice)
    assert set(Answer.objects.filter(user=alice)) == {kept, moved}
    assert not Answer.objects.filter(user=bob).exists()
    assert not Five.objects.filter(user=bob).exists()
    assert Solver.objects.get().user == alice


# --- puzzles of finished games ----------------------------------------------------------------------------------------


def test_a_puzzle_is_kept_once(db: None) -> None:
    first, is_new = puzzle_keep(found=some_puzzle())
    assert is_new
    assert puzzle_keep(found=some_puzzle()) == (first, False)


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_with_the_site_is_put_there_once(game: str, db: None) -> None:
    assert shipped_keep(game) == Puzzle.objects.count()
    assert shipped_keep(game) == 0


@pytest.fixture
def finished(alice: User, bob: User) -> Match:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    return play_out(match, Random(1))


def test_public_finished_games_are_searched(finished: Match) -> None:
    assert list(may_be_searched()) == [finished]


@pytest.mark.parametrize(
    "facts",
    [
        {"status": Match.Status.RUNNING},
        {"access": Match.Access.LINK},
        {"exhibition": True},
        {"is_fork": True},
    ],
    ids=str,
)
def test_games_that_run_or_were_not_played_in_public_are_not_searched(
    facts: dict[str, object], finished: Match
) -> None:
    Match.objects.filter(pk=finished.pk).update(**facts)
    assert not may_be_searched().exists()


def test_of_a_game_that_is_hidden_later_no_puzzle_is_shown(finished: Match) -> None:
    dora = User.objects.create_user("Dora")
    puzzle, _new = puzzle_keep(found=some_puzzle(), match=finished)
    Five.objects.create(user=dora, day=today(), puzzles=[puzzle.pk])
    assert five_of(dora, today()) == five_of(None, today()) == [puzzle]
    Match.objects.filter(pk=finished.pk).update(access=Match.Access.CLUB)
    assert five_of(dora, today()) == five_of(None, today()) == []
    assert puzzle_for(puzzle.pk, dora) is puzzle_for(puzzle.pk, None) is None


def test_a_cup_is_searched_when_it_is_over(finished: Match) -> None:
    cup = Cup.objects.create(code="cup", name="Spring", system="swiss", size=2, pace="live", status=Cup.Status.RUNNING)
    table = Round.objects.create(cup=cup, number=0, game="rapa_nui")
    Pairing.objects.create(round=table, number=0, players=[1, 2], match=finished)
    assert not may_be_searched().exists()
    Cup.objects.update(status=Cup.Status.OVER)
    assert may_be_searched().exists()


def test_a_deal_that_was_sent_is_searched_once_no_player_can_play_it_any_more(alice: User, bob: User) -> None:
    computer_players_ensure()
    match = play_out(match_create(host=alice, game="rapa_nui", others=[computer_player("beginner")]), Random(1))
    assert list(may_be_searched()) == [match]
    sent = challenge_send(match=match, user=alice)
    assert not may_be_searched().exists()
    begun = attempt_begin(challenge=sent, user=bob).match
    sent.closed_at = timezone.now()
    sent.save()
    assert not may_be_searched().exists()
    play_out(begun, Random(2))
    assert list(may_be_searched()) == [match]


@pytest.mark.half_second
def test_the_search_goes_on_where_it_stopped_and_finds_the_same(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "moment", lambda game, states, ply, **_: _made_up(finished, ply))
    assert puzzles_search(seconds=0) == finished
    search = Search.objects.get()
    assert (search.upto, search.finished_at) == (1, None)
    assert puzzles_search(seconds=0) == finished
    search.refresh_from_db()
    assert (search.upto, search.finished_at) == (2, None)
    while puzzles_search(seconds=1000) is not None:
        pass
    search.refresh_from_db()
    assert search.upto == finished.actions.filter(kind="play", undone=False).count()
    assert search.finished_at is not None
    found = list(Puzzle.objects.values_list("key", flat=True))
    assert 0 < len(found) == search.found <= 3
    search.delete()
    assert puzzles_search_until(game="rapa_nui", count=1) == 0, "all of them exist already"
    assert list(Puzzle.objects.values_list("key", flat=True)) == found


def _made_up(match: Match, ply: int) -> object:
    """A puzzle at every tenth action, with the action's number as the answer."""
    from puzzles.finding.moments import Moment

    seat = match.actions.filter(kind="play", undone=False).order_by("ply")[ply].seat
    return None if ply % 10 else Moment(ply, seat, {f"a{ply}": 900, "b": 500}, 80, ())


def test_a_late_second_search_stores_nothing(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "moment", lambda game, states, ply, **_: _made_up(finished, ply))
    Search.objects.create(match=finished)
    late = Search.objects.get()
    assert searching._go_on(Search.objects.get(), 0)
    assert not searching._go_on(late, 0)
    assert Puzzle.objects.count() == 1
