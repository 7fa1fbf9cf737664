"""Template tags for all pages: icons, avatars, seat chips, and the number of matches waiting for the reader."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.formats import time_format
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from accounts.models import User
from accounts.names import COMPUTER_NAMES
from common.enumerating import (
    as_sentence,
    colon,
    comma,
    enumerated,
    full_stop,
    in_brackets,
    labelled,
    list_comma,
    listed,
)
from common.sentences import gettext as _
from common.sentences import ngettext
from common.times import moment_in_words
from games import catalogue
from games.models import Match, Seat
from games.pages.boards import clock as clocks
from games.pages.boards.names import typed
from games.pages.elsewhere.oembed import oembed_url
from games.pages.lobby.computer_players import COMPUTER_PLAYERS, ComputerPlayer
from games.pages.origins import Origin
from games.pages.origins import origin_of as find_origin
from games.pages.people import avatars
from games.pages.titles import PAGES
from games.selectors.position.engines import options_of
from games.selectors.records import lists

register = template.Library()

DRAWN = 4096
"""The number of rendered icons and avatars cached, 300 bytes each: a list shows a hundred of them."""


@register.simple_tag
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """The icon `name`, of the site or of its game. Hidden from screen readers, unless a `label` describes it."""
    return _icon(name, str(label), css)


@lru_cache(maxsize=DRAWN)
def _icon(name: str, label: str, css: str) -> SafeString:
    return _part("icon", name=name, sheet=sheet_of(name), label=label, css=css)


@register.simple_tag
def sheet_of(name: str) -> str:
    """The static file that contains the icon `name`."""
    game = next((key for key, pages in PAGES.items() if name in pages.signs), None)
    return f"img/{game}/drawings.svg" if game else "icons.svg"


@register.inclusion_tag("games/parts/dyes.html")
def dyes(colours: str) -> dict[str, Any]:
    """A sample of the colours that matter on boards, in the set `colours` of `static/css/colours.css`."""
    samples = [pages.sample for pages in PAGES.values() if pages.sample is not None]
    rows = [(13 * number, sample) for number, sample in enumerate(samples)]
    return {"colours": colours, "rows": rows, "height": 13 * len(rows) - 2}


@register.simple_tag
def avatar(user: User | None, css: str = "") -> SafeString:
    """The avatar of a user: woven from the name, an animal for a computer player, empty for None."""
    if user is None:
        return _avatar("free", "", css)
    if user.level:
        return level_avatar(user.level, css)
    return _avatar("woven", user.username, css)


@register.simple_tag
def level_avatar(level: str, css: str = "") -> SafeString:
    """The animal of a computer level; an empty square for anything else."""
    return _avatar("animal", level, css) if level in COMPUTER_PLAYERS else _avatar("free", "", css)


@lru_cache(maxsize=DRAWN)
def _avatar(kind: str, name: str, css: str) -> SafeString:
    facts: dict[str, Any] = {"kind": kind}
    if kind == "woven":
        cloth = facts["cloth"] = avatars.cloth(name)
        own = f"dyes-{cloth.dyes}"
    elif kind == "animal":
        facts["animal"] = COMPUTER_NAMES[name].lower()
        own = f"avatar--animal dyes-{name}"
    else:
        own = "avatar--free"
    return _part("avatar", **facts, css=f"avatar {own} {css}".rstrip())


@register.simple_tag
def computer_players() -> list[ComputerPlayer]:
    """Every computer player in words, the weakest first."""
    return list(COMPUTER_PLAYERS.values())


@register.filter
def computer_player(level: str) -> ComputerPlayer | None:
    """The computer player of a level in words, None for anything else."""
    return COMPUTER_PLAYERS.get(level)


@register.filter
def count_of(counts: Mapping[str, int], key: str) -> int:
    """The count under `key`; 0 without one, and on pages that count nothing."""
    return counts[key] if counts and key in counts else 0


@register.filter
def percent(share: int) -> str:
    """A percentage, with the sign where the reader's language puts it."""
    return _("{share}%").format(share=share)


@register.simple_tag
def person(user: User | None, name: str = "") -> SafeString:
    """A user's name, or the `name` shown for them here, linked to the profile if there is one."""
    has_profile = user is not None and user.pk and user.is_active and not user.is_guest
    username = user.username if user is not None and has_profile else ""
    return _person(get_script_prefix(), username, name or (user.shown_name if user else _("nobody")))


@lru_cache(maxsize=DRAWN, typed=True)  # a name that is safe as it stands is not the same name escaped
def _person(_prefix: str, username: str, name: str) -> SafeString:
    return _part("person", username=username, name=name)


@register.simple_tag
@lru_cache(maxsize=DRAWN)
def chip(seat: int) -> SafeString:
    """The small emblem of a seat (from 0): its dye and weave. Goes before the name, never in its place."""
    return _part("chip", place=seat + 1)


