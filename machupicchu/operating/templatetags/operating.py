"""What operators see on the start page of the administration."""

from typing import Any

from django import template

from machupicchu.health import state_of_the_parts

register = template.Library()


@register.simple_tag
def site_state() -> dict[str, dict[str, Any]]:
    """The state of the parts of the site, with the lengths of the queues."""
    return state_of_the_parts()
