"""Request parameters of pages: the reader, the game, the stretch of a list. Nonsense is a 404."""

from collections.abc import Callable

from django.http import Http404, HttpRequest

from accounts.models import User
from common.numbers import row_key, whole_number
from games.catalogue import game_or_404
from games.selectors.position.positions import NoSuchStep
from games.selectors.records.lists import BadCursor, Stretch


def reader(request: HttpRequest) -> User | None:
    """The user who reads a page that is open to everyone; None if nobody is logged in."""
    return request.user if request.user.is_authenticated else None


def game(request: HttpRequest) -> str:
    """The key of the game in `?game=`; empty without it."""
    key = request.GET.get("game", "")
    if key:
        game_or_404(key)
    return key


def step(text: str) -> int:
    """The step number in a URL. Raises NoSuchStep if it is not a number."""
    number = whole_number(text)
    if number is None:
        raise NoSuchStep
    return number


def seat_number(request: HttpRequest) -> int | None:
    """The posted seat number `seat`, from 0; None without one, -1 (no such seat) if it is not a number."""
    posted = request.POST.get("seat", "")
    if not posted:
        return None
    number = whole_number(posted)
    return -1 if number is None else number


def key(request: HttpRequest, field: str) -> int:
    """The key of a row, from a form field."""
    posted = row_key(request.POST.get(field))
    if posted is None:
        raise Http404
    return posted


def stretch(request: HttpRequest, listed: Callable[..., Stretch]) -> Stretch:
    """The stretch of the list that starts at `?after=`."""
    try:
        return listed(cursor=request.GET.get("after", ""))
    except BadCursor:
        raise Http404 from None
