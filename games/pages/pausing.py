"""What is said to somebody who does something too often."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.pages.clock import span_in_words
from machupicchu.limits import seconds_left

if TYPE_CHECKING:
    from accounts.models import User

MINUTE = 60


def pausing(said: str, request: HttpRequest, action: str, user: User | None = None) -> str:
    """`said`, and after how many whole minutes that `action` is possible again."""
    left = timedelta(minutes=max(1, ceil(seconds_left(request, action, user) / MINUTE)))
    return _("%(said)s You can go on in %(left)s.") % {"said": said, "left": span_in_words(left)}
