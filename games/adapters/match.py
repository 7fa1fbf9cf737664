"""A match as a deal, action numbers and texts, for the OpenSpiel and PettingZoo adapters."""

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
    """A seat's memory of a match. It is immutable, so copies share it."""

    texts: tuple[str, ...]
    """Texts of `Match.read_by` for all seats, then a spectator: the seat's own, and the public one for all others."""
    view: Any
    """The view, with everything that the log implies."""

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
    """Pairs of the position before an action and the action; in an imagined match, those since it was imagined."""
    texts: tuple[str, ...] = ()
    """Only for an imagined match, which has no `deal`: the texts that were read before, as in `Memory.texts`.

    Seats other than the one that imagined it have only the public text, as what they alone have seen was imagined for
    this one moment.
    """

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
        """The memory of `seat` by now. Compute it once for a position that is imagined often."""
        public = self.read_by(None)
        texts = tuple(self.read_by(seat) if viewer == seat else public for viewer in (*range(self.seats), None))
        return Memory(texts, self.game.recall(self.state, seat))

    def imagined(self, memory: Memory, rng: Random) -> Match:
        """A random match that the owner of `memory` cannot distinguish from this one.

        Its texts, its memory and its legal actions are the same for that seat.
        """
        state = self.game.determinize(memory.view, rng)
        return Match(self.game, self.seats, self.options, None, state, texts=memory.texts)

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
        """The text of `read_by` and the view, as `seat` (None: a spectator) may see them by now."""
        return f"{self.read_by(seat)}\n{self.seen_by(seat)}"

    def read_by(self, seat: int | None) -> str:
        """The deal, and a line with seat and text of each action, as `seat` (None: a spectator) may read them now."""
        game, now = self.game, self.state
        begun = self.texts[-1 if seat is None else seat] if self.texts else game.shown_deal(self.deal, now, seat)
        lines = [f"{game.to_move(before)} {game.shown(before, action, now, seat)}" for before, action in self.played]
        return "\n".join([begun, *lines])

    def __str__(self) -> str:
        lines = [f"{self.game.to_move(before)} {action}" for before, action in self.played]
        return "\n".join([self.texts[-1] if self.texts else self.game.deal_text(self.deal), *lines])

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.texts:
            return _imagined, (self.game.KEY, self.seats, self.options, self.state, self.played, self.texts)
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


def _imagined(key: str, seats: int, options: Options, state: Any, played: Any, texts: tuple[str, ...]) -> Match:
    return Match(GAMES[key], seats, options, None, state, played, texts)
