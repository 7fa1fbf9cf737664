"""Optional work of a page: during storage trouble, the page is served without it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from common.lock_timeout import READING, lock_timeout
from common.trouble import is_trouble

log = logging.getLogger(__name__)


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Run the block, a quick write to the database during a request; storage trouble in it is only logged.

    `what` completes "… was not written down" in the log. Not for use within a transaction.
    """
    with dispensable(f"{what} was not written down"), lock_timeout(READING):
        yield


@contextmanager
def dispensable(trouble_in_words: str) -> Iterator[None]:
    """Run the block; storage trouble in it is only logged, as `trouble_in_words`. For writes see `best_effort`."""
    try:
        yield
    except Exception as trouble:
        if not is_trouble(trouble):
            raise
        log.warning("%s: %s", trouble_in_words, trouble)
