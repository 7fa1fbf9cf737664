"""What a text shows: some characters are invisible, and a text of nothing else counts as empty; others change what
stands next to it.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from common.refusals import Refused

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"})
"""Unicode categories of invisible characters. Unassigned ones are not included: they may be new emoji."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\U0001d159")
"""Invisible characters of other categories.

Fillers of Hangul and Khmer, the blank Braille cell, an empty note head, and the grapheme joiner.
"""

IGNORED = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xFFF0, 0xFFF9), range(0xE0000, 0xE1000))
"""Ranges of variation selectors and other default-ignorable characters, including code points reserved for them."""

TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Marks that turn the direction of what follows, also of the page's own words after the text. Arabic and Hebrew do
without them.
"""

BREAKS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode categories of line breaks and other controls."""


def unturned(text: str) -> str:
    """The text without marks that turn the direction of what follows."""
    return text.translate(TURNING)


def on_a_line(text: str) -> str:
    """The text on one line, with single spaces, and without controls and what `unturned` removes."""
    spaced = (" " if unicodedata.category(character) in BREAKS else character for character in unturned(text))
    return " ".join("".join(spaced).split())


def is_seen(text: str) -> bool:
    """Whether `text` contains a visible character."""
    return any(map(_is_seen, text))


def check_seen(text: str) -> None:
    """Raise Refused if `text` contains no visible character."""
    if not is_seen(text):
        raise Refused(_("Write something first."))


def _is_seen(character: str) -> bool:
    if unicodedata.category(character) in UNSEEN or character in BLANK:
        return False
    return not any(ord(character) in ignored for ignored in IGNORED)


class SeenField(forms.CharField):
    """A text field whose value is empty unless it contains a visible character."""

    def to_python(self, value: Any) -> str | None:
        """The text, or the empty value."""
        text = super().to_python(value)
        return text if text and is_seen(text) else self.empty_value
