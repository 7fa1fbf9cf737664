"""Boards of running matches, sent to open pages along with the news, so that pages need not fetch them.

A player is sent the board of their own page. It is drawn after the same checks as for a page request: whether the
session is still valid and the match visible to them, and as whom they see it. Spectators of public matches
are sent what someone who is not logged in would see, drawn once for all pages with the same audience. Everyone else
is sent just the news and fetches the page.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.zones import alike, is_zone
from common.closing_up import closed_up, closes_up
from games.models import Match
from games.pages.match.parts import sent_context
from games.pages.match.patches import Pieces, numbered, patch, pieces_of
from games.selectors.access import (
    Visitor,
    match_again,
    match_for,
    own_seat,
    seats_kept,
    seats_of,
    visitor_of_session,
)
from games.selectors.position.timelines import Unreadable

log = logging.getLogger(__name__)

MOST = 200
"""How many boards are cached: all pages with the same audience ask for one within a moment."""

MOST_AUDIENCES, MOST_AUDIENCES_OF_A_SITTER = 8, 4
"""For how many audiences (with different languages and time zones) a match is drawn after one action: for all
spectators together, and for each person at the table. All other pages fetch the board.
"""

FRESH = 1.0
"""Seconds for which the rows read for one board also serve the others of the same action."""

MOST_ROWS = 50
"""How many matches with their seats are kept for that long."""

PIECES = "pieces"
"""The parameter by which a page asks for boards, in its language. The name stands for how texts are cut (`patches`)."""

SECRET = re.compile(r"[A-Za-z0-9]{32}")
"""The format of the CSRF cookie."""

STRANGER = Visitor(AnonymousUser())
"""Someone who is not logged in and has no invitation: what they see, every spectator sees."""

_numbers = count()


@dataclass(frozen=True, slots=True)
class Sitter:
    """Someone at the table, identified by their browser: its session, and its CSRF secret."""

    user_id: int
    session: str = field(repr=False)
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Audience:
    """Everything a match's board depends on: language, time zone, and who sits there; None for all spectators."""

    language: str
    zone: str
    sitter: Sitter | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The board that a page has been sent: enough to omit its parts from the next message."""

    number: int
    ply: int
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A board, with the messages that bring it to pages that have nothing yet or an earlier one."""

    pieces: list[str]
    shown: Shown
    packed: dict[int | None, bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, ply: int) -> LiveBoard:
        """The board of a match whose log has `ply` entries."""
        pieces = pieces_of(text)
        return cls(pieces, Shown(next(_numbers), ply, numbered(pieces)))

    @property
    def text(self) -> str:
        """The whole board."""
        return "".join(self.pieces)

    def message(self, news: dict[str, Any], before: Shown | None) -> bytes:
        """The news packed with the board, omitting what the page already has from `before`."""
        known = None if before is None else before.number
        if known not in self.packed:
            html = self.text if before is None else patch(self.pieces, self.shown.pieces, before.pieces)
            news = news | {"ply": self.shown.ply, "html": html}
            self.packed[known] = gzip.compress(json.dumps(news, ensure_ascii=False).encode(), 5, mtime=0)
        return self.packed[known]


class Rows:
    """The matches whose boards are being drawn, with their seats: read once for all who are shown the same action."""

    def __init__(self) -> None:
        self._read: OrderedDict[tuple[str, int], tuple[float, Match]] = OrderedDict()
        self._lock = Lock()

    def match(self, code: str, ply: int, visitor: Visitor) -> Match:
        """The match after the news of `ply`. Raises Match.DoesNotExist if `visitor` may not see it."""
        with self._lock:
            began, match = self._read.get((code, ply), (0.0, None))
            if match is not None and time.monotonic() - began < FRESH:
                return match_again(visitor, match)
            began, match = time.monotonic(), match_for(visitor, code)
            seats_kept(match)
            self._read[code, ply] = began, match
            while len(self._read) > MOST_ROWS:
                self._read.popitem(last=False)
        return match


