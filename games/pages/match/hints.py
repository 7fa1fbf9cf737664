"""Hints on the match page: the button, and the advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from common.sentences import gettext as _
from games.ai.evaluators import is_guesswork
from games.models import Action
from games.pages.boards.actions import actions_in_words
from games.selectors.position.positions import Position
from games.services.computer import hints


@dataclass(frozen=True, slots=True)
class Advised:
    """The advice for the seat that decides now: the action, its words, and the reason."""

    action: str
    words: str
    why: str


def hint_context(position: Position) -> dict[str, Any]:
    """Context of `games/match/hint.html` for the seat that decides: a hint, a hint under way, or the offer to ask for
    one.
    """
    if (
        not position.match.has_hints
        or position.match.at_device
        or len(position.legal) < 2
        or is_guesswork(position.game, position.view)
    ):
        return {}
    text = _advice(position)
    if text:
        words = actions_in_words(position)
        return {"hint": Advised(text, words[text], _why(position, text, words))}
    if position.perspective and hints.is_to_come(position.match, position.perspective.timeline.log):
        return {"asks_hint": True}
    return {"can_ask_hint": True}


def _why(position: Position, text: str, words: Mapping[str, str]) -> str:
    """The reason for the action `text`: the winning chance it leaves, next to that of the second-best action."""
    assert position.own is not None
    best = hints.best_found(position.match, position.own.user_id)
    if not best or best[0][0] != text:
        return ""
    (_text, chance), *others = best
    near = [(words[action], less) for action, less in others if action in words]
    if not near:
        sentence = _("Your chance to win with it is about {chance}%; the computer found nothing else as good.")
        return sentence.format(chance=_percent(chance))
    other, less = near[0]
    sentence = _("Your chance to win with it is about {chance}%. Next best: {other} ({less}%).")
    return sentence.format(chance=_percent(chance), other=other, less=_percent(less))


def _percent(thousandths: int) -> int:
    """Per cent, rounded so that only certainty shows as 0 or 100."""
    return thousandths // 10 if thousandths in (0, 1000) else min(99, max(1, round(thousandths / 10)))


def _advice(position: Position) -> str:
    """The action that the deciding seat was advised to take now; "" if none."""
    for entry in reversed(position.entries):
        if entry.kind in hints.CHANGING:
            break
        if entry.kind == Action.Kind.HINT and entry.seat == position.seat:
            return entry.text
    return ""
