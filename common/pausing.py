"""Refusals for users who do something too often."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from common.limits import is_within_limit, seconds_left
from common.refusals import Refused
from common.times import span_in_words

MINUTE = 60


class TooOften(Refused):
    """Someone does something too often, and can do it again in `seconds`."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


def check_pauses(
    request: HttpRequest, action: str, said: str, user: AbstractBaseUser | None = None, key: str | None = None
) -> None:
    """Count one more `action`. Raises TooOften if that is too many, with the text `said` and how long to wait."""
    if not is_within_limit(request, action, user, key):
        left = max(1, ceil(seconds_left(request, action, user, key)))
        wait = span_in_words(timedelta(minutes=ceil(left / MINUTE)))
        raise TooOften(_("%(said)s You can continue in %(left)s.") % {"said": said, "left": wait}, left)
