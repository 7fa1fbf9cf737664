"""The forms that report a message, a person or a club to the moderators."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from common.visible import SeenField
from games.models import Report
from games.models.chat import LONGEST_MESSAGE

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ABOUT_MESSAGES = (Report.Reason.INSULT, Report.Reason.ADVICE, Report.Reason.SPAM, Report.Reason.OTHER)
"""The reasons for reporting a message."""

ABOUT_CLUBS = (Report.Reason.NAME, Report.Reason.INSULT, Report.Reason.SPAM, Report.Reason.OTHER)
"""The reasons for reporting a club."""


def _reason(label: StrPromise, reasons: Iterable[Report.Reason] = Report.Reason) -> forms.ChoiceField:
    choices = [(reason.value, reason.label) for reason in reasons]
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


def _text(label: StrPromise, *, required: bool = True) -> SeenField:
    widget = forms.Textarea({"class": "input", "rows": 4})
    return SeenField(label=label, required=required, max_length=LONGEST_MESSAGE, widget=widget)


class ReportForm(forms.Form):
    """A report to the moderators: its reason and, required unless it is about a message, a description."""

    reason = _reason(_("What’s wrong?"))
    text = _text(_("What happened, and in which game?"))


class ClubReportForm(ReportForm):
    """A report about a club."""

    reason = _reason(_("What’s wrong with it?"), ABOUT_CLUBS)
    text = _text(_("In your words: what should moderators look at?"))


class MessageReportForm(ReportForm):
    """A report about a message, which speaks for itself: the description is optional."""

    reason = _reason(_("What’s wrong with it?"), ABOUT_MESSAGES)
    text = _text(_("In your own words (optional)"), required=False)
