"""The page of a cup and its actions: enter, leave; for its host begin, set the time limit, remove people, call off."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.parts import members_only
from accounts.selectors import user_of
from common.numbers import whole_number
from common.pausing import check_pauses
from common.refusals import Refused
from cups.models import Cup
from cups.pages.context import cup_context
from cups.selectors import cup_for, cup_mark
from cups.services.deadlines import round_days_change
from cups.services.entering import cup_begin, cup_close, cup_enter, cup_withdraw
from games.pages import params
from games.pages.htmx import HtmxRequest, is_read
from games.pages.redirects import redirect_after
from notices.seeing import cup_seen

CupView = Callable[..., HttpResponse]


def of_cup(view: CupView) -> CupView:
    """Pass the view the cup with the code `cup`; 404 if there is none or the reader may not see it.

    Forms are limited per person.
    """

    @wraps(view)
    def of_code(request: HttpRequest, cup: str) -> HttpResponse:
        found = cup_for(params.reader(request), cup)
        if found is None:
            raise Http404
        try:
            if request.method == "POST":
                check_pauses(request, "cup")
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(found)
        return view(request, found)

    return of_code


@require_safe
@never_cache
@of_cup
def cup(request: HtmxRequest, cup: Cup) -> HttpResponse:
    """The page of a cup: its players, the standings, and the tables of `?round=`.

    For htmx only `#cup`, and nothing (204) if `?seen=` has the current mark.
    """
    mark = cup_mark(cup)
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    reader = params.reader(request)
    if reader is not None and is_read(request):
        cup_seen(code=cup.code, user_id=reader.pk)
    context = cup_context(cup, reader, request.GET.get("round", "")) | {"mark": mark}
    return render(request, "cups/cup.html#cup" if request.htmx else "cups/cup.html", context)


@require_POST
@members_only
@of_cup
def enter(request: HttpRequest, cup: Cup) -> HttpResponse:
    """Enter the cup."""
    return redirect_after(request, cup, lambda: cup_enter(cup=cup, user=user_of(request)), _("You have entered."))


@require_POST
@members_only
@of_cup
def leave(request: HttpRequest, cup: Cup) -> HttpResponse:
    """Leave the cup."""
    user = user_of(request)
    return redirect_after(request, cup, lambda: cup_withdraw(cup=cup, user=user, by=user), _("You have left the cup."))


@require_POST
@members_only
@of_cup
def begin(request: HttpRequest, cup: Cup) -> HttpResponse:
    """Begin the cup (host only)."""
    user = user_of(request)
    return redirect_after(
        request, cup, lambda: cup_begin(cup=cup, user=user), _("The cup has started, and tables are being drawn.")
    )


@require_POST
@members_only
@of_cup
def days(request: HttpRequest, cup: Cup) -> HttpResponse:
    """Change the time limit of a round to the posted number of `days` (host only)."""
    number, user = whole_number(request.POST.get("days"), digits=3) or 0, user_of(request)
    return redirect_after(
        request, cup, lambda: round_days_change(cup=cup, user=user, days=number), _("Time limit saved.")
    )


@require_POST
@members_only
@of_cup
def remove(request: HttpRequest, cup: Cup) -> HttpResponse:
    """Remove the person with the posted `entry` number from the cup (host only)."""
    entry = cup.entries.select_related("user").filter(number=params.key(request, "entry")).first()
    if entry is None:
        raise Http404
    said = _("%(name)s is no longer in the cup.") % {"name": entry.user.shown_name}
    user = user_of(request)
    return redirect_after(request, cup, lambda: cup_withdraw(cup=cup, user=entry.user, by=user), said)


@require_POST
@members_only
@idempotent()
@of_cup
def close(request: HttpRequest, cup: Cup) -> HttpResponse:
    """Call the cup off (host only), then redirect to the list."""
    try:
        with form_effects(request) as done:
            cup_close(cup=cup, user=user_of(request))
            done("cups")
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(cup)
    messages.success(request, _("The cup has been called off."))
    return redirect("cups")
