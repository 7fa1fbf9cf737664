"""The forms of what a person may ask for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from accounts.selectors import VACATION_DAYS


class VacationForm(forms.Form):
    """How many days of vacation to take; the service knows how many are left."""

    days = forms.IntegerField(
        label=_("How many days?"),
        min_value=1,
        max_value=VACATION_DAYS,
        initial=7,
        widget=forms.NumberInput({"class": "input"}),
    )


class BotForm(forms.Form):
    """What a new bot is called; the service knows whether the name is free."""

    username = NameField()
