"""What is said to somebody who does something too often."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING

from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.pages.clock import span_in_words
from games.services.refusals import Refused
from machupicchu.limits import seconds_left

if TYPE_CHECKING:
    from accounts.models import User

MINUTE = 60


def check_pauses(request: HttpRequest, action: str, said: str, user: User | None = None) -> None:
    """Count one more `action`. Raises Refused where that is too many: with what is `said`, and how long to wait."""
    if not ratelimit.consume(request, action=action, user=user):
        left = timedelta(minutes=max(1, ceil(seconds_left(request, action, user) / MINUTE)))
        raise Refused(_("%(said)s You can go on in %(left)s.") % {"said": said, "left": span_in_words(left)})
