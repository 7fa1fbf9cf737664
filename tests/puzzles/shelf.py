"""A few puzzles that need no search."""

from __future__ import annotations

from random import Random

from accounts.models import User
from games.engine import GAMES
from games.engine.record import Record, final_state
from games.models import Match
from games.services.lobby.matches import match_create
from puzzles.finding.file import Found, cut
from puzzles.finding.moments import Moment
from puzzles.models import Puzzle
from tests.contract.played import Kind, play
from tests.games.imagined import imagined

GAME = "rapa_nui"
FIRST = 6
"""The first decision that is a puzzle here."""


def some_puzzle(number: int = 0, game: str = GAME) -> Found:
    """A made-up puzzle: the first legal action counts as best, the next as nearly as good, all others are bad."""
    record = a_game(game)
    ply = FIRST
    while True:
        opening = _until(record, ply)
        state = final_state(opening)
        legal = [str(action) for action in GAMES[game].legal_actions(state)]
        number -= len(legal) >= 4
        if number < 0:
            break
        ply += 1
    left = dict(zip(legal, (700, 620, 300), strict=False))
    seat = record.plies[ply].seat
    return cut(record, Moment(ply, seat, left, 80, (legal[0],)), "shelf")


def take_away(puzzle: Puzzle, host: User) -> None:
    """Make it a puzzle of a match of `host` that only the members of a club may see since then."""
    match = match_create(host=host, game=puzzle.game, others=[None])
    Match.objects.filter(pk=match.pk).update(access=Match.Access.CLUB)
    Puzzle.objects.filter(pk=puzzle.pk).update(match=match)


def twins(game: str) -> tuple[Found, Record]:
    """A puzzle for the most seats of the game, and a record that its seat cannot tell apart from the puzzle's.

    The first legal action counts as best.
    """
    whole = play(Kind(game, GAMES[game].SEATS[-1], (), "mixed", 0))
    place = next(
        number
        for number, step in enumerate(whole.steps)
        if number > 12 and len(GAMES[game].legal_actions(step.state)) >= 3
    )
    record, seat = whole.record(place), whole.steps[place].seat
    legal = [str(action) for action in GAMES[game].legal_actions(whole.steps[place].state)]
    moment = Moment(len(record.plies), seat, {legal[0]: 700, legal[1]: 300}, 80, (legal[0],))
    return Found(record, moment, "twin"), imagined(record, seat, Random(5))


def a_game(game: str) -> Record:
    """A whole game, always the same."""
    return play(Kind(game, GAMES[game].SEATS[0], (), "mixed", 0)).record()


def _until(record: Record, ply: int) -> Record:
    return Record(record.game, record.rules, record.seats, record.options, record.deal, record.plies[:ply])
