"""The effect of an action in words and marks, before it is played: the same for every game.

The presenters say what will follow from the action, where pieces will go and what the seats will own then; whatever all
imagined worlds agree on is shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from games.pages.boards.marks import Mark, Motion
from games.pages.boards.menu import Choice, Group
from games.pages.boards.names import seat_name, sentences
from games.pages.boards.presenter import Presenter
from games.pages.boards.stock import Stock
from games.pages.titles import PRESENTERS

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position
    from games.selectors.position.preview import Foresight

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Gain:
    """A change in a seat's stock: `place` is its index in the stock, from 0."""

    seat: int
    name: str
    place: int
    stock: Stock


def preview_context(foresight: Foresight) -> dict[str, Any]:
    """Context of `games/match/preview.html` for an action that has not been played."""
    position = foresight.position
    presenter = PRESENTERS[position.match.game]
    group, choice = _chosen(presenter.menu(position), foresight.text)
    details, are_details = _agreed(foresight, lambda entry: presenter.log_detail(position, entry))
    gains, are_gains = _agreed(foresight, lambda entry: _gains(presenter, foresight, entry))
    shown, is_shown = _agreed(
        foresight, lambda entry: [*presenter.motions(position, entry), *presenter.marks(position, entry)]
    )
    return {
        "verb": group.verb,
        "choice": choice,
        "details": sentences(details),
        "gains": gains,
        "is_open": not (are_details and are_gains and is_shown),
        "marks": drawn(shown, gains),
    }


def marks_of(position: Position, entry: Entry) -> str:
    """The marks that show an action on the board before it is played, as JSON."""
    presenter = PRESENTERS[position.match.game]
    return drawn([*presenter.motions(position, entry), *presenter.marks(position, entry)], [])


def drawn(shown: Iterable[Motion | Mark], gains: Iterable[Gain]) -> str:
    """Paths, marks and stock changes as JSON, for the script that draws them."""
    shown = list(shown)
    return json.dumps(
        {
            "ways": [asdict(motion) for motion in shown if isinstance(motion, Motion)],
            "marks": [asdict(mark) for mark in shown if isinstance(mark, Mark)],
            "gains": [{"seat": gain.seat, "place": gain.place, "change": gain.stock.change} for gain in gains],
        }
    )


def _chosen(groups: Iterable[Group], text: str) -> tuple[Group, Choice]:
    return next((group, choice) for group in groups for choice in group.actions if choice.value == text)


def _agreed(foresight: Foresight, ask: Callable[[Entry], list[Answer]]) -> tuple[list[Answer], bool]:
    """The items on which all worlds agree, and whether they agree on all of them."""
    first, *others = [ask(entry) for entry in foresight.worlds]
    return [item for item in first if all(item in other for other in others)], all(first == other for other in others)


def _gains(presenter: Presenter, foresight: Foresight, entry: Entry) -> list[Gain]:
    return [
        Gain(number, seat_name(foresight.position, number), place, stock)
        for number in range(len(foresight.position.seats))
        for place, stock in enumerate(presenter.stocks(entry.after, entry.before, number))
        if stock.change
    ]
