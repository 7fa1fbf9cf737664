"""The part of a form that says how many seats there are, and who takes each."""

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
"""Levels, and who plays at them."""


def no_player(chosen: str | None) -> StrPromise:
    """What is wrong with a seat for which `chosen` is no player: nobody was, or one that is not here."""
    return _("This computer player is away. Choose another one.") if chosen else _("Say who takes this seat.")


class SeatsForm(forms.Form):
    """How many seats a table of one game has, and who takes each that the form asks about.

    Places beyond the chosen number of seats are sent by browsers that cannot hide them, and are not read.
    """

    first_place = 1
    """The first seat that is asked about, as people count them."""

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
        """Ask about every place: each is taken by one of the choices, at first by the one that `at_first` names."""
        for place in self.places:
            self.fields[f"place_{place}"] = forms.ChoiceField(
                label=_("Seat {number}").format(number=place),
                choices=choices,
                initial=self.at_first(place),
                required=False,
                widget=forms.RadioSelect,
            )

    def at_first(self, place: int) -> str:
        """Who is chosen for a place until somebody else is."""
        raise NotImplementedError

    @property
    def places(self) -> range:
        """The places at the largest table that are asked about, as people count them."""
        return range(self.first_place, max(self.game.SEATS) + 1)

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The fields of the places, in order."""
        return [self[f"place_{place}"] for place in self.places]

    def clean(self) -> dict[str, Any]:
        """Every seat needs somebody, and a computer player that exists."""
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
        """Who takes the places, None for a free seat. For a valid form."""
        names = [self.cleaned_data[f"place_{place}"] for place in self.places if place <= self.cleaned_data["seats"]]
        return [None if name == SOMEBODY else self._computers[name] for name in names]

    @cached_property
    def _computers(self) -> dict[str, User]:
        return computer_players()
