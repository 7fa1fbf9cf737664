"""Opening a record as a study, deleting it, and playing on from a step against the computer."""

from __future__ import annotations

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.idempotent import form_effects, idempotent
from accounts.services import user_or_guest
from common.limits import is_within_limit
from common.pausing import check_pauses
from common.refusals import Refused
from games.models import Match
from games.pages import params
from games.pages.boards import match_context
from games.pages.boards.names import seat_name
from games.pages.htmx import HtmxRequest
from games.pages.lobby.exhibitions import INSTEAD
from games.pages.match.parts import of_match
from games.pages.replay.study_forms import PlayOnForm, RecordForm
from games.selectors.access import Visitor
from games.selectors.lobby.exhibitions import running_exhibition
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import NoSuchStep, Position, position
from games.selectors.records import lists
from games.services.records import studies
from games.services.refusals import StillWatching


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent()
def records(request: HttpRequest) -> HttpResponse:
    """Open a record from a file or pasted text; below the form, list the reader's studies."""
    form = RecordForm()
    if request.method == "POST":
        form = RecordForm(request.POST, request.FILES)
        if not is_within_limit(request, "record"):
            raise ImmediateHttpResponse(respond_429(request))
        if form.is_valid():
            try:
                check_pauses(request, "study")
                with form_effects(request) as done:
                    study = studies.study_create(owner=user_or_guest(request), record=form.record)
                    done(study)
                return redirect(study)
            except Refused as refusal:
                form.add_error(None, str(refusal))
    user = params.reader(request)
    context = {"form": form, "studies": lists.studies_of(user) if user else []}
    return render(request, "games/replay/records.html", context, status=422 if form.errors else 200)


@require_POST
@idempotent()
@of_match
def delete(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Delete the visitor's study."""
    if not visitor.user.is_authenticated:
        raise Http404
    try:
        with form_effects(request) as done:
            studies.study_delete(match=match, user=visitor.user)
            done("records")
    except Refused:
        raise Http404 from None
    messages.info(request, _("Study deleted."))
    return redirect("records")


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@of_match
def play_on(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Choose a seat and the players at the others, then play on from `step` of a finished match or a study."""
    if not match.is_open_book:
        raise Http404
    try:
        seen = position(match, visitor, step=params.step(request.GET.get("step", "0")), viewer=OMNISCIENT, limit=1)
    except NoSuchStep:
        raise Http404 from None
    form = _form_at(request, seen, visitor)
    running = None
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(_fork(request, match, seen.step, form))
        except StillWatching as refusal:
            running = running_exhibition(params.reader(request))
            if running is None:  # it has ended meanwhile
                form.add_error(None, str(refusal))
        except Refused as refusal:
            form.add_error(None, str(refusal))
    decides = seen.view.to_move
    context = {
        "form": form,
        "game": match.game,
        "decides": None if decides is None else seat_name(seen, decides),
        "is_open": seen.hides_nothing,
        "running": running,
        "back": f"{reverse('match_replay', args=[match.code])}?step={seen.step}",
    }
    status = 422 if form.errors else 409 if running else 200
    return render(request, "games/replay/play_on.html", match_context(seen) | context, status=status)


def _form_at(request: HtmxRequest, seen: Position, visitor: Visitor) -> PlayOnForm:
    """The form for playing on from a position; its initial seat is the visitor's own, or else the one to move."""
    seats = [(seat_name(seen, seat.number), seat.user.level if seat.user else "") for seat in seen.seats]
    own = next((seat.number for seat in seen.seats if seat.user and seat.user.pk == visitor.user_id), None)
    first = own if own is not None else seen.view.to_move or 0
    return PlayOnForm(seats, request.POST if request.method == "POST" else None, initial={"seat": first})


def _fork(request: HtmxRequest, match: Match, step: int, form: PlayOnForm) -> Match:
    """Start the match that the valid form describes, as the reader or a new guest. Raises Refused, StillWatching."""
    seat = form.cleaned_data["seat"]
    if seat is None:
        check_pauses(request, "exhibition")
    else:
        check_pauses(request, "play_on")
    with form_effects(request) as done:
        fork = studies.play_on(
            match=match,
            user=user_or_guest(request),
            step=step,
            seat=seat,
            opponents=form.opponents(),
            instead=INSTEAD in request.POST,
        )
        done(fork)
    return fork
