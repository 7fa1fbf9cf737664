"""Chinese sentences follow each other without a blank: the mark at the end of each is wide enough.

Templates separate sentences by a blank or a line break, as most languages do. Whether one precedes is often known only
when the page is drawn, so the blanks are taken out of the finished page.
"""

from __future__ import annotations

import re

from common.enumerating import gap

_WRITTEN = r"<(?P<element>textarea|pre|bdi|blockquote)\b.*?</(?P=element)\s*>|<input\b[^>]*>"
_OF_THE_PAGE = r'<title>[^<]*</title>(?=\s*<meta )|<meta property="og:title"[^>]*>'
_IN_ADMINISTRATION = r'<td class="field-.*?</td>|<div class="readonly">.*?</div>'
_TAG = r"</?(?:a|b|em|small|span|strong|time)\b(?![^>]*\b(?:tag|btn|badge|kb)\b)[^>]*>"
_GAPS = re.compile(
    rf"(?P<kept>{_WRITTEN}|{_OF_THE_PAGE}|{_IN_ADMINISTRATION})|(?<=[。！？])[”’）]?(?:\s|{_TAG})+(?=[^\s<])", re.DOTALL
)
_BLANKS = re.compile(r"\s+(?![^<>]*>)")


def closes_up() -> bool:
    """Whether sentences of the active language follow each other without a blank."""
    return not gap()


def closed_up(html: str) -> str:
    """A Chinese page without blanks between the end of one sentence and the next in the same line of text.

    Tags within the line stay, but for those that are set apart as labels and buttons. So does what people have written:
    in fields, in `<bdi>` and `<blockquote>`, in the title of the page, and in the administration.
    """
    return _GAPS.sub(lambda found: found[0] if found["kept"] else _BLANKS.sub("", found[0]), html)
