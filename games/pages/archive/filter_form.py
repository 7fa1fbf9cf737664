"""The form that filters the archive."""

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
from games.pages.filter_form import FilterForm
from games.selectors.records.archive import Wanted

PRINTED = "printed"
"""The printed game, which a match stores as empty options."""


class ArchiveForm(FilterForm):
    """Player, seats and days for any game; variants and ways to end once `game` is chosen."""

    summary = button = _("Search")
    hint = _("Choose a game above to search by variant and by how it ended.")

    field_order = ("player",)

    player = forms.CharField(label=_("Player"), required=False, max_length=LONGEST)
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    reason = forms.ChoiceField(label=_("How it ended"), required=False)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("Until"), required=False)

    def __init__(self, query: QueryDict, *, game: str) -> None:
        super().__init__(query, game=game)
        if "variant" in self.asked and game:
            self.asked["variant"] = _as_listed(game, self.asked["variant"])
        self.offer("variant", _variants(game) if game else [])
        self.offer("reason", reasons(game) if game else [])
        self.fields["player"].widget.attrs |= {"class": "input", "autocomplete": "off", "spellcheck": "false"}
        for day in ("since", "until"):
            self.fields[day].widget = forms.DateInput({"type": "date", "class": "input"}, format="%Y-%m-%d")

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
