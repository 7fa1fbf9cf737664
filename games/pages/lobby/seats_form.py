"""Form mixin for the number of seats and who takes each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import COMPUTER_NAMES
from accounts.selectors import computer_players
from games.ai.levels import LEVELS
from games.engine.contract import AnyGame

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SOMEBODY = "somebody"
"""A seat left free for a person."""

COMPUTERS = tuple((level, _(COMPUTER_NAMES[level])) for level in LEVELS)
"""Levels, with the name of the player at each."""


def no_player(chosen: str | None) -> StrPromise:
    """The error for a seat for which `chosen` is no player: nothing was chosen, or a player that is not here."""
    return _("This computer player is away. Choose another one.") if chosen else _("Choose who sits here.")


class SeatsForm(forms.Form):
    """The number of seats at a table of one game, and who takes each seat that the form asks about.

    Browsers that cannot hide places beyond the chosen number of seats send them too; they are ignored.
    """

    first_place = 1
    """The first seat that the form asks about, counted from 1."""

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("Seats"),
            choices=[(count, str(count)) for count in game.SEATS],
            coerce=int,
            initial=game.SEATS[0],
            widget=forms.RadioSelect,
        )

    def add_places(self, choices: list[tuple[str, Any]]) -> None:
        """Add a field for every place: one of the choices, with `at_first` as the initial one."""
        for place in self.places:
            self.fields[f"place_{place}"] = forms.ChoiceField(
                label=_("Seat {number}").format(number=place),
                choices=choices,
                initial=self.at_first(place),
                required=False,
                widget=forms.RadioSelect,
            )

    def at_first(self, place: int) -> str:
        """The initial choice for a place."""
        raise NotImplementedError

    @property
    def places(self) -> range:
        """The places at the largest table that the form asks about, counted from 1."""
        return range(self.first_place, max(self.game.SEATS) + 1)

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The fields of the places, in order."""
        return [self[f"place_{place}"] for place in self.places]

    def clean(self) -> dict[str, Any]:
        """Check that every seat has someone, and that the chosen computer players exist."""
        cleaned = super().clean() or self.cleaned_data
        for place in self.places:
            name = f"place_{place}"
            if place > cleaned.get("seats", 0) or name in self.errors:
                continue
            chosen = cleaned.get(name)
            if chosen != SOMEBODY and chosen not in self._computers:
                self.add_error(name, no_player(chosen))
        return cleaned

    def chosen(self) -> list[User | None]:
        """Who takes the places, None for a free seat. The form must be valid."""
        names = [self.cleaned_data[f"place_{place}"] for place in self.places if place <= self.cleaned_data["seats"]]
        return [None if name == SOMEBODY else self._computers[name] for name in names]

    @cached_property
    def _computers(self) -> dict[str, User]:
        return computer_players()
