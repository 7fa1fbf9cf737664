"""The form that opens a table."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.contract import AnyGame
from games.pages.lobby.presets import Preset
from games.pages.lobby.seats_form import COMPUTERS, SOMEBODY, SeatsForm
from games.pages.lobby.terms_form import TO_ALL, TO_MEMBERS, TermsForm


class TableForm(SeatsForm, TermsForm):
    """A table of one game: how many seats, who takes each except the host's, who may join, which variants."""

    first_place = 2

    def __init__(
        self,
        game: AnyGame,
        *args: Any,
        host: User,
        seats: str = "",
        preset: Preset | None = None,
        is_hidden: bool = False,
        **kwargs: Any,
    ) -> None:
        """`seats` is the preselected number, if the game can be played with it, and `preset` the usual table to begin
        with; guests cannot open rated tables. With `is_hidden` it is a table of a club that only its members see.
        """
        super().__init__(game, *args, **kwargs)
        counts = [str(count) for count in game.SEATS]
        self.fields["seats"].initial = seats if seats in counts else counts[len(counts) // 2]
        self.add_places([(SOMEBODY, _("A person")), *COMPUTERS])
        self.add_terms(host, accesses=TO_MEMBERS if is_hidden else TO_ALL)
        for name, initial in (preset.initial if preset else {}).items():
            if name in self.fields:
                self.fields[name].initial = initial

    def at_first(self, place: int) -> str:
        """A person: computer players can be chosen in a moment."""
        return SOMEBODY

    def others(self) -> list[User | None]:
        """The players besides the host, None for a free seat. The form must be valid."""
        return self.chosen()
