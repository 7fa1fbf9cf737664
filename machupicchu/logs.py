"""How the log is written: what is a visitor's mistake takes one short line, whatever they have sent."""

import copy
import logging
import re

LONGEST = 500
"""Letters of a line about a visitor's mistake: an address may have thousands."""

BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would end a line, or tell a terminal what to do."""

OURS = 500
"""From this status on an answer is about a fault of the site, whose whole story is wanted."""


class BriefFormatter(logging.Formatter):
    """Lines as `Formatter` writes them, but without a traceback where a request is refused for what is wrong in it.

    Django writes one for a wrong Host, a refused permission and a form that cannot be read: with these anybody could
    fill a disk, and hide among them what matters.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line for a refusal, else all there is."""
        if getattr(record, "status_code", OURS) >= OURS:
            return super().format(record)
        brief = copy.copy(record)  # the others who write this record may want all of it
        brief.exc_info = brief.exc_text = brief.stack_info = None
        line = BREAKS.sub(lambda found: ascii(found[0])[1:-1], super().format(brief))
        return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
