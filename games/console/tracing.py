"""A game as one JSON object: the legal actions at every ply, the action played, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import AnyGame, Options
from games.engine.record import Step
from games.engine.variants import options_text


def trace(game: AnyGame, seats: int, options: Options, deal: Any, steps: Iterable[Step]) -> dict[str, Any]:
    """The game from `deal` through `steps`; points, ranks and reason are None while it runs."""
    state = game.start(deal)
    plies: list[dict[str, Any]] = []
    for step in steps:
        legal = [str(action) for action in game.legal_actions(step.state)]
        plies.append({"seat": step.seat, "legal": legal, "action": str(step.action)})
        state = step.after
    outcome = game.outcome(state)
    return {
        "game": game.KEY,
        "seats": seats,
        "options": options_text(options),
        "deal": game.deal_text(deal),
        "plies": plies,
        "points": outcome and list(outcome.points),
        "ranks": outcome and list(outcome.ranks),
        "reason": outcome and outcome.reason,
    }
