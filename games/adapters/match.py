"""A match as a deal, action numbers and texts: what the OpenSpiel and PettingZoo adapters share."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.engine.codec import encode
from games.engine.contract import AnyGame, Options


@cache
def action_numbers(key: str) -> dict[str, int]:
    """The action numbers of a game, keyed by action text."""
    return {text: number for number, text in enumerate(VOCABULARY[key])}


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat has kept of a match. It never changes, so copies share it."""

    told: tuple[str, ...]
    """What each seat, and at last a spectator, has read: of itself its own, of others what everyone has read."""
    view: Any
    """The view with all in it that the log implies."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Memory:
        return self


@dataclass(frozen=True, slots=True)
class Match:
    """An immutable deal with the actions played so far: copies share it, and it pickles as its texts."""

    game: AnyGame
    seats: int
    options: Options
    deal: Any
    state: Any
    played: tuple[tuple[Any, Any], ...] = ()
    """The position before each action, and the action; where it was imagined, since then."""
    told: tuple[str, ...] = ()
    """Of an imagined match, which has no `deal`: what each seat, and at last a spectator, has read before. Of others
    that is what everyone has read: what they alone have seen was imagined for this one moment only."""

    @classmethod
    def dealt(cls, game: AnyGame, seats: int, options: Options, rng: Random) -> Match:
        """A match with a deal drawn from `rng`. Raises BadDeal for an invalid seat count or option."""
        deal = game.deal(seats, options, rng)
        return cls(game, seats, options, deal, game.start(deal))

    @property
    def mover(self) -> int | None:
        """The seat to move; None when the match is over."""
        return self.game.to_move(self.state)

    def legal_numbers(self) -> list[int]:
        """The numbers of the legal actions, ascending. Raises KeyError for an action missing from the vocabulary."""
        numbers = action_numbers(self.game.KEY)
        return sorted(numbers[str(action)] for action in self.game.legal_actions(self.state))

    def after(self, number: int) -> Match:
        """The match after the action with this number. Raises IllegalAction when it is not legal."""
        action = self.game.parse(self.state, VOCABULARY[self.game.KEY][number])
        return replace(self, state=self.game.apply(self.state, action), played=(*self.played, (self.state, action)))

    def memory_of(self, seat: int) -> Memory:
        """What `seat` has read and knows by now: of a position that is imagined often, it is asked for once."""
        public = self.read_by(None)
        told = tuple(self.read_by(seat) if eyes == seat else public for eyes in (*range(self.seats), None))
        return Memory(told, self.game.recall(self.state, seat))

    def imagined(self, memory: Memory, rng: Random) -> Match:
        """A match that whoever has this memory of it cannot tell from it: it reads the same, remembers the same, and
        may do the same."""
        state = self.game.determinize(memory.view, rng)
        return Match(self.game, self.seats, self.options, None, state, told=memory.told)

    def utilities(self) -> list[float]:
        """Per seat, the seats ranked worse minus those ranked better; all 0 while the match runs. They sum to 0."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return [0.0] * self.seats
        return [float(sum((own < other) - (other < own) for other in outcome.ranks)) for own in outcome.ranks]

    def seen_by(self, seat: int | None) -> str:
        """The view of `seat` (None: a spectator) as JSON.

        Two positions give the same text exactly when the viewer cannot tell them apart.
        """
        return json.dumps(encode(self.game.view(self.state, seat)), separators=(",", ":"))

    def remembered_by(self, seat: int | None) -> str:
        """The deal, all actions and the view, as far as `seat` (None: a spectator) may see them by now."""
        return f"{self.read_by(seat)}\n{self.seen_by(seat)}"

    def read_by(self, seat: int | None) -> str:
        """The deal, and a line for each action with its seat before it, as `seat` may read them by now."""
        game, now = self.game, self.state
        begun = self.told[-1 if seat is None else seat] if self.told else game.shown_deal(self.deal, now, seat)
        lines = [f"{game.to_move(before)} {game.shown(before, action, now, seat)}" for before, action in self.played]
        return "\n".join([begun, *lines])

    def __str__(self) -> str:
        lines = [f"{self.game.to_move(before)} {action}" for before, action in self.played]
        return "\n".join([self.told[-1] if self.told else self.game.deal_text(self.deal), *lines])

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.told:
            return _imagined, (self.game.KEY, self.seats, self.options, self.state, self.played, self.told)
        return replayed, (self.game.KEY, self.seats, self.options, str(self))


def replayed(key: str, seats: int, options: Options, text: str) -> Match:
    """The match whose `str` is `text`; a deal alone gives a match before its first action."""
    game = GAMES[key]
    deal_text, *lines = text.split("\n")
    deal = game.parse_deal(seats, options, deal_text)
    match = Match(game, seats, options, deal, game.start(deal))
    numbers = action_numbers(key)
    for line in lines:
        match = match.after(numbers[line.partition(" ")[2]])
    return match


def _imagined(key: str, seats: int, options: Options, state: Any, played: Any, told: tuple[str, ...]) -> Match:
    return Match(GAMES[key], seats, options, None, state, played, told)
