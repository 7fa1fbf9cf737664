"""The output of `make run`: whole lines, each with the name of the part that wrote it."""

import contextlib
import os
import sys
import threading
from io import TextIOWrapper
from typing import TextIO

COLOURS = {"run": 1, "setup": 35, "valkey": 31, "web": 32, "ai": 33, "default": 36, "beat": 34}
"""ANSI colours by the name of a part up to its first hyphen."""

WIDTH = 8
"""The width of the column with the names of parts."""


class Console:
    """Writes whole lines; thread-safe. Colours only for a terminal, and never with NO_COLOR."""

    def __init__(self, stream: TextIO = sys.stdout) -> None:
        self._stream = stream
        if isinstance(stream, TextIOWrapper):  # characters that the terminal cannot show must not end the site
            stream.reconfigure(errors="backslashreplace")
        self._coloured = stream.isatty() and not os.environ.get("NO_COLOR")
        self._lock = threading.Lock()

    def say(self, line: str, part: str = "run") -> None:
        """Print one line, labelled with `part`."""
        label = f"{part:<{WIDTH}}|"
        if self._coloured:
            label = f"\x1b[{COLOURS.get(part.split('-')[0], 37)}m{label}\x1b[0m"
        with self._lock, contextlib.suppress(OSError):  # nor must a terminal that was closed
            print(label, line, file=self._stream, flush=True)
