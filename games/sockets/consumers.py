"""Live news: which match has changed, and where it is my turn. The pages then fetch what they show themselves."""

import asyncio
from collections import Counter
from contextlib import suppress
from random import uniform
from typing import Any, Protocol

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django import db
from django.conf import settings
from django.utils import timezone

from games.models import Match
from games.selectors.access import Visitor, match_for, visitor_of_scope
from games.services.tell import match_group, person_group, user_group
from machupicchu.limits import counted_as

NOT_FOUND = 4404
NOT_SIGNED_IN = 4401
BANNED = 4403
TOO_MANY = 4429
JUST_BANNED = 4410
"""Closes what was open: the page is to be loaded anew, and then says why."""

MOST_OF_A_PERSON = 30
"""Sockets that one person, or one browser session, has open at a web process: a page has two."""

MOST_OF_AN_ADDRESS = 200
"""Sockets from one address at a web process, of IPv6 from one /64: a school may be behind it."""

_open: Counter[str] = Counter()
"""How many sockets are open in this process, by whoever has opened them."""

AGAIN = 300.0
"""About so many seconds after opening, and each time again, it is asked whether a socket may still listen."""

Groups = tuple[str, ...]


def takers_of(scope: dict[str, Any]) -> dict[str, int]:
    """As whose a socket is counted, and how many each may have: its browser session, its person, its address."""
    takers = {}
    user, session = scope["user"], scope["session"].session_key
    if user.is_authenticated:
        takers[f"person {user.pk}"] = MOST_OF_A_PERSON
    elif session:
        takers[f"session {session}"] = MOST_OF_A_PERSON
    address = counted_as(address_of(scope))
    if address:
        takers[f"address {address}"] = MOST_OF_AN_ADDRESS
    return takers


def address_of(scope: dict[str, Any]) -> str:
    """The IP address from which a socket was opened, as the last trusted proxy saw it; "" where nobody knows."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    seen = [part.strip() for part in ",".join(told).split(",")]
    if proxies and len(seen) >= proxies and seen[-proxies]:
        return seen[-proxies]
    return str((scope.get("client") or [""])[0])


class NewsConsumer(AsyncJsonWebsocketConsumer):
    """A socket that only speaks: what a browser sends is not read. It is closed with `refusal` once it may not listen.

    A page asks for its rights with every request; a socket would keep those of the moment in which it was opened:
    after logging out elsewhere, or when the account is closed.
    """

    refusal = NOT_FOUND
    heard: Groups = ()
    """The groups whose news come here."""
    guard: asyncio.Task[None] | None = None

    counted: tuple[str, ...] = ()
    """As whose this socket is counted."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Listen until the socket is gone, however that comes; then it is counted no longer."""
        try:
            return await super().__call__(scope, receive, send)
        finally:
            _open.subtract(self.counted)
            for taker in self.counted:
                if not _open[taker]:
                    del _open[taker]

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Do what the message asks. Channels would first enter a thread, to close old database connections there: for
        each piece of news on each socket. What asks the database here looks after its connection itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        takers = takers_of(self.scope)
        if any(_open[taker] >= most for taker, most in takers.items()):
            await self.accept()
            await self.close(TOO_MANY)
            return
        self.counted = tuple(takers)
        _open.update(self.counted)
        self.heard, refusal = await self.heard_now()
        for name in self.heard:
            await self.channel_layer.group_add(name, self.channel_name)
        # Accepted also to be closed with a code, so that the browser can tell a refusal from a lost connection.
        await self.accept()
        if self.heard:
            self.guard = asyncio.create_task(self.keep_asking())
        else:
            await self.close(refusal)

    @database_sync_to_async
    def heard_now(self) -> tuple[Groups, int]:
        """The groups whose news the visitor may hear now; or none, and the code that says why."""
        visitor = visitor_of_scope(self.scope)
        user, group = visitor.user, self.group_of(visitor)
        if group is None or not user.is_authenticated:
            return (() if group is None else (group,)), self.refusal
        if user.is_banned(timezone.now()):
            return (), BANNED
        return (group, person_group(user.pk)), self.refusal

    def group_of(self, visitor: Visitor) -> str | None:
        """The group whose news `visitor` may hear at this address; None for none."""
        return None

    async def keep_asking(self) -> None:
        """Close the socket when its visitor may hear these news no longer."""
        heard, refusal = self.heard, self.refusal
        while heard == self.heard:
            await asyncio.sleep(AGAIN * uniform(0.8, 1.2))  # after a restart all sockets were opened at the same moment
            with suppress(db.Error):  # away for a moment: then the next time says it
                heard, refusal = await self.heard_now()
        await self.close(refusal)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Anything sent here is ignored: actions go through the pages' forms."""

    async def disconnect(self, code: int) -> None:
        if self.guard is not None:
            self.guard.cancel()
        for name in self.heard:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def person_banned(self, event: dict[str, Any]) -> None:
        await self.close(JUST_BANNED)


class NoConsumer(NewsConsumer):
    """Every other address: refused like a match that there is not."""


class Drawings(Protocol):
    """Draws matches for those who only watch (see `games.pages.watched`)."""

    def look(self, query: bytes, match: Match, visitor: Visitor) -> Any:
        """How the page that opens a socket with this query looks; None for one that is to fetch the match itself."""

    async def drawing(self, code: str, ply: int, look: Any) -> Any:
        """The match after the news of `ply`, or None; its `message` is the news with it, packed."""


class MatchConsumer(NewsConsumer):
    """`/ws/match/<code>/`: says when the match has changed, to whoever may see it.

    A page that only watches, and asks for it, gets with the news what it is to show: a packed message.
    """

    look: Any = None
    shown: Any = None
    """The drawing that this socket has sent last."""

    def group_of(self, visitor: Visitor) -> str | None:
        try:
            match = match_for(visitor, self.scope["url_route"]["kwargs"]["code"])
        except Match.DoesNotExist:
            return None
        self.look = self.drawings.look(self.scope["query_string"], match, visitor)
        return match_group(match.code)

    async def match_changed(self, event: dict[str, Any]) -> None:
        news = {"type": "match.changed", "match": event["match"], "ply": event["ply"]}
        drawing = self.look and await self.drawings.drawing(event["match"], event["ply"], self.look)
        if drawing is None:
            await self.send_json(news)
            return
        await self.send(bytes_data=drawing.message(news, self.shown))
        self.shown = drawing

    @property
    def drawings(self) -> Drawings:
        """What draws for those who watch: pages and sockets do not know each other."""
        drawings: Drawings = self.scope["drawings"]
        return drawings

    async def chat_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"type": "chat.changed", "match": event["match"]})


class MeConsumer(NewsConsumer):
    """`/ws/me/`: says in which match of mine something has changed, whether it is my turn there, and other notices."""

    refusal = NOT_SIGNED_IN

    def group_of(self, visitor: Visitor) -> str | None:
        return None if visitor.user_id is None else user_group(visitor.user_id)

    async def turn_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({key: event[key] for key in ("type", "match", "ply", "yours")})

    async def notice_new(self, event: dict[str, Any]) -> None:
        await self.send_json({key: event[key] for key in ("type", "id", "kind", "title", "text", "url")})
