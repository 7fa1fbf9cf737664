"""The lines of docs/protocol.md for a program in a seat: what the seat may know, and no more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from games.engine.codec import encode
from games.engine.contract import AnyGame, Options
from games.engine.record import Step
from games.engine.variants import options_text

SEPARATOR = ";"
"""Separates plies, and actions; no notation contains it."""


def the_table(game: AnyGame, seats: int, options: Options, seat: int) -> str:
    """The line that begins a game for a seat."""
    chosen = "".join(f" options {pairs}" for pairs in [options_text(options)] if pairs)
    return f"game {game.KEY} rules {game.RULES_VERSION} seats {seats} seat {seat}{chosen}"


def the_position(game: AnyGame, deal: Any, steps: Sequence[Step], state: Any, seat: int) -> list[str]:
    """The lines that describe the position `state` after `steps` to `seat`, which has to decide."""
    plies = [f"{step.seat} {game.shown(step.state, step.action, state, seat)}" for step in steps]
    return [
        f"deal {game.shown_deal(deal, state, seat)}",
        f"position {SEPARATOR.join(plies)}".rstrip(),
        the_view(game.recall(state, seat)),
        the_choice(game.legal_actions(state)),
    ]


def the_view(view: Any) -> str:
    """The line with a view."""
    return f"view {json.dumps(encode(view), separators=(',', ':'))}"


def the_choice(legal: Sequence[Any]) -> str:
    """The line with the legal actions."""
    return f"legal {SEPARATOR.join(map(str, legal))}"
