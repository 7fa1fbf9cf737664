"""Teach a small network a game by self-play, with nothing but its tensors, and let it play against chance.

    uv sync --extra research
    .venv/bin/python -m examples.learn rapa_nui --minutes 3

Proximal policy optimization (PPO) in numpy, to be read from top to bottom: a network with one hidden layer sits at
every seat of a PettingZoo table, sees what that seat sees, and gets the result at the end.
docs/research.md says what to expect.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np

from games.adapters.pettingzoo import env
from games.adapters.tensors import layout, read
from games.engine import GAMES
from games.titles.machu_picchu.rules.precinct import PRIZES, STAIRS, STEPS
from games.titles.maya.rules.board import NEIGHBOURS
from games.titles.maya.rules.data import LEVELS

# Hyperparameters.
HIDDEN = 128
RATE = 1e-3
TABLES = 16
"""Matches played in parallel: the network evaluates all of them at once."""
BATCH = 2048
"""The fewest decisions between two lessons."""
ROUNDS = 4
"""Epochs: how often a lesson goes through them."""
PIECE = 256
CLIP = 0.2
CURIOSITY = 0.01
"""The weight of the entropy bonus in the loss."""
CARE = 0.5
"""The weight of the value loss, relative to that of the policy."""
LEAD = 20.0
"""A lead of this many points counts as much as the win itself."""
SIGHT = 0.97
"""GAE's lambda: how far a result reaches back, decision by decision. Gamma is 1: late rewards are not discounted."""
SOON = {"machu_picchu": (3e-3, 0.8), "maya": (3e-3, 0.8)}
"""Another `RATE` and `SIGHT` for games that soon show what a decision was worth."""
LEFT_OUT = {"maya": ("seen",)}
"""Parts of a view that are long and say little."""

Weights = dict[str, Any]
Reading = Callable[[Any], Any]


# 1. The table: a seat's view, without the parts that are left out. In two games everything depends on which parts meet:
# pieces of one colour, or a priest and a field. These are products of the numbers in a view. A small network does not
# find them in minutes, so it is told.


def reading(key: str) -> Reading:
    """What the network reads of a tensor."""
    parts = layout(key).parts
    kept = [np.arange(place.start, place.stop) for name, place in parts.items() if name not in LEFT_OUT.get(key, ())]
    columns, also = np.concatenate(kept), TOLD.get(key)
    if also is None:
        return lambda seen: seen[columns]
    return lambda seen: np.concatenate([seen[columns], np.array(also(read(key, seen)), np.float32)])


def connections(view: Any) -> list[float]:
    """Maya: whether a swap would put a piece of the same colour onto each piece, from each neighbouring tower."""
    return [
        3.0 * (view.towers[one - 1][level - 1 : level] == view.towers[other - 1][level : level + 1] != "")
        for one, others in NEIGHBOURS.items()
        for other in others
        for level in range(1, LEVELS)
    ]


def steps(view: Any) -> list[float]:
    """Machu Picchu: what each priest would win by a card on each stair, as a loss if it is another's; the cards."""
    own = "" if view.seat is None else view.seats[view.seat].pair or ""
    standing, prizes = [priest.field for priest in view.priests], PRIZES[view.sky.is_sun]

    def won(field: str | None, stair: str) -> float:
        end = STEPS[stair][field] if field else field
        if field and end is None:  # over the wall
            return float(sum(view.fires[:1]) - 1)
        return 0.0 if end is None or end in standing else float(sum(view.suns[: prizes[end]]))

    signs = [0.4 if str(number) in own else -0.4 for number in range(1, len(standing) + 1)]
    told = [sign * won(field, stair) for sign, field in zip(signs, standing, strict=True) for stair in STAIRS]
    cards = [card.number / 12 - 2 if card and card.number else 0.0 for card in view.stairs]
    return [*told, *cards]


TOLD = {"maya": connections, "machu_picchu": steps}


def inputs(table: Any, reads: Reading) -> int:
    """How many numbers the network reads."""
    table.reset(seed=0)
    return len(reads(table.last()[0]["observation"]))


# 2. The network: numbers in, a preference for each action and an expected result out.


def untaught(inputs: int, actions: int, rng: Any) -> Weights:
    """A new network with random weights, which prefers no action much."""
    return {
        "into": rng.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)).astype(np.float32),
        "into_bias": np.zeros(HIDDEN, np.float32),
        "act": rng.normal(0, 0.01, (HIDDEN, actions)).astype(np.float32),
        "act_bias": np.zeros(actions, np.float32),
        "value": np.zeros((HIDDEN, 1), np.float32),
        "value_bias": np.zeros(1, np.float32),
    }


