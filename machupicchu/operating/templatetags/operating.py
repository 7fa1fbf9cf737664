"""Template tags for the state of the site on the start page of the admin."""

from typing import Any

from django import template

from machupicchu.monitoring.health import state_of_the_parts

register = template.Library()

TOLD = ("database", "pages", "valkey", "storing", "thinking", "clocks")
"""The parts in the list. Notifications and matches on hold are counted above it."""


@register.simple_tag
def site_state() -> dict[str, dict[str, Any]]:
    """The state of each part of the site: see `machupicchu.monitoring.health.state_of_the_parts`."""
    return state_of_the_parts()


@register.filter
def all_well(parts: dict[str, dict[str, Any]]) -> bool:
    """Whether every listed part of the site is well."""
    return all(parts[name]["ok"] for name in TOLD)
