"""oEmbed: tells programs of other sites how to show the board of a match that they link to. See https://oembed.com."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.templatetags.static import static
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import patch_cache_control
from django.utils.html import escape
from django.views.decorators.http import require_safe

from common.enumerating import labelled, listed
from common.numbers import whole_number
from games import catalogue
from games.models import Match
from games.pages.boards.names import name_among, typed
from games.pages.elsewhere.reading import for_other_sites
from games.selectors.access import Visitor, match_for, seats_of

SHOWN = {"match", "match_replay", "match_embed"}
"""URL names of pages whose match can be shown elsewhere."""

CACHED_FOR = 600
"""Seconds for which a response may be cached."""

WIDTH, HEIGHT = 640, 720
"""The default size of a frame."""
LEAST = 300
"""Pixels below which a board cannot be read."""
LONGEST_URL = 2000
"""The most characters of a `url` that is looked at: Python takes quadratic time to split some long ones."""
CARD = (1200, 630)
"""Width and height of the picture beside a link."""


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Describe how to show the match at `url` in a frame, as JSON.

    404 for anything but a public match of this site: never 401, which would reveal that there is one. 501 for another
    `format` than JSON, 400 without a `url`.
    """
    if request.GET.get("format", "json") != "json":
        return _refused("Only the format json is there.", 501)
    if "url" not in request.GET:
        return _refused("Say the url of a match.", 400)
    found = _match_at(request.GET["url"], request.get_host())
    if found is None:
        return _refused("There is no match to show at this url.", 404)
    response = for_other_sites(JsonResponse(_rich(request, *found)))
    patch_cache_control(response, public=True, max_age=CACHED_FOR)
    return response


def frame_of(match: Match, step: int | None = None, width: int = WIDTH, height: int = HEIGHT) -> str:
    """The HTML, as text, that shows the board of a match on a page of another site, at a step if given."""
    address = settings.SITE_URL + reverse("match_embed", args=[match.code])
    if step is not None:
        address += f"?step={step}"
    title = escape(catalogue.name(match.game))
    return f'<iframe src="{escape(address)}" width="{width}" height="{height}" title="{title}" loading="lazy"></iframe>'


def oembed_url(match: Match) -> str:
    """The oEmbed address for a public match."""
    query = {"url": settings.SITE_URL + match.get_absolute_url(), "format": "json"}
    return f"{settings.SITE_URL}{reverse('oembed')}?{urlencode(query)}"


def _rich(request: HttpRequest, match: Match, step: int | None) -> dict[str, Any]:
    width, height = _at_most(request, "maxwidth", WIDTH), _at_most(request, "maxheight", HEIGHT)
    answer: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "provider_name": settings.SITE_NAME,
        "provider_url": settings.SITE_URL,
        "title": _title(match),
        "cache_age": CACHED_FOR,
        "html": frame_of(match, step, width, height),
        "width": width,
        "height": height,
    }
    if CARD[0] <= _asked(request, "maxwidth", CARD[0]) and CARD[1] <= _asked(request, "maxheight", CARD[1]):
        answer |= {
            "thumbnail_url": settings.SITE_URL + static(f"img/card-{match.game}.jpg"),
            "thumbnail_width": CARD[0],
            "thumbnail_height": CARD[1],
        }
    return answer


def _title(match: Match) -> str:
    """The game and, once it has started, its players."""
    game = catalogue.name(match.game)
    if match.status == Match.Status.OPEN:
        return game
    seats = seats_of(match)
    names = (typed(seat.name_unclaimed) or name_among(seats, seat.number) for seat in seats)
    return labelled(game, listed(names))


def _at_most(request: HttpRequest, name: str, usual: int) -> int:
    """The usual length, or less if that is requested; never less than is readable."""
    return max(LEAST, min(usual, _asked(request, name, usual)))


def _asked(request: HttpRequest, name: str, otherwise: int) -> int:
    """The length in pixels from the query; nonsense is ignored."""
    asked = whole_number(request.GET.get(name))
    return otherwise if asked is None else asked


def _match_at(url: str, host: str) -> tuple[Match, int | None] | None:
    """The match whose page, replay or board is at this address of ours, and the step if it is over; None if it is not
    public.
    """
    if len(url) > LONGEST_URL:
        return None
    try:
        parts = urlsplit(url)
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    is_ours = parts.scheme in ("http", "https") and parts.netloc in (host, urlsplit(settings.SITE_URL).netloc)
    if not is_ours or found.view_name not in SHOWN:
        return None
    try:
        match = match_for(Visitor(user=AnonymousUser()), found.kwargs["code"])
    except Match.DoesNotExist:
        return None
    step = QueryDict(parts.query).get("step", "") if match.is_open_book else ""
    return match, whole_number(step)


def _refused(why: str, status: int) -> HttpResponse:
    return for_other_sites(HttpResponse(why, status=status, content_type="text/plain; charset=utf-8"))
