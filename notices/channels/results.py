"""How sending can end badly. Whatever returns has been accepted."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from celery.exceptions import SoftTimeLimitExceeded

log = logging.getLogger(__name__)


class NotNow(Exception):
    """Worth another try, at the earliest after `seconds` if given."""

    def __init__(self, why: str, seconds: int | None = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class Unsure(NotNow):
    """Sent, but nobody has said whether it came. What must not come twice is not sent again."""


class Never(Exception):
    """Will not go better next time; the text says why."""


class Gone(Never):
    """The address no longer exists: it is forgotten."""


@contextmanager
def tried() -> Iterator[None]:
    """Try to send: what nobody has foreseen is written to the log and is NotNow, so that it stops nothing else."""
    try:
        yield
    except (Never, NotNow, SoftTimeLimitExceeded):
        raise
    except Exception as error:
        log.exception("a notice cannot be sent")
        raise NotNow(repr(error)) from error
