"""Search for games with hidden information: information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).

Every iteration imagines one full state that the seat cannot tell from the real one, and walks down from it. Each seat
has its own tree, in which two walks share a path as long as that seat has seen the same actions in both. So no seat
reacts to anything it could not have seen (MO-ISMCTS). Chance outcomes of an action do not branch the tree: what follows
is averaged over all of them. A walk ends at the first action never tried, where `evaluate` is read.

The value of a walk is how far a seat gets ahead of the others compared with where it stood in the imagined world. One
world may deal a seat better cards than another world does; that says nothing about the actions and would only add
noise.

A glance at `evaluate` right after an action guides the search at first and is soon outweighed by what the search finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

from games.ai.budget import Budget
from games.engine.contract import AnyGame

CURIOSITY = 1.0
"""Weight of exploring against exploiting."""
BREADTH = 0.5
"""How much worse than the best an action may look and still be promising."""


class Edge:
    """The statistics of one action at a node, for the seat that plays it."""

    __slots__ = ("available", "shortfall", "total", "visits")

    def __init__(self, shortfall: float) -> None:
        self.shortfall = shortfall
        """How much worse it looked than the best action at a glance."""
        self.visits = 0
        self.available = 0
        self.total = 0.0


class Node:
    """A point of the game as one seat sees it."""

    __slots__ = ("children", "edges", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        """Child nodes by what the seat sees of the action played."""
        self.edges: dict[Any, Edge] = {}
        """By action, when the seat itself is to move."""
        self.visits = 0
        self.total = 0.0

    def child(self, seen: str) -> Node:
        """The node after the seat saw `seen`, created if missing."""
        node = self.children.get(seen)
        if node is None:
            node = self.children[seen] = Node()
        return node


Path: TypeAlias = list[tuple[int, Node, Edge]]
"""The seat that moved, its node, and the action it played, for each step of a walk."""


class Walk(NamedTuple):
    """One walk down the trees: the action it began with, where it ended, and what `evaluate` returned there."""

    first: Any
    end: Any
    values: tuple[float, ...]
    choices: int
    """The number of unforced actions after the first one."""


class Spread:
    """Running standard deviation of the margins read (Welford)."""

    __slots__ = ("_mean", "_squares", "count")

    def __init__(self) -> None:
        self.count = 0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Add one more value."""
        self.count += 1
        away = value - self._mean
        self._mean += away / self.count
        self._squares += away * (value - self._mean)

    def deviation(self) -> float:
        """The deviation so far; never 0, so that it can be a divisor."""
        return sqrt(self._squares / self.count) or 1e-9 if self.count else 1.0


def choose(game: AnyGame, view: Any, seat: int, rng: Random, budget: Budget) -> Any:
    """The action that `seat` visits most within `budget`; stops early when no other can overtake it any more."""
    search = Search(game, seat)
    while not budget.iterations or ((left := budget.left()) and not search.is_decided(left)):
        search.iterate(game.determinize(view, rng))
        budget.spend()
    return search.best()


def margins(values: tuple[float, ...]) -> list[float]:
    """How far each seat is ahead of the mean of the others."""
    total, others = sum(values), len(values) - 1
    return [value - (total - value) / others for value in values]


