"""The forms that report a message or a person to the moderators."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Report
from games.models.chat import LONGEST_MESSAGE

ABOUT_MESSAGES = (Report.Reason.INSULT, Report.Reason.ADVICE, Report.Reason.SPAM, Report.Reason.OTHER)
"""What can be wrong with a message."""


class ReportForm(forms.Form):
    """What somebody does that moderators should look at. Without a message, words must say it."""

    reason = forms.ChoiceField(label=_("What is wrong?"), choices=Report.Reason, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("In your words: what happened, and in which game?"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"class": "input", "rows": 4}),
    )


class MessageReportForm(ReportForm):
    """Why a message is reported, which speaks for itself."""

    reason = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=[(reason.value, reason.label) for reason in ABOUT_MESSAGES],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("In your words (not required)"),
        required=False,
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"class": "input", "rows": 4}),
    )
