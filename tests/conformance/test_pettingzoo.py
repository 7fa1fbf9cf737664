"""PettingZoo's own tests with our games, and what an agent may see and do."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.adapters.match import Match
from games.engine import GAMES
from games.engine.contract import BadDeal, IllegalAction
from tests.conformance.conftest import Table
from tests.contract.scrambled import SCRAMBLED

pytestmark = [
    pytest.mark.conformance,
    # PettingZoo warns so about every environment with masks, except for a list of its own.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    # At the end nothing is legal.
    pytest.mark.filterwarnings(r"ignore:Action mask numpy array is all zeros \(no legal actions\):UserWarning"),
]


def environment(zoo: ModuleType, table: Table) -> Any:
    return zoo.env(table.key, table.seats, **dict(table.options))


def shown(zoo: ModuleType, table: Table, match: Match) -> Any:
    """A table with this match on it."""
    env = zoo.Table(table.key, table.seats, **dict(table.options))
    env.reset(seed=1)
    env.match = match
    return env


def test_api(zoo: ModuleType, table: Table) -> None:
    import_module("pettingzoo.test").api_test(environment(zoo, table), num_cycles=1000)


def test_seeds(zoo: ModuleType, table: Table) -> None:
    import_module("pettingzoo.test").seed_test(lambda: environment(zoo, table), num_cycles=500)


def test_parallel_api(zoo: ModuleType, table: Table) -> None:
    to_parallel = import_module("pettingzoo.utils").turn_based_aec_to_parallel
    import_module("pettingzoo.test").parallel_api_test(to_parallel(environment(zoo, table)), num_cycles=1000)


def test_every_agent_is_told_its_result(zoo: ModuleType, table: Table) -> None:
    env, rng = environment(zoo, table), Random(2)
    env.reset(seed=2)
    rewards, points = {}, dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, is_terminated, is_truncated, info = env.last()
        assert not is_truncated
        if is_terminated:
            rewards[agent], points[agent] = reward, info["points"]
            env.step(None)
        else:
            assert reward == 0
            assert not info
            env.step(rng.choice(observation["action_mask"].nonzero()[0]))
    outcome = env.unwrapped.game.outcome(env.unwrapped.match.state)
    assert tuple(points.values()) == outcome.points
    assert sum(rewards.values()) == 0
    for seat, agent in enumerate(env.possible_agents):
        assert outcome.ranks[seat] == 1 + sum(other > rewards[agent] for other in rewards.values())


def test_agents_see_their_views_and_what_they_may_do(zoo: ModuleType, table: Table) -> None:
    read = import_module("games.adapters.tensors").read
    for match in table.matches():
        env = shown(zoo, table, match)
        for seat, agent in enumerate(env.possible_agents):
            observation = env.observe(agent)
            assert observation in env.observation_space(agent)
            assert read(table.key, observation["observation"]) == match.game.view(match.state, seat)
            legal = match.legal_numbers() if seat == match.mover else []
            assert observation["action_mask"].nonzero()[0].tolist() == legal


def test_agent_sees_nothing_that_is_hidden(zoo: ModuleType, table: Table) -> None:
    rng, scrambled = Random(3), SCRAMBLED[table.key]
    for match in table.matches()[:-1]:
        env = shown(zoo, table, match)
        for seat, agent in enumerate(env.possible_agents):
            other = shown(zoo, table, replace(match, state=scrambled(match.state, seat, rng)))
            for name, seen in env.observe(agent).items():
                assert seen.tolist() == other.observe(agent)[name].tolist()


def test_illegal_action_is_refused(zoo: ModuleType, table: Table) -> None:
    env = environment(zoo, table)
    env.reset(seed=4)
    mask = env.last()[0]["action_mask"].tolist()
    with pytest.raises(IllegalAction):
        env.step(mask.index(0))


def test_spectators_see_a_diagram(zoo: ModuleType, table: Table) -> None:
    env = environment(zoo, table)
    env.reset(seed=5)
    assert len(env.render().splitlines()) > table.seats


@pytest.mark.parametrize("key", GAMES)
def test_table_that_a_game_has_not_is_refused(zoo: ModuleType, key: str) -> None:
    with pytest.raises(BadDeal, match=f"allowed: {GAMES[key].SEATS[0]}"):
        zoo.env(key, GAMES[key].SEATS[-1] + 1)
    with pytest.raises(BadDeal, match="unknown option 'dice'"):
        zoo.env(key, dice="two")
