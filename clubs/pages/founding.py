"""Founding a club, changing its settings, and renewing its invitation link."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.idempotent import form_effects, idempotent
from accounts.parts import members_only
from accounts.selectors import user_of
from clubs.models import Club
from clubs.pages.club_form import ClubForm
from clubs.pages.parts import of_club
from clubs.selectors import host_of
from clubs.services.founding import club_change, club_found, invite_renew
from common.pausing import check_pauses
from common.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def club_new(request: HttpRequest) -> HttpResponse:
    """The form that founds a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            check_pauses(request, "club")
            with form_effects(request) as done:
                club = club_found(founder=user_of(request), **form.settled())
                done(club)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(club)
    return render(request, "clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@of_club
def change(request: HttpRequest, club: Club) -> HttpResponse:
    """The form that changes a club; 404 for everyone but its host."""
    user = user_of(request)
    if host_of(club) != user:
        raise Http404
    as_it_is = {
        "name": club.name,
        "description": club.description,
        "entry": club.entry,
        "is_hidden": not club.is_public,
    }
    form = ClubForm(request.POST if request.method == "POST" else None, initial=as_it_is)
    if form.is_valid():
        try:
            check_pauses(request, "club")
            club_change(club=club, user=user, **form.settled())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Club saved."))
            return redirect(club)
    return render(request, "clubs/change.html", {"form": form, "club": club}, status=422 if form.errors else 200)


@require_POST
@members_only
@idempotent()
@of_club
def renew(request: HttpRequest, club: Club) -> HttpResponse:
    """Replace the invitation link of the club."""
    try:
        check_pauses(request, "club")
        with form_effects(request) as done:
            invite_renew(club=club, user=user_of(request))
            done(club)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("There is a new invitation link. The old one no longer works."))
    return redirect(club)
