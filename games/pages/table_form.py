"""The form that opens a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.contract import AnyGame
from games.models import Match
from games.pages.catalogue import entry
from games.pages.seats_form import COMPUTERS, SOMEBODY, SeatsForm

FULL, HOST = "full", "host"
"""When the match starts."""

DRAWN, CHOSEN = "drawn", "chosen"
"""Who sits where."""

SHARES = (80, 90, 95)
"""Of a hundred games that somebody has begun, how many a host may want not to have been left."""


class TableForm(SeatsForm):
    """A table of one game: how many seats, who takes each but the host's, who may join, which variants."""

    first_place = 2

    def __init__(self, game: AnyGame, *args: Any, host: User, seats: str = "", **kwargs: Any) -> None:
        """`seats` is the number chosen at first, if the game can be played with so many; guests open no rated table."""
        super().__init__(game, *args, **kwargs)
        counts = [str(count) for count in game.SEATS]
        self.fields["seats"].initial = seats if seats in counts else counts[len(counts) // 2]
        self.add_places([(SOMEBODY, _("A person")), *COMPUTERS])
        self.fields["seating"] = forms.ChoiceField(
            label=_("Who sits where"),
            choices=[(DRAWN, _("Drawn by lot")), (CHOSEN, _("In the order above"))],
            initial=DRAWN,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields["access"] = forms.ChoiceField(
            label=_("Who may join and watch"),
            choices=[
                choice for choice in Match.Access.choices if not host.is_guest or choice[0] != Match.Access.FRIENDS
            ],
            initial=Match.Access.ANYBODY,
            widget=forms.RadioSelect,
        )
        self.fields["password"] = forms.CharField(
            label=_("Password of the table"),
            help_text=_("Tell it to those who may join. It is kept so that nobody can read it, you neither."),
            required=False,
            max_length=64,
            widget=forms.TextInput({"class": "input", "autocomplete": "off", "spellcheck": "false"}),
        )
        self.fields["starts"] = forms.ChoiceField(
            label=_("The match starts"),
            choices=[(FULL, _("When the last seat is taken")), (HOST, _("When I say so"))],
            initial=FULL,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields["pace"] = forms.ChoiceField(
            label=_("Pace"), choices=Match.Pace.choices, initial=Match.Pace.DAYS_2, widget=forms.RadioSelect
        )
        self.fields["weekends_off"] = forms.BooleanField(
            label=_("Weekends off: in day games clocks stand still on Saturdays and Sundays (UTC)"),
            required=False,
            initial=False,
        )
        if not host.is_guest:
            self.fields["rated"] = forms.BooleanField(label=_("Rated"), required=False, initial=True)
            bounds = {"lowest": _("Lowest rating"), "highest": _("Highest rating")}
            for name in bounds:
                self.fields[name] = forms.IntegerField(
                    label=bounds[name],
                    required=False,
                    min_value=0,
                    max_value=4000,
                    widget=forms.NumberInput({"class": "input", "step": 50, "placeholder": _("any")}),
                )
            self.fields["reliability"] = forms.TypedChoiceField(
                label=_("Who joins stays to the end"),
                choices=[
                    ("", _("any")),
                    *((share, _("in %(share)s %% of their games") % {"share": share}) for share in SHARES),
                ],
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.Select({"class": "select"}),
                help_text=_("Profiles show it. Who has begun no game yet may come, and whom you invite by name."),
            )
        for option in game.OPTIONS:
            label, words = entry(game.KEY).leaflet.options[option.name]
            self.fields[f"option_{option.name}"] = forms.ChoiceField(
                label=str(label),
                choices=[(value, words[value]) for value in option.values],
                initial=option.values[0],
                widget=forms.RadioSelect,
            )

    def untouched(self) -> list[tuple[str, str]]:
        """Names and values that are sent when nobody changes anything."""
        return [(name, str(field.initial)) for name, field in self.fields.items() if field.initial is not None]

    @property
    def rating_fields(self) -> list[forms.BoundField]:
        """The fields for the range of ratings; none for guests."""
        return [self[name] for name in ("lowest", "highest") if name in self.fields]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the variants, in the order of the game."""
        return [self[f"option_{option.name}"] for option in self.game.OPTIONS]

    def at_first(self, place: int) -> str:
        """A person: computer players are quickly chosen."""
        return SOMEBODY

    def clean(self) -> dict[str, Any]:
        """A password is given where one is asked for, and somebody can have a rating in the range."""
        cleaned = super().clean()
        if cleaned.get("access") == Match.Access.PASSWORD and not cleaned.get("password"):
            self.add_error("password", _("Say which password your table asks for."))
        lowest, highest = cleaned.get("lowest"), cleaned.get("highest")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("highest", _("This is below the lowest rating: nobody could join."))
        return cleaned

    def rating_range(self) -> tuple[int | None, int | None]:
        """The lowest and highest rating of who may join, None for no bound. For a valid form."""
        return self.cleaned_data.get("lowest"), self.cleaned_data.get("highest")

    def others(self) -> list[User | None]:
        """Who sits beside the host, None for a free seat. For a valid form."""
        return self.chosen()

    def options(self) -> dict[str, str]:
        """The chosen variants that are not the printed game. For a valid form."""
        chosen = {option.name: self.cleaned_data[f"option_{option.name}"] for option in self.game.OPTIONS}
        return {name: value for name, value in chosen.items() if value != self._printed(name)}

    def _printed(self, name: str) -> str:
        return next(option.values[0] for option in self.game.OPTIONS if option.name == name)
