"""Shared by all views of a match: access to the match, rendering its page, and the response after an action."""

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

from accounts.idempotent import form_effects
from accounts.presence import came_by
from common.numbers import whole_number
from common.refusals import Refused
from common.sentences import in_one_language
from games.catalogue import LEAFLETS
from games.engine.contract import IllegalAction
from games.models import Match
from games.pages import params
from games.pages.boards import match_context, past_context, plan_context
from games.pages.boards.actions import actions_in_words
from games.pages.htmx import HtmxRequest
from games.pages.lobby.open_table import open_table_context
from games.pages.match.chat_context import chat_context, is_quiet
from games.pages.match.curtain import device_context
from games.pages.match.hints import hint_context
from games.pages.match.next_opponent import next_opponent_context
from games.pages.match.patches import patched
from games.pages.replay.analysis_context import progress_context
from games.selectors.access import (
    HAND,
    INVITATIONS,
    MOST_INVITATIONS,
    Visitor,
    holder_of,
    invitations_in,
    match_for,
    visitor_of,
)
from games.selectors.lobby.challenges import sending
from games.selectors.lobby.rematches import playing_again
from games.selectors.people.newcomers import is_shown_around
from games.selectors.position.positions import NoSuchStep, Position, position
from games.services.refusals import PlanHasChanged, StalePly
from notices.seeing import match_seen

if TYPE_CHECKING:
    from accounts.models import User

LOG_LENGTH = 40
"""Maximum log entries on the match page."""

MatchView = Callable[..., HttpResponse]


def with_match(view: MatchView, *, who: Callable[[HtmxRequest], Visitor] = visitor_of) -> MatchView:
    """Pass the view the match with this `code` and its visitor; the same 404 for unknown and for not allowed."""

    @wraps(view)
    def of_code(request: HtmxRequest, code: str, **kwargs: Any) -> HttpResponse:
        visitor = who(request)
        try:
            return view(request, match_for(visitor, code), visitor, **kwargs)
        except Match.DoesNotExist:  # does not exist, is not for this visitor, or was closed meanwhile
            raise Http404 from None

    return of_code


def of_match(view: MatchView) -> MatchView:
    """Like `with_match`, for pages that browsers must not store."""
    return never_cache(with_match(view, who=holder_of))


@in_one_language()
def match_page(
    request: HtmxRequest,
    match: Match,
    visitor: Visitor,
    *,
    step: str = "",
    refusal: Exception | None = None,
    confirming: str = "",
    planning: bool = False,
    saved: str = "",
) -> HttpResponse:
    """Render the whole page, or its `#match` element for htmx, with a note about what was refused or needs confirming.

    `planning` keeps the planner open; `saved` says that standing orders were saved.
    """
    is_stale = isinstance(refusal, StalePly | PlanHasChanged)
    note = {"note": str(refusal or ""), "is_stale": is_stale, "confirming": confirming, "saved": saved}
    status = 200 if refusal is None else 409 if is_stale else 422
    if match.status == Match.Status.OPEN:
        return _open_page(request, match, visitor, note, status)
    if match.at_device:
        _put_hand_away(request, match)
    seen = position(match, visitor, limit=LOG_LENGTH)
    context = _past(seen, step) if step else _now(seen, planning=planning)
    if confirming:
        context["move"] = actions_in_words(seen).get(confirming, "")
    return _started_page(request, seen, visitor, context | note, status)


def _open_page(request: HtmxRequest, match: Match, visitor: Visitor, note: dict[str, Any], status: int) -> HttpResponse:
    """The page of a match that waits for its players."""
    if visitor.user_id is not None:
        came_by(visitor.user_id)  # without a script, this page is the only sign that its reader is here
    context = open_table_context(match, visitor) | {"invitation": request.build_absolute_uri(invitation(match))} | note
    if request.htmx:
        return render(request, "games/lobby/open_table.html#match", context, status=status)
    context |= _around(match, visitor) | {"refusal": note["note"]}  # the title says that there is one
    return render(request, "games/lobby/open_table.html", context, status=status)


def _started_page(
    request: HtmxRequest, seen: Position, visitor: Visitor, context: dict[str, Any], status: int
) -> HttpResponse:
    """The page of a match that is running or over, at the step for which `context` was made."""
    match = seen.match
    context |= device_context(seen, visitor)
    if context["is_device"]:
        context["claim_link"] = request.build_absolute_uri(reverse("match_claim", args=[match.code, match.invite]))
    context["is_quiet"] = is_quiet(seen.seats, visitor)
    context["address"] = request.build_absolute_uri(match.get_absolute_url())
    if context["mood"] == "done":
        context["again"] = playing_again(match, seen.seats, visitor)
        context |= progress_context(match)
        context["sending"] = sending(match, seen.seats, visitor.user_id)
        context |= next_opponent_context(seen)
    if request.htmx:
        response = render(request, "games/match/body.html", context, status=status, using="jinja2")
        return patched(request, response, (match.code, visitor.user_id, request.session.session_key))
    context |= _around(match, visitor)
    if visitor.user.is_authenticated and is_shown_around(visitor.user, match, seen.own):
        context["first_steps"] = LEAFLETS[match.game]
    return render(request, "games/match/match.html", context, status=status)


