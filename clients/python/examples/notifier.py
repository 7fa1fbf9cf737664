"""Says when it is your turn, someone invites you, or writes to you.

    python notifier.py https://games.example mp_…

It keeps the number of the last event in a file, so that after a break you are told what you have missed, once.
"""

import asyncio
import sys
from pathlib import Path

from machu_picchu import AsyncClient, Event

LAST = Path.home() / ".machu-picchu-last-event"

WORDS = {
    "turn": "It is your turn",
    "question": "You are asked something",
    "invitation": "{name} invites you",
    "started": "A game has started",
    "finished": "A game is over",
    "friend": "{name} wants to be your friend",
}


def words(event: Event) -> str:
    """What to say of an event; "" for nothing."""
    if event["type"] == "chat":
        return f"{event['message']['name']}: {event['message']['text']}"
    return WORDS.get(event["type"], "").format(name=event.get("name") or "Somebody")


async def main() -> None:
    site, token = sys.argv[1:]
    last = LAST.read_text() if LAST.exists() else ""
    async for event in AsyncClient(site, token).events(last):
        if said := words(event):
            print(f"{said}: {site}/match/{event['match']}/" if event.get("match") else said, flush=True)
        LAST.write_text(event["id"])


asyncio.run(main())
