"""What a request asks a page for: who reads, which game, which stretch of a list. Nonsense is a 404."""

from collections.abc import Callable

from django.http import Http404, HttpRequest

from accounts.models import User
from games.engine import GAMES
from games.selectors.lists import BadCursor, Stretch
from games.selectors.positions import NoSuchStep

MOST_DIGITS = 9
"""Longer numbers name nothing."""


def reader(request: HttpRequest) -> User | None:
    """The user who reads the page, None when nobody is logged in."""
    return request.user if request.user.is_authenticated else None


def member(request: HttpRequest) -> User:
    """The user who reads a page that asks for a login."""
    assert request.user.is_authenticated
    return request.user


def game(request: HttpRequest) -> str:
    """The key of the game that `?game=` names, empty without it."""
    key = request.GET.get("game", "")
    if key and key not in GAMES:
        raise Http404
    return key


def step(text: str) -> int:
    """The step that an address names. Raises NoSuchStep for what is no number."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise NoSuchStep
    return int(text)


def seat_number(request: HttpRequest) -> int | None:
    """The seat that a form names in `seat`, from 0 on; None where it names none. There is no seat with another name."""
    posted = request.POST.get("seat", "")
    if not posted:
        return None
    return int(posted) if posted.isascii() and posted.isdigit() and len(posted) <= MOST_DIGITS else -1


def stretch(request: HttpRequest, listed: Callable[..., Stretch]) -> Stretch:
    """The stretch of the list that begins at `?after=`."""
    try:
        return listed(cursor=request.GET.get("after", ""))
    except BadCursor:
        raise Http404 from None
