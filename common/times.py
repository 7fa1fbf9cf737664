"""Points in time and durations in words."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, get_current_timezone_name, localtime

from common.enumerating import gap
from common.sentences import gettext as _
from common.sentences import language, ngettext

MINUTE = timedelta(minutes=1)


def moment_in_words(moment: datetime, form: str) -> str:
    """A moment in the active time zone, in a format of `machupicchu/formats/`; labelled if that is UTC."""
    words = _written(moment, form, get_current_timezone(), language())
    return words if get_current_timezone_name() != "UTC" else _("%(moment)s UTC") % {"moment": words}


@lru_cache(maxsize=1024)
def _written(moment: datetime, form: str, zone: tzinfo, _language: str | None) -> str:
    """The moment without a label. Cached: a deadline stands in three places of a board, for each of its players."""
    return date_format(localtime(moment, zone), form)


def span_in_words(span: timedelta) -> str:
    """A duration in its two largest units: 2 days 3 hours, 14 minutes, less than a minute."""
    minutes = max(span, timedelta()) // MINUTE
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    words = [
        ngettext("%(count)s day", "%(count)s days", days) % {"count": days} if days else "",
        ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours} if hours else "",
        ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes} if minutes else "",
    ]
    return gap().join([word for word in words if word][:2]) or _("less than a minute")
