"""Live news for open pages: which match has changed, and where it is their reader's turn."""

import asyncio
from contextlib import suppress
from random import uniform
from typing import Any, Protocol

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django import db
from django.conf import settings
from django.utils import timezone

from common import metrics
from common.limits import sources_of
from common.openings import Openings
from common.people import person_group
from games.models import Match
from games.selectors.access import Visitor, match_for, visitor_of_scope
from games.services.live.broadcast import match_group, user_group

NOT_FOUND = 4404
NOT_LOGGED_IN = 4401
BANNED = 4403
TOO_MANY = 4429
"""Close codes of sockets that are refused."""

JUST_BANNED = 4410
"""Close code for a socket that was already open: the page should reload, and the reloaded page says why."""

SESSION_ENDED = 4411
"""Close code for a socket whose session has just ended: the page should try again, with its current session if any."""

MOST_OF_A_PERSON = 30
"""Maximum open sockets of one person, or one browser session, per web process; a page uses two."""

MOST_OF_AN_ADDRESS = 200
"""Maximum open sockets of one address per web process (an IPv6 /64 counts as one): it may be a whole school. All IPv6
networks of one owner may have 16 times as many.
"""

_open = Openings()
"""Counts the open sockets of this process by person, session and address."""

AGAIN = 300.0
"""Approximate seconds between checks of whether an open socket may still listen."""

Groups = tuple[str, ...]


def takers_of(scope: dict[str, Any]) -> dict[str, int]:
    """The keys under which a socket is counted, with the limit for each: its session or its person, its address, and
    all IPv6 networks of its owner.
    """
    takers = {}
    user, session = scope["user"], scope["session"].session_key
    if user.is_authenticated:
        takers[f"person {user.pk}"] = MOST_OF_A_PERSON
    elif session:
        takers[f"session {session}"] = MOST_OF_A_PERSON
    sources = sources_of(address_of(scope))
    return takers | {f"address {source}": times * MOST_OF_AN_ADDRESS for source, times in sources.items()}


