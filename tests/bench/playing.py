"""Plays parallel matches on a running site through its pages, and times them. Import it after Django is set up."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar

from django.db import connection
from django.test import Client

from accounts.models import User
from games.models import Action, Match
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from games.services.lobby.matches import match_create, match_join
from tests.bench.client import Board, OneMoment, Page
from tests.bench.measured import Measured
from tests.bench.processes import site_cpu
from tests.stack.site import RunningSite

MOMENT = 3.0
"""Seconds before asking again after a 503."""

LEAST_TABLES = 10
"""The fewest matches: when one ends before time is up, the next one continues."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Table:
    """A running match, and the session of each seat's player."""

    match: Match
    sessions: tuple[str, ...]


def measure(
    site: RunningSite, what: str, game: str, seats: int, parallel: int, seconds: float, watchers: int = 0
) -> Measured:
    """Play `game` at `parallel` tables at once for about `seconds`; `what` is `told` or `shown`.

    Each table has `watchers` spectators; an action is over once they all have what their pages show, too.
    """
    tables = [new_table(game, seats, number) for number in range(max(parallel, LEAST_TABLES))]
    connection.close()
    started, cpu = time.perf_counter(), site_cpu(site.command)
    lanes = asyncio.run(_play_all(site.port, tables, parallel, what, seconds, watchers))
    taken, used = time.perf_counter() - started, site_cpu(site.command) - cpu
    times = sorted(seconds for lane in lanes for seconds in lane.times)
    stored = Action.objects.filter(match__in=[table.match for table in tables], source=Action.Source.PERSON).count()
    connection.close()
    received = sum(lane.received for lane in lanes)
    refused = sum(lane.refused for lane in lanes)
    return Measured(what, game, seats, parallel, times, taken, used, received, stored == len(times), refused)


def new_table(game: str, seats: int, number: int) -> Table:
    """A running match of new people."""
    stamp = time.time_ns()
    users = [User.objects.create_user(f"b{stamp:x}-{number}-{seat}") for seat in range(seats)]
    match = match_create(host=users[0], game=game, others=[None] * (seats - 1))
    for user in users[1:]:
        match = match_join(match=match, user=user)
    return Table(match, tuple(_session(seat.user) for seat in seats_of(match) if seat.user is not None))


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


@dataclass
class Lane:
    """What is recorded at one table after another: seconds of each action, bytes that all players received, and how
    often the site wanted a request again in a moment.
    """

    times: list[float]
    received: int = 0
    refused: int = 0

    async def patiently(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """Ask, and after a refusal ask again, as people do."""
        while True:
            try:
                return await ask()
            except OneMoment:
                self.refused += 1
                await asyncio.sleep(MOMENT)


async def _play_all(
    port: int, tables: Sequence[Table], parallel: int, what: str, seconds: float, watchers: int
) -> list[Lane]:
    end = time.perf_counter() + seconds
    lanes = [tables[lane::parallel] for lane in range(parallel)]
    return await asyncio.gather(*(_play_lane(port, lane, end, what, watchers) for lane in lanes))


async def _play_lane(port: int, tables: Sequence[Table], end: float, what: str, watchers: int) -> Lane:
    lane = Lane([])
    play = {"told": _told, "shown": _shown}[what]
    for table in tables:
        if lane.times and time.perf_counter() > end:
            break
        pages = [Page(port, table.match.code, session, boards=what == "shown") for session in table.sessions]
        watching = [Page(port, table.match.code, "", boards=True) for _ in range(watchers)]
        for page in (*pages, *watching):
            await page.__aenter__()
        try:
            async for seconds in play(lane, table.match, pages, watching, Random(1), end):
                lane.times.append(seconds)
        finally:
            for page in (*pages, *watching):
                await page.__aexit__()
        lane.received += sum(page.bytes for page in pages)
    return lane


async def _told(
    lane: Lane, match: Match, pages: Sequence[Page], watching: Sequence[Page], chance: Random, end: float
) -> AsyncIterator[float]:
    """Play at random until the match is over or time is up: seconds from each action to all players' messages."""
    game, state, ply = game_of(match), state_of(match), match.ply
    while (mover := game.to_move(state)) is not None:
        action = chance.choice(game.legal_actions(state))
        started = time.perf_counter()
        await lane.patiently(partial(pages[mover].play_blindly, str(action), ply))
        await asyncio.gather(*(page.hear(ply + 1) for page in (*pages, *watching)))
        yield time.perf_counter() - started
        if time.perf_counter() > end:
            return
        state, ply = game.apply(state, action), ply + 1
        while len(legal := game.legal_actions(state)) == 1:
            state, ply = game.apply(state, legal[0]), ply + 1


async def _shown(
    lane: Lane, match: Match, pages: Sequence[Page], watching: Sequence[Page], chance: Random, end: float
) -> AsyncIterator[float]:
    """Play at random until the match is over or time is up: seconds from each action to all players' boards."""
    boards = {page: await lane.patiently(page.show) for page in pages}
    while (mover := next((page for page in pages if boards[page].actions), None)) is not None:
        started = time.perf_counter()
        action = chance.choice(boards[mover].actions)
        boards[mover] = await lane.patiently(partial(mover.play, action, boards[mover].ply))
        await asyncio.gather(*(_show(lane, page, boards, boards[mover].ply) for page in pages if page is not mover))
        await asyncio.gather(*(page.hear(boards[mover].ply) for page in watching))
        yield time.perf_counter() - started
        if time.perf_counter() > end:
            return


async def _show(lane: Lane, page: Page, boards: dict[Page, Board], ply: int) -> None:
    boards[page] = await lane.patiently(partial(page.news, ply))
