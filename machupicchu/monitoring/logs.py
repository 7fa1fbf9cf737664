"""Log formats: a client error takes one short line, whatever the client has sent; no line has the secret of a link."""

import copy
import json
import logging
import re
from datetime import UTC, datetime

from machupicchu.monitoring.masking import without_secrets
from machupicchu.monitoring.tracing import trace

LONGEST = 500
"""Maximum length of a line about a client error, in characters: a URL may have thousands."""

BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that would end a line, or control a terminal."""

OURS = 500
"""Responses with this status or above are errors of the site, which are logged in full."""


class BriefFormatter(logging.Formatter):
    """Like `Formatter`, but without tracebacks for client errors.

    Django logs one for a wrong Host, a refused permission and a form that cannot be parsed: anyone could use these to
    fill a disk, and to hide what matters.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line for a client error, else the full record."""
        if getattr(record, "status_code", OURS) >= OURS:
            return _of_request(record, super().format(record))
        brief = copy.copy(record)  # other handlers may need the full record
        brief.exc_info = brief.exc_text = brief.stack_info = None
        text = _of_request(record, super().format(brief))
        line = BREAKS.sub(lambda found: ascii(found[0])[1:-1], text)
        return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


class JsonFormatter(BriefFormatter):
    """Formats each record as one JSON object, with the traceback, for log collectors.

    `request`, `match`, `ply` and `task` are the context of the record (`machupicchu.monitoring.tracing`), if any.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON, on one line."""
        is_refusal = getattr(record, "status_code", OURS) < OURS
        message = _of_request(record, record.getMessage())
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message[:LONGEST] if is_refusal else message,
            "process": record.process,
            **trace(),
        }
        if record.exc_info and not is_refusal:
            entry["traceback"] = _of_request(record, self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=True, default=str)


def _of_request(record: logging.LogRecord, text: str) -> str:
    """The text of a record; of one about a request, which names its path, without the secrets of links."""
    return without_secrets(text) if hasattr(record, "request") else text
