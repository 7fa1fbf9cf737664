"""The form that founds or changes a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.names import LONGEST

LONGEST_DESCRIPTION = 500


class ClubForm(forms.Form):
    """The settings of a club."""

    name = forms.CharField(
        label=_("Club name"),
        max_length=LONGEST,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=LONGEST_DESCRIPTION,
        widget=forms.Textarea({"class": "input", "rows": 4}),
        help_text=_("Who you are, what you play, and when. Links won’t be clickable."),
    )
    entry = forms.ChoiceField(
        label=_("Who can join"), choices=Club.Entry.choices, initial=Club.Entry.OPEN, widget=forms.RadioSelect
    )
    is_hidden = forms.BooleanField(
        label=_("Only members see the club"),
        required=False,
        help_text=_(
            "The club is not listed, and profiles don’t show it. Its games and cups are for members only, and "
            "people join with the invitation link."
        ),
    )

    def settled(self) -> dict[str, Any]:
        """The settings as arguments of the services. Requires a valid form."""
        chosen = self.cleaned_data
        return {
            "name": chosen["name"],
            "description": chosen["description"],
            "entry": chosen["entry"],
            "is_public": not chosen["is_hidden"],
        }
