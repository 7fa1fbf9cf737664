"""Profiles of players."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.selectors import user_with_profile, users_by_id
from games.pages import asked
from games.pages.curve import Curve, curve
from games.pages.leaderboards import Bar, bars
from games.pages.pausing import check_pauses
from games.pages.report_form import ReportForm
from games.selectors import leaderboards, profiles
from games.selectors.leaderboards import Line
from games.selectors.profiles import Rival
from games.services.refusals import Refused
from games.services.reports import person_report
from games.skill import Skill


@dataclass(frozen=True, slots=True)
class Card:
    """A game's rating on a profile, with its place among all players and its course."""

    line: Line
    curve: Curve


@require_safe
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The profile of a member or computer player; 404 for guests and for whoever does not exist."""
    user = user_with_profile(name)
    if user is None:
        raise Http404
    if user.username != name:
        return redirect("profile", user.username)
    reader = asked.reader(request)
    record = profiles.record_of(user)
    rivals = [] if user.is_computer else profiles.company(user)
    names = users_by_id(rival.user_id for rival in rivals)
    context = {
        "person": user,
        "is_reader": reader == user,
        "record": record,
        "cards": [card for line in leaderboards.places(user) if (card := _card(user, line)) is not None],
        "results": [(result, bars(result.places)) for result in record.results],
        "company": [(names[rival.user_id], rival, _versus(rival)) for rival in rivals],
        "versus": _head_to_head(reader, user),
        "latest": profiles.latest(user, reader),
    }
    return render(request, "games/profile.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def report(request: HttpRequest, name: str) -> HttpResponse:
    """The form that reports a member to the moderators; 404 for whoever has no profile."""
    person = user_with_profile(name)
    if person is None:
        raise Http404
    reader = asked.member(request)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            said = _("You have reported a lot within an hour. Please wait a little.")
            check_pauses(request, "report", said, reader)
            person_report(person=person, reporter=reader, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Thank you. The moderators will look at it."))
            return redirect("profile", person.username)
    return render(
        request, "games/person_report.html", {"person": person, "form": form}, status=422 if form.errors else 200
    )


def _card(user: User, line: Line) -> Card | None:
    """None where it is not known how the rating came about: there is nothing to draw."""
    course = [Skill(mu).rating for mu in profiles.curve(user, line.rating.game)]
    return Card(line=line, curve=curve(course)) if len(course) > 1 else None


def _head_to_head(reader: User | None, user: User) -> tuple[Rival, list[Bar]] | None:
    rival = None if reader is None or reader == user else profiles.head_to_head(reader, user)
    return None if rival is None else (rival, _versus(rival))


def _versus(rival: Rival) -> list[Bar]:
    return bars((rival.ahead, rival.level, rival.behind))
