"""The page of one match, and everything a seat can do while it is being played."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.services import first_steps_end
from common.pausing import check_pauses
from common.refusals import Refused
from games.engine.contract import IllegalAction
from games.models import Match
from games.paces import PACES
from games.pages.boards import preview_context
from games.pages.htmx import HtmxRequest, is_read
from games.pages.match.parts import acting, match_address, match_after, match_page, match_refused, of_match, posted_ply
from games.pages.match.pauses import limited_plans
from games.selectors.access import Visitor, seat_at, seats_of
from games.selectors.lobby.playing import here_at
from games.selectors.lobby.rematches import playing_again
from games.selectors.position.played import is_played
from games.selectors.position.preview import NotDeciding, foresee
from games.services.computer import hints
from games.services.play import agreeing, planning, resignation, timeouts, turns
from games.services.refusals import NotRunning, StalePly
from notices.seeing import match_seen

ORDER = "order-"
"""Prefix of the field names for standing orders."""


@require_safe
@of_match
def show(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the match as it is now, or as it was at `step`; with `plan`, also the planner for the next turn.

    204 if a page polls with the current `ply` and nothing has changed; for a match that is over, it also sends which
    rematches it shows.
    """
    if match.status == Match.Status.STUDY:
        return redirect("match_replay", match.code)
    if visitor.user_id is not None and is_read(request):
        match_seen(match=match, user_id=visitor.user_id)
    if request.htmx and request.GET.get("ply") == str(match.ply) and _shows_rematches(request, match, visitor):
        return _nothing_new(match, visitor)
    return match_page(request, match, visitor, step=request.GET.get("step", ""), planning="plan" in request.GET)


def _nothing_new(match: Match, visitor: Visitor) -> HttpResponse:
    """204; in a running match its header `Here` lists the seats of the others who have a page open."""
    response = HttpResponse(status=204)
    if match.status == Match.Status.RUNNING:
        response.headers["Here"] = " ".join(map(str, here_at(match, visitor.user_id)))
    return response


def _shows_rematches(request: HtmxRequest, match: Match, visitor: Visitor) -> bool:
    """Whether the polling page already shows the current rematches. Pages of past steps and of running matches show
    none.
    """
    shown = request.GET.get("again")
    return shown is None or shown == playing_again(match, seats_of(match), visitor).mark


