"""Sent deals: the page that their link opens, the button that starts the one attempt, and everyone's results."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.selectors import user_of
from accounts.services import user_or_guest
from common.pausing import check_pauses
from common.refusals import Refused
from games import catalogue
from games.models import Attempt, Challenge, Match, Seat
from games.pages import params
from games.pages.htmx import HtmxRequest, is_read
from games.pages.match.parts import acting, match_refused, of_match, remember
from games.pages.origins import Origin
from games.selectors.access import Visitor, seats_of
from games.selectors.lobby import challenges as selectors
from games.selectors.lobby.challenges import challenge_of
from games.selectors.lobby.deal_mark import PLAYED_HERE
from games.services.lobby import challenges
from games.services.refusals import AlreadyPlayedHere
from notices.seeing import challenge_seen

ChallengeView = Callable[..., HttpResponse]


def of_challenge(view: ChallengeView) -> ChallengeView:
    """Pass the view the challenge that a link names; 404 for a link that does not exist."""

    @wraps(view)
    def of_token(request: HttpRequest, challenge: str, **kwargs: Any) -> HttpResponse:
        found = selectors.challenge_named(challenge)
        if found is None:
            raise Http404
        return view(request, found, **kwargs)

    return never_cache(of_token)


def find_challenge(match: Match) -> Origin | None:
    """The link to the sent deal that is played in a match, for its page; None for other matches. Queries the database
    only if the match looks like an attempt.
    """
    if match.thoughts is None or match.sealed_until is not None or match.access != Match.Access.LINK:
        return None
    found = challenge_of(match)
    if found is None:
        return None
    return Origin(_("%(name)s’s deal") % {"name": found.sender.shown_name}, found.get_absolute_url())


@require_POST
@of_match
def send(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Make the link to the deal of a finished match, and go to its page."""
    try:
        user = acting(visitor)
        check_pauses(request, "challenge", user)
        return redirect(challenges.challenge_send(match=match, user=user))
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)


@require_safe
@never_cache
@login_required
def deals(request: HttpRequest) -> HttpResponse:
    """List the deals the reader has sent, with their results, and those of others that the reader has played."""
    user = user_of(request)
    context = {"sent": selectors.deals_sent_by(user), "received": selectors.deals_received_by(user)}
    return render(request, "games/lobby/deals.html", context)


@require_safe
@of_challenge
def challenge(request: HtmxRequest, challenge: Challenge) -> HttpResponse:
    """Show who has sent the deal, the points to beat, and the button; to those who have played it, all results."""
    reader = params.reader(request)
    if reader is not None and is_read(request):
        challenge_seen(token=challenge.token, user_id=reader.pk)
    context = _context(request, challenge, reader)
    response = render(request, "games/lobby/challenge.html", context)
    if context["own"] is not None:
        PLAYED_HERE.add(request, response, challenge.pk)
    return response


def _context(request: HttpRequest, challenge: Challenge, reader: User | None) -> dict[str, Any]:
    seats = seats_of(challenge.match)
    sent, own = seats[challenge.seat], selectors.attempt_of(challenge, reader)
    context: dict[str, Any] = {
        "challenge": challenge,
        "reader": reader,
        "match": challenge.match,
        "entry": catalogue.entry(challenge.match.game),
        "sent": sent,
        "seats": seats,
        "is_sender": reader is not None and reader.pk == challenge.sender_id,
        "own": own,
        "is_used": PLAYED_HERE.has(request, challenge.pk),
        "own_seat": None if own is None else _seat(own, challenge),
        "tally": selectors.tally_of(challenge, sent.points or 0),
        "address": request.build_absolute_uri(challenge.get_absolute_url()),
    }
    if selectors.knows_it(challenge, reader, own):
        context["table"] = selectors.table_of(challenge, seats, reader)
    return context


def _seat(own: Attempt, challenge: Challenge) -> Seat:
    return next(seat for seat in own.match.seats.all() if seat.number == challenge.seat)


@require_POST
@idempotent()
@of_challenge
def begin(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Start the one attempt, or continue it; people without an account become guests."""
    is_used = PLAYED_HERE.has(request, challenge.pk)
    try:
        if params.reader(request) is None and is_used:
            raise AlreadyPlayedHere
        check_pauses(request, "challenge")
        with form_effects(request) as done:
            attempt = challenges.attempt_begin(challenge=challenge, user=user_or_guest(request), is_used=is_used)
            done(attempt.match)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect(challenge)
    response = redirect(attempt.match)
    PLAYED_HERE.add(request, response, challenge.pk)
    return response


@require_POST
@of_challenge
def close(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """Close a sent deal, so that nobody else can start it."""
    try:
        user = params.reader(request)
        if user is None:
            raise Refused(_("Only the person who sent this deal can close it."))
        challenges.challenge_close(challenge=challenge, user=user)
        messages.success(request, _("The deal is closed: nobody else can start it."))
    except Refused as refusal:
        messages.warning(request, str(refusal))
    return redirect(challenge)


@require_safe
@of_challenge
def game(request: HtmxRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Open a game from the table, for those who may see the table; 404 for everyone else."""
    reader = params.reader(request)
    if not selectors.knows_it(challenge, reader, selectors.attempt_of(challenge, reader)):
        raise Http404
    match = selectors.game_of_attempt(challenge, number)
    if match is None:
        raise Http404
    if match.access != Match.Access.ANYBODY:
        remember(request, match)
    return redirect("match_replay", match.code)
