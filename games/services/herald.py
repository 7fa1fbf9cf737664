"""The event loop on which this process speaks to the channel layer, in a thread of its own.

The layer keeps a connection for each event loop. A loop for every telling would connect anew each time, which costs
more than the action that is told of.
"""

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import Any

PATIENCE = 5.0
"""Seconds for one telling: then it is lost, as any may be."""

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def run(telling: Coroutine[Any, Any, None]) -> None:
    """Do it and wait until it is done. Raises what it raises, and TimeoutError."""
    asyncio.run_coroutine_threadsafe(telling, _running()).result(PATIENCE)


def _running() -> asyncio.AbstractEventLoop:
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="herald", daemon=True).start()
        return _loop


def _forget() -> None:
    """A child of this process has the loop, but not its thread."""
    global _loop, _lock
    _loop, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_forget)
