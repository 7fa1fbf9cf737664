"""Matches on one device: starting one, the curtain between turns, ending it, and claiming a seat."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.idempotent import form_effects, idempotent
from accounts.services import user_or_guest
from common.pausing import check_pauses
from common.refusals import Refused
from games import catalogue
from games.catalogue import LEAFLETS
from games.engine import GAMES
from games.models import Match
from games.pages import params
from games.pages.htmx import HtmxRequest
from games.pages.lobby.device_form import DeviceForm
from games.pages.match.curtain import claimable
from games.pages.match.parts import acting, match_address, match_after, match_page, match_refused, of_match
from games.selectors.access import HAND, Visitor, holder_of, seats_of
from games.selectors.lobby.device import at_device_of
from games.services.lobby import device


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent()
def device_new(request: HttpRequest) -> HttpResponse:
    """Show the form that starts a match of the game in `?game=` at this device, for guests too, and list those that the
    reader has started so far.
    """
    key = params.game(request) or next(iter(GAMES))
    form = DeviceForm(GAMES[key], request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            check_pauses(request, "table")
            with form_effects(request) as done:
                match = device.device_create(
                    host=user_or_guest(request),
                    game=key,
                    names=form.names(),
                    computers=form.computers(),
                    options=form.options(),
                )
                done(match)
            return redirect(match)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    running, over = at_device_of(params.reader(request))
    context = {
        "form": form,
        "game": key,
        "leaflet": LEAFLETS[key],
        "games": catalogue.entries(),
        "running": running,
        "over": over,
    }
    return render(request, "games/lobby/device.html", context, status=422 if form.errors else 200)


@require_POST
@of_match
def curtain(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Lift the curtain for the posted `seat` in this browser; without a seat, lower it."""
    try:
        if "seat" in request.POST:
            match = device.hand_show(match=match, user=acting(visitor), seat=params.seat_number(request))
            request.session[HAND] = match.hand_key
        else:
            match = device.hand_hide(match=match, user=acting(visitor))
            request.session.pop(HAND, None)
    except Refused as refusal:
        return match_refused(request, match, visitor, refusal)
    return match_page(request, match, holder_of(request)) if request.htmx else redirect(match)


@require_POST
@idempotent(shown=match_address)
@of_match
def end(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """End a match at the visitor's device without a result."""
    return match_after(request, match, visitor, lambda: device.device_end(match=match, user=acting(visitor)))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def claim(request: HttpRequest, code: str, secret: str) -> HttpResponse:
    """Claim a seat: someone with the link shown at the end says which of the people at the device they were."""
    match = Match.objects.filter(code=code, invite=secret, at_device=True).first()
    if match is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            device.seat_claim(match=match, user=request.user, seat=params.seat_number(request))
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, _("The game is yours now: you’ll find it on your profile."))
            return redirect(match)
    seats = seats_of(match)
    context = {
        "match": match,
        "claimable": claimable(match, seats),
        "has_claimed": any(seat.user_id == request.user.pk for seat in seats if seat.user_id is not None),
        "refusal": refusal,
        "login": f"{reverse('account_login')}?next={request.path}",
    }
    return render(request, "games/lobby/device_claim.html", context, status=422 if refusal else 200)
