"""What account pages say of browsers, and show of boards."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

register = template.Library()

Signs = tuple[tuple[str, str], ...]

# In this order: the later ones call themselves by the earlier ones' names too, for old reasons.
BROWSERS = (("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari/", "Safari"))
SYSTEMS: Signs = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
SYSTEMS += (("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))

MAYA = "roygtbpkn"
CARDS: Signs = (("moai", "gi-moai"), ("priest", "gi-prayer"), ("lumberjack", "gi-wood-axe"), ("fish", "gi-flatfish"))
CARDS += (("mulberry", "gi-raspberry"), ("potato", "gi-potato"), ("grain", "gi-wheat"))
DISTRICTS: Signs = (("prod", "g-corn"), ("temple", "gi-vulture"), ("hire", "gi-meeple"), ("house", "gi-prayer"))
DISTRICTS += (("market", "gi-trade"), ("sundial", "gi-sundial"))
"""Colours of pieces as the stylesheet calls them, with the sign that each bears; those of Maya bear their letter."""


@register.filter
def browser(agent: str) -> str:
    """What a browser calls itself, in two words: Firefox, Linux. The beginning of it where nothing is known."""
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or agent[:40] or _("unknown browser")


@register.inclusion_tag("accounts/dyes.html")
def dyes(colours: str) -> dict[str, Any]:
    """A picture of what is told apart by colour on the boards, in the set `colours` of `static/css/colours.css`."""
    return {"colours": colours, "maya": MAYA, "cards": CARDS, "districts": DISTRICTS}
