"""Parallel two-seat matches on the running site: how many actions a second are stored and delivered to both players.

Measured twice, each time from sending the action: until it is stored and both players have the message on their
sockets; and until, after that, both have the new board too, drawn by the server, as the pages show it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from random import Random

from django.db import connection
from django.test import Client

from accounts.models import User
from games.models import Action, Match
from games.selectors.access import seats_of
from games.selectors.engines import game_of, state_of
from games.services.matches import match_create, match_join
from tests.bench.client import Page

Pages = tuple[Page, Page]
Play = Callable[[Match, Pages, Random, float], AsyncIterator[float]]
"""Plays a match on the pages of its seats until the given moment, one action at least; yields the seconds of each."""


@dataclass(frozen=True)
class Table:
    """A running match, and for each seat the session of its player's browser."""

    match: Match
    sessions: tuple[str, str]


@dataclass(frozen=True)
class Measured:
    """What came out: seconds per action in order, over how many seconds, and whether the database holds them all."""

    times: list[float]
    seconds: float
    stored: bool

    def __str__(self) -> str:
        middle, slow = (self.times[int(len(self.times) * share)] * 1000 for share in (0.5, 0.95))
        kept = "all stored" if self.stored else "NOT ALL STORED"
        return f"{len(self.times) / self.seconds:6.1f} actions/s, p50 {middle:.0f} ms, p95 {slow:.0f} ms ({kept})"


def measure(port: int, parallel: int, play: Play, seconds: float) -> Measured:
    """Play at so many tables at once for about so long."""
    tables = [_table(number) for number in range(max(parallel, 10))]
    connection.close()
    started = time.perf_counter()
    times, played = asyncio.run(_play_all(port, tables, parallel, play, seconds))
    taken = time.perf_counter() - started
    stored = Action.objects.filter(match__in=[table.match for table in tables], source=Action.Source.PERSON).count()
    return Measured(sorted(times), taken, stored == played)


def _table(number: int) -> Table:
    stamp = time.time_ns()
    users = [User.objects.create_user(f"bench-{stamp}-{number}-{seat}") for seat in range(2)]
    match = match_join(match=match_create(host=users[0], game="rapa_nui", others=[None]), user=users[1])
    one, two = (_session(seat.user) for seat in seats_of(match) if seat.user is not None)
    return Table(match, (one, two))


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


async def _play_all(
    port: int, tables: Sequence[Table], parallel: int, play: Play, seconds: float
) -> tuple[list[float], int]:
    end = time.perf_counter() + seconds
    lanes = [tables[lane::parallel] for lane in range(parallel)]
    results = await asyncio.gather(*(_play_lane(port, lane, end, play) for lane in lanes))
    times = [seconds for result in results for seconds in result]
    return times, len(times)


async def _play_lane(port: int, tables: Sequence[Table], end: float, play: Play) -> list[float]:
    times: list[float] = []
    for table in tables:
        if times and time.perf_counter() > end:
            break
        async with (
            Page(port, table.match.code, table.sessions[0]) as one,
            Page(port, table.match.code, table.sessions[1]) as two,
        ):
            times += [seconds async for seconds in play(table.match, (one, two), Random(1), end)]
    return times


async def told(match: Match, pages: Pages, chance: Random, end: float) -> AsyncIterator[float]:
    """Random actions until the match is over or time is up: stored, and both players have the message."""
    game, state, ply = game_of(match), state_of(match), match.ply
    while (mover := game.to_move(state)) is not None:
        action = chance.choice(game.legal_actions(state))
        started = time.perf_counter()
        await pages[mover].play_blindly(str(action), ply)
        await asyncio.gather(*(page.hear(ply + 1) for page in pages))
        yield time.perf_counter() - started
        if time.perf_counter() > end:
            return
        state, ply = game.apply(state, action), ply + 1
        while len(legal := game.legal_actions(state)) == 1:
            state, ply = game.apply(state, legal[0]), ply + 1


async def shown(match: Match, pages: Pages, chance: Random, end: float) -> AsyncIterator[float]:
    """Random actions until the match is over or time is up: stored, and both players have the new board."""
    boards = {page: await page.show() for page in pages}
    while (mover := next((page for page in pages if boards[page].actions), None)) is not None:
        (other,) = (page for page in pages if page is not mover)
        started = time.perf_counter()
        boards[mover] = await mover.play(chance.choice(boards[mover].actions), boards[mover].ply)
        await other.hear(boards[mover].ply)
        boards[other] = await other.show()
        yield time.perf_counter() - started
        if time.perf_counter() > end:
            return
