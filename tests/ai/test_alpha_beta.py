"""Alpha-beta finds what minimax finds, as deep as its budget allows."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from games.ai import alpha_beta, budget
from games.ai.alpha_beta import WON, Search, weigh
from games.ai.budget import Budget
from games.engine.contract import AnyGame
from games.titles.maya import rules as maya
from tests.ai.nim import Heap, Nim
from tests.ai.positions import Table, decisions, positions
from tests.ai.worked import Worked
from tests.titles.maya.positions import WON_AT_ONCE, WON_IN_THE_END

DUEL = Table(maya, 2)
NIM = cast(AnyGame, Nim())


def minimax(game: AnyGame, state: Any, depth: int) -> float:
    """The lead of seat 0 over seat 1 after `depth` best actions, a win first: no bounds, memory or move ordering."""
    mover = game.to_move(state)
    if mover is None or not depth:
        one, other = game.evaluate(state)
        won = 0 if mover is not None else WON if one > other else -WON if other > one else 0
        return one - other + won
    worth = [minimax(game, game.apply(state, action), depth - 1) for action in game.legal_actions(state)]
    return min(worth) if mover else max(worth)


def looked(game: AnyGame, state: Any, depth: int) -> tuple[Any, Search]:
    """The action found at this depth, and the search that found it."""
    actions = list(game.legal_actions(state))
    search = Search(game, Budget(iterations=10**6))
    while search.depth < depth and search.deepen(state, actions):
        pass
    return actions[0], search


def best(game: AnyGame, state: Any, iterations: int = 20_000) -> Any:
    """The search's choice."""
    seat = game.to_move(state)
    assert seat is not None
    view = game.view(state, seat) if game is not NIM else state
    return alpha_beta.choose(game, view, seat, Random(3), Budget(iterations=iterations))


@pytest.mark.parametrize(
    ("depth", "number"),
    [
        (1, 12),
        (2, 12),
        (3, 1),
        pytest.param(3, 6, marks=pytest.mark.long),
        pytest.param(4, 1, marks=pytest.mark.slow),
    ],
)
def test_it_finds_an_action_as_good_as_minimax_does(depth: int, number: int) -> None:
    for state in decisions(DUEL, 24)[-number:]:
        sign = -1 if maya.to_move(state) else 1
        action, _ = looked(maya, state, depth)
        found = sign * minimax(maya, maya.apply(state, action), depth - 1)
        assert found == sign * minimax(maya, state, depth)


@pytest.mark.parametrize("depth", [1, 2, 4, 7, 30])
def test_it_finds_an_action_as_good_as_minimax_does_in_nim(depth: int) -> None:
    for stones in range(1, 14):
        action, _ = looked(NIM, Heap(stones, seat=0), depth)
        assert minimax(NIM, Heap(stones - action, seat=1), depth - 1) == minimax(NIM, Heap(stones, seat=0), depth)


def test_it_looks_at_far_fewer_positions_than_minimax() -> None:
    state = decisions(DUEL, 12)[3]
    budget = Budget(iterations=10**6)
    search = Search(maya, budget)
    actions = list(maya.legal_actions(state))
    level = [state]
    for _ in range(3):
        search.deepen(state, actions)
        level = [maya.apply(now, action) for now in level for action in maya.legal_actions(now)]
    assert budget.iterations * 2 < len(level)


@pytest.mark.long
def test_it_looks_once_at_what_can_be_reached_in_several_ways() -> None:
    """In Nim with 40 stones there are 40 positions for each seat, and more ways through them than anyone can search."""
    action, search = looked(NIM, Heap(42, seat=0), 50)
    assert action == 2
    assert search.depth < 50, "it has searched every game to its end"


