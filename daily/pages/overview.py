"""Today's deals, and the reader's progress with each."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from daily import selectors
from daily.calendar import end_of, today
from daily.models import Deal
from daily.pages.mark import games_played, leave_mark
from daily.pages.progress import Progress, progress_of
from daily.selectors import NOBODY, Standing
from daily.services.drawing import LEVEL
from games import catalogue
from games.catalogue import Entry
from games.pages import params


@dataclass(frozen=True, slots=True)
class Card:
    """One of today's deals."""

    entry: Entry
    progress: Progress
    standing: Standing

    @property
    def place(self) -> int | None:
        """The reader's place, once they have finished the deal."""
        return self.standing.place(self.progress.result)


@require_safe
@never_cache
def overview(request: HttpRequest) -> HttpResponse:
    """Today's deals: a button for each, and the results of the reader's own games."""
    user, day = params.reader(request), today()
    deals = selectors.deals_of(day)
    tries = selectors.tries_of(user, deals.values())
    standings = selectors.standings_of(deals.values())
    elsewhere = games_played(request)

    def card(entry: Entry) -> Card:
        deal: Deal | None = deals.get(entry.key)
        if deal is None:
            return Card(entry, progress_of(None, None, is_used=entry.key in elsewhere), NOBODY)
        progress = progress_of(deal, tries.get(deal.pk), is_used=entry.key in elsewhere)
        return Card(entry, progress, standings.get(deal.pk, NOBODY))

    context = {
        "cards": [card(entry) for entry in catalogue.entries()],
        "day": day,
        "ends_at": end_of(day),
        "level": LEVEL,
        "streak": selectors.streak_of(user),
    }
    response = render(request, "daily/overview.html", context)
    leave_mark(request, response, [key for key, deal in deals.items() if deal.pk in tries])
    return response
