"""The worked examples of the rule book of Three Tricks."""

from typing import Any

from tests.fifth_game.three_tricks.rules import Play, apply, parse_deal, start


def examples() -> dict[str, Any]:
    """Who takes a trick of 9 and 1."""
    state = start(parse_deal(2, {}, "deck=9 2 5 7 1 3 4 6 8"))
    return {"tricks": apply(apply(state, Play(9)), Play(1)).tricks}
