"""Numbers that stay on the line of what they count."""

from __future__ import annotations

import re

from django.utils.safestring import SafeString, mark_safe

_NO_BREAK = "\N{NO-BREAK SPACE}"
_BEFORE_A_NUMBER = re.compile(r"(\w(?:</b>)?) (?=(?:<b>)?[+−]?\d)")
_AFTER_A_NUMBER = re.compile(r"(\d(?:</b>)?) (?=(?:<b>)?[\w×])|(×) |(\d\.) (?=[^\W\d_A-ZÀ-Þ])")


def numbers_kept(sentence: SafeString) -> SafeString:
    """The sentence with each number joined to the words beside it: a line breaks neither in "3 wood" nor in "column 3",
    "2 × Fish" or the ordinal "3. oszlop". It may contain `<b>`, and no other tag.
    """
    joined = _BEFORE_A_NUMBER.sub(rf"\1{_NO_BREAK}", sentence)
    joined = _AFTER_A_NUMBER.sub(lambda found: found.group()[:-1] + _NO_BREAK, joined)
    return mark_safe(joined)  # only spaces are replaced
