"""Handling of all forms that report something to the moderators."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from common.pausing import check_pauses
from common.refusals import Refused
from games.pages.people.report_form import ReportForm


def take_report(request: HttpRequest, form: ReportForm, reader: User, report: Callable[..., object]) -> bool:
    """Pass a report that was sent in a form to `report(reporter=, reason=, text=)`, and thank the reader. Returns
    whether it was accepted; if not, the form says why.

    Too many reports in an hour are refused.
    """
    if not form.is_valid():
        return False
    try:
        check_pauses(request, "report", reader)
        report(reporter=reader, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, _("Thank you. The moderators will look into it."))
    return True
