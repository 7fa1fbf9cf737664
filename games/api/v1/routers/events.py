"""Streams of events: yours, and those of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.http import HttpResponse
from django.utils import timezone
from ninja import Header, Router

from accounts.presence import came_by
from common.people import person_group
from games.api.v1 import news, schemas
from games.api.v1.caller import ApiRequest, acting, match_of
from games.api.v1.streams import NDJSON, SSE, News, Stream, Ticket, form_of, ticket_for
from games.selectors.access import Visitor, still_overseeing, visitor_of_session
from games.services.live.broadcast import match_group, stream_group, user_group

router = Router(tags=["streams"])

LAST: Any = Header("", alias="Last-Event-ID", description="The `id` of the last event you have seen.")  # type: ignore[type-arg]

Reading = Callable[[Any], News]


def _said(kinds: str) -> dict[str, Any]:
    lines = {"schema": {"type": "string"}, "example": kinds}
    return {"responses": {200: {"description": "A line for each event.", "content": {NDJSON: lines, SSE: lines}}}}


@router.get(
    "events",
    url_name="events",
    response={200: None},
    openapi_extra=_said('{"id":"7","type":"turn","match":"k3v7q2wd","game":"maya","seat":0,"ply":12,"name":null}'),
)
def events(request: ApiRequest, last: str = LAST, after: schemas.shared.Short = "") -> HttpResponse:
    """Your news: turns, starts and ends of matches, invitations, chat. NDJSON, or SSE if `Accept` asks for it."""
    user, ticket = acting(request), _ticket(request)
    first = news.of_person(user, last or after)

    def read(mark: Any) -> News:
        visitor = _visitor(request)
        if not _is_let_in(visitor, user.pk):
            return News([], mark, over=True)
        return news.since(user, mark)

    return _stream(request, ticket, first, read, (user_group(user.pk), stream_group(user.pk)))


@router.get(
    "matches/{code}/events",
    url_name="match_events",
    response={200: None},
    openapi_extra=_said('{"id":"13-0","type":"entry","ply":12,"step":12,"kind":"play","seat":0,"action":"…"}'),
)
def match_events(request: ApiRequest, code: str, last: str = LAST, after: schemas.shared.Short = "") -> HttpResponse:
    """Every change of a match as your seat sees it, until it ends. NDJSON, or SSE if `Accept` asks for it."""
    ticket, match = _ticket(request), match_of(request, code)
    mark = news.mark_of(match, last or after)
    first, user_id = news.of_match(match, request.visitor, mark), request.visitor.user_id
    if first.over and mark is not None and not news.is_new(first):
        return HttpResponse(status=204)  # so that browsers don't reconnect

    def read(mark: Any) -> News:
        visitor = _visitor(request)
        if not _is_let_in(visitor, user_id):
            return News([], mark, over=True)
        return news.next_of_match(code, visitor, mark)

    return _stream(request, ticket, first, read, (match_group(code),))


def _ticket(request: ApiRequest) -> Ticket:
    return ticket_for(request, user_id=request.visitor.user_id, token=request.token)


def _stream(request: ApiRequest, ticket: Ticket, first: News, read: Reading, groups: Iterable[str]) -> HttpResponse:
    user_id = request.visitor.user_id
    own = () if user_id is None else (person_group(user_id),)

    def read_here(mark: Any) -> News:
        if user_id is not None:
            came_by(user_id)
        return read(mark)

    if user_id is not None:
        came_by(user_id)
    stream: HttpResponse = cast(
        Any, Stream(first=first, read=read_here, groups=(*groups, *own), ticket=ticket, form=form_of(request))
    )
    return stream  # ninja passes on whatever is a response


def _visitor(request: ApiRequest) -> Visitor:
    """The current visitor of a stream: with a cookie from the session, otherwise the owner of the token.

    The guard of the streams ends those of invalid tokens. Moderators who oversee matches are checked again here, since
    they may no longer be one.
    """
    if request.scopes is None:
        return visitor_of_session(request.session.session_key)
    return still_overseeing(request.visitor) if request.visitor.oversees else request.visitor


def _is_let_in(visitor: Visitor, user_id: int | None) -> bool:
    """Whether the visitor is still the user who opened the stream, and not banned."""
    user = visitor.user
    return visitor.user_id == user_id and not (user.is_authenticated and user.is_banned(timezone.now()))
