"""A running match as all see it who only watch: drawn once for all of them, and sent along with the news.

A hundred who watch would else fetch a hundred times what is the same. What they are sent is what the page gives to
somebody who is not signed in, and only of a match that is for anybody; everybody else is told the news and fetches the
page.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.zones import is_zone
from games.models import Match
from games.pages.match_parts import watched_context
from games.pages.patches import Pieces, numbered, patch
from games.selectors.access import Visitor, match_for

log = logging.getLogger(__name__)

MOST = 200
"""Drawings that are kept: each is asked for by everybody who watches, within a moment."""

NOBODY = Visitor(AnonymousUser())
_numbers = count()


@dataclass(frozen=True, slots=True)
class Look:
    """All on which the page of a match depends for somebody who watches it: language and time zone."""

    language: str
    zone: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is shown, and the messages that bring it to those who have nothing yet or another drawing."""

    text: str
    pieces: Pieces
    number: int = field(default_factory=lambda: next(_numbers))
    packed: dict[int | None, bytes] = field(default_factory=dict)

    def message(self, news: dict[str, Any], before: Drawing | None) -> bytes:
        """The news with what is shown, packed; what the page has from the drawing `before` is left out."""
        known = None if before is None else before.number
        if known not in self.packed:
            html = self.text if before is None else patch(self.text, self.pieces, before.pieces)
            self.packed[known] = gzip.compress(json.dumps(news | {"html": html}).encode(), 6, mtime=0)
        return self.packed[known]


class Drawings:
    """What a process has drawn for those who watch, and what is being drawn."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, Look], Drawing] = OrderedDict()
        self._begun: dict[tuple[str, int, Look], asyncio.Task[Drawing | None]] = {}

    def look(self, query: bytes, match: Match, visitor: Visitor) -> Look | None:
        """How the page of `visitor` looks, if it asks to be sent drawings by its socket and they are for it: a
        started match has the seats that it has. One query.
        """
        asked = parse_qs(query.decode("latin-1"))
        look = Look(asked.get("boards", [""])[0], asked.get("zone", [""])[0])
        if look.language not in dict(settings.LANGUAGES) or not _is_public(match):
            return None
        sits = visitor.user_id is not None and match.seats.filter(user_id=visitor.user_id).exists()
        return None if sits else Look(look.language, look.zone if is_zone(look.zone) else "")

    async def drawing(self, code: str, ply: int, look: Look) -> Drawing | None:
        """The match after the news of `ply`. None where it is not to be sent: then the page fetches what it may see."""
        key = code, ply, look
        if key in self._kept:
            return self._kept[key]
        if key not in self._begun:
            self._begun[key] = asyncio.ensure_future(self._draw(key))
            self._begun[key].add_done_callback(lambda _task: self._begun.pop(key))
        return await asyncio.shield(self._begun[key])

    async def _draw(self, key: tuple[str, int, Look]) -> Drawing | None:
        code, _ply, look = key
        try:
            text = await database_sync_to_async(_drawn)(code, look)
        except Match.DoesNotExist:
            return None
        except Exception:  # the page asks for itself, and is told what is wrong
            log.exception("match %s was not drawn for those who watch", code)
            return None
        if text is None:
            return None
        self._kept[key] = Drawing(text, numbered(text))
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return self._kept[key]


def _is_public(match: Match) -> bool:
    """Whether a match is shown to all who watch in one way. One that is over shows who plays it again, an exhibition
    its host's buttons.
    """
    return match.status == Match.Status.RUNNING and match.access == Match.Access.ANYBODY and not match.exhibition


def _drawn(code: str, look: Look) -> str | None:
    """The `#match` of somebody who is not signed in. Raises Match.DoesNotExist."""
    match = match_for(NOBODY, code)
    if not _is_public(match):
        return None
    request = HttpRequest()
    request.user, request.htmx = NOBODY.user, True  # type: ignore[attr-defined]
    with translation.override(look.language), timezone.override(look.zone or None):
        return render_to_string("games/match_body.html", watched_context(match, NOBODY), request)
