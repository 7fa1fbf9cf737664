"""Refusals for users who do something too often."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.limits import is_within_limit, seconds_left
from common.refusals import Refused
from common.times import span_in_words

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MINUTE = 60

MANY_CHANGES = _("That’s too many changes at once.")

TOO_MANY: Mapping[str, StrPromise] = MappingProxyType(
    {
        "analysis": _("You’ve asked for too many analyses in the past hour."),
        "bot": MANY_CHANGES,
        "challenge": _("You’ve sent or started too many deals in the past hour."),
        "chat": _("You’re sending messages too quickly."),
        "club": MANY_CHANGES,
        "cup": MANY_CHANGES,
        "exhibition": _("You’ve started too many exhibitions in the past hour."),
        "hint": _("You’re asking for hints too quickly."),
        "invite": _("You’ve invited too many people in the past hour."),
        "ladder": MANY_CHANGES,
        "plan": MANY_CHANGES,
        "play_on": _("You’ve played on from too many games in the past hour."),
        "record": _("You’ve opened too many records in the past minute."),
        "relations": MANY_CHANGES,
        "rematch": _("You’ve asked for too many rematches in the past hour."),
        "report": _("You’ve sent too many reports in the past hour."),
        "study": _("You’ve opened too many records in the past hour."),
        "table": _("You’ve opened too many tables in the past hour."),
        "table_change": MANY_CHANGES,
        "table_password": _("Too many passwords tried."),
        "trial": _("You’ve asked for too many tests in the past hour."),
    }
)
"""By limited action: the sentence for someone who does it too often."""


class TooOften(Refused):
    """Someone does something too often, and can do it again in `seconds`."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


def check_pauses(
    request: HttpRequest, action: str, user: AbstractBaseUser | None = None, key: str | None = None
) -> None:
    """Count one more `action` of `user`, by default the one who is logged in. Raises TooOften if that is too many, with
    its sentence in `TOO_MANY` and how long to wait.
    """
    if not is_within_limit(request, action, user, key):
        left = max(1, ceil(seconds_left(request, action, user, key)))
        facts = {"said": TOO_MANY[action], "left": span_in_words(timedelta(minutes=ceil(left / MINUTE)))}
        raise TooOften(gettext("%(said)s You can continue in %(left)s.") % facts, left)
