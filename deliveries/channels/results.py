"""The ways in which sending can fail. If it returns, the message was accepted."""

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
    """The server cannot be reached: everything else for it can wait too."""


class Unsure(NotNow):
    """Sent, but it may not have arrived. Retry only what may arrive twice."""


class Never(Exception):
    """Permanent failure: a retry would not help; the text says why."""


class Gone(Never):
    """The address no longer exists: the caller deletes it or turns it off."""


@contextmanager
def tried() -> Iterator[None]:
    """Log unexpected errors of the block and raise them as NotNow, so other deliveries continue.

    NotNow only says of what kind the error is: its text may contain an address.
    """
    try:
        yield
    except (Never, NotNow, SoftTimeLimitExceeded):
        raise
    except Exception as error:
        log.exception("a notification cannot be sent")
        raise NotNow(type(error).__name__) from error
