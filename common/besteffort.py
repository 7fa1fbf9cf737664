"""Optional work of a page: while the storage is in trouble, the page is served without it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from common.patience import READING, patience
from common.trouble import is_trouble

log = logging.getLogger(__name__)


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Try the block, which briefly stores something while a page is being read.

    Storage trouble ends it silently, except for the log. Do not use it within a transaction.
    """
    with dispensable(f"{what} was not written down"), patience(READING):
        yield


@contextmanager
def dispensable(trouble_in_words: str) -> Iterator[None]:
    """Try the block, which uses no database. Storage trouble ends it silently, except for the log."""
    try:
        yield
    except Exception as trouble:
        if not is_trouble(trouble):
            raise
        log.warning("%s: %s", trouble_in_words, trouble)
