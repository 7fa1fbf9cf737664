"""Reading a record that someone sends."""

from __future__ import annotations

from django.utils.translation import gettext as _

from common.enumerating import gap, listed
from common.refusals import Refused
from games.engine.record import Record, RecordError, read

LONGEST_RECORD = 100_000
"""Characters of a record: far more than games take, though the rules of The Princes allow longer ones."""

MOST_ODD = 3
"""Maximum unexpected characters that a refusal names."""


class RecordRefused(Refused):
    """A text is no record, because of this `line`, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def record_read(text: str) -> Record:
    """The record that `text` is. Raises RecordRefused for one that is wrong in a line, Refused for one that is too
    long.
    """
    if len(text) > LONGEST_RECORD:
        raise Refused(
            _("This is too long for a record: it has %(length)s characters, and the limit is %(most)s.")
            % {"length": len(text), "most": LONGEST_RECORD}
        )
    try:
        return read(text)
    except RecordError as error:
        raise RecordRefused(_reason(error), error.line) from None


def _reason(error: RecordError) -> str:
    """The error in a record, with its line and its unexpected characters."""
    text = _("Line %(line)s: %(reason)s.") % {"line": error.line, "reason": error.reason.rstrip(".")}
    if not error.odd:
        return text
    named = [
        _("{character} at position {column}").format(character=each.name, column=each.column)
        for each in error.odd[:MOST_ODD]
    ]
    odd = _("Unexpected in this line: {characters}.").format(characters=listed(named))
    return f"{text}{gap()}{odd}"