def _around(match: Match, visitor: Visitor) -> dict[str, Any]:
    """What the whole page has around `#match`: the chat, and the match where its reader is."""
    return ({} if match.at_device else chat_context(match, visitor)) | {"here": match.code}


def _put_hand_away(request: HtmxRequest, match: Match) -> None:
    """Once the curtain is down, delete this browser's proof that it has lifted it.

    This also resends the session cookie: a browser that keeps pages for its back button no matter what their headers
    say then drops those that show the hand.
    """
    if request.session.get(HAND, match.hand_key) != match.hand_key:
        del request.session[HAND]


@in_one_language()
def sent_context(match: Match, visitor: Visitor) -> dict[str, Any]:
    """Context of `games/match/body.html` for `visitor`: a running match as it is now, when no page has requested it."""
    seen = position(match, visitor, limit=LOG_LENGTH)
    return _now(seen, planning=False) | {"is_quiet": is_quiet(seen.seats, visitor)}


def _now(seen: Position, *, planning: bool) -> dict[str, Any]:
    """Context of the match as it is now."""
    return match_context(seen) | plan_context(seen, is_open=planning) | hint_context(seen)


def _past(seen: Position, step: str) -> dict[str, Any]:
    """Context of the match at a past step; for the last step, that of now. 404 for a step that does not exist."""
    try:
        number = params.step(step)
    except NoSuchStep:
        raise Http404 from None
    if number > seen.last_step:
        raise Http404
    return match_context(seen) if number == seen.last_step else past_context(seen, number)


def match_after(
    request: HtmxRequest,
    match: Match,
    visitor: Visitor,
    act: Callable[[], Match],
    *,
    planning: bool = False,
    saved: str = "",
    is_seen: bool = False,
) -> HttpResponse:
    """Run `act`, then show the match: in place for htmx, by a redirect otherwise. If refused, show the fresh match.

    `planning` keeps the planner open; `saved` says that standing orders were saved, or a link replaced. With `is_seen`,
    `act` has marked the notifications of the match as seen.
    """
    try:
        with form_effects(request, IllegalAction) as done:
            match = act()
            done(_after(match, planning=planning))
    except (Refused, IllegalAction) as refusal:
        return match_refused(request, match, visitor, refusal, planning=planning)
    if request.htmx:
        if visitor.user_id is not None and not is_seen:
            match_seen(match=match, user_id=visitor.user_id)
        return match_page(request, match, visitor, planning=planning, saved=saved)
    if saved:
        messages.success(request, saved)
    return redirect(_after(match, planning=planning))


def _after(match: Match, *, planning: bool) -> str:
    return f"{match.get_absolute_url()}?plan=1#plan" if planning else match.get_absolute_url()


def match_refused(
    request: HtmxRequest, match: Match, visitor: Visitor, refusal: Exception, *, planning: bool = False
) -> HttpResponse:
    """Show the fresh match with the reason, or the open tables if the match is gone."""
    try:
        fresh = match_for(visitor, match.code)
    except Match.DoesNotExist:
        messages.warning(request, str(refusal))
        return go_to(request, "tables")
    return match_page(request, fresh, visitor, refusal=refusal, planning=planning)


def go_to(request: HtmxRequest, name: str) -> HttpResponse:
    """Redirect to another page, with or without htmx."""
    response = redirect(name)
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": response["Location"]})
    assert isinstance(response, HttpResponseRedirect)
    return response


def invitation(match: Match) -> str:
    """The path of the link with which its holder can see the match and, until it starts, join it."""
    return reverse("match_invite", args=[match.code, match.invite])


def remember(request: HtmxRequest, match: Match) -> None:
    """Remember in this browser's session that it has the match's link or password, as one of the latest ones."""
    if match.invite in invitations_in(request.session):
        return
    # The code too: a server of the release before this one, which may still be running, knows only codes.
    others = [known for known in request.session.get(INVITATIONS, ()) if known.partition("/")[0] != match.code]
    request.session[INVITATIONS] = [*others, match.code, f"{match.code}/{match.invite}"][-2 * MOST_INVITATIONS :]
    request.session.save()  # the next page needs it


def match_address(code: str, **_more: object) -> str:
    """The URL path of the match page."""
    return reverse("match", args=[code])


def acting(visitor: Visitor) -> User:
    """The visitor's user. Raises Refused for someone who is not logged in."""
    user = visitor.reader
    if user is None:
        raise Refused(_("You are not logged in. Log in to play here."))
    return user


def posted_ply(text: str | None) -> int:
    """The posted ply; nonsense counts as a page too old to act on."""
    ply = whole_number(text)
    if ply is None:
        raise StalePly
    return ply
