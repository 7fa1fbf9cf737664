"""The cups on the page of a club."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from clubs.models import Club
from clubs.pages.events import Event
from cups.models import Cup
from cups.selectors import cups_of_club

STANDS: dict[str, str | Promise] = {
    Cup.Status.OPEN: _("Open for entry"),
    Cup.Status.RUNNING: _("Running"),
    Cup.Status.OVER: _("Over"),
}
"""What the page of a club says about a cup, by its status."""


def find_events(club: Club, reader: User | None) -> list[Event]:
    """The latest cups of a club that `reader` may see."""
    return [Event(cup.name, cup.get_absolute_url(), str(STANDS[cup.status])) for cup in cups_of_club(club, reader)]
