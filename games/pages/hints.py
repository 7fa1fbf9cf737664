"""Hints on the match page: the button, and what was advised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.ai.judging import is_guesswork
from games.models import Action
from games.pages.boards.actions import actions_in_words
from games.selectors.positions import Position
from games.services import hints


@dataclass(frozen=True, slots=True)
class Advised:
    """The advice for whoever decides now: the action and its words."""

    action: str
    words: str


def hint_context(position: Position) -> dict[str, Any]:
    """What `games/match_hint.html` shows whoever decides: a hint, that it is to come, or that one may be asked for."""
    if position.match.rated or len(position.legal) < 2 or is_guesswork(position.game, position.view):
        return {}
    text = _advice(position)
    if text:
        return {"hint": Advised(text, actions_in_words(position)[text])}
    if position.perspective and hints.is_to_come(position.match, position.perspective.timeline.log):
        return {"asks_hint": True}
    return {"can_ask_hint": True}


def _advice(position: Position) -> str:
    """What the seat that decides was advised about this decision; "" for nothing."""
    for entry in reversed(position.entries):
        if entry.kind in hints.CHANGING:
            break
        if entry.kind == Action.Kind.HINT and entry.seat == position.seat:
            return entry.text
    return ""
