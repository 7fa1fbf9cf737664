"""Lists, punctuation and signs in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable

from common.sentences import gettext as _
from common.sentences import pgettext


def list_comma() -> str:
    """The separator between the items of a list."""
    return pgettext("between the things of a list", ", ")


def comma() -> str:
    """The separator between two parts of one line that are not a list."""
    return pgettext("between two parts of a sentence", ", ")


def colon() -> str:
    """The separator between a label and its value."""
    return pgettext("between a label and what is said of it", ": ")


def full_stop() -> str:
    """The punctuation that ends a sentence."""
    return pgettext("at the end of a sentence", ".")


def gap() -> str:
    """The space between two sentences; empty in Chinese, whose full stop is wide enough."""
    return " " if full_stop().isascii() else ""


def enumerated(things: Iterable[object]) -> str:
    """Items separated by commas: "3 corn, 1 coca"."""
    return list_comma().join(map(str, things))


def listed(things: Iterable[object]) -> str:
    """Items as a list within a sentence: "8 and 9", "2, 3 and 5"; "" for none."""
    words = list(map(str, things))
    if not words[1:]:
        return "".join(words)
    return _("{words} and {last}").format(words=enumerated(words[:-1]), last=words[-1])


def clauses(said: Iterable[object]) -> str:
    """Several statements on one line, separated by semicolons: "it is finished; a white priest"."""
    return pgettext("between two parts of a sentence", "; ").join(map(str, said))


def labelled(label: object, said: object) -> str:
    """A label with its value: "Devices: sent"."""
    return f"{label}{colon()}{said}"


def minus(number: object) -> str:
    """The number with a true minus sign when it is below 0: −3."""
    return str(number).replace("-", "−")


def as_sentence(words: object) -> str:
    """`words`, which must have no full stop yet, with one at the end."""
    return f"{words}{full_stop()}"


def in_brackets(remark: object) -> str:
    """A remark on the preceding text: "(as planned)"."""
    return pgettext("a remark", "({remark})").format(remark=remark)
