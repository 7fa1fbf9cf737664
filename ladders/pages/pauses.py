"""How often one person may do something on ladders."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from common.pausing import check_pauses


def check_ladder_pauses(request: HttpRequest, user: User) -> None:
    """Count one more change of a ladder by `user`: joining, leaving, challenging, answering. Raises TooOften."""
    check_pauses(request, "ladder", _("That’s too many changes at once."), user)
