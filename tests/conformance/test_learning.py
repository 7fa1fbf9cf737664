"""Learning from our tensors: the example for people, and what OpenSpiel's learners need of an environment."""

from __future__ import annotations

from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.engine import GAMES
from games.titles.machu_picchu.rules import moving
from games.titles.machu_picchu.rules.data import LARGEST
from games.titles.machu_picchu.rules.state import Decision
from games.titles.maya.rules.board import NEIGHBOURS
from games.titles.maya.rules.data import LEVELS
from games.titles.maya.rules.pieces import is_connected
from games.titles.maya.rules.state import Swap

pytestmark = pytest.mark.conformance


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    return import_module("examples.learn")


def test_slopes_are_those_of_the_loss(learn: ModuleType) -> None:
    """Compared with the loss a little to the left and right of each weight."""
    numpy = import_module("numpy")
    rng = numpy.random.default_rng(1)
    weights = learn.untaught(5, 4, rng)
    weights = {name: each + rng.normal(0, 0.3, each.shape) for name, each in weights.items()}
    legal = rng.random((12, 4)) < 0.7
    legal[:, 0] = True
    piece = (
        rng.random((12, 5)), legal, numpy.zeros(12, int), rng.uniform(0.2, 0.9, 12), rng.normal(size=12),
        rng.normal(size=12),
    )  # fmt: skip
    _, slopes = learn.loss_and_slopes(weights, piece)
    for name, each in weights.items():
        for place in list(numpy.ndindex(each.shape))[:40]:
            around = []
            for step in (1e-5, -1e-5):
                moved = {**weights, name: each.copy()}
                moved[name][place] += step
                around.append(learn.loss_and_slopes(moved, piece)[0])
            assert slopes[name][place] == pytest.approx((around[0] - around[1]) / 2e-5, abs=1e-6)


def test_a_network_is_told_which_swaps_connect(learn: ModuleType) -> None:
    game, rng = GAMES["maya"], Random(5)
    state = game.start(game.deal(2, {}, rng))
    levels = range(1, LEVELS)
    places = [(one, other, level) for one, others in NEIGHBOURS.items() for other in others for level in levels]
    connected = set()
    while game.to_move(state) is not None:
        legal = game.legal_actions(state)
        told = dict(zip(places, learn.connections(game.view(state, 0)), strict=True))
        for swap in legal if isinstance(legal[0], Swap) else ():
            after = game.apply(state, swap).towers
            for one, other in ((swap.first, swap.second), (swap.second, swap.first)):
                found = is_connected(after[one - 1], swap.level)
                assert bool(told[one, other, swap.level - 1]) is found
                connected.add(found)
        state = game.apply(state, rng.choice(legal))
    assert connected == {False, True}


def test_a_network_is_told_what_a_step_wins(learn: ModuleType) -> None:
    game, rng = GAMES["machu_picchu"], Random(5)
    state = game.start(game.deal(2, {}, rng))
    told, won = [], []
    while game.to_move(state) is not None:
        if state.decision is Decision.ORDER:
            view = game.view(state, 0)
            numbers = [card.number for card in state.stairs]
            for first in (1, LARGEST):
                step = moving.steps(state.priests, numbers, state.sky_now.is_sun, first)[0]
                stair = moving.moved_by(numbers).index(first)
                sign = 1 if str(first) in view.seats[0].pair else -1
                told.append(learn.steps(view)[(first - 1) * len(numbers) + stair])
                won.append(sign * (sum(step.stones) - (step.end is None)))
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    assert told == pytest.approx([0.4 * each for each in won])
    assert {each > 0 for each in told} == {False, True}


@pytest.mark.parametrize("key", GAMES)
def test_a_network_learns_from_self_play(learn: ModuleType, key: str) -> None:
    """A short lesson: what went better than expected becomes likelier, what went worse less likely."""
    numpy = import_module("numpy")
    rng, table, reads = numpy.random.default_rng(2), learn.env(key, 2), learn.reading(key)
    weights = learn.untaught(learn.inputs(table, reads), table.action_space("seat_0").n, rng)
    decisions = learn.Decisions()
    while len(decisions.action) < 200:
        learn.play([table, learn.env(key, 2)], weights, reads, rng, decisions)
    teacher = learn.Teacher(weights)
    for _ in range(10):
        teacher.lesson(decisions, rng)
    _, chances, expected = learn.thought(weights, numpy.array(decisions.seen), numpy.array(decisions.legal))
    now = chances[numpy.arange(len(chances)), decisions.action]
    assert numpy.corrcoef(numpy.log(now) - numpy.log(decisions.chance), decisions.better)[0, 1] > 0.2
    assert numpy.corrcoef(expected, decisions.result)[0, 1] > 0.3
    assert 0 <= learn.share_against_chance(table, weights, reads, 2, rng) <= 1


@pytest.mark.parametrize("key", GAMES)
def test_environments_of_open_spiel_show_tensors(pyspiel: ModuleType, key: str) -> None:
    """The environments of OpenSpiel's own learners: each seat is shown its information state, or its observation."""
    environments = import_module("open_spiel.python.rl_environment")
    game = pyspiel.load_game(key, {"rng_seed": 3})
    for kind, size in (
        (environments.ObservationType.INFORMATION_STATE, game.information_state_tensor_size()),
        (environments.ObservationType.OBSERVATION, game.observation_tensor_size()),
    ):
        environment, rng = environments.Environment(game, observation_type=kind), Random(3)
        step: Any = environment.reset()
        assert environment.observation_spec()["info_state"] == (size,)
        while not step.last():
            seat = step.observations["current_player"]
            assert len(step.observations["info_state"][seat]) == size
            step = environment.step([rng.choice(step.observations["legal_actions"][seat])])
        assert sum(step.rewards) == 0
