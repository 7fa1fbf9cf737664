"""What the log says of a hint."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.boards.menu import in_words
from games.pages.boards.names import strong

if TYPE_CHECKING:
    from games.selectors.positions import Entry, Position


def advice_in_words(presenter: ModuleType, position: Position, entry: Entry) -> SafeString | str:
    """What was advised: to whoever asked all of it, to the others what everybody may know; "" if that is nothing."""
    if entry.decision is None:
        return ""
    action = strong(in_words(presenter.menu(entry.decision))[entry.text])
    if hides_nothing(position) or entry.seat == position.seat:
        return format_html(_("The computer advises: {action}"), action=action)
    return format_html(_("By what everybody can see the computer advises: {action}"), action=action)


def hides_nothing(position: Position) -> bool:
    """Whether every seat sees all there is, so that all read the same advice."""
    return len(position.seats) in position.game.OPEN_SEATS
