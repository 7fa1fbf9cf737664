"""For moderators: counts of waiting work, and what was reported and done about a person before."""

from typing import Any

from django import template
from django.utils import timezone

from accounts.models import User
from games.selectors.moderation import Past, Waiting, past_of, reports_waiting, waiting

register = template.Library()


@register.simple_tag
def what_waits(user: User) -> Waiting:
    """The counts of work that waits for a moderator."""
    return waiting(user, timezone.now())


@register.simple_tag(takes_context=True)
def past(context: dict[str, Any], person: User) -> list[Past]:
    """Reports about `person` and measures against them, latest first, as far as they are for the reader."""
    return past_of(person, reader=context["request"].user)


@register.simple_tag
def desk(user: User) -> dict[str, int] | None:
    """The number of waiting `reports`, for a moderator's menu; None for everyone else."""
    if not user.is_staff or not user.has_perm("games.view_report"):
        return None
    return {"reports": reports_waiting(user)}
