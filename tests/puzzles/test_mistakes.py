"""After an analysis, people's clear mistakes become puzzles for them alone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import TypeAlias

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import computer_players_ensure
from games.models import Action, Analysis, Judgement, Match
from games.selectors.records.analyses import version_of
from games.services.lobby.matches import match_create, match_join
from puzzles.models import Collected, Puzzle
from puzzles.services import collecting
from puzzles.services.collecting import LOOKED_AT, MOST, SECONDS, mistakes_collect
from tests.games.playing import play_out


@dataclass
class Second:
    """A second search that denies what was found at some steps; the actions of these tests are made up."""

    denied: set[int] = field(default_factory=set)
    asked: list[int] = field(default_factory=list)

    def __call__(self, game: object, states: object, ply: int, best: str, *, seed: str) -> bool:
        """What it says of the action that the analysis found best after `ply` actions."""
        self.asked.append(ply)
        return ply not in self.denied


Collect: TypeAlias = Callable[..., int]


@pytest.fixture
def second() -> Second:
    """The second search of a test."""
    return Second()


@pytest.fixture
def collect(second: Second) -> Collect:
    """`mistakes_collect` with this second search."""
    return partial(mistakes_collect, agrees=second)


@pytest.fixture
def analysed(alice: User, bob: User) -> Match:
    """A finished game in which Alice's first decisions are mistakes that cost more and more."""
    return game_with_mistakes(alice, bob)


def game_with_mistakes(alice: User, bob: User) -> Match:
    """Such a game, with its analysis."""
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    match = play_out(match, Random(1))
    now = timezone.now()
    log = list(match.actions.filter(kind="play", undone=False).order_by("ply"))
    facts = {"match": match, "version": version_of(match), "steps": len(log), "upto": len(log)}
    analysis = Analysis.objects.create(**facts, worked_at=now, finished_at=now)
    seat = match.seats.get(user=alice).number
    steps = [step for step, entry in enumerate(log) if entry.seat == seat and step > 8][:12]
    for number, step in enumerate(steps):
        loss = 50 * number
        best = [[f"better {number}", 800], [f"good {number}", 700]]
        Judgement.objects.create(
            analysis=analysis, step=step, seat=seat, chances=[500, 500], best=best, played=log[step].text,
            kept=800 - loss, loss=loss,
        )  # fmt: skip
    return match


def test_the_clearest_mistakes_become_puzzles_of_the_players_who_made_them(
    collect: Collect, analysed: Match, alice: User
) -> None:
    assert collect() == MOST
    found = Puzzle.objects.filter(owner=alice, match=analysed)
    assert found.count() == Puzzle.objects.count() == MOST
    assert {puzzle.left[-1][1] for puzzle in found} <= {800 - 50 * number for number in range(6, 12)}
    assert all(puzzle.seat == analysed.seats.get(user=alice).number for puzzle in found)


def test_what_a_second_search_denies_is_no_mistake(collect: Collect, analysed: Match, second: Second) -> None:
    collect()
    second.denied = {len(puzzle.plies) for puzzle in Puzzle.objects.all()[:2]}
    Puzzle.objects.all().delete()
    Collected.objects.all().delete()
    assert collect() == MOST
    assert not second.denied & {len(puzzle.plies) for puzzle in Puzzle.objects.all()}


def test_only_the_costliest_are_searched_again(collect: Collect, analysed: Match, second: Second) -> None:
    second.denied = set(Judgement.objects.values_list("step", flat=True))
    assert collect() == 0
    assert len(second.asked) == LOOKED_AT < Judgement.objects.count()


def test_a_run_out_of_time_searches_no_more_and_is_not_repeated(
    collect: Collect, analysed: Match, second: Second
) -> None:
    assert collect(seconds=0) == 0
    assert Collected.objects.filter(match=analysed).exists()
    assert collect() == 0
    assert second.asked == []


def test_a_match_that_the_time_was_too_short_for_is_left_to_the_next_run(
    monkeypatch: pytest.MonkeyPatch, analysed: Match, alice: User, bob: User, second: Second
) -> None:
    game_with_mistakes(alice, bob)
    now = 0.0
    monkeypatch.setattr(collecting, "time", SimpleNamespace(monotonic=lambda: now))

    def slow(game: object, states: object, ply: int, best: str, *, seed: str) -> bool:
        """The first search of the second match takes all the time there is."""
        nonlocal now
        now = SECONDS if len(second.asked) == MOST else now
        return second(game, states, ply, best, seed=seed)

    assert mistakes_collect(agrees=slow) == MOST
    assert Collected.objects.count() == 1
    assert mistakes_collect(agrees=second) == MOST
    assert Collected.objects.count() == 2


def test_they_are_collected_once(collect: Collect, analysed: Match) -> None:
    collect()
    assert collect() == 0
    assert Puzzle.objects.count() == MOST


def test_nothing_is_collected_before_the_analysis_is_whole(collect: Collect, analysed: Match) -> None:
    Analysis.objects.update(finished_at=None)
    assert collect() == 0
    assert not Puzzle.objects.exists()


def test_small_losses_lost_games_and_choices_as_good_are_no_mistakes(collect: Collect, analysed: Match) -> None:
    Judgement.objects.filter(loss__gte=100).update(chances=[10, 10])
    assert collect() == 0


def test_what_was_not_clear_is_no_mistake(collect: Collect, analysed: Match) -> None:
    for one in Judgement.objects.all():
        one.best = [["better", 800], ["good", 790]]
        one.save()
    assert collect() == 0


def test_what_a_computer_player_did_for_someone_who_had_left_is_no_mistake_of_theirs(
    collect: Collect, analysed: Match
) -> None:
    analysed.actions.filter(ply__in=Judgement.objects.values("step")).update(source=Action.Source.COMPUTER)
    assert collect() == 0


def test_computer_players_have_no_mistakes(collect: Collect, analysed: Match, alice: User) -> None:
    computer = computer_players_ensure()[0]
    analysed.seats.filter(user=alice).update(user=computer)
    assert collect() == 0
