"""The form that starts a match against the computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import catalogue
from games.ai.levels import LEVELS
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.pages.lobby.computer_players import COMPUTER_PLAYERS, ComputerPlayer
from games.pages.lobby.options_form import option_field, variants
from games.pages.lobby.seats_form import COMPUTERS
from games.pages.match.partners import partners_in_words
from games.services.lobby.computers import computers_at


@dataclass(frozen=True, slots=True)
class Section:
    """The part of the form for one game: how many seats, and which variants."""

    key: str
    seats: forms.BoundField
    options: list[forms.BoundField]
    partners: list[str]
    """The partners at each size of table that has them, in words."""


class PlayForm(forms.Form):
    """A match against the computer: the game, the number of seats, the variants, and who takes the other seats.

    Every game has its own fields for seats and variants. Those of the games not chosen only have to hold existing
    values, and missing fields keep their initial values.
    """

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    level = forms.ChoiceField(label=_("Opponent"), choices=COMPUTERS, widget=forms.RadioSelect)

    def __init__(self, data: Mapping[str, Any] | None = None, *, chosen: Mapping[str, str] | None = None) -> None:
        """`chosen` preselects a game, a level and a number of the game's seats. Nonsense is ignored."""
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
            self.fields[f"seats_{key}"] = forms.ChoiceField(
                label=_("Seats"),
                choices=[(count, count) for count in counts],
                initial=wanted if wanted in counts else counts[0],
                required=False,
                widget=forms.RadioSelect,
            )
            for option in engine.OPTIONS:
                self.fields[f"option_{key}_{option.name}"] = option_field(engine, option)

    @property
    def sections(self) -> list[Section]:
        """The part of the form for each game."""
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
    def opponents(self) -> list[tuple[Any, ComputerPlayer]]:
        """The choices of a level with the player at it, weakest first."""
        return [(choice, COMPUTER_PLAYERS[choice.data["value"]]) for choice in self["level"]]

    @property
    def engine(self) -> AnyGame:
        """The chosen game. The form must be valid."""
        return GAMES[self.cleaned_data["game"]]

    def others(self) -> list[User]:
        """The players besides the person. The form must be valid. Raises Refused while there are none."""
        return computers_at([self.cleaned_data["level"]] * (int(self._said(f"seats_{self.engine.KEY}")) - 1))

    def options(self) -> dict[str, str]:
        """The chosen variants that differ from the printed game. The form must be valid."""
        engine = self.engine
        return variants(
            engine, {option.name: self._said(f"option_{engine.KEY}_{option.name}") for option in engine.OPTIONS}
        )

    def _said(self, name: str) -> str:
        return str(self.cleaned_data[name] or self.fields[name].initial)