@pytest.mark.parametrize(("depth", "number"), [(1, 8), (2, 8), (3, 3)])
def test_what_it_weighs_is_worth_what_minimax_finds(depth: int, number: int) -> None:
    for state in decisions(DUEL, 24)[-number:]:
        sign = -1 if maya.to_move(state) else 1
        actions = maya.legal_actions(state)
        right = {action: sign * minimax(maya, maya.apply(state, action), depth - 1) for action in actions}
        search, played = Search(maya, Budget(iterations=10**6)), actions[-1]
        for _ in range(depth):
            found = search.weigh(state, actions, played, 3)
        assert {action: worth.margin for action, worth in found.items()} == {action: right[action] for action in found}
        best = sorted(right.values(), reverse=True)
        assert [worth.margin for worth in found.values()][:3] == best[:3]
        assert played in found


@pytest.mark.parametrize(("stones", "shares"), [(3, [1, 0]), (6, [1, 0]), (8, [0])])
def test_who_has_won_is_sure_of_it(stones: int, shares: list[float]) -> None:
    """Of three stones all are taken, of six two; of eight nothing helps. Any other action loses."""
    found = weigh(NIM, Heap(stones, seat=1), 1, 1, 10**5)
    assert [worth.sure for worth in found.values()] == shares


def test_a_sure_win_by_a_hair_is_better_than_a_lead() -> None:
    worths = weigh(maya, WON_IN_THE_END, maya.legal_actions(WON_IN_THE_END)[0], 3, 10**6)
    assert [(str(action), worth.sure) for action, worth in worths.items()][0] == ("swap 4-5@2", 1)
    assert {worth.sure for worth in list(worths.values())[1:]} == {0}


def test_the_action_played_comes_before_its_equals() -> None:
    state = Heap(8, seat=0)
    for played in (1, 2, 3):
        assert next(iter(weigh(NIM, state, played, 2, 10**5))) == played


def test_the_action_played_comes_before_what_looked_better_at_first() -> None:
    """At depth one `left` looks better; at depth two both are worth the same."""
    ends = {"": (0, 0), "l": (5, 0), "r": (3, 0), "ll": (4, 0), "lr": (4, 0), "rl": (4, 0), "rr": (4, 0)}

    class Fork(Nim):
        def to_move(self, state: str) -> int | None:
            return len(state) if len(state) < 2 else None

        def legal_actions(self, state: str) -> tuple[str, ...]:
            return ("l", "r")

        def apply(self, state: str, action: str) -> str:
            return state + action

        def evaluate(self, state: str) -> tuple[float, ...]:
            return ends[state]

    assert list(weigh(cast(AnyGame, Fork()), "", "r", 2, 10**5)) == ["r", "l"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("stones", "right"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3), (9, 1), (10, 2), (30, 2)])
def test_it_leaves_a_multiple_of_four_in_nim(stones: int, right: int, seat: int) -> None:
    assert best(NIM, Heap(stones, seat)) == right


@pytest.mark.parametrize(("state", "right"), [(WON_AT_ONCE, "swap 3-6@3"), (WON_IN_THE_END, "swap 4-5@2")])
def test_it_finds_the_only_swap_that_wins(state: maya.State, right: str) -> None:
    assert str(best(maya, state)) == right


def test_it_stops_when_every_game_is_played_to_its_end() -> None:
    budget = Budget(iterations=10**6)
    alpha_beta.choose(maya, maya.view(WON_AT_ONCE, 0), 0, Random(3), budget)
    assert budget.iterations < 1000


@pytest.mark.parametrize("iterations", [0, 1, 2, 7])
def test_a_budget_that_ends_in_the_middle_of_a_look_gives_a_legal_action(iterations: int) -> None:
    for state in decisions(DUEL, 8):
        assert best(maya, state, iterations) in maya.legal_actions(state)


