"""What account pages say of browsers, and show of boards."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.once import FIELD, new_key

register = template.Library()

Signs = tuple[tuple[str, str], ...]

# In this order: the later ones call themselves by the earlier ones' names too, for old reasons.
BROWSERS = (("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari/", "Safari"))
SYSTEMS: Signs = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
SYSTEMS += (("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))

ENTRANCES = ("home", "mfa_", *(f"account_{page}" for page in ("login", "logout", "signup", "claim", "inactive")))
ENTRANCES += ("account_reset", "account_confirm", "account_email_verification")
"""Names of the pages, or how they begin, to which nobody wants to come back once they are logged in."""

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


@register.simple_tag(takes_context=True)
def login_address(context: Context) -> str:
    """Where to log in and then come back to this page, which must be one that can be asked for again."""
    login, request = reverse("account_login"), context.get("request")
    if request is None or request.method != "GET":
        return login
    page = request.resolver_match.view_name if request.resolver_match else ""
    if page.startswith(ENTRANCES):
        return login
    back = request.GET.get("next", "") if page == "admin:login" else request.get_full_path()
    return f"{login}?{urlencode({'next': back})}"


@register.simple_tag
def once() -> SafeString:
    """The hidden field of a form that begins one thing however often it is sent: see `accounts.once`."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, new_key())


@register.inclusion_tag("accounts/dyes.html")
def dyes(colours: str) -> dict[str, Any]:
    """A picture of what is told apart by colour on the boards, in the set `colours` of `static/css/colours.css`."""
    return {"colours": colours, "maya": MAYA, "cards": CARDS, "districts": DISTRICTS}
