"""Perft: counts of action sequences, to compare with numbers found independently."""

from __future__ import annotations

from typing import Any

from games.engine.contract import AnyGame, BadDeal, Options, check_table


def the_deal(game: AnyGame, seats: int | None, options: Options, text: str) -> Any:
    """The deal that `text` describes, for `seats` or else the one seat count that it fits. Raises BadDeal."""
    fitting: list[Any] = []
    reasons: list[str] = []
    for count in game.SEATS if seats is None else (seats,):
        check_table(game, count, options)
        try:
            fitting.append(game.parse_deal(count, options, text))
        except BadDeal as wrong:
            reasons.append(f"with {count} seats: {wrong}")
    if not fitting:
        raise BadDeal(f"not a deal of {game.KEY}; {'; '.join(reasons)}")
    if len(fitting) > 1:
        raise BadDeal("this deal fits more than one seat count: add --seats")
    return fitting[0]


def sequences(game: AnyGame, state: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from `state`; 0 when the game ends sooner."""
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(sequences(game, game.apply(state, action), depth - 1) for action in legal)
