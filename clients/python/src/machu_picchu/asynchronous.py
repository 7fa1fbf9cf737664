"""The asyncio client. Requests run in threads, so it needs no other package; each stream has a thread of its own."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import aclosing, suppress
from functools import partial, wraps
from threading import Event as Flag
from threading import Thread
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from machu_picchu.client import Client
from machu_picchu.shapes import Event, Match
from machu_picchu.turns import Open

P = ParamSpec("P")
T = TypeVar("T")

MOST = 100
"""How many events a stream buffers before it waits for them to be consumed."""


def _awaited(
    method: Callable[Concatenate[Client, P], T],
) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    """The asynchronous version of a method of `Client`."""

    @wraps(method)
    async def awaited(self: AsyncClient, /, *args: P.args, **named: P.kwargs) -> T:
        return await self._in_thread(lambda client: method(client, *args, **named))

    return awaited


class AsyncClient:
    """Like `Client`, but you await its methods, and several calls may run at the same time."""

    def __init__(self, site: str, token: str = "", *, trust: ssl.SSLContext | None = None) -> None:
        self._new = partial(Client, site, token, trust=trust)
        self._idle = [self._new()]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_raised: object) -> None:
        await self.close()

    async def _in_thread(self, ask: Callable[[Client], T]) -> T:
        """Run `ask` in a thread, with a client of its own. Cancelling stops the wait, not the request."""
        client = self._idle.pop() if self._idle else self._new()

        def asked() -> T:
            try:
                return ask(client)
            finally:
                self._idle.append(client)

        return await asyncio.to_thread(asked)

    account, games, game = _awaited(Client.account), _awaited(Client.games), _awaited(Client.game)
    leaderboard, person, tables = _awaited(Client.leaderboard), _awaited(Client.person), _awaited(Client.tables)
    running, archive, open_table = _awaited(Client.running), _awaited(Client.archive), _awaited(Client.open_table)
    pair, join, leave = _awaited(Client.pair), _awaited(Client.join), _awaited(Client.leave)
    invite = _awaited(Client.invite)
    remove, rematch, decline = _awaited(Client.remove), _awaited(Client.rematch), _awaited(Client.decline)
    start, matches, match = _awaited(Client.start), _awaited(Client.matches), _awaited(Client.match)
    log, step, record = _awaited(Client.log), _awaited(Client.step), _awaited(Client.record)
    analysis, analyse, play = _awaited(Client.analysis), _awaited(Client.analyse), _awaited(Client.play)
    undo = _awaited(Client.undo)
    resign, hint, plan = _awaited(Client.resign), _awaited(Client.hint), _awaited(Client.plan)
    keep_plan, orders, agree = _awaited(Client.keep_plan), _awaited(Client.orders), _awaited(Client.agree)
    disagree, take_win, decline_win = _awaited(Client.disagree), _awaited(Client.take_win), _awaited(Client.decline_win)
    chat = _awaited(Client.chat)
    exhibitions, start_exhibition = _awaited(Client.exhibitions), _awaited(Client.start_exhibition)
    end_exhibition, studies = _awaited(Client.end_exhibition), _awaited(Client.studies)
    open_study, delete_study = _awaited(Client.open_study), _awaited(Client.delete_study)
    play_on = _awaited(Client.play_on)
    say, cups, cup = _awaited(Client.say), _awaited(Client.cups), _awaited(Client.cup)
    enter_cup, leave_cup, ladders = _awaited(Client.enter_cup), _awaited(Client.leave_cup), _awaited(Client.ladders)
    ladder, challenge = _awaited(Client.ladder), _awaited(Client.challenge)
    answer_challenge, clubs, club = _awaited(Client.answer_challenge), _awaited(Client.clubs), _awaited(Client.club)
    join_club, leave_club, deals = _awaited(Client.join_club), _awaited(Client.leave_club), _awaited(Client.deals)
    deal, send_deal, begin_deal = _awaited(Client.deal), _awaited(Client.send_deal), _awaited(Client.begin_deal)
    daily, daily_deal, begin_daily = _awaited(Client.daily), _awaited(Client.daily_deal), _awaited(Client.begin_daily)
    puzzles, puzzle, answer_puzzle = _awaited(Client.puzzles), _awaited(Client.puzzle), _awaited(Client.answer_puzzle)
    read, send = _awaited(Client.read), _awaited(Client.send)
    _to_decide = _awaited(Client._to_decide)

    def events(self, last: str = "") -> AsyncGenerator[Event, None]:
        """What happens to you after event `last`, each event exactly once."""
        return _pumped(lambda stop: self._new().events(last, stop))

    def match_events(self, code: str, last: str = "") -> AsyncGenerator[Event, None]:
        """Every change of a match as your seat sees it, until the match ends."""
        return _pumped(lambda stop: self._new().match_events(code, last, stop))

    async def turns(self) -> AsyncGenerator[Match, None]:
        """A match each time you have to decide in it. Play before you ask for the next one; a match in which you could
        not comes again a little later.
        """
        waiting = Open()
        async with aclosing(_pumped(lambda stop: self._new()._lines("events", "", stop))) as lines:
            async for event in lines:
                for code in waiting.after(event):
                    ply = -1
                    while (match := await self._to_decide(code, waiting)) is not None and match["ply"] != ply:
                        yield match
                        ply = match["ply"]
                    if match is not None:
                        waiting.put_off(code)

    async def close(self) -> None:
        """Close the connections kept open for requests."""
        while self._idle:
            self._idle.pop().close()


async def _pumped(stream: Callable[[Flag], Iterator[T]]) -> AsyncGenerator[T, None]:
    """The lines of a stream, read in a thread. Once nobody listens, it ends at the next line."""
    loop, stop, room = asyncio.get_running_loop(), Flag(), asyncio.Semaphore(MOST)
    lines: asyncio.Queue[tuple[T] | BaseException | None] = asyncio.Queue()

    def pump() -> None:
        end: BaseException | None = None
        try:
            for line in stream(stop):
                asyncio.run_coroutine_threadsafe(room.acquire(), loop).result()
                loop.call_soon_threadsafe(lines.put_nowait, (line,))
        except Exception as error:
            end = error
        with suppress(RuntimeError):  # the loop is closed: nothing is waiting
            loop.call_soon_threadsafe(lines.put_nowait, end)

    Thread(target=pump, daemon=True).start()
    try:
        while (found := await lines.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            room.release()
            yield found[0]
    finally:
        stop.set()
        room.release()
