"""The form that filters the open tables."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match
from games.pages.filter_form import FilterForm
from games.selectors.lobby.sought import Sought

PRINTED, VARIANT = "printed", "variant"
RATED, UNRATED = "yes", "no"


class LobbyForm(FilterForm):
    """Filters by seats, variants, rated or not, pace, the host's rating and language, and whether the reader may join.

    Nonsense is ignored.
    """

    summary = _("Filter")
    button = _("Show")

    rules = forms.ChoiceField(label=_("Rules"), required=False)
    rated = forms.ChoiceField(label=_("Rated"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    lowest = forms.IntegerField(label=_("Host’s rating from"), required=False, min_value=0, max_value=4000)
    highest = forms.IntegerField(label=_("Host’s rating to"), required=False, min_value=0, max_value=4000)
    language = forms.ChoiceField(label=_("Language"), required=False)
    fits = forms.BooleanField(label=_("Only tables I can join"), required=False)

    def __init__(self, query: QueryDict, *, game: str, reader: User | None) -> None:
        super().__init__(query, game=game)
        self.reader = reader
        self.offer("rules", [(PRINTED, _("as printed")), (VARIANT, _("with a variant"))])
        self.offer("rated", [(RATED, _("rated")), (UNRATED, _("not rated"))])
        self.offer("pace", Match.Pace.choices)
        self.offer("language", settings.LANGUAGES)
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


def _is(chosen: str | None, wanted: str) -> bool | None:
    """Whether `wanted` was chosen; None if nothing was."""
    return chosen == wanted if chosen else None
