"""A player of boardgame.io without a screen: Socket.IO's frames on the client library that is also used for our site.

The few frames needed are written by hand: a full Socket.IO client would take more of the shared processors, and its
cost would look like the server's.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

NAMESPACE = "/cards,"
CONNECT, EVENT, PING, PONG = "40", "42", "2", "3"
PATIENCE = 60
"""Seconds to wait for a state."""


class Player:
    """One player of one match. Use as an asynchronous context manager; inside it, `state` is the last one pushed."""

    def __init__(self, port: int, match: str, seat: str, credentials: str) -> None:
        self.bytes = 0
        """Bytes received since the match was opened."""
        self.state: dict[str, Any] = {"_stateID": -1}
        self._address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self._origin = Origin(f"http://127.0.0.1:{port}")
        self._match, self._seat, self._credentials = match, seat, credentials
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._socket = await connect(self._address, origin=self._origin, compression=None)
        await self._socket.recv()
        await self._socket.send(CONNECT + NAMESPACE)
        await self._socket.recv()
        self._listener = asyncio.create_task(self._listen(self._socket))
        await self._emit("sync", self._match, self._seat, self._credentials)
        await self.hear(0)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._socket.close()

    @property
    def ply(self) -> int:
        """The number of actions played."""
        return self.state["_stateID"]

    @property
    def legal(self) -> list[tuple[str, int]]:
        """The actions that this player may play now, according to the state that they see."""
        state = self.state["G"]
        if self.state["ctx"].get("gameover") or self.state["ctx"]["currentPlayer"] != self._seat:
            return []
        if state["hasLaid"]:
            return [("take", number) for number, column in enumerate(state["columns"]) if column]
        return [("lay", card) for card in state["hand"]]

    async def play(self, action: tuple[str, int]) -> None:
        """Send an action."""
        move, argument = action
        payload = {"type": move, "args": [argument], "playerID": self._seat, "credentials": self._credentials}
        await self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.ply, self._match, self._seat)

    async def hear(self, ply: int) -> None:
        """Wait for the state after `ply` actions."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: self.ply >= ply)

    async def _emit(self, *event: object) -> None:
        await self._socket.send(EVENT + NAMESPACE + json.dumps(event))

    async def _listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            assert isinstance(message, str)
            self.bytes += len(message)
            if message == PING:
                await socket.send(PONG)
            elif message.startswith(EVENT):
                await self._take(*json.loads(message.removeprefix(EVENT + NAMESPACE)))

    async def _take(self, event: str, *arguments: Any) -> None:
        if event not in ("sync", "update"):
            return
        state = arguments[1]["state"] if event == "sync" else arguments[1]
        async with self._news:
            self.state = state
            self._news.notify_all()
