"""A busy evening: many matches at human pace, all their pages open, for minutes.

    .venv/bin/python -m tests.bench.load [--matches N] [--watchers N] [--minutes M] [--pause S]

Two people play at each table, all four games in turn, and think for `--pause` seconds per decision on average. Their
pages and those of the spectators are open with their sockets. Measures the time from sending an action until every page
of the match has the new board. Prints the figures of each minute, then the memory of each part of the site after the
first minute and at the end, and whether every answered action is stored and shown. Exit code 1 if one is not.

The clients run on the same machine, from fifty addresses, as the site limits what one address may have open.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from random import Random
from typing import TYPE_CHECKING

from websockets.exceptions import InvalidHandshake

from tests.bench.client import Board, OneMoment, Page
from tests.bench.house import whole_site
from tests.bench.processes import site_cpu, site_memory
from tests.stack.site import RunningSite

if TYPE_CHECKING:
    from tests.bench.playing import Table

GAMES = ("rapa_nui", "machu_picchu", "maya", "princes")
MATCHES, WATCHERS, MINUTES, PAUSE = 300, 100, 10.0, 10.0
LEAST = 2
"""The fewest actions at each table, even if opening the pages takes all the time."""
ADDRESSES = cycle(f"127.0.1.{last}" for last in range(1, 51))
PATIENCE = 60.0
"""Seconds after which an action counts as lost."""
MINUTE = 60.0
MOMENT = 3.0
"""Seconds before asking again after a 503."""


@dataclass
class Evening:
    """What is recorded while people play."""

    end: float
    pause: float
    port: int
    times: list[float] = field(default_factory=list)
    """Seconds of each action, in the order they came."""
    played: Counter[int] = field(default_factory=Counter)
    """Actions that the site has answered, by match."""
    refused: int = 0
    """How often the site wanted a request again in a moment (503), or did not take in a page that was opened."""
    late: int = 0
    """Actions whose boards did not arrive in time, and tables whose pages could not be opened."""
    ended: int = 0
    """Matches that finished, or were given up as late; a new one replaced each."""


def main() -> None:
    """Play and print the figures; exit with 1 if anything was lost."""
    parser = ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="at once")
    parser.add_argument("--watchers", type=int, default=WATCHERS, help="one at a match")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds in which people think")
    asked = parser.parse_args()
    with whole_site() as site:
        from tests.bench.playing import new_table

        tables = [new_table(GAMES[number % len(GAMES)], 2, number) for number in range(asked.matches)]
        evening = Evening(time.monotonic() + asked.minutes * MINUTE, asked.pause, site.port)
        used = site_cpu(site.command)
        early = asyncio.run(play_all(evening, tables, asked.watchers, partial(_memory, site)))
        used, late = site_cpu(site.command) - used, _memory(site)
        _tell_memory(early, late)
        lost = missing(evening)
    many = len(evening.times)
    each = used / max(1, many) * 1000
    print(f"{many} actions, {each:.1f} ms of processor each; {evening.ended} matches came to their end")
    print(f"{evening.refused} times the site asked to be asked again")
    print(f"{lost} actions answered and not stored, {evening.late} boards not shown in {PATIENCE:.0f} s")
    sys.exit(not many or bool(lost or evening.late))


async def play_all(
    evening: Evening, tables: Sequence[Table], watchers: int, memory: Callable[[], dict[str, int]]
) -> dict[str, int]:
    """Play at all tables. Returns `memory()` after the first minute, or halfway if that is sooner."""
    half = (evening.end - time.monotonic()) / 2
    playing = [
        asyncio.create_task(_play_on(evening, table, Random(number), watched=number < watchers))
        for number, table in enumerate(tables)
    ]
    telling = asyncio.create_task(_tell_minutes(evening))
    await asyncio.sleep(min(MINUTE, half))
    early = memory()
    await asyncio.gather(*playing)
    telling.cancel()
    return early


async def _play_on(evening: Evening, table: Table, chance: Random, *, watched: bool) -> None:
    """Play match after match at a table until the evening is over."""
    from tests.bench.playing import new_table

    for number in count(1):
        await _play(evening, table, chance, watched=watched)
        if time.monotonic() > evening.end:
            return
        evening.ended += 1
        table = await asyncio.to_thread(new_table, table.match.game, len(table.sessions), number)


async def _play(evening: Evening, table: Table, chance: Random, *, watched: bool) -> None:
    code = table.match.code
    pages = [Page(evening.port, code, session, boards=True, address=next(ADDRESSES)) for session in table.sessions]
    watching = [Page(evening.port, code, "", boards=True, address=next(ADDRESSES))] if watched else []
    await asyncio.sleep(chance.uniform(0, evening.pause))
    opened: list[Page] = []
    try:
        for page in (*pages, *watching):
            if not await _opened(evening, page):
                evening.late += 1
                return
            opened.append(page)
        boards = {page: await _patiently(evening, page.show) for page in pages}
        while mover := next((page for page in pages if boards[page].actions), None):
            await asyncio.sleep(chance.uniform(0.5, 1.5) * evening.pause)
            if time.monotonic() > evening.end and evening.played[table.match.pk] >= LEAST:
                return
            started = time.monotonic()
            action = chance.choice(boards[mover].actions)
            boards[mover] = await _patiently(evening, partial(mover.play, action, boards[mover].ply))
            evening.played[table.match.pk] += 1
            try:
                async with asyncio.timeout(PATIENCE):
                    await _all_see(evening, pages, watching, mover, boards)
            except TimeoutError:
                evening.late += 1
                return
            evening.times.append(time.monotonic() - started)
    finally:
        for page in opened:
            await page.__aexit__()


async def _opened(evening: Evening, page: Page) -> bool:
    """Open a page; while the site is too busy to take it in, wait and try again, as people do.

    Whether that succeeded before the evening was over.
    """
    while True:
        try:
            await page.__aenter__()
        except (OSError, InvalidHandshake):
            if time.monotonic() > evening.end:
                return False
            evening.refused += 1
            await asyncio.sleep(MOMENT)
        else:
            return True


async def _patiently(evening: Evening, ask: Callable[[], Awaitable[Board]]) -> Board:
    """Ask; when the site wants the request again in a moment, wait and repeat it, as people do."""
    while True:
        try:
            return await ask()
        except OneMoment:
            evening.refused += 1
            await asyncio.sleep(MOMENT)


async def _all_see(
    evening: Evening, pages: Sequence[Page], watching: Sequence[Page], mover: Page, boards: dict[Page, Board]
) -> None:
    ply = boards[mover].ply
    for page in (*pages, *watching):
        await page.hear(ply)
        if page is not mover and page in boards:
            boards[page] = await _patiently(evening, partial(page.news, ply))


async def _tell_minutes(evening: Evening) -> None:
    for minute in count(1):
        before = len(evening.times)
        await asyncio.sleep(MINUTE)
        print(f"minute {minute}: {in_figures(evening.times[before:])}", flush=True)


def in_figures(times: Sequence[float]) -> str:
    if not times:
        return "no action"
    ordered = sorted(times)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    figures = {"p50": middle, "p95": late, "longest": ordered[-1]}
    said = ", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in figures.items())
    return f"{len(ordered)} actions, {said}"


def _memory(site: RunningSite) -> dict[str, int]:
    """Resident bytes of each part of the site, including its children."""
    names = {
        int(process): part for part, process in re.findall(r"\| (\S+) is process (\d+)$", site.log(), re.MULTILINE)
    }
    found: Counter[str] = Counter()
    for process, size in site_memory(site.command).items():
        found[names.get(process) or names.get(_parent(process)) or "others"] += size
    return dict(sorted(found.items()))


def _parent(process: int) -> int:
    try:
        with open(f"/proc/{process}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _tell_memory(early: dict[str, int], late: dict[str, int]) -> None:
    for part, size in late.items():
        print(f"memory of {part}: {early.get(part, 0) / 2**20:.0f} MB, at the end {size / 2**20:.0f} MB")


def missing(evening: Evening) -> int:
    """The number of actions that were answered but are not in the database."""
    from django.db.models import Count

    from games.models import Action

    people = Action.objects.filter(source=Action.Source.PERSON, match__in=evening.played).values_list("match_id")
    stored = dict(people.annotate(Count("pk")))
    return sum(max(0, many - stored.get(match, 0)) for match, many in evening.played.items())


if __name__ == "__main__":
    main()