@register.filter
def variants(match: Match) -> list[str]:
    """The variants of `match` that differ from the printed game, in words."""
    return catalogue.variants(match.game, options_of(match))


@register.inclusion_tag("games/learn/paragraph.html")
def paragraph(number: str, game: str = "RAP") -> dict[str, str]:
    """The number of a rule paragraph, as code and tests cite it and links target it: RAP 3.2."""
    return {"number": number, "anchor": f"{game}-{number}"}


@register.inclusion_tag("games/parts/status.html")
def status(word: str) -> dict[str, str]:
    """How sure a rule is: `likely`, `reconstructed` and `ours` are marked, `certain` is not."""
    return {"status": word}


@register.inclusion_tag("games/parts/sharing.html")
def sharing(title: str = "", text: str = "", game: str = "") -> dict[str, str]:
    """The data that other sites show for a link to a page; the site's own where the page gives none."""
    return {
        "site_name": settings.SITE_NAME,
        "title": title or settings.SITE_NAME,
        "text": text or _("Board games of lost cities, played in the browser with friends or against the computer."),
        "image": settings.SITE_URL + static(f"img/card-{game}.jpg" if game else "img/card.jpg"),
    }


@register.inclusion_tag("games/parts/sharing.html")
def match_sharing(match: Match) -> dict[str, str]:
    """The data that other sites show for a link to a match; for one that is not public, only the site's own."""
    if match.access != Match.Access.ANYBODY:
        return sharing()
    seats = ngettext("%(seats)s player", "%(seats)s players", match.seat_count) % {"seats": match.seat_count}
    text = enumerated([seats, str(match.get_pace_display()), str(match.get_status_display())])
    return sharing(catalogue.name(match.game), text, match.game) | {"oembed_url": oembed_url(match)}


@register.simple_tag
def origin_of(match: Match) -> Origin | None:
    """The origin of a match; None for a table that someone has opened."""
    return find_origin(match)


@register.simple_tag
def calls(user: User | AnonymousUser, here: str = "") -> lists.Calls:
    """The counts of matches waiting for `user`, except the one whose code is `here`, and of unseen notifications."""
    return lists.calls_of(user, here=here) if user.is_authenticated else lists.Calls()


@register.simple_tag
def clock(match: Match, seat: Seat | None) -> SafeString:
    """The running clock of a match, for the seat to move."""
    return _part("clock", clock=clocks.clock_of(match, seat))


@register.simple_tag(takes_context=True)
def jinja(context: Context, name: str, **more: Any) -> SafeString:
    """Render the Jinja2 template `name` with this context and `more`."""
    facts: dict[str, Any] = context.flatten() | more  # type: ignore[assignment]
    # Evaluated only when a form needs it: pages without forms set no cookie.
    facts["csrf_input"] = SimpleLazyObject(lambda: _csrf_field(facts.get("csrf_token", "")))
    return mark_safe(render_to_string(name, facts, using="jinja2"))


def _csrf_field(token: object) -> SafeString:
    """The hidden field that protects our forms against cross-site request forgery."""
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)


def _part(name: str, /, **facts: Any) -> SafeString:
    """One of the small parts shared by Django's and Jinja2's pages."""
    return mark_safe(render_to_string(f"games/parts/{name}.html", facts, using="jinja2"))


register.filter("typed", typed)
register.filter("enumerated", enumerated)
register.filter("listed", listed)
register.filter("labelled", labelled)
# They add only texts of the translations, so what was safe stays safe.
register.filter("as_sentence", as_sentence, is_safe=True)
register.filter("in_brackets", in_brackets, is_safe=True)
# The marks alone, for words with tags between them.
for mark in (list_comma, comma, colon, full_stop):
    register.simple_tag(mark)

MOMENTS = {"clock": "TIME_FORMAT", "short": "SHORT_DATETIME_FORMAT", "long": "DATETIME_FORMAT"}
"""The format of a moment by `form`, in every language (`machupicchu/formats/`)."""


@register.simple_tag
def moment(value: datetime, form: str, css: str = "") -> SafeString:
    """A moment in the reader's time zone. The `form` "time" is for pages that say when it is UTC."""
    words = time_format(localtime(value), "H:i") if form == "time" else moment_in_words(value, MOMENTS[form])
    return format_html('<time class="{}" datetime="{}">{}</time>', css, value.isoformat(timespec="seconds"), words)


@register.filter
def pace_in_words(match: Match) -> str:
    """The pace of a match in words, with its figures."""
    return clocks.pace_in_words(match)


@register.filter
def game_name(key: str) -> str:
    """The name of a game for its key: `rapa_nui` is Rapa Nui."""
    return catalogue.name(key)
