"""Sending over HTTP, with responses mapped to the exceptions of `results`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deliveries.channels.results import Gone, Never, NotNow, Unsure
from deliveries.safe_http import Forbidden, Silent, Unreachable, post

GONE = {404, 410}
"""The server says that this address is no longer in use: nothing is sent there again."""

BUSY = {408, 425, 429}
"""The server asks to be tried again later."""

UNKNOWN = {504}
"""Gateway timeout: the request was passed on, and its outcome is unknown."""


def send(url: str, body: bytes, headers: Mapping[str, str], begin: Callable[[], object] = lambda: None) -> None:
    """POST once; `begin` as in `post`. Raises Gone, Never, NotNow or Unsure."""
    try:
        answer = post(url, body, headers, begin)
    except Forbidden as error:
        raise Never(str(error)) from error
    except Silent as error:
        raise Unsure(str(error)) from error
    except Unreachable as error:
        raise NotNow(str(error)) from error
    if answer.is_good:
        return
    if answer.status in GONE:
        raise Gone(f"HTTP {answer.status}")
    if answer.status in UNKNOWN:
        raise Unsure(f"HTTP {answer.status}")
    if answer.status in BUSY or answer.status >= 500:
        raise NotNow(f"HTTP {answer.status}", answer.retry_after)
    raise Never(f"HTTP {answer.status}")
