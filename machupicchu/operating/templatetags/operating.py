"""What operators see on the start page of the administration."""

from typing import Any

from django import template

from machupicchu.health import state_of_the_parts

register = template.Library()

TOLD = ("database", "pages", "valkey", "storing", "thinking", "clocks")
"""Notifications and matches on hold are counted above them."""


@register.simple_tag
def site_state() -> dict[str, dict[str, Any]]:
    """The state of the parts of the site, with the lengths of the queues."""
    return state_of_the_parts()


@register.filter
def all_well(parts: dict[str, dict[str, Any]]) -> bool:
    """Whether every part of the site that the page tells about is as it should be."""
    return all(parts[name]["ok"] for name in TOLD)
