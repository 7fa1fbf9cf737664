"""Prints a line when it is your turn, or when someone invites you or writes to you.

    python notifier.py https://games.example mp_…

It saves the id of the last event in a file, so after a break it tells you once what you missed.
"""

import asyncio
import sys
from pathlib import Path

from machu_picchu import AsyncClient, Event

LAST = Path.home() / ".machu-picchu-last-event"

WORDS = {
    "turn": "It is your turn",
    "question": "You have a question to answer",
    "invitation": "{name} invites you",
    "started": "A game has started",
    "finished": "A game is over",
    "friend": "{name} wants to be your friend",
}


def words(event: Event) -> str:
    """What to print for an event; "" for nothing."""
    if event["type"] == "chat":
        return f"{event['message']['name']}: {event['message']['text']}"
    return WORDS.get(event["type"], "").format(name=event.get("name") or "Someone")


async def main() -> None:
    site, token = sys.argv[1:]
    site, last = site.rstrip("/"), LAST.read_text() if LAST.exists() else ""
    async for event in AsyncClient(site, token).events(last):
        if said := words(event):
            print(f"{said}: {site}/match/{event['match']}/" if event.get("match") else said, flush=True)
        LAST.write_text(event["id"])


asyncio.run(main())
