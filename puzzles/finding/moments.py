"""The decisions of a record in which one action is clearly best, but not obvious at first sight."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.ai.analysis import ITERATIONS, Judged, weighed
from games.ai.evaluators import is_guesswork, progress_at
from games.ai.levels import LEVELS
from games.ai.player import choose, view_for
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.record import Record, positions

CLEAR = 50
"""The lead of the best action over the second, in thousandths of a win, for a puzzle."""
NEARLY = 100
"""An answer that gives away at most this many thousandths has nearly solved a puzzle."""
FEWEST = 3
"""The fewest legal actions of a puzzle: with only two, a guess is right half of the time."""

SHARE = 4
"""The first search uses this fraction of the walks of an analysis, the two that confirm it this many times as many."""
GLANCE = 6
"""A glance before these searches uses this fraction of the walks of the first one."""
TELLING = 3
"""With fewer walks than this for each legal action a glance could tell nothing, and is left out."""
PROMISING = 30
"""The lead that a glance must find, in thousandths of a win."""

MOST_OF_ONE_GAME = 3
"""The most puzzles from one game."""
APART = 8
"""The fewest actions between two puzzles from one game."""

AT_FIRST_SIGHT = ("beginner", "casual")
"""The levels that must not find the answer at first sight."""
THOUGHTS = 8
"""How many first thoughts of each of these levels are looked at."""
MOST_LUCKY = {"beginner": 3, "casual": 5}
"""How many of these thoughts may be the answer, by level."""
FOLLOWED_BY = "solid"
"""The level that plays on after the answer."""
FOLLOWED = 3
"""How many actions the continuation has, including the answer."""
FOLLOWED_WALKS = 60
"""How many walks each action of the continuation is searched with."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of `seat` after `ply` actions of a record.

    `left` gives, for the few best actions, the best first, the thousandths of a win that each leaves to the seat; all
    others leave less. `missed` is the percentage of first thoughts that were other actions. `line` is a possible
    continuation that starts with the best action.
    """

    ply: int
    seat: int
    left: Mapping[str, int]
    missed: int
    line: tuple[str, ...]

    @property
    def best(self) -> str:
        """The answer."""
        return next(iter(self.left))

    @property
    def margin(self) -> int:
        """The lead of the answer over the second-best action, in thousandths of a win."""
        first, second, *_ = self.left.values()
        return first - second


def moments(record: Record, *, seed: str, walks: int | None = None) -> Iterator[Moment]:
    """Yield the puzzles of `record` in order: a few, with different answers and well apart.

    They are searched on demand, and only where a puzzle would be among them. The same `seed` gives the same puzzles.
    `walks` replaces the walks of an analysis. Raises RecordError.
    """
    states, game = list(positions(record)), GAMES[record.game]
    kept: dict[int, str] = {}
    for ply in range(len(record.plies)):
        if not may_follow(ply, kept):
            continue
        found = moment(game, states, ply, seed=seed, walks=walks, known=kept.values())
        if found is not None:
            kept[ply] = found.best
            yield found


def may_follow(ply: int, kept: Collection[int]) -> bool:
    """Whether a game whose puzzles up to now are after `kept` actions may have another one after `ply`."""
    return len(kept) < MOST_OF_ONE_GAME and ply - max(kept, default=-APART) >= APART


def moment(
    game: AnyGame,
    states: Sequence[Any],
    ply: int,
    *,
    seed: str,
    walks: int | None = None,
    known: Collection[str] = (),
) -> Moment | None:
    """The decision at `states[ply]` as a puzzle; None if no action is clearly best, or if the best one is obvious.

    `states` are the positions of the game from its start on. None also if the answer is one of the `known`.
    """
    state, seed = states[ply], f"{seed}/{ply}"
    seat = game.to_move(state)
    legal = len(game.legal_actions(state))
    if seat is None or legal < FEWEST or is_guesswork(game, state):
        return None
    view, progress = game.recall(state, seat), progress_at(game, states, ply)
    first = max(FEWEST, (walks or ITERATIONS[game.KEY]) // SHARE)
    searches = [(first, CLEAR, "first"), (SHARE * first, CLEAR, "again"), (SHARE * first, CLEAR, "anew")]
    if first // GLANCE >= TELLING * legal:
        searches.insert(0, (first // GLANCE, PROMISING, "glance"))

    def searched(iterations: int, lead: int, name: str) -> tuple[Judged, ...]:
        """What a search finds, the best action first; nothing unless that leads by this much."""
        rng = Random(f"{seed}/{name}")
        found = weighed(game, view, seat, progress=progress, rng=rng, iterations=iterations)
        return found if _margin(found, seat) >= lead else ()

    found = searched(*searches[0])
    if not found or found[0].action in known:
        return None
    best = found[0].action
    missed = _missed(game, state, seat, best, seed)
    if missed is None:
        return None
    for search in searches[1:]:
        found = searched(*search)
        if not found or found[0].action != best:
            return None
    left = {one.action: _thousandths(one, seat) for one in found}
    return Moment(ply, seat, left, missed, _line(game, state, best, seed))


def is_sure(game: AnyGame, states: Sequence[Any], ply: int, best: str, *, seed: str, walks: int | None = None) -> bool:
    """Whether another search, as long as an analysis, finds `best` clearly best at `states[ply]` too.

    `states` are the positions of the game from its start on.
    """
    state = states[ply]
    seat = game.to_move(state)
    assert seat is not None, "a decision is asked for"
    rng, iterations = Random(f"{seed}/{ply}/sure"), walks or ITERATIONS[game.KEY]
    view, progress = game.recall(state, seat), progress_at(game, states, ply)
    found = weighed(game, view, seat, progress=progress, rng=rng, iterations=iterations)
    return found[0].action == best and _margin(found, seat) >= CLEAR


def _margin(found: tuple[Judged, ...], seat: int) -> int:
    """The lead of the best action over the second, in thousandths, as a puzzle says it; 0 if only one was compared."""
    first, second = (_thousandths(one, seat) for one in found[:2]) if len(found) > 1 else (0, 0)
    return first - second


def _thousandths(one: Judged, seat: int) -> int:
    """The chance of the seat to win after an action."""
    return round(1000 * one.chances[seat])


def _missed(game: AnyGame, state: Any, seat: int, best: str, seed: str) -> int | None:
    """The percentage of first thoughts that are another action; None if too many are the best one, so it is obvious."""
    hits = 0
    for level in AT_FIRST_SIGHT:
        view, rng = view_for(game, state, seat, level), Random(f"{seed}/{level}")
        noise = LEVELS[level].noise_in(game.KEY)
        assert noise is not None, "a level that plays at first sight does not search"
        lucky = sum(choose(game, view, seat, level, rng, iterations=1).action == best for _ in range(THOUGHTS))
        if lucky > MOST_LUCKY[level]:
            return None
        hits += lucky
    return round(100 * (1 - hits / (THOUGHTS * len(AT_FIRST_SIGHT))))


def _line(game: AnyGame, state: Any, best: str, seed: str) -> tuple[str, ...]:
    """The best action and a good continuation, in which every seat acts on its own view."""
    texts, rng = [best], Random(f"{seed}/line")
    state = game.apply(state, game.parse(state, best))
    while len(texts) < FOLLOWED and (seat := game.to_move(state)) is not None:
        view = view_for(game, state, seat, FOLLOWED_BY)
        text = choose(game, view, seat, FOLLOWED_BY, rng, iterations=FOLLOWED_WALKS).action
        texts.append(text)
        state = game.apply(state, game.parse(state, text))
    return tuple(texts)
