"""Opening a cup."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.parts import members_only
from accounts.selectors import user_of
from clubs.selectors import own_club
from common.pausing import check_pauses
from common.refusals import Refused
from cups.pages.cup_form import CupForm
from cups.pages.example import example_context
from cups.services.entering import cup_open


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def cup_new(request: HttpRequest) -> HttpResponse:
    """The form that opens a cup, with an explanation of cups. With `?club=` the cup is for members of that club."""
    user, code = user_of(request), request.GET.get("club", "")
    club = own_club(user, code) if code else None
    if code and club is None:
        raise Http404
    form = CupForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            check_pauses(request, "cup", user)
            with form_effects(request) as done:
                cup = cup_open(host=user, club=club, **form.cleaned_data)
                done(cup)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(cup)
    return render(request, "cups/new.html", {"form": form, "club": club}, status=422 if form.errors else 200)


@require_safe
def duplicate(request: HttpRequest) -> HttpResponse:
    """The page that explains duplicate: the movement, and the scoring with an example scored as in a cup."""
    return render(request, "cups/duplicate.html", example_context())
