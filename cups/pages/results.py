"""The cup results on a profile."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from cups.selectors import results_of
from games.pages.sections import Result, Section


def find_section(user: User) -> Section | None:
    """The latest finished cups of `user`, with their place in each; None if there are none."""
    entries = results_of(user)
    if not entries:
        return None
    results = [
        Result(
            entry.cup.name,
            entry.cup.get_absolute_url(),
            _("place %(place)s of %(people)s") % {"place": entry.place, "people": entry.people},
        )
        for entry in entries
    ]
    return Section("cups", _("Cups"), tuple(results))
