"""The form that begins a match against the computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import computer_player
from games.ai.levels import LEVELS
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.pages import catalogue
from games.pages.partners import partners_in_words
from games.pages.rivals import RIVALS, Rival
from games.pages.seats_form import COMPUTERS


@dataclass(frozen=True, slots=True)
class Section:
    """What is asked about one game only: how many seats, and which variants."""

    key: str
    seats: forms.BoundField
    options: list[forms.BoundField]
    partners: list[str]
    """Which seats play together, in words."""


class PlayForm(forms.Form):
    """Which game, with how many seats and which variants, and who takes every other seat.

    Every game asks for its own seats and variants; those of other games only have to be ones that there are, and
    what is not said is as it stands in the form at first.
    """

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    level = forms.ChoiceField(label=_("Opponent"), choices=COMPUTERS, widget=forms.RadioSelect)

    def __init__(self, data: Mapping[str, Any] | None = None, *, chosen: Mapping[str, str] | None = None) -> None:
        """`chosen` is what is preselected: a game, a level and a number of its seats. Nonsense is not heard."""
        super().__init__(data)
        chosen = chosen or {}
        game, level = self.fields["game"], self.fields["level"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [(key, catalogue.name(key)) for key in GAMES]
        game.initial = chosen.get("game") if chosen.get("game") in GAMES else next(iter(GAMES))
        level.initial = chosen.get("level") if chosen.get("level") in LEVELS else next(iter(LEVELS))
        for key, engine in GAMES.items():
            counts = [str(count) for count in engine.SEATS]
            wanted = chosen.get("seats") if key == game.initial else None
            self._ask(f"seats_{key}", _("Seats"), [(count, count) for count in counts], wanted)
            for option in engine.OPTIONS:
                label, words = catalogue.LEAFLETS[key].options[option.name]
                choices = [(value, words[value]) for value in option.values]
                self._ask(f"option_{key}_{option.name}", label, choices, None)

    @property
    def sections(self) -> list[Section]:
        """What is asked about each game."""
        return [
            Section(
                key,
                self[f"seats_{key}"],
                [self[f"option_{key}_{option.name}"] for option in engine.OPTIONS],
                [partners_in_words(engine, count) for count in engine.TEAMS],
            )
            for key, engine in GAMES.items()
        ]

    @property
    def opponents(self) -> list[tuple[Any, Rival]]:
        """The choices of a level with who plays there, the weakest first."""
        return [(choice, RIVALS[choice.data["value"]]) for choice in self["level"]]

    @property
    def engine(self) -> AnyGame:
        """The game. For a valid form."""
        return GAMES[self.cleaned_data["game"]]

    def others(self) -> list[User | None]:
        """Who sits beside the person; None where computer players are not there. For a valid form."""
        opponent = computer_player(self.cleaned_data["level"])
        return [opponent] * (int(self._said(f"seats_{self.engine.KEY}")) - 1)

    def options(self) -> dict[str, str]:
        """The chosen variants that are not the printed game. For a valid form."""
        engine = self.engine
        chosen = {option: self._said(f"option_{engine.KEY}_{option.name}") for option in engine.OPTIONS}
        return {option.name: value for option, value in chosen.items() if value != option.values[0]}

    def _ask(self, name: str, label: Any, choices: list[tuple[str, Any]], wanted: str | None) -> None:
        values = [value for value, _words in choices]
        self.fields[name] = forms.ChoiceField(
            label=label,
            choices=choices,
            initial=wanted if wanted in values else values[0],
            required=False,
            widget=forms.RadioSelect,
        )

    def _said(self, name: str) -> str:
        return str(self.cleaned_data[name] or self.fields[name].initial)
