"""A busy evening on a large site, and what each part of the site does for an action:

    .venv/bin/python -m tests.large [--pages N] [--sockets N] [--matches N] [--minutes M] [--pause S]

Starts every part as a process of its own: PostgreSQL, Valkey, nginx without TLS, servers of pages and of sockets, a
worker for each queue, two beats. People play as in `tests.bench.load`, on the same machine. Prints the figures of each
minute, then processor time and memory by part, and whether every answered action is stored and shown. Exit code 1 if
one is not.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

import django

from machupicchu.private import take_over
from tests.bench import load
from tests.large.site import LargeSite, of_kinds


def main() -> bool:
    """Play and print the figures. Returns whether nothing was lost."""
    parser = ArgumentParser(prog="python -m tests.large", description=__doc__)
    parser.add_argument("--pages", type=int, default=2, help="servers of pages")
    parser.add_argument("--sockets", type=int, default=1, help="servers of sockets")
    parser.add_argument("--matches", type=int, default=load.MATCHES, help="at once")
    parser.add_argument("--watchers", type=int, default=load.WATCHERS, help="one at a match")
    parser.add_argument("--minutes", type=float, default=load.MINUTES)
    parser.add_argument("--pause", type=float, default=20, help="seconds in which people think")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="machupicchu-large-") as folder,
        LargeSite(Path(folder), pages=asked.pages, sockets=asked.sockets) as site,
    ):
        own = Path(folder) / "load"
        own.mkdir()
        take_over(own)
        os.environ |= site.environment | {"VAR_DIR": str(own)}
        django.setup()
        return play(site, asked.matches, asked.watchers, asked.minutes, asked.pause)


def play(site: LargeSite, matches: int, watchers: int, minutes: float, pause: float) -> bool:
    """Play on the running site, on whose database Django is set up. Returns whether nothing was lost."""
    from django.db import connection

    from tests.bench.playing import new_table

    tables = [new_table(load.GAMES[number % len(load.GAMES)], 2, number) for number in range(matches)]
    connection.close()
    evening = load.Evening(time.monotonic() + minutes * load.MINUTE, pause, site.port)
    before = site.cpu()
    asyncio.run(load.play_all(evening, tables, watchers, site.memory))
    used = {name: seconds - before[name] for name, seconds in site.cpu().items()}
    memory, many = of_kinds(site.memory()), len(evening.times)
    print(f"{many} actions; {load.in_figures(evening.times)}; refused {evening.refused} times")
    for kind, seconds in sorted(of_kinds(used).items(), key=lambda each: -each[1]):
        print(f"{kind:<12}{seconds / max(1, many) * 1000:8.2f} ms an action{memory[kind] / 2**20:8.0f} MB")
    print(f"{'together':<12}{sum(used.values()) / max(1, many) * 1000:8.2f} ms an action")
    lost = load.missing(evening)
    connection.close()
    print(f"{lost} actions answered and not stored, {evening.late} boards not shown")
    return many > 0 and not (lost or evening.late)


if __name__ == "__main__":
    sys.exit(not main())
