"""The usual tables: each fills in the form that opens a table, which then shows what else can be chosen."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Match


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual table: who can join, at which pace, and whether it is rated."""

    key: str
    label: str | Promise
    icon: str
    access: str
    pace: str
    rated: bool

    @property
    def initial(self) -> dict[str, object]:
        """What the fields of the form hold at first."""
        return {"access": self.access, "pace": self.pace, "rated": self.rated}


PRESETS = {
    preset.key: preset
    for preset in (
        Preset("anyone-days", _("Anyone, over days"), "lu-calendar", Match.Access.ANYBODY, Match.Pace.DAYS_2, True),
        Preset("anyone-live", _("Anyone, live"), "lu-hourglass", Match.Access.ANYBODY, Match.Pace.LIVE, True),
        Preset("friends-live", _("Friends, live"), "lu-users", Match.Access.LINK, Match.Pace.LIVE, False),
        Preset("friends-days", _("Friends, over days"), "lu-link", Match.Access.LINK, Match.Pace.DAYS_2, False),
    )
}
"""Every preset by its key; the first is what the form offers by itself."""
