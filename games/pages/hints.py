"""Hints on the match page: the button, and what was advised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Action, Hint
from games.pages.boards.actions import actions_in_words
from games.selectors.positions import Position


@dataclass(frozen=True, slots=True)
class Advised:
    """The advice for whoever decides now: the action and its words. Both are empty while it is thought about."""

    action: str = ""
    words: str = ""


def hint_context(position: Position) -> dict[str, Any]:
    """What `games/match_hint.html` shows to whoever decides: a hint, or whether one may be asked for."""
    match = position.match
    if match.rated or len(position.legal) < 2:
        return {}
    latest = position.entries[-1] if position.entries else None
    if latest is None or latest.kind != Action.Kind.HINT:
        return {"can_ask_hint": True}
    hint = Hint.objects.filter(match=match, ply=match.ply - 1).first()
    if hint is None:
        return {"can_ask_hint": True}
    return {"hint": Advised(hint.own, actions_in_words(position).get(hint.own, hint.own))}
