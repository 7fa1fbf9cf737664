"""Text formats: the deal, and the view as a diagram. An action's text is its `str()`."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine import contract
from games.engine.contract import BadDeal, Options

from . import data
from .board import TOWERS
from .pieces import COLORS, Towers
from .state import TWO, Deal, View


def words(towers: Towers, deck: str) -> str:
    """The text of a deal, omitting what is not dealt."""
    values = {"towers": "/".join(towers), "deck": deck}
    return ";".join(f"{key}={value}" for key, value in values.items() if value)


def deal_text(deal: Deal) -> str:
    """The deal in the form that notation.md defines."""
    return words(deal.towers, deal.deck)


def parse_deal(seats: int, options: Options, text: str) -> Deal:
    """Parse the text of a deal. Raises BadDeal with the reason if it is not a valid one."""
    contract.check_table(data, seats, options)
    keys = (
        *(() if options.get(data.SETUP) == data.BUILD else ("towers",)),
        *(() if seats == TWO else ("deck",)),
    )
    pairs = [part.partition("=") for part in text.split(";")] if text else []
    if tuple(key for key, _, _ in pairs) != keys:
        form = ";".join(f"{key}=…" for key in keys) or "nothing"
        raise BadDeal(f"a deal of {data.KEY} with {seats} seats and these options reads {form}")
    if "?" in text:
        raise BadDeal("a deal with ? is for reading: nothing can be dealt from it")
    values = {key: value for key, _, value in pairs}
    towers = _parse_towers(values["towers"]) if "towers" in values else ()
    return Deal(seats, towers, _parse_deck(values["deck"]) if "deck" in values else "")


def _parse_towers(text: str) -> Towers:
    towers = tuple(text.split("/"))
    if len(towers) != len(TOWERS) or any(len(tower) != data.LEVELS for tower in towers):
        raise BadDeal(f"towers must be {len(TOWERS)} words of {data.LEVELS} letters, separated by /")
    for level, pieces in enumerate(zip(*towers, strict=True), 1):
        if sorted(pieces) != sorted(COLORS):
            raise BadDeal(f"level {level} must have each of {COLORS} once, not {''.join(pieces)!r}")
    for number, tower in enumerate(towers, 1):
        if len(set(tower)) != data.LEVELS:
            raise BadDeal(f"tower {number} must have {data.LEVELS} different colours, not {tower!r}")
    return towers


def _parse_deck(deck: str) -> str:
    if sorted(deck) != sorted(COLORS):
        raise BadDeal(f"the deck must have each of {COLORS} once, not {deck!r}")
    return deck


def diagram(view: View) -> str:
    """The view as plain text: towers, base at the bottom, with what stands beside them, then a line for each seat.

    `^` marks the towers beside the monolith, `>` the seat to move, `?` what is hidden.
    """
    lines = []
    for first in range(0, len(TOWERS), data.ROW):
        lines += _row(view, TOWERS[first : first + data.ROW])
    between = f"between {view.monolith[0]} and {view.monolith[1]}, raven on {view.raven}" if view.monolith else "aside"
    lines.append(f"monolith  {between}")
    lines.append(f"swaps     {view.swaps}, {view.quiet_swaps} without a connection, position {view.repeats} times")
    if view.centre_card:
        lines.append(f"centre    {view.centre_card}")
    lines += [_seat_line(view, seat) for seat in range(view.seats)]
    lines.append(f"decision  {_decision(view)}")
    return "\n".join(lines)


def _row(view: View, numbers: Iterable[int]) -> list[str]:
    row = list(numbers)
    lines = [
        "  " + "".join(f"{view.towers[number - 1].ljust(data.LEVELS, '.')[level]:<10}" for number in row).rstrip()
        for level in reversed(range(data.LEVELS))
    ]
    marks = [f"{number}{'^' if number in (view.monolith or ()) else ''}{_beside(view, number)}" for number in row]
    return [*lines, "  " + "".join(f"{mark:<10}" for mark in marks).rstrip(), ""]


def _beside(view: View, number: int) -> str:
    """The ladders as W and B, then the priest as a + and its owner's letter."""
    white, black = view.ladders[number - 1]
    priest = view.priests[number - 1]
    return " " + "W" * white + "B" * black + ("" if priest is None else f"+{'WB'[priest]}")


def _seat_line(view: View, seat: int) -> str:
    mark = ">" if seat == view.to_move else " "
    if view.seats == TWO:
        left = f"ladders {view.ladders_left[seat]}  priests {view.priests_left[seat]}"
        return f"seat {seat} {mark} {('White', 'Black')[seat]}  {left}"
    return f"seat {seat} {mark} tasks {view.tasks[seat] or '??'}"


def _decision(view: View) -> str:
    if view.decision is None:
        return f"none, the game is over: {view.reason}"
    return f"seat {view.to_move}: {view.decision}"