class LiveBoards:
    """The boards of one process: finished, and under way."""

    def __init__(self) -> None:
        self._rows = Rows()
        self._kept: OrderedDict[tuple[str, int, Audience], LiveBoard] = OrderedDict()
        self._begun: dict[tuple[str, int, Audience], asyncio.Task[LiveBoard | None]] = {}
        self._audiences: OrderedDict[tuple[str, int, int | None], set[Audience]] = OrderedDict()
        """The audiences drawn for after an action, for spectators and for each person at the table."""

    def audience(self, scope: dict[str, Any], match: Match, visitor: Visitor) -> Audience | None:
        """The audience of the page that opens a socket; None if it does not ask for boards or may not be sent them.

        It is fixed here, as the seats of a started match do not change. One query.
        """
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        language, zone = asked.get(PIECES, [""])[0], asked.get("zone", [""])[0]
        if language not in dict(settings.LANGUAGES):
            return None
        zone = zone if is_zone(zone) else ""
        if own_seat(seats_of(match), visitor.user_id) is None:
            return Audience(language, zone) if _is_public(match) else None
        session, token = scope["session"].session_key, scope["cookies"].get(settings.CSRF_COOKIE_NAME, "")
        if not (_is_sent(match) and session and SECRET.fullmatch(token) and visitor.user_id):
            return None
        return Audience(language, zone, Sitter(visitor.user_id, session, token))

    async def board(self, code: str, ply: int, audience: Audience) -> LiveBoard | None:
        """The match after the news of `ply`; None if it must not be sent, so that the page fetches what it may see."""
        audience = replace(audience, zone=alike(audience.zone, timezone.now()))
        if not self._is_one_of_few(code, ply, audience):
            return None
        key = code, ply, audience
        if key in self._kept:
            return self._kept[key]
        if key not in self._begun:
            self._begun[key] = asyncio.ensure_future(self._draw(key))
            self._begun[key].add_done_callback(lambda _task: self._begun.pop(key))
        return await asyncio.shield(self._begun[key])

    def _is_one_of_few(self, code: str, ply: int, audience: Audience) -> bool:
        """Whether the match is drawn for this audience after this action already, or may still be."""
        sitter = None if audience.sitter is None else audience.sitter.user_id
        audiences = self._audiences.setdefault((code, ply, sitter), set())
        if audience in audiences:
            return True
        if len(audiences) >= (MOST_AUDIENCES if sitter is None else MOST_AUDIENCES_OF_A_SITTER):
            return False
        audiences.add(audience)
        while len(self._audiences) > MOST:
            self._audiences.popitem(last=False)
        return True

    async def _draw(self, key: tuple[str, int, Audience]) -> LiveBoard | None:
        code, ply, audience = key
        try:
            board = await database_sync_to_async(_drawn)(partial(self._rows.match, code, ply), audience)
        except (Match.DoesNotExist, Unreadable):
            return None
        except Exception:  # the page then fetches it itself, and is told what is wrong
            log.exception("match %s was not drawn for an open page", code)
            return None
        if board is None:
            return None
        self._kept[key] = board
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return board


def _is_sent(match: Match) -> bool:
    """Whether boards of a match are sent at all. Not for a match that is over (its page shows rematches), for an
    exhibition (its host has buttons), or on one device (there is a curtain).
    """
    return match.status == Match.Status.RUNNING and not match.exhibition and not match.at_device


def _is_public(match: Match) -> bool:
    """Whether a match looks the same to all spectators."""
    return _is_sent(match) and match.access == Match.Access.ANYBODY


def _drawn(match_for_visitor: Callable[[Visitor], Match], audience: Audience) -> LiveBoard | None:
    """The `#match` that a page with this audience would fetch now; None if the page has to ask for itself. Raises
    Match.DoesNotExist, Unreadable.
    """
    sitter = audience.sitter
    visitor = STRANGER if sitter is None else visitor_of_session(sitter.session)
    match = match_for_visitor(visitor)
    request = HttpRequest()
    request.user, request.htmx = visitor.user, True  # type: ignore[attr-defined]
    if sitter is None:
        if not _is_public(match):
            return None
    elif _is_sitting(sitter, visitor, match):
        request.META["CSRF_COOKIE"] = sitter.token
    else:
        return None
    with translation.override(audience.language), timezone.override(audience.zone or None):
        html = render_to_string("games/match/body.html", sent_context(match, visitor), request, using="jinja2")
        text = closed_up(html) if closes_up() else html
    return LiveBoard.of(text, match.ply)


def _is_sitting(sitter: Sitter, visitor: Visitor, match: Match) -> bool:
    """Whether the session still belongs to someone who sits at this running match and is not banned."""
    user = visitor.user
    if not user.is_authenticated or user.pk != sitter.user_id or user.is_banned(timezone.now()):
        return False
    return _is_sent(match) and own_seat(seats_of(match), user.pk) is not None
