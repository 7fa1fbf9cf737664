"""Positions and log entries as pages get them, without a database; and the buttons that pages draw for them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from typing import Any

from django.template.loader import render_to_string

from accounts.models import User
from games.engine.contract import AnyGame
from games.engine.record import Step
from games.models import Match, Seat
from games.pages.boards import match_context
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import Entry, Position

NAMES = ("Alice", "Bob", "Guest-of-the-long-names", "Chinchilla", "Owl")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def seat_count(state: Any) -> int:
    """The number of seats in a position of any game."""
    return state.seats if isinstance(state.seats, int) else len(state.seats)


def everybody(state: Any) -> tuple[int | None, ...]:
    """Every viewer: a spectator, then the seats."""
    return (None, *range(seat_count(state)))


@cache
def _table(game: str, number: int, over: bool) -> tuple[Match, tuple[Seat, ...]]:
    """A match and its seats, which nobody may change: to make new models takes longer than most views."""
    match = Match(code="abc", game=game, seat_count=number, status="finished" if over else "running")
    people = (User(pk=n + 1, username=name) for n, name in enumerate(NAMES[:number]))
    return match, tuple(Seat(match=match, number=n, user=person) for n, person in enumerate(people))


def position_of(
    game: AnyGame, state: Any, seat: int | None, entries: list[Entry] | None = None, *, over: bool = False
) -> Position:
    """The position as `seat` sees it, with people at the table."""
    match, seats = _table(game.KEY, seat_count(state), over)
    decides = seat is not None and game.to_move(state) == seat
    return Position(
        match=match,
        game=game,
        seats=[*seats],
        seat=seat,
        viewer=OMNISCIENT if over else seat,
        step=len(entries or ()),
        last_step=len(entries or ()),
        view=game.open_view(state) if over else game.view(state, seat),
        legal=game.legal_actions(state) if decides else (),
        entries=entries or [],
        since=0,
        outcome=game.outcome(state),
        can_undo=False,
        orders={},
    )


def entry_of(game: AnyGame, step: Step, seat: int | None, now: Any) -> Entry:
    """The log entry of the step as `seat` reads it when the position is `now`."""
    return Entry(
        step=1,
        kind="play",
        seat=step.seat,
        text=game.shown(step.state, step.action, now, seat),
        source="person",
        made_at=NOON,
        before=game.view(step.state, seat),
        after=game.view(step.after, seat),
    )


def drawn(seen: Position) -> str:
    """The panel with the actions, the board and what is next to it, as HTML."""
    context = match_context(seen) | {"csrf_token": "x"}
    names = ("games/match/actions.html", context["presenter"]["template"], context["presenter"]["beside"])
    return "".join(render_to_string(name, context) for name in names if name)


class Buttons(HTMLParser):
    """The action buttons of a page: those in the menu's form, and those on the board that belong to it.

    Also the page's IDs and places, and the IDs that its links lead to.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.menu: list[str] = []
        self.board: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "button" and found.get("name") == "action":
            (self.board if found.get("form") == "act" else self.menu).append(found["value"])
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"][1:]] if tag == "a" and found.get("href", "").startswith("#") else []
        self.places.update(found.get("data-place", "").split(), found.get("data-at", "").split())
