"""The form that filters the archive. It is sent by GET, so every filtered list has its own URL."""

from __future__ import annotations

from datetime import date
from itertools import product
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST
from accounts.selectors import user_with_profile
from common.enumerating import enumerated
from games.catalogue import LEAFLETS
from games.engine import GAMES
from games.engine.contract import BadDeal
from games.engine.variants import as_stored, changed, options_text
from games.pages.boards.page import reasons
from games.pages.params import query_of
from games.selectors.records.archive import Wanted

PRINTED = "printed"
"""The printed game, which a match stores as empty options."""


class ArchiveForm(forms.Form):
    """Player, seats and days for any game; variants and ways to end once `game` is chosen."""

    player = forms.CharField(label=_("Player"), required=False, max_length=LONGEST)
    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    reason = forms.ChoiceField(label=_("How it ended"), required=False)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("Until"), required=False)

    def __init__(self, query: QueryDict, *, game: str) -> None:
        # Empty fields filter nothing, and do not belong in the URL of the next page.
        self.asked = {name: text for name in self.base_fields if isinstance(text := query.get(name), str) and text}
        if "variant" in self.asked and game:
            self.asked["variant"] = _as_listed(game, self.asked["variant"])
        super().__init__(self.asked)
        self.game = game
        counts = GAMES[game].SEATS if game else sorted({count for each in GAMES.values() for count in each.SEATS})
        self._choose("seats", [(count, str(count)) for count in counts])
        self._choose("variant", _variants(game) if game else [])
        self._choose("reason", reasons(game) if game else [])
        self.fields["player"].widget.attrs |= {"class": "input", "autocomplete": "off", "spellcheck": "false"}
        for day in ("since", "until"):
            self.fields[day].widget = forms.DateInput({"type": "date", "class": "input"}, format="%Y-%m-%d")

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        if len(choices) < 2:
            del self.fields[name]
            return
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("any")), *choices]
        field.widget.attrs["class"] = "select"

    def clean_player(self) -> User | None:
        """The user of this name, None for no name. Guests and deleted accounts count as not found."""
        name = self.cleaned_data["player"]
        if not name:
            return None
        player = user_with_profile(name)
        if player is None:
            raise forms.ValidationError(_("No member has this name. You can’t search for guests."))
        return player

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("This date is before the “From” date."))
        return cleaned

    def wanted(self) -> Wanted:
        """The filter that a valid form describes; its days are those of the reader."""
        chosen = self.cleaned_data
        variant: str = chosen.get("variant", "")
        since: date | None = chosen["since"]
        return Wanted(
            game=self.game,
            player=chosen["player"],
            seats=chosen.get("seats"),
            options={"": None, PRINTED: ""}.get(variant, variant),
            reason=chosen.get("reason", ""),
            since=since,
            until=chosen["until"],
            zone=get_current_timezone(),
        )

    def query(self) -> str:
        """The filters as a query string: see `query_of`."""
        return query_of(self.asked, self.game)


def _as_listed(game: str, asked: str) -> str:
    """The value of the variant with the options `asked`, in any order and also as printed; anything else as it is."""
    if asked == PRINTED:
        return asked
    try:
        return as_stored(GAMES[game], asked) or PRINTED
    except BadDeal:
        return asked


def _variants(game: str) -> list[tuple[str, str]]:
    """Every set of options that a match of `game` can have, as matches store it, with its words."""
    words = LEAFLETS[game].options
    found = []
    for values in product(*(option.values for option in GAMES[game].OPTIONS)):
        chosen = dict(zip((option.name for option in GAMES[game].OPTIONS), values, strict=True))
        label = enumerated(words[name][1][value] for name, value in chosen.items())
        found.append((options_text(changed(GAMES[game], chosen)) or PRINTED, label))
    return found
