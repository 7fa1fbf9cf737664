"""Log lines about hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext as _
from games.pages.boards.menu import in_words
from games.pages.boards.names import strong
from games.pages.boards.presenter import Presenter

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def advice_in_words(presenter: Presenter, position: Position, entry: Entry) -> SafeString | str:
    """The advice: all of it for the reader who asked, for others only what everyone may know, which may be ""."""
    if entry.decision is None:
        return ""
    action = strong(in_words(presenter.menu(entry.decision))[entry.text])
    if position.hides_nothing or entry.seat == position.seat:
        return format_html(_("Suggestion: {action}"), action=action)
    return format_html(_("Suggestion from what everyone can see: {action}"), action=action)
