"""A puzzle as a match that is not stored, so that the code that renders matches can show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, cycle

from accounts.models import User
from accounts.names import COMPUTER_NAMES
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.variants import options_text
from games.models import Action, Match, Seat
from games.selectors.position.positions import Position, position_of
from games.selectors.position.timelines import LogEntry, Timeline
from puzzles.models import Puzzle

Played = Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Scene:
    """The decision, with names for the seats: the reader at the deciding one, computers elsewhere."""

    puzzle: Puzzle
    seats: list[Seat]
    timeline: Timeline

    @property
    def game(self) -> AnyGame:
        """The rules of its game."""
        return GAMES[self.puzzle.game]

    def position(self, *, limit: int | None = None) -> Position:
        """What the seat saw, what it could do, and what it saw happen before: everything, or so many actions."""
        return self._position(self.timeline, limit=limit)

    def followed(self) -> Position:
        """What the seat sees after the best action and its continuation; nothing is asked there."""
        after = self.timeline
        for text in self.puzzle.line:
            mover = self.game.to_move(after.state)
            after = after.grown([_entry(self.puzzle, after.ply, mover, text)])
        return self._position(after, limit=len(self.puzzle.line), asks=False)

    def _position(self, timeline: Timeline, *, limit: int | None, asks: bool = True) -> Position:
        is_over = self.game.outcome(timeline.state) is not None
        match = Match(
            game=self.puzzle.game,
            seat_count=self.puzzle.seat_count,
            options=options_text(self.puzzle.options),
            rules_version=self.puzzle.rules_version,
            status=Match.Status.FINISHED if is_over else Match.Status.RUNNING,
            deal=self.puzzle.deal,
            ply=timeline.ply,
            awaited=self.game.to_move(timeline.state) if asks else None,
        )
        return position_of(match, self.seats, timeline, self.seats[self.puzzle.seat], limit=limit)


def scene(puzzle: Puzzle, reader: User) -> Scene:
    """The decision of a puzzle, with `reader` at its seat."""
    game = GAMES[puzzle.game]
    start = Timeline.start(game, game.parse_deal(puzzle.seat_count, puzzle.options, puzzle.deal))
    timeline = start.grown(_entry(puzzle, ply, mover, text) for ply, (mover, text) in enumerate(puzzle.plies))
    # Keys that nobody has, so that each is a different person: names of a person with several seats are numbered.
    names = zip(count(2), COMPUTER_NAMES.items(), strict=False)
    rivals = cycle(User(pk=-key, username=name, level=level) for key, (level, name) in names)
    users = [reader if number == puzzle.seat else next(rivals) for number in range(puzzle.seat_count)]
    seats = [Seat(number=number, user=user) for number, user in enumerate(users)]
    return Scene(puzzle, seats, timeline)


def _entry(puzzle: Puzzle, ply: int, mover: int | None, text: str) -> LogEntry:
    """An entry of the log."""
    source = Action.Source.PERSON if mover == puzzle.seat else Action.Source.COMPUTER
    return LogEntry(ply, mover, Action.Kind.PLAY, text, source, puzzle.made_at)