class Search:
    """The trees of all seats that grow while `seat` thinks about one decision."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self._game = game
        self._seat = seat
        self.roots: list[Node] = []
        """One tree per seat."""
        self._spread = Spread()
        self._before: list[float] = []
        """How far each seat was ahead of the others where the walk began, in the world that it imagined."""

    def best(self) -> Any:
        """The action visited most; among equals the one with the best value."""
        edges = self.roots[self._seat].edges
        return max(edges, key=lambda action: (edges[action].visits, edges[action].total))

    def is_decided(self, left: int) -> bool:
        """Whether the most visited action stays ahead even if the second gets all `left` iterations."""
        visits = [edge.visits for edge in self.roots[self._seat].edges.values()]
        if len(visits) < 2:
            return False
        second, first = sorted(visits)[-2:]
        return first - second > left

    def iterate(self, state: Any, first: Any = None) -> Walk:
        """Walk down from `state` to something new, read its value, and back it up along the path.

        The walk begins with `first`, if given: an action that was looked at before.
        """
        before = self._game.evaluate(state)
        if not self.roots:
            self.roots = [Node() for _ in before]
        self._before = margins(before)
        walk, path = self._descend(state, first)
        self._back_up(path, walk.values)
        return walk

    def _descend(self, state: Any, first: Any) -> tuple[Walk, Path]:
        """Walk down to the first action never tried, or to the end of the game."""
        game = self._game
        nodes: Sequence[Node] = self.roots
        path: Path = []
        start: tuple[Any, ...] = ()
        choices = 0
        while (mover := game.to_move(state)) is not None:
            node = nodes[mover]
            glances: dict[Any, tuple[float, ...]] = {}
            if first is None or path:
                action, edge, is_choice = self._select(node, mover, state, glances)
                choices += is_choice and bool(path)
            else:
                action, edge = first, node.edges[first]
            start = start or (action,)
            path.append((mover, node, edge))
            after = game.apply(state, action)
            if not edge.visits:
                state = after
                values = glances.get(action) or game.evaluate(state)
                break
            nodes = [node.child(game.shown(state, action, after, seat)) for seat, node in enumerate(nodes)]
            state = after
        else:
            values = game.evaluate(state)
        return Walk(start[0], state, values, choices), path

    def _back_up(self, path: Path, values: tuple[float, ...]) -> None:
        """Count a walk along its path, with what each seat gained between its beginning and `values`."""
        read = [after - before for after, before in zip(margins(values), self._before, strict=True)]
        self._spread.add(read[self._seat])
        for mover, node, edge in path:
            node.visits += 1
            node.total += read[mover]
            edge.visits += 1
            edge.total += read[mover]

    def _select(
        self, node: Node, mover: int, state: Any, glances: dict[Any, tuple[float, ...]]
    ) -> tuple[Any, Edge, bool]:
        """The legal action to look at next, and whether there was more than one.

        It has done well so far, or is promising and seldom tried. `glances` receives the values that `evaluate`
        returned after the actions that are legal here for the first time.
        """
        edges = node.edges
        legal = self._game.legal_actions(state)
        fresh = [action for action in legal if action not in edges]
        if fresh:
            known = [action for action in legal if action in edges]
            glances.update(self._glance(edges, fresh, known, mover, state))
        deviation = self._spread.deviation()
        expected = node.total / node.visits if node.visits else 0.0
        choices = [edges[action] for action in legal]
        least = min([edge.shortfall for edge in choices])
        promises = [exp((least - edge.shortfall) / (BREADTH * deviation)) for edge in choices]
        curiosity = CURIOSITY * deviation / sum(promises)
        best, highest = 0, -inf
        for index, edge in enumerate(choices):
            edge.available += 1
            tried = edge.visits + 1
            bound = (edge.total + expected + least - edge.shortfall) / tried
            bound += curiosity * promises[index] * sqrt(edge.available) / tried
            if bound > highest:
                best, highest = index, bound
        return legal[best], choices[best], len(legal) > 1

    def _glance(
        self, edges: dict[Any, Edge], fresh: list[Any], known: list[Any], mover: int, state: Any
    ) -> dict[Any, tuple[float, ...]]:
        """Judge fresh actions by what `evaluate` returns right after them, next to the best of those already known.

        Returns those values.
        """
        game = self._game
        glances = {action: game.evaluate(game.apply(state, action)) for action in fresh}
        worth = [margins(values)[mover] for values in glances.values()]
        if known:
            measure = min(known, key=lambda action: edges[action].shortfall)
            top = margins(game.evaluate(game.apply(state, measure)))[mover] + edges[measure].shortfall
        else:
            top = max(worth)
        if not self._spread.count:
            for value in worth:
                self._spread.add(value - self._before[mover])
        for action, value in zip(fresh, worth, strict=True):
            edges[action] = Edge(top - value)
        return glances
