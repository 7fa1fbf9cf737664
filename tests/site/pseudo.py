"""A language in which translated words look different from untranslated ones."""

import re
from html.parser import HTMLParser
from typing import Any

WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(33, 127)) if letter.isalpha()}
KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{[^}]*\}|<[^>]*>|&\w+;|https?://\S+)")
"""Placeholders, tags and URLs."""

ADDRESS = re.compile(r"https?://\S+")

CONTEXT = "\x04"

UNTRANSLATED = re.compile(r"\b(?![A-Z]{2}\b)[A-Za-z]{2,}")
"""A word in ordinary letters; two capitals are the short name of a place on a board."""


def wide(text: str) -> str:
    """The text in wide letters, except for placeholders, tags and URLs."""
    text = text.split(CONTEXT)[-1]
    return "".join(part if KEPT.fullmatch(part) else part.translate(WIDE) for part in KEPT.split(text))


class Pseudo:
    """Implements what Django needs of a catalogue."""

    def __init__(self, language: str) -> None:
        self._language = language

    def to_language(self) -> str:
        return self._language

    def gettext(self, text: str) -> str:
        return wide(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return wide(one if count == 1 else many)


class Words(HTMLParser):
    """All words of a page: its text, and attributes that are read out or shown."""

    SAID = {"title", "alt", "aria-label", "placeholder", "aria-description", "aria-valuetext"}
    SILENT = {"script", "style", "code", "pre", "kbd"}

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, Any]]) -> None:
        self._silent += tag in self.SILENT
        facts = dict(attributes)
        self.said += [str(facts[name]) for name in self.SAID & set(facts) if facts[name]]
        if tag == "input" and facts.get("type") in ("submit", "button"):
            self.said.append(str(facts.get("value")))
        if tag == "meta" and facts.get("name") == "description":
            self.said.append(str(facts.get("content")))

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


def untranslated(page: str, names: set[str]) -> set[str]:
    """The texts of a page with a word that is neither translated nor one of `names`."""
    words = Words()
    words.feed(page)
    found = set()
    for text in words.said:
        rest = ADDRESS.sub(" ", text)
        for name in sorted(names, key=len, reverse=True):
            rest = rest.replace(name, " ")
        if UNTRANSLATED.search(rest):
            found.add(" ".join(text.split()))
    return found
