"""No blank follows Chinese punctuation, at the end of a sentence or within one: the mark is wide enough.

Templates have a blank or a line break there, as most languages do: between two sentences, or a label and what is said
of it. Whether one precedes is often known only when the page is drawn, so blanks are taken out of the finished page.
"""

from __future__ import annotations

import re

from common.enumerating import gap

_WRITTEN = r"<(?P<element>textarea|pre|bdi|blockquote)\b.*?</(?P=element)\s*>|<input\b[^>]*>"
_OF_THE_PAGE = r'<title>[^<]*</title>(?=\s*<meta )|<meta property="og:title"[^>]*>'
_IN_ADMINISTRATION = r'<td class="field-.*?</td>|<div class="readonly">.*?</div>'
_TAG = r"</?(?:a|b|em|small|span|strong|time)\b(?![^>]*\b(?:tag|btn|badge|kb)\b)[^>]*>"
_GAPS = re.compile(
    rf"(?P<kept>{_WRITTEN}|{_OF_THE_PAGE}|{_IN_ADMINISTRATION})|(?<=[。！？，、；：）])[”’）]?(?:\s|{_TAG})+(?=[^\s<])",
    re.DOTALL,
)
_BLANKS = re.compile(r"\s+(?![^<>]*>)")


def closes_up() -> bool:
    """Whether no blank follows the marks of the active language."""
    return not gap()


def closed_up(html: str) -> str:
    """A Chinese page without blanks after Chinese marks in the same line of text.

    Inline tags between sentences are kept, and so is the blank beside tags that are set apart as labels and buttons.
    What people have written stays as it is: in fields, in `<bdi>` and `<blockquote>`, in the title of the page, and in
    the administration.
    """
    return _GAPS.sub(lambda found: found[0] if found["kept"] else _BLANKS.sub("", found[0]), html)
