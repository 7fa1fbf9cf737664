"""What the first page of the administration shows besides its lists."""

from typing import Any

from django import template
from django.utils import timezone

from games.selectors.moderation import Waiting, waiting
from machupicchu.health import state_of_the_parts

register = template.Library()


@register.simple_tag
def what_waits() -> Waiting:
    """What waits for a moderator."""
    return waiting(timezone.now())


@register.simple_tag
def site_state() -> dict[str, dict[str, Any]]:
    """How the parts of the site are, with the lengths of the queues."""
    return state_of_the_parts()
