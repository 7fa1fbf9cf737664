"""Chinese sentences follow each other without a blank: the mark at the end of each is wide enough.

Templates separate sentences by a blank or a line break, as most languages do. Whether one precedes is often known only
when the page is drawn, so the blanks are taken out of the finished page.
"""

from __future__ import annotations

import re

from common.enumerating import gap

_KEPT = r"<(textarea|pre)\b.*?</\1\s*>"
_TAG = r"</?(?:a|b|em|small|span|strong|time)\b(?![^>]*\b(?:tag|btn|badge|kb)\b)[^>]*>"
_GAPS = re.compile(rf"{_KEPT}|(?<=[。！？])[”’）]?(?:\s|{_TAG})+(?=[^\s<])", re.DOTALL)
_BLANKS = re.compile(r"\s+(?![^<>]*>)")


def closes_up() -> bool:
    """Whether sentences of the active language follow each other without a blank."""
    return not gap()


def closed_up(html: str) -> str:
    """A Chinese page without blanks between the end of one sentence and the next in the same line of text.

    Tags within the line stay, but for those that are set apart as labels and buttons; so does what people write in
    fields.
    """
    return _GAPS.sub(lambda gap: gap[0] if gap[1] else _BLANKS.sub("", gap[0]), html)
