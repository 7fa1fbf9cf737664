"""Time zones of readers: the one they have chosen, or else their device's, or else UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from babel.core import UnknownLocaleError
from babel.dates import get_timezone_location
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

LONGEST = 64
"""The longest name of a zone that the columns for zones can hold."""

AROUND = range(-60, 31)
"""The days relative to today on which two zones are compared."""
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
"""The first part of the names of zones that are places, with its translation."""


def is_zone(name: str) -> bool:
    """Whether there is a time zone with this name."""
    return name in _zones()


def zone_named(name: str) -> tzinfo:
    """The zone with this name; UTC if there is none."""
    return ZoneInfo(name) if is_zone(name) else UTC


def alike(name: str, now: datetime) -> str:
    """The zone to render a page in for readers in `name`: the first one requested whose clocks agree; "" for UTC.

    Lets such readers share one cached page. Zones are compared once a day around `now`, so on a day when two of them
    change their clocks, the hours in between may be wrong.
    """
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    shown = _shown(name, hour)
    return "" if shown == _shown("", hour) else _first(hour).setdefault(shown, name)


def zone_of(user: User) -> str:
    """The zone for `user` where there is no browser to ask, as in emails; "" if unknown, which means UTC."""
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


@lru_cache(maxsize=2048)
def _shown(name: str, hour: datetime) -> tuple[bool, tuple[timedelta | None, ...]]:
    """Whether the zone is called UTC, and by how much its clocks differ from it on the days around `hour`."""
    zone = zone_named(name)
    days = [hour + timedelta(days=days) for days in AROUND]
    return zone.tzname(None) == "UTC", tuple(day.astimezone(zone).utcoffset() for day in days)


@lru_cache(maxsize=2)
def _first(hour: datetime) -> dict[object, str]:
    """The first zone requested in that hour, by what its clocks show; filled by `alike`."""
    return {}


@cache
def _towns(language: str) -> dict[str, list[tuple[str, str]]]:
    """Towns and their zones by region, in alphabetical order."""
    towns: dict[str, dict[str, str]] = {region: {} for region in REGIONS}
    for name in sorted(_zones()):
        region = name.partition("/")[0]
        if region in towns and "/" in name:
            towns[region][_place(name, language)] = name  # if a town has two zones, the last name: Kolkata, Kyiv
    return {region: sorted(named.items(), key=lambda town: town[0].casefold()) for region, named in towns.items()}


def _place(name: str, language: str) -> str:
    try:
        town = get_timezone_location(name, locale=language.replace("-", "_"), return_city=True)
    except (LookupError, ValueError, UnknownLocaleError):
        town = ""
    return (town or name).rpartition("/")[2].replace("_", " ")
