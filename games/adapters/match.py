"""A match as a deal, a list of numbers, and texts: what both faces show."""

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
    """The number of every action text of a game."""
    return {text: number for number, text in enumerate(VOCABULARY[key])}


@dataclass(frozen=True, slots=True)
class Match:
    """A deal and what was played. It never changes, so copies share it; pickled, it is its texts."""

    game: AnyGame
    seats: int
    options: Options
    deal: Any
    state: Any
    played: tuple[tuple[Any, Any], ...] = ()
    """The position before each action, and the action."""

    @classmethod
    def dealt(cls, game: AnyGame, seats: int, options: Options, rng: Random) -> Match:
        """A match with a deal drawn from `rng`. Raises BadDeal for a seat count or option there is not."""
        deal = game.deal(seats, options, rng)
        return cls(game, seats, options, deal, game.start(deal))

    @property
    def mover(self) -> int | None:
        """The seat that decides; None when the match is over."""
        return self.game.to_move(self.state)

    def legal_numbers(self) -> list[int]:
        """The numbers of the legal actions, ascending. Raises KeyError for a text that is not in the vocabulary."""
        numbers = action_numbers(self.game.KEY)
        return sorted(numbers[str(action)] for action in self.game.legal_actions(self.state))

    def after(self, number: int) -> Match:
        """The match with the action of this number. Raises IllegalAction when it is not legal."""
        action = self.game.parse(self.state, VOCABULARY[self.game.KEY][number])
        return replace(self, state=self.game.apply(self.state, action), played=(*self.played, (self.state, action)))

    def utilities(self) -> list[float]:
        """Of each seat: how many are ranked worse, less how many better; 0 while the match runs. Their sum is 0."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return [0.0] * self.seats
        return [float(sum((own < other) - (other < own) for other in outcome.ranks)) for own in outcome.ranks]

    def seen_by(self, seat: int | None) -> str:
        """The view of `seat` (None: a spectator) as JSON: equal exactly when it cannot tell two positions apart."""
        return json.dumps(encode(self.game.view(self.state, seat)), separators=(",", ":"))

    def remembered_by(self, seat: int | None) -> str:
        """The deal, all actions and the view, as they are open to `seat` by now."""
        game, now = self.game, self.state
        lines = [f"{game.to_move(before)} {game.shown(before, action, now, seat)}" for before, action in self.played]
        return "\n".join([game.shown_deal(self.deal, now, seat), *lines, self.seen_by(seat)])

    def __str__(self) -> str:
        lines = [f"{self.game.to_move(before)} {action}" for before, action in self.played]
        return "\n".join([self.game.deal_text(self.deal), *lines])

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.game.KEY, self.seats, self.options, str(self))


def replayed(key: str, seats: int, options: Options, text: str) -> Match:
    """The match whose `str` is `text`; a deal alone is a match that begins."""
    game = GAMES[key]
    deal_text, *lines = text.split("\n")
    deal = game.parse_deal(seats, options, deal_text)
    match = Match(game, seats, options, deal, game.start(deal))
    numbers = action_numbers(key)
    for line in lines:
        match = match.after(numbers[line.partition(" ")[2]])
    return match
