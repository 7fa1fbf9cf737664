"""What account pages say of browsers."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# In this order: the later ones call themselves by the earlier ones' names too, for old reasons.
BROWSERS = (("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari/", "Safari"))
SYSTEMS: tuple[tuple[str, str], ...] = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
)
SYSTEMS += (("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))


@register.filter
def browser(agent: str) -> str:
    """What a browser calls itself, in two words: Firefox, Linux. The beginning of it where nothing is known."""
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or agent[:40] or _("unknown browser")
