"""How sending can fail. A send that returns was accepted."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from celery.exceptions import SoftTimeLimitExceeded

log = logging.getLogger(__name__)


class NotNow(Exception):
    """Temporary failure: retry, at the earliest after `seconds` if given."""

    def __init__(self, why: str, seconds: int | None = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class Away(NotNow):
    """The server cannot be reached: whatever else is for it can wait as well."""


class Unsure(NotNow):
    """Sent, but it is not known whether it arrived. What must not arrive twice is not sent again."""


class Never(Exception):
    """A retry would not help; the text says why."""


class Gone(Never):
    """The address no longer exists and is forgotten."""


@contextmanager
def tried() -> Iterator[None]:
    """Try to send: unexpected errors are logged and become NotNow, so that they stop nothing else."""
    try:
        yield
    except (Never, NotNow, SoftTimeLimitExceeded):
        raise
    except Exception as error:
        log.exception("a notification cannot be sent")
        raise NotNow(repr(error)) from error
