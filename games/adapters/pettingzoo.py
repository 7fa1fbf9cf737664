"""The games for PettingZoo (AEC): `env("rapa_nui", seats=3)`, with a game's options as keyword arguments.

Agents are `seat_0`, `seat_1`, … An observation is the seat's view as a row of numbers (`games.adapters.tensors`; its
`read` decodes them) and the mask of its legal actions, which is all zeros for everyone but the seat to move. Rewards
come at the end: `Match.utilities`; `infos` then have the points. Seats do not move in a cycle: of PettingZoo's
conversions only `turn_based_aec_to_parallel` fits.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from games.adapters.match import Match
from games.adapters.tensors import layout, tensor
from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.engine.contract import check_table


def env(key: str, seats: int | None = None, **options: str) -> Any:
    """The environment of a game in PettingZoo's guard wrappers. `seats` defaults to the fewest."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(Table(key, seats, **options)))


class Table(AECEnv):
    """An environment that plays matches of a game one after another. Illegal actions raise IllegalAction."""

    def __init__(self, key: str, seats: int | None = None, **options: str) -> None:
        self.game = GAMES[key]
        self.seats = self.game.SEATS[0] if seats is None else seats
        self.options = options
        check_table(self.game, self.seats, options)
        self.metadata = {"name": f"{key}_v{self.game.RULES_VERSION}", "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        actions = len(VOCABULARY[key])
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        most = np.array(layout(key).most, np.float32)
        self._observations = {
            agent: spaces.Dict(
                observation=spaces.Box(np.zeros_like(most), most), action_mask=spaces.Box(0, 1, (actions,), np.int8)
            )
            for agent in self.possible_agents
        }
        self._chance = Random()

    def action_space(self, agent: str) -> Any:
        """All actions of the game by number."""
        return self._actions[agent]

    def observation_space(self, agent: str) -> Any:
        """The row of a view, with the upper bound of each number, and the mask of actions."""
        return self._observations[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match. A seed fixes its deal and all later ones; single matches take no `options`."""
        if seed is not None:
            self._chance.seed(seed)
        self.match = Match.dealt(self.game, self.seats, self.options, self._chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """The seat's view as a row, and the mask of its legal actions."""
        seat = self.possible_agents.index(agent)
        observation = tensor(self.game.KEY, self.game.view(self.match.state, seat))
        mask = np.zeros(len(VOCABULARY[self.game.KEY]), np.int8)
        if seat == self.match.mover:
            mask[self.match.legal_numbers()] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play the action with this number for the selected seat. Raises IllegalAction when it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match = self.match.after(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.match.mover is None:
            self.rewards = dict(zip(self.agents, self.match.utilities(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            outcome = self.game.outcome(self.match.state)
            assert outcome is not None
            self.infos = {agent: {"points": of} for agent, of in zip(self.agents, outcome.points, strict=True)}
        else:
            self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        assert self.match.mover is not None
        self.agent_selection = self.possible_agents[self.match.mover]

    def render(self) -> str:
        """The spectator's view as plain text."""
        return self.game.diagram(self.game.view(self.match.state, None))

    def close(self) -> None:
        """No-op: nothing is open."""
