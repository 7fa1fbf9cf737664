"""Several things in one text, as the language of the page puts them together."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def enumerated(things: Iterable[object]) -> str:
    """Things one after the other: "3 corn, 1 coca"."""
    return pgettext("between the things of a list", ", ").join(map(str, things))


def listed(things: Iterable[object]) -> str:
    """Things as a list in a sentence: "8 and 9", "2, 3 and 5"; "" for none."""
    words = list(map(str, things))
    if not words[1:]:
        return "".join(words)
    return _("{words} and {last}").format(words=enumerated(words[:-1]), last=words[-1])


def clauses(said: Iterable[object]) -> str:
    """What is said in one line without being one sentence: "it is finished; a white priest"."""
    return pgettext("between two parts of a sentence", "; ").join(map(str, said))