@pytest.mark.half_second
@pytest.mark.parametrize("seconds", [0.05, 0.2])
def test_it_keeps_its_time(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """To within a tenth."""
    state = next(state for state in positions(DUEL) if state.seen)
    view = maya.view(state, 0)
    with Worked() as clock:
        monkeypatch.setattr(budget, "perf_counter", clock)
        alpha_beta.choose(maya, view, 0, Random(3), Budget(seconds=seconds))
    assert seconds <= clock() < seconds * 1.1


def spent(state: Any, seconds: float | None, iterations: int) -> tuple[str, int]:
    """The search's choice, and how many positions it looked at."""
    budget = Budget(seconds=seconds, iterations=iterations)
    seat = maya.to_move(state)
    assert seat is not None
    return str(alpha_beta.choose(maya, maya.view(state, seat), seat, Random(3), budget)), budget.iterations


def test_by_the_clock_it_plays_a_sure_win_at_once() -> None:
    patient, quick = spent(WON_AT_ONCE, None, 10**5), spent(WON_AT_ONCE, 1000.0, 10**5)
    assert patient[0] == quick[0] == "swap 3-6@3"
    assert quick[1] < patient[1]


def test_by_the_clock_it_finds_the_win_in_the_end_too() -> None:
    assert spent(WON_IN_THE_END, 1000.0, 10**5)[0] == "swap 4-5@2"


def test_by_the_clock_it_stops_when_one_action_stands_clearly_above_all_others() -> None:
    class Choice(Nim):
        """Two endless ways: the seat that goes right is two points ahead, the seat that goes left is level."""

        def to_move(self, state: str) -> int | None:
            return len(state) % 2

        def legal_actions(self, state: str) -> tuple[str, ...]:
            return ("l", "r")

        def apply(self, state: str, action: str) -> str:
            return state + action

        def evaluate(self, state: str) -> tuple[float, ...]:
            return (2.0 if state[:1] == "r" else 0.0, 0.0)

        def determinize(self, view: str, rng: Random) -> str:
            return view

    game = cast(AnyGame, Choice())
    looked_at = []
    for seconds in (None, 1000.0):
        budget = Budget(seconds=seconds, iterations=5000)
        assert alpha_beta.choose(game, "", 0, Random(3), budget) == "r"
        looked_at.append(budget.iterations)
    assert looked_at[0] == 5000
    assert looked_at[1] < 200


@pytest.mark.parametrize("state", decisions(DUEL, 24)[::6], ids=range(4))
def test_what_is_open_is_looked_at_as_long_as_the_clock_allows(state: maya.State) -> None:
    """While several actions are close together, it takes its time."""
    search = Search(maya, Budget(iterations=10**6))
    actions = list(maya.legal_actions(state))
    for _ in range(alpha_beta.SETTLED):
        search.deepen(state, actions)
    assert not search.is_decided(state, actions)


class Tempo(Nim):
    """A long game in which the seat that has just acted seems to lead by `tempo`; "d" ends it at once in a draw."""

    def __init__(self, tempo: float, lead: float) -> None:
        self.tempo, self.lead = tempo, lead

    def to_move(self, state: str) -> int | None:
        return None if "d" in state else len(state) % 2

    def legal_actions(self, state: str) -> tuple[str, ...]:
        return ("a", "b") if state else ("a", "d")

    def apply(self, state: str, action: str) -> str:
        return state + action

    def evaluate(self, state: str) -> tuple[float, ...]:
        if "d" in state:
            return 0.0, 0.0
        return self.lead + self.tempo * (len(state) % 2), self.tempo * (1 - len(state) % 2)


@pytest.mark.parametrize("positions", [20, 40, 80, 160])
def test_it_does_not_matter_who_acts_last_in_what_it_saw(positions: int) -> None:
    worths = weigh(cast(AnyGame, Tempo(0.6, 0.25)), "", "d", 2, positions)
    assert worths["a"].margin == pytest.approx(0.25)
    assert worths["d"] == (0, True)


@pytest.mark.parametrize("positions", [20, 40, 80, 160])
def test_what_only_seems_better_than_a_sure_draw_does_not_come_first(positions: int) -> None:
    assert list(weigh(cast(AnyGame, Tempo(0.6, -0.5)), "", "a", 2, positions)) == ["d", "a"]
