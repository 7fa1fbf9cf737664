"""The form that filters the open tables. It is sent by GET, so every filtered list has its own URL."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.languages import is_choice
from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.pages.params import query_of
from games.selectors.lobby.sought import Sought

PRINTED, VARIANT = "printed", "variant"
RATED, UNRATED = "yes", "no"


class LobbyForm(forms.Form):
    """Filters by seats, variants, rated or not, pace, the host's rating and language, and whether the reader may join.

    Nonsense is ignored.
    """

    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    rules = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=[("", _("any")), (PRINTED, _("as printed")), (VARIANT, _("with a variant"))],
    )
    rated = forms.ChoiceField(
        label=_("Rated"), required=False, choices=[("", _("any")), (RATED, _("rated")), (UNRATED, _("not rated"))]
    )
    pace = forms.ChoiceField(label=_("Pace"), required=False, choices=[("", _("any")), *Match.Pace.choices])
    lowest = forms.IntegerField(label=_("Host’s rating from"), required=False, min_value=0, max_value=4000)
    highest = forms.IntegerField(label=_("Host’s rating to"), required=False, min_value=0, max_value=4000)
    language = forms.ChoiceField(label=_("Language"), required=False)
    fits = forms.BooleanField(label=_("Only tables I can join"), required=False)

    def __init__(self, query: QueryDict, *, game: str, reader: User | None) -> None:
        # Empty fields filter nothing, and do not belong in the URL of the next page.
        self.asked = {name: text for name in self.base_fields if isinstance(text := query.get(name), str) and text}
        super().__init__(self.asked)
        self.game = game
        self.reader = reader
        counts = GAMES[game].SEATS if game else sorted({count for each in GAMES.values() for count in each.SEATS})
        seats = self.fields["seats"]
        assert isinstance(seats, forms.ChoiceField)
        seats.choices = [("", _("any")), *((count, str(count)) for count in counts)]
        if is_choice():
            language = self.fields["language"]
            assert isinstance(language, forms.ChoiceField)
            language.choices = [("", _("any")), *settings.LANGUAGES]
        else:
            del self.fields["language"]
        for name in {"seats", "rules", "rated", "pace", "language"} & set(self.fields):
            self.fields[name].widget.attrs["class"] = "select"
        for name in ("lowest", "highest"):
            self.fields[name].widget.attrs |= {"class": "input", "step": 50, "placeholder": _("any")}
        if reader is None:
            del self.fields["fits"]

    def sought(self) -> Q:
        """The condition on tables that fit the form; fields with nonsense are ignored."""
        self.is_valid()
        chosen = self.cleaned_data
        found = Sought(
            seats=chosen.get("seats"),
            printed=_is(chosen.get("rules"), PRINTED),
            rated=_is(chosen.get("rated"), RATED),
            pace=chosen.get("pace", ""),
            lowest=chosen.get("lowest"),
            highest=chosen.get("highest"),
            language=chosen.get("language", ""),
            joinable=chosen.get("fits", False),
        )
        return found.condition(self.reader)

    def query(self) -> str:
        """The filters as a query string: see `query_of`."""
        return query_of(self.asked, self.game)


def _is(chosen: str | None, wanted: str) -> bool | None:
    """Whether `wanted` was chosen; None if nothing was."""
    return chosen == wanted if chosen else None