def address_of(scope: dict[str, Any]) -> str:
    """The IP address that opened a socket, as seen by the last trusted proxy; "" if unknown."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    seen = [part.strip() for part in ",".join(forwarded).split(",")]
    if proxies and len(seen) >= proxies and seen[-proxies]:
        return seen[-proxies]
    return str((scope.get("client") or [""])[0])


class NewsConsumer(AsyncJsonWebsocketConsumer):
    """A send-only socket: what a browser sends is ignored. It is closed with `refusal` once it may no longer listen.

    A page checks its rights on every request; a socket would keep those it had when it was opened, even after its user
    logged out elsewhere or closed their account.
    """

    refusal = NOT_FOUND
    heard: Groups = ()
    """The channel-layer groups this socket has joined."""
    guard: asyncio.Task[None] | None = None

    counted: tuple[str, ...] = ()
    """The keys under which this socket is counted."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Serve the socket until it is gone, for whatever reason; then stop counting it.

        A browser that leaves while news is being sent ends this with an exception, and without `disconnect`.
        """
        try:
            with metrics.open_socket(type(self).__name__):
                return await super().__call__(scope, receive, send)
        finally:
            _open.remove(self.counted)
            await self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler for `message` directly. Channels' own dispatch would first switch to a thread to close old
        database connections, for each piece of news on each socket. Handlers here that query the database manage their
        own connection.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        takers = takers_of(self.scope)
        if not _open.have_room(takers):
            await self.accept()
            await self.close(TOO_MANY)
            return
        self.counted = tuple(takers)
        _open.add(self.counted)
        self.heard, refusal = await self.heard_now()
        for name in self.heard:
            await self.channel_layer.group_add(name, self.channel_name)
        # Accept even a socket that is closed at once with a code, so that the browser can tell a refusal from a lost
        # connection.
        await self.accept()
        if self.heard:
            self.guard = asyncio.create_task(self.keep_asking())
        else:
            await self.close(refusal)

    @database_sync_to_async
    def heard_now(self) -> tuple[Groups, int]:
        """The groups whose news the visitor may hear now, and the close code to use if there are none."""
        visitor = visitor_of_scope(self.scope)
        user, group = visitor.user, self.group_of(visitor)
        if group is None or not user.is_authenticated:
            return (() if group is None else (group,)), self.refusal
        if user.is_banned(timezone.now()):
            return (), BANNED
        return (group, person_group(user.pk)), self.refusal

    def group_of(self, visitor: Visitor) -> str | None:
        """The group whose news `visitor` may hear at this address, or None."""
        return None

    async def keep_asking(self) -> None:
        """Close the socket as soon as its visitor may no longer hear this news."""
        heard, refusal = self.heard, self.refusal
        while heard == self.heard:
            await asyncio.sleep(AGAIN * uniform(0.8, 1.2))  # after a restart all sockets were opened at the same moment
            with suppress(db.Error):  # the database is briefly away: check again next time
                heard, refusal = await self.heard_now()
        await self.close(refusal)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore anything sent here: actions go through the pages' forms."""

    async def disconnect(self, code: int) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Stop hearing news. Doing it again changes nothing."""
        if self.guard is not None:
            self.guard.cancel()
        heard, self.heard = self.heard, ()
        for name in heard:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def person_banned(self, event: dict[str, Any]) -> None:
        await self.close(JUST_BANNED)

    async def sessions_changed(self, event: dict[str, Any]) -> None:
        """Close the socket if its session is among those that have ended, or if that cannot be determined."""
        heard: Groups = ()
        with suppress(db.Error):
            heard, _refusal = await self.heard_now()
        if heard != self.heard:
            await self.close(SESSION_ENDED)


class NoConsumer(NewsConsumer):
    """Any other address: refused in the same way as a match that does not exist."""


class LiveBoards(Protocol):
    """Draws matches for the pages that show them (see `games.pages.match.live_boards`)."""

    def audience(self, scope: dict[str, Any], match: Match, visitor: Visitor) -> Any:
        """The audience of the page that opens a socket; None if it has to fetch the match itself."""

    async def board(self, code: str, ply: int, audience: Any) -> Any:
        """The match as drawn after the news of `ply`, or None; its `message` packs the news together with the board."""


class MatchConsumer(NewsConsumer):
    """`/ws/match/<code>/`: tells those who may see a match that it has changed.

    A page that asks for it gets the board together with the news, as one compressed message. The person who acted gets
    only the news that the match has changed: the response to their own request shows it.
    """

    audience: Any = None
    shown: Any = None
    """The last board sent through this socket."""

    def group_of(self, visitor: Visitor) -> str | None:
        try:
            match = match_for(visitor, self.scope["url_route"]["kwargs"]["code"])
        except Match.DoesNotExist:
            return None
        self.audience = self.live_boards.audience(self.scope, match, visitor)
        return match_group(match.code)

    async def match_changed(self, event: dict[str, Any]) -> None:
        news = {"type": "match.changed", "match": event["match"], "ply": event["ply"]}
        board = None
        if self.audience is not None and not self._has_seen(event):
            board = await self.live_boards.board(event["match"], event["ply"], self.audience)
        if board is None:
            await self.send_json(news)
            return
        await self.send(bytes_data=board.message(news, self.shown))
        self.shown = board.shown

    def _has_seen(self, event: dict[str, Any]) -> bool:
        """Whether the page already shows the change: its own person acted, or it has been sent a later board."""
        sitter = self.audience.sitter
        is_own = sitter is not None and sitter.user_id == event.get("by")
        return is_own or (self.shown is not None and self.shown.ply > event["ply"])

    @property
    def live_boards(self) -> LiveBoards:
        """The service that draws boards for open pages; it comes in the scope since pages and sockets do not import
        each other.
        """
        live_boards: LiveBoards = self.scope["live_boards"]
        return live_boards

    async def chat_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"type": "chat.changed", "match": event["match"]})


class MeConsumer(NewsConsumer):
    """`/ws/me/`: tells a person which of their matches have changed and whether it is their turn there.

    It also delivers their notifications.
    """

    refusal = NOT_LOGGED_IN

    def group_of(self, visitor: Visitor) -> str | None:
        return None if visitor.user_id is None else user_group(visitor.user_id)

    async def turn_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({key: event[key] for key in ("type", "match", "ply", "yours")})

    async def notice_new(self, event: dict[str, Any]) -> None:
        await self.send_json({key: event[key] for key in ("type", "id", "kind", "title", "text", "url")})
