"""Template tags for account pages: browser names, the login link, the key of an idempotent form."""

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.idempotent import FIELD, new_key
from common.enumerating import enumerated

register = template.Library()

# The order matters: user agents of the earlier ones also contain the signs of later ones, for historical reasons.
BROWSERS = (("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)

ENTRANCES = (
    "home",
    "mfa_",
    "account_login",
    "account_logout",
    "account_signup",
    "account_claim",
    "account_inactive",
    "account_reset",
    "account_confirm",
    "account_email_verification",
    "account_email_correct",
)
"""URL names, or prefixes of them, of pages that nobody wants to return to after logging in."""


WORD_JOINER = "\u2060"


@register.filter
def unlinked(name: str) -> str:
    """The name as email programs make no link of it: "www.example.org" is a name, and anyone can have a mail sent to
    any address by signing up with it.
    """
    return name.replace(".", f".{WORD_JOINER}")


@register.filter
def browser(agent: str) -> str:
    """The browser and system of a user agent ("Firefox, Linux"); if unknown, the beginning of the user agent."""
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return enumerated(filter(None, found)) or agent[:40] or _("unknown browser")


@register.simple_tag(takes_context=True)
def login_address(context: Context) -> str:
    """The URL of the login page, which leads back to this page if it can be requested again (GET)."""
    login, request = reverse("account_login"), context.get("request")
    if request is None or request.method != "GET":
        return login
    page = request.resolver_match.view_name if request.resolver_match else ""
    if page.startswith(ENTRANCES):
        return login
    back = request.GET.get("next", "") if page == "admin:login" else request.get_full_path()
    return f"{login}?{urlencode({'next': back})}"


@register.simple_tag
def form_key() -> SafeString:
    """The hidden field of an idempotent form: see `accounts.idempotent`."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, new_key())
