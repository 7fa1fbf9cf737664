"""The ladder places on a profile."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from games import catalogue
from games.pages.sections import Result, Section
from ladders.selectors import places_of


def find_section(user: User) -> Section | None:
    """The places of `user` on ladders; None if on none."""
    rungs = places_of(user)
    if not rungs:
        return None
    results = [
        Result(
            catalogue.name(rung.ladder.game),
            rung.ladder.get_absolute_url(),
            _("place %(place)s of %(people)s") % {"place": rung.place, "people": rung.people},
        )
        for rung in rungs
    ]
    return Section("ladders", _("Ladders"), tuple(results))
