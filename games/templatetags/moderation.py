"""Counts of waiting work, for the first page of the admin and for the menu of moderators."""

from django import template
from django.utils import timezone

from accounts.models import User
from games.selectors.moderation import Waiting, reports_waiting, waiting

register = template.Library()


@register.simple_tag
def what_waits() -> Waiting:
    """The counts of work that waits for a moderator."""
    return waiting(timezone.now())


@register.simple_tag
def desk(user: User) -> dict[str, int] | None:
    """The number of waiting `reports`, for a moderator's menu; None for everyone else."""
    if not user.is_staff or not user.has_perm("games.view_report"):
        return None
    return {"reports": reports_waiting()}
