"""The form that opens a cup."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.enumerating import enumerated, in_brackets
from common.number_fields import BoundedField
from common.visible import SeenField
from cups.models import Cup
from cups.pages.words import ALL_GAMES, SYSTEMS
from cups.selectors import sizes_of
from cups.services.entering import MOST_DAYS, MOST_ROUNDS
from games import catalogue
from games.models import Match

PACES = [choice for choice in Match.Pace.choices if choice[0] != Match.Pace.NONE]
"""All but the pace without a clock, with which a round might never end."""


class CupForm(forms.Form):
    """The settings of a new cup."""

    name = SeenField(
        label=_("Cup name"), max_length=60, widget=forms.TextInput({"class": "input", "autocomplete": "off"})
    )
    system = forms.ChoiceField(
        label=_("System"), choices=list(SYSTEMS.items()), initial=Cup.System.SWISS, widget=forms.RadioSelect
    )
    game = forms.ChoiceField(label=_("Game"), required=False, initial="", widget=forms.RadioSelect)
    size = forms.TypedChoiceField(label=_("Seats at a table"), coerce=int, initial=2, widget=forms.RadioSelect)
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, initial=Match.Pace.LIVE, widget=forms.RadioSelect)
    weekends_off = forms.BooleanField(
        label=_("Weekends off: in day games clocks stop on Saturdays and Sundays, in each player’s time zone"),
        required=False,
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    computers = forms.BooleanField(label=_("Computer players take empty seats"), required=False)
    wanted_rounds = BoundedField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_(
            "Leave this empty to play as many rounds as it takes to find a winner. A knock-out ends by itself."
        ),
    )
    round_days = BoundedField(
        label=_("Days a round may last"),
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=_("Leave this empty for no limit: each round then lasts until its games are over."),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        games = [(entry.key, str(entry.leaflet.name)) for entry in catalogue.entries()]
        self._choose("game", [("", _("%(cup)s: a different game each round") % {"cup": ALL_GAMES}), *games])
        self.of_every_game = sizes_of("")
        self._choose("size", self._sizes(games))
        self.fields["size"].help_text = _("%(cup)s needs a number of seats that every game allows: %(sizes)s.") % {
            "cup": ALL_GAMES,
            "sizes": enumerated(self.of_every_game),
        }

    def _sizes(self, games: list[tuple[str, str]]) -> list[tuple[int, str]]:
        """All numbers of seats; the label of one that some games lack lists the games that have it."""
        found = []
        for count in sorted({count for key, _name in games for count in sizes_of(key)}):
            having = enumerated(name for key, name in games if count in sizes_of(key))
            found.append((count, str(count) if count in self.of_every_game else f"{count} {in_brackets(having)}"))
        return found

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
