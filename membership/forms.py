"""The forms of the account pages in this app."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.fields import NameField
from accounts.selectors import VACATION_DAYS
from common.number_fields import BoundedField


class VacationForm(forms.Form):
    """The days of vacation to take; the service checks how many are left."""

    days = BoundedField(
        label=_("How many days?"),
        min_value=1,
        max_value=VACATION_DAYS,
        initial=7,
    )


class BotForm(forms.Form):
    """The name of a new bot; the service checks whether it is free."""

    username = NameField()
