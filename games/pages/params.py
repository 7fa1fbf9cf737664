"""Request parameters of pages: the reader, the game, the stretch of a list. Nonsense is a 404."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest
from django.utils.http import urlencode

from accounts.models import User
from games.engine import GAMES
from games.selectors.position.positions import NoSuchStep
from games.selectors.records.lists import BadCursor, Stretch

MOST_DIGITS = 9
"""Longer numbers are invalid."""

MOST_DIGITS_OF_KEYS = 18
"""Longer keys of rows do not exist."""


def reader(request: HttpRequest) -> User | None:
    """The user who reads a page that is open to everyone; None if nobody is logged in."""
    return request.user if request.user.is_authenticated else None


def game(request: HttpRequest) -> str:
    """The key of the game in `?game=`; empty without it."""
    key = request.GET.get("game", "")
    if key and key not in GAMES:
        raise Http404
    return key


def step(text: str) -> int:
    """The step number in a URL. Raises NoSuchStep if it is not a number."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise NoSuchStep
    return int(text)


def seat_number(request: HttpRequest) -> int | None:
    """The posted seat number `seat`, from 0; None without one, -1 (no such seat) if it is not a number."""
    posted = request.POST.get("seat", "")
    if not posted:
        return None
    return int(posted) if posted.isascii() and posted.isdigit() and len(posted) <= MOST_DIGITS else -1


def key(request: HttpRequest, field: str) -> int:
    """The key of a row, from a form field."""
    posted = request.POST.get(field, "")
    if not posted.isascii() or not posted.isdigit() or len(posted) > MOST_DIGITS_OF_KEYS:
        raise Http404
    return int(posted)


def query_of(asked: Mapping[str, str], game: str) -> str:
    """The filters of a list as a query string, without the place in the list; it ends with `&` unless empty."""
    query = urlencode({**asked, "game": game} if game else asked)
    return f"{query}&" if query else ""


def stretch(request: HttpRequest, listed: Callable[..., Stretch]) -> Stretch:
    """The stretch of the list that starts at `?after=`."""
    try:
        return listed(cursor=request.GET.get("after", ""))
    except BadCursor:
        raise Http404 from None
