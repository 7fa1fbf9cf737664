"""Games between computer players, to find puzzles in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.ai.levels import LEVELS
from games.ai.player import choose, view_for
from games.engine import GAMES
from games.engine.record import Ply, Record
from games.engine.result import result_of
from puzzles.finding.file import Found, cut
from puzzles.finding.moments import moments

PLAYERS = ("casual", "solid", "solid", "strong")
"""The levels that may sit at a table."""
MOST_WALKS = 25
"""The most search iterations per decision: the play need not be good."""


def self_played(game_key: str, *, seed: str) -> Record:
    """A whole game with a random number of seats, between players of random levels: the same for the same `seed`."""
    game, rng = GAMES[game_key], Random(seed)
    seats = rng.choice(game.SEATS)
    levels = [rng.choice(PLAYERS) for _ in range(seats)]
    deal = game.deal(seats, {}, rng)
    state, plies = game.start(deal), []
    while (seat := game.to_move(state)) is not None:
        level = levels[seat]
        walks = min(MOST_WALKS, LEVELS[level].thoughts_in(game_key, seats))
        view = view_for(game, state, seat, level)
        text = choose(game, view, seat, level, rng, iterations=walks).action
        plies.append(Ply(seat, text))
        state = game.apply(state, game.parse(state, text))
    outcome = game.outcome(state)
    assert outcome is not None, "the game is over"
    return Record(
        game_key, game.RULES_VERSION, seats, {}, game.deal_text(deal), tuple(plies), result=str(result_of(outcome))
    )


def puzzles_of(game_key: str, *, seed: str, number: int, walks: int | None = None) -> Iterator[Found]:
    """Yield the puzzles of game `number`."""
    source = f"{seed}/{number}"
    record = self_played(game_key, seed=source)
    for moment in moments(record, seed=source, walks=walks):
        yield cut(record, moment, source)
