"""For moderators: counts of waiting work, and what was reported and done about a person before."""

from django import template
from django.utils import timezone

from accounts.models import User
from games.selectors.moderation import Past, Waiting, past_of, reports_waiting, waiting

register = template.Library()


@register.simple_tag
def what_waits() -> Waiting:
    """The counts of work that waits for a moderator."""
    return waiting(timezone.now())


@register.simple_tag
def past(person: User) -> list[Past]:
    """Reports about `person` and measures against them, latest first."""
    return past_of(person)


@register.simple_tag
def desk(user: User) -> dict[str, int] | None:
    """The number of waiting `reports`, for a moderator's menu; None for everyone else."""
    if not user.is_staff or not user.has_perm("games.view_report"):
        return None
    return {"reports": reports_waiting()}
