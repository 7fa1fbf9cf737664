"""The forms that report a message, a person or a club to the moderators."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from common.visible import SeenField
from games.models import Report
from games.models.chat import LONGEST_MESSAGE

ABOUT_MESSAGES = (Report.Reason.INSULT, Report.Reason.ADVICE, Report.Reason.SPAM, Report.Reason.OTHER)
"""The reasons for reporting a message."""


ABOUT_CLUBS = (Report.Reason.NAME, Report.Reason.INSULT, Report.Reason.SPAM, Report.Reason.OTHER)
"""The reasons for reporting a club."""


class ReportForm(forms.Form):
    """A report to the moderators: its reason and, required unless it is about a message, a description."""

    reason = forms.ChoiceField(label=_("What’s wrong?"), choices=Report.Reason, widget=forms.RadioSelect)
    text = SeenField(
        label=_("What happened, and in which game?"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"class": "input", "rows": 4}),
    )


class ClubReportForm(ReportForm):
    """A report about a club."""

    reason = forms.ChoiceField(
        label=_("What’s wrong with it?"),
        choices=[(reason.value, reason.label) for reason in ABOUT_CLUBS],
        widget=forms.RadioSelect,
    )
    text = SeenField(
        label=_("In your words: what should moderators look at?"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"class": "input", "rows": 4}),
    )


class MessageReportForm(ReportForm):
    """A report about a message, which speaks for itself: the description is optional."""

    reason = forms.ChoiceField(
        label=_("What’s wrong with it?"),
        choices=[(reason.value, reason.label) for reason in ABOUT_MESSAGES],
        widget=forms.RadioSelect,
    )
    text = SeenField(
        label=_("In your own words (optional)"),
        required=False,
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"class": "input", "rows": 4}),
    )
