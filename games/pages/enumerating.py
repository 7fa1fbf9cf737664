"""Several things in one text, and its punctuation, as the language of the page puts them together."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def list_comma() -> str:
    """What stands between the things of a list."""
    return pgettext("between the things of a list", ", ")


def comma() -> str:
    """What stands between two parts of one line that are no list."""
    return pgettext("between two parts of a sentence", ", ")


def colon() -> str:
    """What stands between a label and what is said of it."""
    return pgettext("between a label and what is said of it", ": ")


def full_stop() -> str:
    """What ends a sentence."""
    return pgettext("at the end of a sentence", ".")


def enumerated(things: Iterable[object]) -> str:
    """Things one after the other: "3 corn, 1 coca"."""
    return list_comma().join(map(str, things))


def listed(things: Iterable[object]) -> str:
    """Things as a list in a sentence: "8 and 9", "2, 3 and 5"; "" for none."""
    words = list(map(str, things))
    if not words[1:]:
        return "".join(words)
    return _("{words} and {last}").format(words=enumerated(words[:-1]), last=words[-1])


def clauses(said: Iterable[object]) -> str:
    """What is said in one line without being one sentence: "it is finished; a white priest"."""
    return pgettext("between two parts of a sentence", "; ").join(map(str, said))


def labelled(label: object, said: object) -> str:
    """A label with what is said of it: "Devices: sent"."""
    return f"{label}{colon()}{said}"


def as_sentence(words: object) -> str:
    """Words that stand without a full stop elsewhere, with one."""
    return f"{words}{full_stop()}"


def in_brackets(remark: object) -> str:
    """A remark on what stands before it: "(as planned)"."""
    return pgettext("a remark", "({remark})").format(remark=remark)
