"""The effect of an action as far as its seat can know, computed from imagined states, never from the real one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.models import Action, Match
from games.selectors.access import Visitor, seat_at, seats_of
from games.selectors.position.engines import game_of, state_of
from games.selectors.position.positions import Entry, Position, facing

WORLDS = 8
"""How many states are imagined for an action that reveals something new to someone."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """An action that has not been played.

    `worlds` are the log entries that it might become: one, if it reveals nothing new to anyone; otherwise one for each
    of several imagined states. What they agree on is foretold, the rest is left open.
    """

    position: Position
    text: str
    worlds: tuple[Entry, ...]

    @property
    def passes_on(self) -> bool:
        """Whether someone else may decide next, so that the seat's turn or answer would be over."""
        return any(world.after.to_move != self.position.seat for world in self.worlds)


class NotDeciding(LookupError):
    """The visitor does not decide in this match now."""


def foresee(match: Match, visitor: Visitor, text: str) -> Foresight:
    """The effect of the legal action `text` for the visitor's seat. Raises NotDeciding, or IllegalAction."""
    seats = seats_of(match)
    mine = seat_at(match, seats, visitor.user_id, visitor.hand)
    decides = mine is not None and mine.stand_in_id is None and match.to_move == mine.number
    if mine is None or not decides or match.status != Match.Status.RUNNING:
        raise NotDeciding
    game = game_of(match)
    view = game.view(state_of(match), mine.number)
    # From here on only the view is used: the real state could give away what a card or a hidden hand will show.
    first = game.determinize(view, Random(0))
    action = game.parse(first, text)
    worlds = [first]
    if game.reveals(first, action):
        worlds += [game.determinize(view, Random(number)) for number in range(1, WORLDS)]

    def entry(world: object) -> Entry:
        return Entry(
            step=None,
            kind=Action.Kind.PLAY,
            seat=mine.number,
            text=str(action),
            source=Action.Source.PERSON,
            made_at=match.changed_at,
            before=view,
            after=game.view(game.apply(world, action), mine.number),
        )

    position = facing(match, game, seats, mine.number, view, game.legal_actions(first))
    return Foresight(position, str(action), tuple(entry(world) for world in worlds))
