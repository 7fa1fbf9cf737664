"""A puzzle as an unsaved match, so that the code that renders matches can show it."""

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
    """A puzzle's position with players at the seats: the reader at the deciding one, computers elsewhere."""

    puzzle: Puzzle
    seats: list[Seat]
    timeline: Timeline

    @property
    def game(self) -> AnyGame:
        """The rules of its game."""
        return GAMES[self.puzzle.game]

    def position(self, *, limit: int | None = None) -> Position:
        """The decision as the seat saw it, with its choices and the last `limit` actions before it (None: all)."""
        return self._position(self.timeline, limit=limit)

    def followed(self) -> Position:
        """The position after the best action and its continuation, as the seat sees it; no decision is asked."""
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
            to_move=self.game.to_move(timeline.state) if asks else None,
        )
        return position_of(match, self.seats, timeline, self.seats[self.puzzle.seat], limit=limit)


def scene(puzzle: Puzzle, reader: User) -> Scene:
    """The scene of a puzzle, with `reader` at its seat."""
    game = GAMES[puzzle.game]
    start = Timeline.start(game, game.parse_deal(puzzle.seat_count, puzzle.options, puzzle.deal))
    timeline = start.grown(_entry(puzzle, ply, mover, text) for ply, (mover, text) in enumerate(puzzle.plies))
    # Keys that no user has. They differ, since the names of a person with several seats would be numbered.
    names = zip(count(2), COMPUTER_NAMES.items(), strict=False)
    others = cycle(User(pk=-key, username=name, level=level) for key, (level, name) in names)
    users = [reader if number == puzzle.seat else next(others) for number in range(puzzle.seat_count)]
    seats = [Seat(number=number, user=user) for number, user in enumerate(users)]
    return Scene(puzzle, seats, timeline)


def _entry(puzzle: Puzzle, ply: int, mover: int | None, text: str) -> LogEntry:
    """An entry of the log."""
    source = Action.Source.PERSON if mover == puzzle.seat else Action.Source.COMPUTER
    return LogEntry(ply, mover, Action.Kind.PLAY, text, source, puzzle.made_at)