@require_POST
@of_match
def play(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Play the posted `action` at the posted `ply` for the visitor's seat."""

    def act() -> Match:
        user, text, ply = acting(visitor), request.POST.get("action", ""), posted_ply(request.POST.get("ply"))
        try:
            return turns.play(
                match=match, user=user, text=text, ply=ply, hand=visitor.hand, is_shown=bool(request.htmx)
            )
        except (StalePly, NotRunning):
            mine = seat_at(match, seats_of(match), user.pk, visitor.hand)
            if mine is None or not is_played(match, mine.number, text, ply):
                raise
            return Match.objects.get(pk=match.pk)  # sent twice, or sent again because the response was lost

    action = _to_confirm(request, match, visitor)
    if action:
        return match_page(request, match, visitor, confirming=action)
    return match_after(request, match, visitor, act, is_seen=True)


def _to_confirm(request: HtmxRequest, match: Match, visitor: Visitor) -> str:
    """The posted action if it would end the turn of someone who wants to confirm that first; "" to play it at once."""
    is_late = request.POST.get("ply") != str(match.ply)
    if is_late or "confirmed" in request.POST or not _wants_to_be_asked(match, visitor):
        return ""
    try:
        foresight = foresee(match, visitor, request.POST.get("action", ""))
    except (NotDeciding, IllegalAction):
        return ""
    return foresight.text if foresight.passes_on else ""


def _wants_to_be_asked(match: Match, visitor: Visitor) -> bool:
    """Whether the visitor wants to confirm the end of their turn in this match."""
    user = visitor.user
    if not user.is_authenticated or user.confirm_turns == user.ConfirmTurns.NEVER:
        return False
    return user.confirm_turns == user.ConfirmTurns.ALWAYS or PACES[match.pace].is_slow


@require_safe
@of_match
def preview(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the effect of `action` for the visitor's seat at the match's `ply`; an empty 409 if it cannot be played.

    204 for a page that is slightly out of date: it refreshes by itself, and acting on it is refused with an
    explanation.
    """
    if request.GET.get("ply") != str(match.ply):
        return HttpResponse(status=204)
    try:
        foresight = foresee(match, visitor, request.GET.get("action", ""))
    except (NotDeciding, IllegalAction):
        return HttpResponse(status=409)
    is_asked = foresight.passes_on and _wants_to_be_asked(match, visitor)
    return render(request, "games/match/preview.html", preview_context(foresight) | {"is_asked": is_asked})


@require_POST
@idempotent(shown=match_address)
@of_match
def hint(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Request a hint from a computer player for the posted `ply`."""
    try:
        user = acting(visitor)
        check_pauses(request, "hint", user)
        with form_effects(request) as done:
            match = hints.hint_ask(match=match, user=user, ply=posted_ply(request.POST.get("ply")))
            done(match)
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
    return match_page(request, match, visitor) if request.htmx else redirect(match)


@require_POST
@idempotent(shown=match_address)
@of_match
def undo(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Take back the visitor's last action."""
    return match_after(
        request,
        match,
        visitor,
        lambda: turns.undo(
            match=match, user=acting(visitor), ply=posted_ply(request.POST.get("ply")), hand=visitor.hand
        ),
    )


@require_POST
@idempotent(shown=match_address)
@of_match
def resign(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Resign from the running match."""
    return match_after(request, match, visitor, lambda: resignation.resign(match=match, user=acting(visitor)))


@require_POST
@idempotent(shown=match_address)
@of_match
def win(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Take the win after the other player's time has run out."""
    return match_after(request, match, visitor, lambda: timeouts.win_take(match=match, user=acting(visitor)))


@require_POST
@idempotent(shown=match_address)
@of_match
def win_decline(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Decline the win: play on against the computer player that has taken over the other seat."""
    return match_after(request, match, visitor, lambda: timeouts.win_decline(match=match, user=acting(visitor)))


@require_POST
@idempotent(shown=match_address)
@of_match
def end_agree(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Offer to end the match without a result, or agree to it."""
    return match_after(request, match, visitor, lambda: agreeing.end_agree(match=match, user=acting(visitor)))


@require_POST
@idempotent(shown=match_address)
@of_match
def end_decline(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Play on: decline to end the match, or withdraw the visitor's own offer."""
    return match_after(request, match, visitor, lambda: agreeing.end_decline(match=match, user=acting(visitor)))


@require_POST
@idempotent(shown=match_address)
@of_match
@limited_plans
def plan(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Plan the posted `action` for the visitor's next turn, as number `place` of the plan."""
    text, outlook = request.POST.get("action", ""), None
    if visitor.user.is_authenticated:  # now, as `match_after` begins a transaction
        outlook = planning.look_ahead(match=match, user=visitor.user, text=text)

    def act() -> Match:
        place = posted_ply(request.POST.get("place"))
        return planning.plan_add(match=match, user=acting(visitor), text=text, place=place, outlook=outlook)

    return match_after(request, match, visitor, act, planning=True)


@require_POST
@of_match
@limited_plans
def plan_keep(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Drop the visitor's plan after its first `count` actions."""

    def act() -> Match:
        return planning.plan_keep(match=match, user=acting(visitor), count=posted_ply(request.POST.get("count")))

    return match_after(request, match, visitor, act, planning="planning" in request.POST)


@require_POST
@of_match
def first_steps(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Dismiss the visitor's first steps for good."""
    if visitor.user.is_authenticated:
        first_steps_end(user=visitor.user)
    return redirect(match)


@require_POST
@of_match
@limited_plans
def orders(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Set the visitor's standing orders from every posted field `order-NAME`; with `always` also for later matches."""
    posted = {name.removeprefix(ORDER): str(value) for name, value in request.POST.items() if name.startswith(ORDER)}

    def act() -> Match:
        return turns.orders_set(match=match, user=acting(visitor), orders=posted, always="always" in request.POST)

    return match_after(request, match, visitor, act, saved=_("Your answers are saved."))
