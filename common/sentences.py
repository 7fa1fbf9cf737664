"""Cached translations, with the language looked up once.

A board contains four hundred sentences. For each one, Django's gettext looks up the active language, which took a fifth
of the time of rendering a board. Inside `in_one_language` the language is looked up once. Outside, these functions do
the same as those of `django.utils.translation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.utils import translation
from django.utils.functional import lazy
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation.trans_real import catalog

MOST_NUMBERS = 200
"""Plural forms are cached for numbers up to this one, which covers all amounts on a board."""


class Sentences(dict[tuple[str, str | None], str]):
    """A cache of the translations of one catalogue, by message and context. Valid while its language is active."""

    def __init__(self) -> None:
        self.language = translation.get_language()
        self.marked = Marked(self)
        self.counted: dict[tuple[str, str, int, str | None], str] = {}

    def __missing__(self, key: tuple[str, str | None]) -> str:
        words, context = key
        self[key] = said = translation.gettext(words) if context is None else translation.pgettext(context, words)
        return said


class Marked(dict[tuple[str, str | None], SafeString]):
    """The same translations for templates: marked as safe, since they are ours."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences

    def __missing__(self, key: tuple[str, str | None]) -> SafeString:
        self[key] = said = mark_safe(self._sentences[key])
        return said


_spoken: ContextVar[Sentences | None] = ContextVar("spoken", default=None)


@cache
def _sentences_of(catalogue: object) -> Sentences:
    """The cache for a catalogue, as `trans_real.catalog` returns it."""
    return Sentences()


def sentences() -> Sentences:
    """The cache for the active language."""
    spoken = _spoken.get()
    return _sentences_of(catalog()) if spoken is None else spoken


def language() -> str | None:
    """The active language, like Django's get_language."""
    spoken = _spoken.get()
    return translation.get_language() if spoken is None else spoken.language


@contextmanager
def in_one_language() -> Iterator[None]:
    """Translate everything in the block into the language active at its start. The block must not activate another."""
    token = _spoken.set(_sentences_of(catalog()))
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(message: str) -> str:
    """The translation of `message`, like Django's gettext."""
    spoken = _spoken.get()
    return translation.gettext(message) if spoken is None else spoken[message, None]


def pgettext(context: str, message: str) -> str:
    """The translation of `message` in its context, like Django's pgettext."""
    spoken = _spoken.get()
    return translation.pgettext(context, message) if spoken is None else spoken[message, context]


def ngettext(singular: str, plural: str, number: int) -> str:
    """The translation for this number, like Django's ngettext."""
    return _counted(singular, plural, number, None)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """The translation for this number in its context, like Django's npgettext."""
    return _counted(singular, plural, number, context)


def _counted(singular: str, plural: str, number: int, context: str | None) -> str:
    spoken = _spoken.get()
    key = singular, plural, number, context
    if spoken is not None and (kept := spoken.counted.get(key)) is not None:
        return kept
    if context is None:
        said = translation.ngettext(singular, plural, number)
    else:
        said = translation.npgettext(context, singular, plural, number)
    if spoken is not None and 0 <= number <= MOST_NUMBERS:
        spoken.counted[key] = said
    return said


gettext_lazy = lazy(gettext, str)
"""Like `gettext`, but translated on use; returns a Promise, as Django's gettext_lazy does."""
