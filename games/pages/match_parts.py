"""What all views of a match share: whose match it is, the page itself, and what follows when something was done."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.once import begins
from games.engine.contract import IllegalAction
from games.models import Match
from games.pages import asked
from games.pages.boards import match_context, past_context, plan_context
from games.pages.hints import hint_context
from games.pages.htmx import HtmxRequest
from games.pages.patches import patched
from games.pages.talk import chat_context, is_quiet
from games.pages.waiting import waiting_context
from games.selectors.access import INVITATIONS, Visitor, match_for, visitor_of
from games.selectors.positions import NoSuchStep, Position, position
from games.selectors.rematches import playing_again
from games.services.refusals import PlanHasChanged, Refused, StalePly
from notices.services.seeing import match_seen

if TYPE_CHECKING:
    from accounts.models import User

LOG_LENGTH = 40
"""Log entries on the match page."""

MatchView = Callable[..., HttpResponse]


def with_match(view: MatchView) -> MatchView:
    """Give the view the match that `code` names and its visitor; 404 alike for unknown and not allowed."""

    @wraps(view)
    def of_code(request: HtmxRequest, code: str, **kwargs: Any) -> HttpResponse:
        visitor = visitor_of(request)
        try:
            return view(request, match_for(visitor, code), visitor, **kwargs)
        except Match.DoesNotExist:  # there is none, it is not for this visitor, or it was closed meanwhile
            raise Http404 from None

    return of_code


def of_match(view: MatchView) -> MatchView:
    """Like `with_match`, for pages that no browser keeps."""
    return never_cache(with_match(view))


def match_page(
    request: HtmxRequest,
    match: Match,
    visitor: Visitor,
    *,
    step: str = "",
    refusal: Exception | None = None,
    confirming: str = "",
    planning: bool = False,
) -> HttpResponse:
    """The whole page, or its `#match` element for htmx; with a note about what was refused or is to be confirmed.

    `planning` leaves open what may be planned.
    """
    is_stale = isinstance(refusal, StalePly | PlanHasChanged)
    note = {"note": str(refusal or ""), "is_stale": is_stale, "confirming": confirming}
    status = 200 if refusal is None else 409 if is_stale else 422
    talk = {} if request.htmx else chat_context(match, visitor)
    if match.status == Match.Status.OPEN:
        context = waiting_context(match, visitor) | {"invitation": request.build_absolute_uri(invitation(match))}
        template = "games/match_open.html#match" if request.htmx else "games/match_open.html"
        return render(request, template, context | talk | note, status=status)
    seen = position(match, visitor, limit=LOG_LENGTH)
    context = _past(seen, step) if step else _now(seen, planning=planning)
    context["is_quiet"] = is_quiet(seen.seats, visitor)
    context["address"] = request.build_absolute_uri(match.get_absolute_url())
    if context["mood"] == "done":
        context["again"] = playing_again(match, seen.seats, visitor)
    if not request.htmx:
        return render(request, "games/match.html", context | talk | note, status=status)
    response = render(request, "games/match_body.html", context | note, status=status)
    return patched(request, response, (match.code, visitor.user_id, request.session.session_key))


def watched_context(match: Match, nobody: Visitor) -> dict[str, Any]:
    """What `games/match_body.html` shows of a running match to somebody who only watches, and is not signed in."""
    seen = position(match, nobody, limit=LOG_LENGTH)
    return _now(seen, planning=False) | {"is_quiet": is_quiet(seen.seats, nobody)}


def _now(seen: Position, *, planning: bool) -> dict[str, Any]:
    """The page of the match as it stands."""
    return match_context(seen) | plan_context(seen, is_open=planning) | hint_context(seen)


def _past(seen: Position, step: str) -> dict[str, Any]:
    """The page looking back at a step; the page of now for the last one. 404 for a step that there is not."""
    try:
        number = asked.step(step)
    except NoSuchStep:
        raise Http404 from None
    if number > seen.last_step:
        raise Http404
    return match_context(seen) if number == seen.last_step else past_context(seen, number)


def match_after(
    request: HtmxRequest, match: Match, visitor: Visitor, act: Callable[[], Match], *, planning: bool = False
) -> HttpResponse:
    """Do `act`, then show the match: in place for htmx, by a redirect without it. A refusal shows the fresh match.

    `planning` leaves open what may be planned.
    """
    try:
        with begins(request) as begun:
            match = act()
            begun(_after(match, planning=planning))
    except (Refused, IllegalAction) as refusal:
        return match_refused(request, match, visitor, refusal, planning=planning)
    if request.htmx:
        if visitor.user_id is not None:
            match_seen(match=match, user_id=visitor.user_id)
        return match_page(request, match, visitor, planning=planning)
    return redirect(_after(match, planning=planning))


def _after(match: Match, *, planning: bool) -> str:
    return f"{match.get_absolute_url()}?plan=1#plan" if planning else match.get_absolute_url()


def match_refused(
    request: HtmxRequest, match: Match, visitor: Visitor, refusal: Exception, *, planning: bool = False
) -> HttpResponse:
    """The fresh match with the reason; the open tables when this one is gone."""
    try:
        fresh = match_for(visitor, match.code)
    except Match.DoesNotExist:
        messages.warning(request, str(refusal))
        return go_to(request, "tables")
    return match_page(request, fresh, visitor, refusal=refusal, planning=planning)


def go_to(request: HtmxRequest, name: str) -> HttpResponse:
    """Go to another page, with or without htmx."""
    response = redirect(name)
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": response["Location"]})
    assert isinstance(response, HttpResponseRedirect)
    return response


def invitation(match: Match) -> str:
    """The path of the link that lets its holder see the match and, while it gathers, join it."""
    return reverse("match_invite", args=[match.code, match.invite])


def remember(request: HtmxRequest, match: Match) -> None:
    """Remember in this browser that its holder has got the match's link or password."""
    known = request.session.get(INVITATIONS, [])
    if match.code not in known:
        request.session[INVITATIONS] = [*known, match.code]
        request.session.save()  # the next page needs it


def match_address(code: str, **_more: object) -> str:
    """Where the match that an address names is shown."""
    return reverse("match", args=[code])


def acting(visitor: Visitor) -> User:
    """Who acts. Raises Refused for somebody who is not signed in."""
    if not visitor.user.is_authenticated:
        raise Refused(_("You are not signed in, so you cannot act here."))
    return visitor.user


def posted_ply(text: str | None) -> int:
    """The posted ply; nonsense is like a page too old to act on."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 9:
        raise StalePly
    return int(text)
