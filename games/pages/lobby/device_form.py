"""The form that starts a match on one device."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.names import LONGEST, normal, validate_name, validate_not_reserved
from common.refusals import Refused
from games.engine.contract import AnyGame
from games.pages.lobby.options_form import OptionsForm
from games.pages.lobby.seats_form import COMPUTERS
from games.services.lobby.computers import computers_at

LEAST = 2
"""The fewest people who share a device."""


class DeviceForm(OptionsForm):
    """The names of the people around the device, the number of computer players with them, and the variants."""

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self._most = game, max(game.SEATS)
        for place in range(1, self._most + 1):
            self.fields[f"name_{place}"] = forms.CharField(
                label=_("Player {number}").format(number=place),
                required=False,
                max_length=LONGEST,
                validators=[validate_name, validate_not_reserved],
                widget=forms.TextInput({"class": "input", "autocomplete": "off", "spellcheck": "false"}),
            )
        self.fields["computers"] = forms.TypedChoiceField(
            label=_("Number of computer players"),
            choices=[(count, str(count)) for count in range(self._most - LEAST + 1)],
            coerce=int,
            initial=0,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields["level"] = forms.ChoiceField(
            label=_("Which computer player"),
            choices=COMPUTERS,
            initial=COMPUTERS[0][0],
            required=False,
            widget=forms.RadioSelect,
        )
        self.add_options()

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields for the names, in seat order."""
        return [self[f"name_{place}"] for place in range(1, self._most + 1)]

    def clean(self) -> dict[str, Any]:
        """Check that there are enough people, no two with the same name, and as many seats as the game can have."""
        cleaned = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for field in self.name_fields:
            name = normal(cleaned.get(field.name, "")).casefold()
            if name and name in seen:
                self.add_error(field.name, _("Someone else here has this name. Choose another one."))
            seen.add(name)
        if self.errors:
            return cleaned
        people, computers = len(self.names()), int(cleaned["computers"] or 0)
        if people < LEAST:
            raise ValidationError(_("Enter the names of at least two people."))
        if people + computers not in self.game.SEATS:
            most = self._most
            raise ValidationError(
                ngettext(
                    "This game has at most %(most)s seat. Remove some people or computer players.",
                    "This game has at most %(most)s seats. Remove some people or computer players.",
                    most,
                )
                % {"most": most}
            )
        try:
            self.computers()
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None
        return cleaned

    def names(self) -> list[str]:
        """The people, in seat order."""
        names = [normal(self.cleaned_data.get(field.name, "")) for field in self.name_fields]
        return [name for name in names if name]

    def computers(self) -> list[User]:
        """The computer players who join them. The form must be valid."""
        level = str(self.cleaned_data["level"] or COMPUTERS[0][0])
        return computers_at([level] * int(self.cleaned_data["computers"] or 0))