def thought(weights: Weights, seen: Any, legal: Any) -> tuple[Any, Any, Any]:
    """The hidden layer, action probabilities and expected results for rows of observations and legal-action masks."""
    hidden = np.tanh(seen @ weights["into"] + weights["into_bias"])
    liked = np.where(legal, hidden @ weights["act"] + weights["act_bias"], -np.inf)
    odds = np.exp(liked - liked.max(axis=1, keepdims=True))
    expected = (hidden @ weights["value"] + weights["value_bias"])[:, 0]
    return hidden, odds / odds.sum(axis=1, keepdims=True), expected


# 3. Self-play: what every seat saw, did and expected, and how much better than expected it went.


@dataclass
class Decisions:
    """Decisions of finished matches, one entry for each in every list."""

    seen: list[Any] = field(default_factory=list)
    legal: list[Any] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    chance: list[float] = field(default_factory=list)
    """The probability of the action when it was chosen."""
    better: list[float] = field(default_factory=list)
    """The advantage: how much better it went than expected."""
    result: list[float] = field(default_factory=list)
    """The result that should have been expected."""


def choice(table: Any) -> tuple[Any, Any] | None:
    """The observation and legal actions of the next seat with a choice; None when the match is over."""
    while not any(table.terminations.values()):
        observation, *_ = table.last()
        legal = observation["action_mask"].astype(bool)
        if legal.sum() > 1:
            return observation["observation"], legal
        table.step(int(legal.argmax()))
    return None


def play(
    tables: list[Any], weights: Weights, reads: Reading, rng: Any, decisions: Decisions, sight: float = SIGHT
) -> None:
    """Play a match at each table with the network at all seats, and add its decisions to `decisions`."""
    kept: list[dict[str, list[Any]]] = []
    for table in tables:
        table.reset(seed=int(rng.integers(2**31)))
        kept.append({agent: [] for agent in table.possible_agents})
    running = [(number, found) for number, table in enumerate(tables) if (found := choice(table))]
    while running:
        seen = np.array([reads(row) for _, (row, _) in running])
        legal = np.array([mask for _, (_, mask) in running])
        _, chances, expected = thought(weights, seen, legal)
        then = []
        for place, (number, _) in enumerate(running):
            table, odds = tables[number], chances[place].astype(float)
            action = int(rng.choice(len(odds), p=odds / odds.sum()))
            kept[number][table.agent_selection].append(
                (seen[place], legal[place], action, odds[action], expected[place])
            )
            table.step(action)
            if found := choice(table):
                then.append((number, found))
        running = then
    for table, of_seats in zip(tables, kept, strict=True):
        for agent, own in of_seats.items():
            credit(own, result(table, agent), decisions, sight)


def result(table: Any, agent: str) -> float:
    """The result of a match for a seat: 1 if it beat all others, -1 if all beat it, plus a bit for a lead in points."""
    points = {each: table.infos[each]["points"] for each in table.possible_agents}
    others = [each for other, each in points.items() if other != agent]
    lead = points[agent] - sum(others) / len(others)
    return float(table.rewards[agent] / len(others) + lead / LEAD)


def credit(kept: list[Any], result: float, decisions: Decisions, sight: float) -> None:
    """Add the decisions of a seat, each with its advantage (GAE)."""
    better, then = 0.0, result
    for seen, legal, action, chance, expected in reversed(kept):
        better = then - expected + sight * better
        then = expected
        decisions.seen.append(seen)
        decisions.legal.append(legal)
        decisions.action.append(action)
        decisions.chance.append(chance)
        decisions.better.append(better)
        decisions.result.append(better + expected)


# 4. Lessons: actions that went better than expected become likelier, but never by much at once.


def loss_and_slopes(weights: Weights, piece: tuple[Any, ...]) -> tuple[float, Weights]:
    """The loss of the network on these decisions, policy and value together, and its gradient by weight."""
    seen, legal, action, chance, better, result = piece
    hidden, chances, expected = thought(weights, seen, legal)
    rows, count = np.arange(len(action)), len(action)
    ratio = chances[rows, action] / chance
    clipped = np.clip(ratio, 1 - CLIP, 1 + CLIP)
    logs = np.log(np.where(legal, chances, 1.0))
    undecided = -(chances * logs).sum(axis=1)
    gain = np.minimum(ratio * better, clipped * better)
    loss = -gain.mean() - CURIOSITY * undecided.mean() + CARE * ((expected - result) ** 2).mean()

    of_log = np.where(ratio * better <= clipped * better, ratio * better, 0.0)
    chosen = np.zeros_like(chances)
    chosen[rows, action] = 1
    of_liked = -of_log[:, None] * (chosen - chances) + CURIOSITY * chances * (logs + undecided[:, None])
    of_liked /= count
    of_expected = 2 * CARE * (expected - result)[:, None] / count
    of_hidden = (of_liked @ weights["act"].T + of_expected @ weights["value"].T) * (1 - hidden**2)
    return float(loss), {
        "into": seen.T @ of_hidden,
        "into_bias": of_hidden.sum(axis=0),
        "act": hidden.T @ of_liked,
        "act_bias": of_liked.sum(axis=0),
        "value": hidden.T @ of_expected,
        "value_bias": of_expected.sum(axis=0),
    }


