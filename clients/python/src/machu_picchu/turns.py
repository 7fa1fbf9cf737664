"""What `turns()` of both clients reads next: matches told of by events, and again those in which nothing was played."""

from __future__ import annotations

import time

from machu_picchu.shapes import Event

LATER = (0.0, 20.0, 60.0, 300.0)
"""Seconds after which a match is read again, each time that it could not be read or nothing was played in it; then the
last one. It is read at the next line of the stream, which sends one every twenty seconds at least.
"""


class Open:
    """The matches in which you may still have to decide."""

    def __init__(self) -> None:
        self._later: dict[str, tuple[float, int]] = {}

    def after(self, event: Event | None) -> list[str]:
        """The codes of the matches to read after this line of the stream; None is a line without an event."""
        told = turns_of(event) if event is not None else []
        now = time.monotonic()
        due = [code for code, (moment, _tried) in self._later.items() if moment <= now]
        return list(dict.fromkeys([*told, *due]))

    def put_off(self, code: str) -> None:
        """Read the match again later."""
        tried = self._later[code][1] if code in self._later else 0
        self._later[code] = (time.monotonic() + LATER[min(tried, len(LATER) - 1)], tried + 1)

    def done(self, code: str) -> None:
        """Read the match again only after the next event about it."""
        self._later.pop(code, None)


def turns_of(event: Event) -> list[str]:
    """The codes of matches in which, after this event, you may have to decide."""
    if event["type"] == "ready":
        return event["turns"]
    code = event.get("match")
    return [code] if isinstance(code, str) and event["type"] in ("turn", "question", "started", "taken_over") else []
