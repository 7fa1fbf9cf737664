"""Profiles of players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.bots import bots_of
from accounts.models import User
from accounts.selectors import user_of, user_with_profile, users_by_id
from common.enumerating import labelled
from common.sentences import gettext as _
from games import catalogue
from games.pages import params
from games.pages.people.leaderboards import Bar, bars
from games.pages.people.rating_chart import Curve, curve
from games.pages.people.report_form import ReportForm
from games.pages.people.reporting import take_report
from games.pages.sections import sections_of
from games.selectors.lobby import playing
from games.selectors.people import profiles
from games.selectors.people.profiles import Tally
from games.selectors.people.relations import relation
from games.selectors.ratings import leaderboards
from games.selectors.ratings.leaderboards import Line
from games.selectors.records.lists import rows_of
from games.services.moderation.reports import person_report

AROUND = 3
"""How many running games a profile shows."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game's rating on a profile, with its rank among all players and its curve."""

    line: Line
    curve: Curve


@require_safe
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show the profile of a member or computer player; 404 for guests and unknown names."""
    user = user_with_profile(name)
    if user is None:
        raise Http404
    if user.username != name:
        return redirect("profile", user.username)
    reader = params.reader(request)
    record = profiles.record_of(user)
    tallies = [] if user.is_computer else profiles.frequent_opponents(user)
    played = [] if user.is_computer else rows_of(playing.being_played(reader, person=user, limit=AROUND), reader)
    names = users_by_id(tally.user_id for tally in tallies)
    cards = [card for line in leaderboards.places(user) if (card := _card(user, line)) is not None]
    context = {
        "person": user,
        "shared_text": _in_short(user, record, cards),
        "shared_game": max(cards, key=_games).line.rating.game if cards else "",
        "is_reader": reader == user,
        "record": record,
        "at_device": 0 if user.is_computer else profiles.at_device(user),
        "cards": cards,
        "results": [(result, bars(result.places)) for result in record.results],
        "frequent_opponents": [(names[tally.user_id], tally, _versus(tally)) for tally in tallies],
        "versus": _head_to_head(reader, user),
        "latest": profiles.latest(user, reader),
        "playing": played,
        "present": playing.here_among(played),
        "relation": _relation(reader, user),
        "sections": [] if user.is_computer else sections_of(user),
        "bots": [] if user.is_computer or user.is_bot else bots_of(user),
    }
    return render(request, "games/people/profile.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Show the form that reports a member to the moderators; 404 for anyone without a profile."""
    person = user_with_profile(name)
    if person is None:
        raise Http404
    form = ReportForm(request.POST if request.method == "POST" else None)
    if take_report(request, form, user_of(request), partial(person_report, person=person)):
        return redirect("profile", person.username)
    context = {"name": person.username, "form": form}
    return render(request, "games/people/report.html", context, status=422 if form.errors else 200)


def _in_short(user: User, record: profiles.Record, cards: list[Card]) -> str:
    """What other sites show of a profile: games and wins of a person, and ratings; "" before the first finished game.

    A computer player often sits at several seats of a game, so its games are not counted here.
    """
    counts = {_("Games finished"): record.finished, _("Won"): record.won}
    if user.is_computer or not record.finished:
        counts = {}
    ratings = {catalogue.name(card.line.rating.game): card.line.rating.skill.rating for card in cards}
    return " · ".join(labelled(what, number) for what, number in (counts | ratings).items())


def _games(card: Card) -> int:
    return card.line.rating.games


def _card(user: User, line: Line) -> Card | None:
    """The card for a rating; None if there is no history to draw."""
    history = profiles.rating_history(user, line.rating.game)
    return Card(line=line, curve=curve(history)) if len(history) > 1 else None


def _head_to_head(reader: User | None, user: User) -> tuple[Tally, list[Bar]] | None:
    tally = None if reader is None or reader == user else profiles.head_to_head(reader, user)
    return None if tally is None else (tally, _versus(tally))


def _relation(reader: User | None, user: User) -> str:
    """The reader's options towards another member: "" for none, since one is a guest or has blocked the other; a bot
    can be invited, but not befriended.
    """
    if reader is None or reader.is_guest or reader == user or user.is_computer:
        return ""
    found = relation(reader, user)
    if found == "apart":
        return ""
    return "bot" if user.is_bot else found


def _versus(tally: Tally) -> list[Bar]:
    return bars((tally.ahead, tally.level, tally.behind))
