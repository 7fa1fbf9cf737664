"""What is written down beside a page that is read: where the storage is in trouble, the page comes without it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from machupicchu.patience import READING, patience
from machupicchu.trouble import is_trouble

log = logging.getLogger(__name__)


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Try the block, briefly. Trouble of the storage ends it without a word but in the log; do not use it within a
    transaction.
    """
    try:
        with patience(READING):
            yield
    except Exception as trouble:
        if not is_trouble(trouble):
            raise
        log.warning("%s was not written down: %s", what, trouble)
