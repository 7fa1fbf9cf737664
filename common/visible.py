"""Whether a text can be seen: some characters leave no mark on a page, and a text of nothing else is an empty one."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"})
"""Categories of Unicode that leave no mark of their own. What Python does not know yet may be a new emoji."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are drawn as nothing: fillers of Hangul and Khmer, a Braille cell without dots, an empty note
head, and what joins graphemes.
"""

IGNORED = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xFFF0, 0xFFF9), range(0xE0000, 0xE1000))
"""Here stand those that only choose how the character before them looks, and what is kept free for more of them."""


def is_seen(text: str) -> bool:
    """Whether there is anything to be seen in `text`."""
    return any(map(_is_seen, text))


def _is_seen(character: str) -> bool:
    if unicodedata.category(character) in UNSEEN or character in BLANK:
        return False
    return not any(ord(character) in ignored for ignored in IGNORED)


class SeenField(forms.CharField):
    """A field for text, empty as long as nothing can be seen in it."""

    def to_python(self, value: Any) -> str | None:
        """The text, or what stands for none."""
        text = super().to_python(value)
        return text if text and is_seen(text) else self.empty_value
