"""Plays parallel matches of boardgame.io and times them, as `tests.bench.playing` does on our site."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random

from tests.bench.measured import Measured
from tests.bench.peers.player import Player
from tests.bench.peers.server import Peer
from tests.bench.processes import site_cpu

LEAST_MATCHES = 10
"""The fewest matches: when one ends before time is up, the next one continues."""

Match = tuple[str, tuple[str, str]]


def measure(peer: Peer, store: str, parallel: int, seconds: float) -> Measured:
    """Play `parallel` matches at once for about `seconds`: each action until both players have the new state."""
    matches = [peer.match() for _number in range(max(parallel, LEAST_MATCHES))]
    started, cpu = time.perf_counter(), site_cpu(peer.command)
    lanes = asyncio.run(_play_all(peer.port, matches, parallel, seconds))
    taken, used = time.perf_counter() - started, site_cpu(peer.command) - cpu
    times = sorted(seconds for lane in lanes for seconds in lane.times)
    stored = peer.has_stored({match: ply for lane in lanes for match, ply in lane.played.items()})
    received = sum(lane.received for lane in lanes)
    return Measured("pushed", f"boardgame.io {store}", 2, parallel, times, taken, used, received, stored)


@dataclass
class Lane:
    """What is recorded in one match after another: seconds of each action, bytes of both players, actions played."""

    times: list[float] = field(default_factory=list)
    received: int = 0
    played: dict[str, int] = field(default_factory=dict)


async def _play_all(port: int, matches: Sequence[Match], parallel: int, seconds: float) -> list[Lane]:
    end = time.perf_counter() + seconds
    return await asyncio.gather(*(_play_lane(port, matches[lane::parallel], end) for lane in range(parallel)))


async def _play_lane(port: int, matches: Sequence[Match], end: float) -> Lane:
    lane = Lane()
    for match, credentials in matches:
        if lane.times and time.perf_counter() > end:
            break
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(Player(port, match, str(seat), proof))
                for seat, proof in enumerate(credentials)
            ]
            await _play(players, lane, end)
        lane.received += sum(player.bytes for player in players)
        lane.played[match] = players[0].ply
    return lane


async def _play(players: Sequence[Player], lane: Lane, end: float) -> None:
    """Play at random until the match is over or time is up."""
    chance = Random(1)
    while mover := next((player for player in players if player.legal), None):
        action, ply = chance.choice(mover.legal), mover.ply + 1
        started = time.perf_counter()
        await mover.play(action)
        await asyncio.gather(*(player.hear(ply) for player in players))
        lane.times.append(time.perf_counter() - started)
        if time.perf_counter() > end:
            return
