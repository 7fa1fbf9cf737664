"""The lesson steps that this browser has done, stored only in its session."""

from django.http import HttpRequest

KEY = "lessons"
"""Session key: the steps answered correctly, by game."""


def done(request: HttpRequest, game: str) -> frozenset[int]:
    """The numbers of the steps that were answered correctly."""
    return frozenset(request.session.get(KEY, {}).get(game, ()))


def mark_done(request: HttpRequest, game: str, number: int) -> frozenset[int]:
    """Remember that step `number` was answered correctly; returns the numbers of all such steps."""
    numbers = done(request, game) | {number}
    request.session[KEY] = {**request.session.get(KEY, {}), game: sorted(numbers)}
    return numbers
