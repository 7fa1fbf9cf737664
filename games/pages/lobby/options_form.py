"""Form mixin for the variants of a game."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from games.catalogue import LEAFLETS
from games.engine.contract import AnyGame, Option
from games.engine.variants import changed


def option_field(game: AnyGame, option: Option) -> forms.ChoiceField:
    """The field for one option; without an answer, the printed game."""
    label, words = LEAFLETS[game.KEY].options[option.name]
    return forms.ChoiceField(
        label=str(label),
        choices=[(value, words[value]) for value in option.values],
        initial=option.values[0],
        required=False,
        widget=forms.RadioSelect,
    )


def variants(game: AnyGame, said: Mapping[str, str]) -> dict[str, str]:
    """Those of the answers to each option, `said`, that differ from the printed game."""
    return changed(game, {name: value for name, value in said.items() if value})


class OptionsForm(forms.Form):
    """A form about one game, its `game`, that also asks for variants."""

    game: AnyGame

    def add_options(self) -> None:
        """Add the fields for variants, after all existing ones."""
        for option in self.game.OPTIONS:
            self.fields[f"option_{option.name}"] = option_field(self.game, option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields for variants, in the order of the game."""
        return [self[f"option_{option.name}"] for option in self.game.OPTIONS]

    def options(self) -> dict[str, str]:
        """The chosen variants that differ from the printed game. The form must be valid."""
        said = {option.name: str(self.cleaned_data[f"option_{option.name}"]) for option in self.game.OPTIONS}
        return variants(self.game, said)
