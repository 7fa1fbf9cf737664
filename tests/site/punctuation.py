"""Finds Western punctuation in Chinese text, and blanks after Chinese punctuation."""

import re
from html.parser import HTMLParser

from tests.site.pseudo import Words

LETTER = r"\u4e00-\u9fff"
MARK = r"\u3001-\u3011\uff01-\uff1f”’"
ODD = re.compile(
    rf"[{LETTER}{MARK}][,;:?!()]"
    rf"|[{LETTER}{MARK}]\.(?!\w)"
    rf"|[,;:.] ?[{LETTER}“‘]"
    rf"|[!()][{LETTER}“‘]"
    rf"|\d[,;] \d"
)
"""A Western mark beside a Chinese letter or mark, or between two numbers of a Chinese line."""

GAP = re.compile(r"[。！？，、；：）][”’）]? \S")
"""A blank after a Chinese mark, which is wide enough."""

APART = re.compile(r"\b(tag|btn|badge|kb)\b")
"""Classes of labels and buttons, which stand apart from the text around them."""

INLINE = {"a", "abbr", "b", "em", "i", "small", "span", "strong", "time"}
"""Tags within a line of text; every other tag starts a new line."""

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Lines(HTMLParser):
    """The text of a page, line by line: runs of text across inline tags, and attributes for readers.

    Text that is only decoration (`aria-hidden`) is a line of its own.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self._text = ""
        self._attributes: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._silent = 0
        self.feed(page)
        self.close()

    @property
    def lines(self) -> set[str]:
        """Every line once."""
        return {" ".join(line.split()) for line in [*self._text.split("\n"), *self._attributes]}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = dict(attributes)
        self._attributes += [text for name in Words.SAID if (text := facts.get(name))]
        if facts.get("name") == "description":
            self._attributes.append(facts.get("content") or "")
        is_apart = "aria-hidden" in facts or APART.search(facts.get("class") or "")
        end = "\n" if tag not in INLINE or is_apart else ""
        self._text += end
        if tag not in VOID:
            self._open.append((tag, end))
            self._silent += tag in Words.SILENT

    def handle_endtag(self, tag: str) -> None:
        if tag not in (name for name, _end in self._open):
            return
        name = ""
        while name != tag:
            name, end = self._open.pop()
            self._text += end
            self._silent -= name in Words.SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._text += re.sub(r"\s+", " ", data)


def odd_marks(page: str) -> set[str]:
    """The lines of a page in which a Western mark is next to Chinese."""
    return {line for line in Lines(page).lines if re.search(f"[{LETTER}]", line) and ODD.search(line)}


def gaps(page: str) -> set[str]:
    """The lines of a page in which a blank follows a Chinese mark."""
    return {line for line in Lines(page).lines if GAP.search(line)}
