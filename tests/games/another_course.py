"""Another game in place of a running match of two, in which the same seats have acted."""

from games.engine.record import Record
from games.models import Match
from games.selectors.records.match_export import record_of
from tests.contract.played import Kind, play

ACTIONS = 8
"""How far matches are played: of longer ones, no random game would be like them."""
TRIED = 200
"""The number of random games to try."""


def another(match: Match, game: str) -> Record:
    """Another deal of the game, and another course in which the same seats have acted and have to decide."""
    here = record_of(match)
    plies, seats = len(here.plies), [ply.seat for ply in here.plies]
    for number in range(TRIED):
        played = play(Kind(game, 2, (), "random", number))
        there = played.record(plies)
        if [ply.seat for ply in there.plies] == seats and played.steps[plies].seat == match.to_move:
            return there
    raise AssertionError(f"no random game of {game} goes like {seats}")
