"""The match page looking back: the board after an earlier step, beside the current log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.pages.boards.page import match_context

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

PAST = "past"
"""The mood of a page that shows an earlier step."""


def past_context(position: Position, step: int) -> dict[str, Any]:
    """Context of `games/match/match.html` for the match at `position` when its board shows an earlier `step`."""
    then = replace(
        position,
        step=step,
        view=position.view_at(step),
        legal=(),
        entries=_until(position.entries, step),
        outcome=None,
        can_undo=False,
    )
    now, shown = match_context(position), match_context(then)
    last = next((line for line in now["log"] if line.step == step), None)
    kept = {name: now[name] for name in ("recent", "log", "orders")}
    return shown | kept | {"mood": PAST, "last_line": last, "is_waited_for": bool(position.legal)}


def _until(entries: list[Entry], step: int) -> list[Entry]:
    """The entries up to a step, so that the board highlights what it changed."""
    return [entry for entry in entries if entry.step is not None and entry.step <= step]
