"""Reporting a club to the moderators."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.selectors import user_of
from clubs.models import Club
from clubs.pages.parts import of_club
from clubs.services.reporting import club_report
from games.pages.people.report_form import ClubReportForm
from games.pages.people.reporting import take_report


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@of_club
def report(request: HttpRequest, club: Club) -> HttpResponse:
    """The form that reports a club."""
    form = ClubReportForm(request.POST if request.method == "POST" else None)
    if take_report(request, form, user_of(request), partial(club_report, club=club)):
        return redirect(club)
    context = {"club": club, "name": club.name, "form": form}
    return render(request, "clubs/report.html", context, status=422 if form.errors else 200)
