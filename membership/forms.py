"""The forms of the account pages in this app."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.fields import NameField
from accounts.selectors import VACATION_DAYS


class VacationForm(forms.Form):
    """The days of vacation to take; the service checks how many are left."""

    days = forms.IntegerField(
        label=_("How many days?"),
        min_value=1,
        max_value=VACATION_DAYS,
        initial=7,
        widget=forms.NumberInput({"class": "input"}),
    )


class BotForm(forms.Form):
    """The name of a new bot; the service checks whether it is free."""

    username = NameField()
