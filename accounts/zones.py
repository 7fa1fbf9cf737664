"""Time zones in which readers see times: the one they have chosen, else their device's, else UTC."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from babel.core import UnknownLocaleError
from babel.dates import get_timezone_location
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

LONGEST = 64
REGIONS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
"""The first part of the names of zones that are places."""


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name in _zones()


def zone_named(name: str) -> tzinfo:
    """The zone of this name; UTC if there is none."""
    return ZoneInfo(name) if is_zone(name) else UTC


def zone_of(user: User) -> str:
    """The zone for `user` where there is no browser to ask, as in mails; "" if unknown: then it is UTC."""
    return next((name for name in (user.time_zone, user.device_zone) if is_zone(name)), "")


def zones_by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """All zones that are places, with their names in the reader's language, by region."""
    towns = _towns(get_language() or "en")
    return [(str(REGIONS[region]), [(zone, town) for town, zone in towns[region]]) for region in REGIONS]


def place(name: str) -> str:
    """The town after which a zone is named, in the reader's language."""
    return _place(name, get_language() or "en")


@cache
def _zones() -> frozenset[str]:
    return frozenset(name for name in available_timezones() if len(name) <= LONGEST)


@cache
def _towns(language: str) -> dict[str, list[tuple[str, str]]]:
    """Towns and their zones by region, in alphabetical order."""
    towns: dict[str, dict[str, str]] = {region: {} for region in REGIONS}
    for name in sorted(_zones()):
        region = name.partition("/")[0]
        if region in towns and "/" in name:
            towns[region][_place(name, language)] = name  # of two names for one town the later: Kolkata, Kyiv
    return {region: sorted(named.items(), key=lambda town: town[0].casefold()) for region, named in towns.items()}


def _place(name: str, language: str) -> str:
    try:
        town = get_timezone_location(name, locale=language.replace("-", "_"), return_city=True)
    except (LookupError, ValueError, UnknownLocaleError):
        town = ""
    return (town or name).rpartition("/")[2].replace("_", " ")