class Teacher:
    """Changes weights by their gradients (Adam)."""

    def __init__(self, weights: Weights, rate: float = RATE) -> None:
        self.weights, self.rate = weights, rate
        self._mean = {name: np.zeros_like(each) for name, each in weights.items()}
        self._square = {name: np.zeros_like(each) for name, each in weights.items()}
        self._steps = 0

    def step(self, slopes: Weights) -> None:
        """Take one step of gradient descent."""
        self._steps += 1
        for name, slope in slopes.items():
            self._mean[name] += 0.1 * (slope - self._mean[name])
            self._square[name] += 0.001 * (slope**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            self.weights[name] -= self.rate * mean / (np.sqrt(square) + 1e-8)

    def lesson(self, decisions: Decisions, rng: Any) -> float:
        """Learn from decisions, and return the mean loss meanwhile."""
        better = np.array(decisions.better)
        better = (better - better.mean()) / (better.std() + 1e-8)
        everything = (
            np.array(decisions.seen), np.array(decisions.legal), np.array(decisions.action),
            np.array(decisions.chance, np.float32), better.astype(np.float32), np.array(decisions.result, np.float32),
        )  # fmt: skip
        losses = []
        for _ in range(ROUNDS):
            order = rng.permutation(len(better))
            for start in range(0, len(order), PIECE):
                chosen = order[start : start + PIECE]
                loss, slopes = loss_and_slopes(self.weights, tuple(each[chosen] for each in everything))
                self.step(slopes)
                losses.append(loss)
        return float(np.mean(losses))


# 5. The proof: against seats that choose at random.


def share_against_chance(table: Any, weights: Weights, reads: Reading, games: int, rng: Any) -> float:
    """The share of games the network wins against random play, from each seat in turn; a shared win counts in part."""
    won = 0.0
    for number in range(games):
        table.reset(seed=int(rng.integers(2**31)))
        ours = table.possible_agents[number % len(table.possible_agents)]
        while found := choice(table):
            seen, legal = found
            if table.agent_selection == ours:
                table.step(int(thought(weights, reads(seen)[None], legal[None])[1].argmax()))
            else:
                table.step(int(rng.choice(legal.nonzero()[0])))
        best = [agent for agent, reward in table.rewards.items() if reward == max(table.rewards.values())]
        won += (ours in best) / len(best)
    return won / games


def learn(key: str, seats: int, seconds: float, seed: int) -> Weights:
    """A network trained by self-play for this many seconds of processor time."""
    rng, reads = np.random.default_rng(seed), reading(key)
    tables = [env(key, seats) for _ in range(TABLES)]
    weights = untaught(inputs(tables[0], reads), tables[0].action_space("seat_0").n, rng)
    rate, sight = SOON.get(key, (RATE, SIGHT))
    teacher, began, games, given = Teacher(weights, rate), process_time(), 0, 0
    while process_time() < began + seconds:
        decisions = Decisions()
        while len(decisions.action) < BATCH:
            play(tables, weights, reads, rng, decisions, sight)
            games += len(tables)
        loss = teacher.lesson(decisions, rng)
        given += 1
        print(f"{process_time() - began:5.0f} s  {games:5d} games  {given:4d} lessons  loss {loss:+.3f}", flush=True)
    return weights


def main() -> None:
    """Learn, then print the share of games won before and after."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=3.0, help="of a processor")
    parser.add_argument("--games", type=int, default=200, help="against chance, after learning")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng, table, reads = np.random.default_rng(asked.seed + 1), env(asked.game, asked.seats), reading(asked.game)
    weights = learn(asked.game, asked.seats, 60 * asked.minutes, asked.seed)
    share = share_against_chance(table, weights, reads, asked.games, rng)
    print(f"{asked.game}, {asked.seats} seats: won {share:.1%} of {asked.games} games against chance")


if __name__ == "__main__":
    main()
