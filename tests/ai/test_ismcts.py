"""The search with tiny games whose best play is known, and what its trees keep apart."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

import pytest

from games.ai import ismcts
from games.ai.budget import Budget
from games.ai.ismcts import Node, Search
from games.engine.contract import AnyGame
from games.titles.machu_picchu import rules as machu_picchu
from games.titles.rapa_nui import rules as rapa_nui
from tests.ai.nim import Heap, Nim
from tests.ai.positions import Table, positions
from tests.first import first


@dataclass(frozen=True)
class Cup:
    """A ball hidden under a cup: two of three such balls are on the left. Take the sure coin, or guess."""

    ball: str
    guessed: str = ""


class Cups(Nim):
    """A right guess is worth 3, a wrong one 0, the coin 1: so `left` is worth 2, `right` 1, and `coin` 1."""

    def determinize(self, view: Any, rng: Random) -> Any:
        return Cup(rng.choice(("left", "left", "right")))

    def to_move(self, state: Any) -> int | None:
        return None if state.guessed else 0

    def legal_actions(self, state: Any) -> Any:
        return () if state.guessed else ("coin", "left", "right")

    def apply(self, state: Any, action: Any) -> Any:
        return replace(state, guessed=action)

    def evaluate(self, state: Any) -> tuple[float, ...]:
        if not state.guessed:
            return (0.0, 0.0)
        return (1.0 if state.guessed == "coin" else 3.0 * (state.guessed == state.ball), 0.0)


@dataclass(frozen=True)
class Purse:
    """One seat turns left or right, and moves again; the contents of its purse are hidden even from itself."""

    coins: float
    path: tuple[str, ...] = ()


class Turning(Nim):
    """Right is one coin better than left, which shows a step later; the purse holds a hundred coins, or none."""

    def determinize(self, view: Any, rng: Random) -> Any:
        return Purse(rng.choice((0.0, 100.0)))

    def to_move(self, state: Any) -> int | None:
        return None if len(state.path) == 2 else 0

    def legal_actions(self, state: Any) -> Any:
        return ("on",) if state.path else ("left", "right")

    def apply(self, state: Any, action: Any) -> Any:
        return replace(state, path=(*state.path, action))

    def evaluate(self, state: Any) -> tuple[float, ...]:
        return (state.coins + (state.path == ("right", "on")), 0.0)


@dataclass(frozen=True)
class Ball:
    """A sure coin for seat 0, or a game: one seat hides a ball left or right, and the other guesses where."""

    hider: int
    coin: float
    path: tuple[str, ...] = ()


class Hiding(Nim):
    """A right guess wins 1 from the other, a wrong one loses 1: the game is worth nothing to either."""

    def to_move(self, state: Any) -> int | None:
        return (0, state.hider, 1 - state.hider, None)[3 if state.path[:1] == ("coin",) else len(state.path)]

    def legal_actions(self, state: Any) -> Any:
        return ("left", "right") if state.path else ("coin", "play")

    def apply(self, state: Any, action: Any) -> Any:
        return replace(state, path=(*state.path, action))

    def shown(self, before: Any, action: Any, now: Any, seat: int | None) -> str:
        return "?" if len(before.path) == 1 and seat != before.hider else str(action)

    def evaluate(self, state: Any) -> tuple[float, ...]:
        if state.path[:1] == ("coin",):
            return (state.coin, -state.coin)
        if len(state.path) < 3:
            return (0.0, 0.0)
        found = state.path[1] == state.path[2]
        return (1.0, -1.0) if found is (state.hider == 1) else (-1.0, 1.0)


def best(game: object, view: object, seat: int, iterations: int = 2000) -> Any:
    """The search's choice."""
    return ismcts.choose(cast(AnyGame, game), view, seat, Random(3), Budget(iterations=iterations))


@pytest.mark.parametrize("chance", range(20))
def test_luck_that_no_action_changes_blurs_nothing(chance: int) -> None:
    search = Search(cast(AnyGame, Turning()), 0)
    rng = Random(chance)
    for _ in range(30):
        search.iterate(Turning().determinize(None, rng))
    assert search.best() == "right"


@pytest.mark.parametrize("seat", first([1], of=[0, 1]))
@pytest.mark.parametrize(("stones", "right"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_it_leaves_a_multiple_of_four_in_nim(stones: int, right: int, seat: int) -> None:
    assert best(Nim(), Heap(stones, seat), seat) == right


def test_with_three_seats_it_takes_the_last_stones() -> None:
    assert best(Nim(), Heap(3, seat=2, seats=3), 2) == 3


def test_it_weighs_what_it_cannot_see_by_how_likely_it_is() -> None:
    assert best(Cups(), None, 0) == "left"


def test_it_does_not_count_on_finding_what_another_seat_hides() -> None:
    assert best(Hiding(), Ball(hider=1, coin=0.5), 0) == "coin"


def test_it_does_not_fear_that_another_seat_finds_what_it_hides() -> None:
    assert best(Hiding(), Ball(hider=0, coin=-0.5), 0) == "play"


def trees(game: AnyGame, state: Any, iterations: int) -> list[Node]:
    """The roots of all seats after `iterations` walks from imagined states."""
    seat = game.to_move(state)
    assert seat is not None
    search, rng = Search(game, seat), Random(4)
    for _ in range(iterations):
        search.iterate(game.determinize(game.view(state, seat), rng))
    return search.roots


def test_imagined_worlds_that_differ_in_a_hidden_lay_only_share_their_node() -> None:
    mine, other = trees(machu_picchu, machu_picchu.start(machu_picchu.deal(2, {}, Random(1))), 300)
    hidden = {"lay ? N", "lay ? E", "lay ? S", "lay ? W"}
    assert set(other.children) == hidden
    assert len(mine.children) > len(hidden)
    after_mine = max(mine.children.values(), key=lambda node: len(node.children))
    assert len(after_mine.children) > 1
    assert set(after_mine.children) < hidden


def test_imagined_worlds_that_differ_in_a_hidden_offering_only_share_their_node() -> None:
    state = next(
        state for state in positions(Table(rapa_nui, 2), "moai") if state.decision is rapa_nui.state.Decision.OFFER
    )
    mine, _ = trees(rapa_nui, state, 300)
    assert all(set(node.children) == {"offer ?"} for node in mine.children.values() if node.children)
    assert any(node.children for node in mine.children.values())


def test_it_stops_when_no_other_action_can_overtake_the_best() -> None:
    budget = Budget(iterations=2000)
    ismcts.choose(cast(AnyGame, Nim()), Heap(3, 0), 0, Random(3), budget)
    assert 1000 < budget.iterations < 2000


def test_a_spent_budget_still_gives_an_action() -> None:
    assert best(Nim(), Heap(6, 0), 0, iterations=0) in (1, 2, 3)


def test_the_margin_is_what_a_seat_has_above_the_mean_of_the_others() -> None:
    assert ismcts.margins((10.0, 4.0)) == [6.0, -6.0]
    assert ismcts.margins((9.0, 3.0, 6.0)) == [4.5, -4.5, 0.0]
