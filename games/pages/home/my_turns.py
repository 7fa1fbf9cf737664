"""Matches waiting for the reader, each with the task that it has for them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from games.pages.titles import PRESENTERS
from games.selectors.position.engines import game_of, state_of
from games.selectors.records import lists


@dataclass(frozen=True, slots=True)
class Turn:
    """A match that waits for the reader, and the reader's task in a word or two."""

    row: lists.Row
    task: str


def turns(user: User) -> list[Turn]:
    """The matches waiting for `user`, the most urgent first."""
    return turns_of(lists.your_turns(user))


def turns_of(rows: Iterable[lists.Row]) -> list[Turn]:
    """These matches, all of which wait for the reader, with their tasks."""
    return [Turn(row, _task(row)) for row in rows]


def _task(row: lists.Row) -> str:
    assert row.own is not None
    if row.match.waits_for_claim:
        return _("Take the win, or play on?")
    view = game_of(row.match).view(state_of(row.match), row.own.number)
    return str(PRESENTERS[row.match.game].task(view))
