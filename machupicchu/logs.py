"""Log format: a visitor's mistake takes one short line, whatever they have sent."""

import copy
import json
import logging
import re
from datetime import UTC, datetime

from machupicchu.tracing import trace

LONGEST = 500
"""Longest line about a visitor's mistake, in characters: an address may have thousands."""

BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that would end a line, or control a terminal."""

OURS = 500
"""From this status on, a response is about a fault of the site, which is logged in full."""


class BriefFormatter(logging.Formatter):
    """Formats lines like `Formatter`, but without a traceback for requests refused because of what is wrong in them.

    Django writes one for a wrong Host, a refused permission and a form that cannot be read: with these anyone could
    fill a disk, and hide among them what matters.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line for a refusal, else everything."""
        if getattr(record, "status_code", OURS) >= OURS:
            return super().format(record)
        brief = copy.copy(record)  # other handlers of this record may want all of it
        brief.exc_info = brief.exc_text = brief.stack_info = None
        line = BREAKS.sub(lambda found: ascii(found[0])[1:-1], super().format(brief))
        return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


class JsonFormatter(BriefFormatter):
    """One JSON object for each record, including a traceback: for programs that collect logs.

    `request`, `match`, `ply` and `task` say what was being worked on, if anything.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record on one line."""
        is_refusal = getattr(record, "status_code", OURS) < OURS
        message = record.getMessage()
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message[:LONGEST] if is_refusal else message,
            "process": record.process,
            **trace(),
        }
        if record.exc_info and not is_refusal:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=True, default=str)
