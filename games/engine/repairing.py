"""Repairs damage that email, chats and word processors do to records, wherever only one original is possible.

It handles byte order marks and UTF-16; all kinds of line breaks, spaces, quotation marks and dashes; invisible
characters and full-width letters; `> ` before lines, fences of backticks around them, and lines that were wrapped.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_BREAK = re.compile("(?<!\r)\r*\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_QUOTED = re.compile(r"^\s*(?:>\s*)+")
_FENCE = re.compile(r"(?:`{3,}|~{3,})\s*\w*")
_HEADER = re.compile(r'\[[^"]*"[^"]*"\s*\]\s*(?:;.*)?')
_BEGINS = re.compile(r"\[|;|-?[0-9]+\s|$")
_BLANKS = re.compile(r"\s+")

_DOUBLE = "“”„‟«»″〝〞＂"
_SINGLE = "‘’‚‛′＇"
_DASHES = "‐‑‒–—―−﹣－"
_WIDE = range(0xFF01, 0xFF5F)
_TO_ASCII = 0xFEE0
_PLAIN = (
    {code: chr(code - _TO_ASCII) for code in _WIDE}
    | dict.fromkeys(map(ord, _DOUBLE), '"')
    | dict.fromkeys(map(ord, _SINGLE), "'")
    | dict.fromkeys(map(ord, _DASHES), "-")
)

WRAPPED_FROM = 60
"""Email programs do not wrap lines shorter than this."""

MOST_PIECES = 16
"""Maximum lines that a header may have been split into."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Odd(NamedTuple):
    """A character that occurs in no valid record, and its column, counted from 1."""

    column: int
    character: str

    @property
    def name(self) -> str:
        """Its code point and its name in Unicode: `U+201C left double quotation mark`."""
        known = unicodedata.name(self.character, "control character").lower()
        return f"U+{ord(self.character):04X} {known}"


class Line(NamedTuple):
    """A repaired line, and the numbers, from 1, of the first and the last original line that it comes from."""

    first: int
    last: int
    text: str


def text_of(content: bytes) -> str:
    """Decode a file: UTF-8, or what its byte order mark says, or the Western letters of older Windows.

    Raises UnicodeDecodeError for what is not text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding)
    try:
        return content.decode()
    except UnicodeDecodeError:
        if any(byte < ord(" ") and byte not in b"\t\n\r" for byte in content) or content.strip(b"\n")[-1:] == b"\xff":
            raise
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError:
            pass
        raise


def lines(text: str) -> list[str]:
    """The original lines, not repaired."""
    return _BREAK.split(text)


def repaired(text: str) -> Iterator[Line]:
    """The repaired lines: empty ones dropped, wrapped ones joined."""
    written = [_plain(line) for line in lines(text)]
    number = 0
    while number < len(written):
        joined, last = _unwrapped(written, number)
        if joined:
            yield Line(number + 1, last + 1, joined)
        number = last + 1


def odd(line: str) -> list[Odd]:
    """The odd characters of a line outside its comment: only those that cannot be repaired, if there are any."""
    shown = line.partition(";")[0]
    found = [Odd(column, character) for column, character in enumerate(shown, 1) if not _is_usual(character)]
    return [each for each in found if not _plain(f"x{each.character}x").isascii()] or found


def _is_usual(character: str) -> bool:
    return character == "\t" or (character.isascii() and character.isprintable())


def _plain(line: str) -> str:
    """One line without quote marks and fences, in plain characters where it is clear which were meant."""
    line = "".join(character for character in line if unicodedata.category(character) != "Cf")
    line = _BLANKS.sub(_blank, _QUOTED.sub("", line).translate(_PLAIN)).strip()
    return "" if _FENCE.fullmatch(line) else line


def _blank(found: re.Match[str]) -> str:
    """Plain spaces unchanged; one space for a run with odd ones, which email programs put next to plain ones."""
    return found[0] if not found[0].strip(" \t") else " "


def _unwrapped(written: list[str], number: int) -> tuple[str, int]:
    """The line that begins at `number`, joined with its continuation lines, and the number of the last of them."""
    line = written[number]
    if line.startswith("[") and not _HEADER.fullmatch(line):
        return _header(written, number)
    if ";" not in line:
        return line, number
    last = number
    while last + 1 < len(written) and _goes_on(written[last], written[last + 1]):
        last += 1
    return line, last  # only a comment is left out


def _header(written: list[str], number: int) -> tuple[str, int]:
    """A wrapped header up to its bracket; just the first line if there is no bracket before the next header."""
    pieces = [written[number]]
    for last in range(number + 1, min(number + MOST_PIECES, len(written))):
        piece = written[last]
        if piece.startswith("["):
            break
        pieces.append(piece)
        joined = _joined(pieces)
        if _HEADER.fullmatch(joined):
            return joined, last
    return written[number], number


def _joined(pieces: list[str]) -> str:
    """Join the pieces of a header. They were split at spaces, except in values that have none."""
    name, quote, rest = "\n".join(pieces).partition('"')
    value, closing, tail = rest.partition('"')
    between = " " if " " in value else ""
    return name.replace("\n", " ") + quote + value.strip("\n").replace("\n", between) + closing + tail.replace("\n", "")


def _goes_on(line: str, following: str) -> bool:
    """Whether a comment continues on the following line: its first word had no room on the line before."""
    if _BEGINS.match(following):
        return False
    return len(line) + 1 + len(following.split()[0]) > WRAPPED_FROM
