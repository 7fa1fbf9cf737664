"""What the first page of the admin shows besides its lists."""

from django import template
from django.utils import timezone

from accounts.models import User
from games.selectors.moderation import Waiting, reports_waiting, waiting

register = template.Library()


@register.simple_tag
def what_waits() -> Waiting:
    """What waits for a moderator."""
    return waiting(timezone.now())


@register.simple_tag
def desk(user: User) -> dict[str, int] | None:
    """For the menu of who moderates: how many `reports` wait; None for everyone else, of whom nothing is asked."""
    if not user.is_staff or not user.has_perm("games.view_report"):
        return None
    return {"reports": reports_waiting()}
