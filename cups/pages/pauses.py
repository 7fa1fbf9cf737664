"""How often one person may do something in cups."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from common.pausing import check_pauses


def check_cup_pauses(request: HttpRequest, user: User) -> None:
    """Count one more change of a cup by `user`: entering, leaving, and what hosts do. Raises TooOften."""
    check_pauses(request, "cup", _("That’s too many changes at once."), user)
