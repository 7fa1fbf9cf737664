"""The board of Machu Picchu for its template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.pages.boards.menu import Choice, Group
from games.pages.boards.names import name_of, seat_name
from games.titles.machu_picchu.rules.data import FIRE_STONES, SUN_STONES
from games.titles.machu_picchu.rules.state import View

from .depots import depots, nearly_full
from .drawings import drawings
from .pieces import figures, stairs, supply, trails
from .rounds import moves, numbers, rounds, to_come
from .tables import columns, courses, lines
from .words import marking, sky_name

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Spot:
    """A field where a priest may be put."""

    field: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the reader's own hand; `targets` are the places on the stairs where it may be laid, if any."""

    number: int
    targets: str


@dataclass(frozen=True, slots=True)
class Hand:
    """The direction cards and the priests of a seat."""

    number: int
    name: str
    is_reader: bool
    priests: tuple[int, ...]
    cards: tuple[int, ...]


def board(position: Position, groups: list[Group]) -> dict[str, Any]:
    """The context of the board template; `groups` is the menu of the position."""
    view: View = position.view
    choices = {choice.value: choice for group in groups for choice in group.actions}
    suns, moons = to_come(view)
    hands = _hands(position)
    return drawings() | {
        "sky": view.sky,
        "sky_name": sky_name(view.sky),
        "marking": marking(view.sky),
        "round": view.round,
        "rounds": rounds(view),
        "suns_to_come": suns,
        "moons_to_come": moons,
        "start_player": name_of(position, view.start_player),
        "sun_stones": supply(SUN_STONES, len(view.suns), is_sun=True),
        "fire_stones": supply(FIRE_STONES, len(view.fires), is_sun=False),
        "suns_left": view.suns,
        "fires_left": view.fires,
        "stock_size": view.stock_size,
        "stairs": stairs(position, choices, own_hand(hands)),
        "trails": trails(view),
        "figures": figures(position, choices),
        "spots": [Spot(value.split()[2], choice) for value, choice in choices.items() if value.startswith("place")],
        "depots": depots(position),
        "nearly_full": [] if view.over else nearly_full(view),
        "last_round": view.last.number if view.last else 0,
        "last_moves": moves(view.last.steps, view.last.stairs) if view.last else [],
        "columns": columns(view),
        # The tables of the panel: not for a plan, which may be for another decision than the one that waits now.
        "lines": lines(view, choices) if position.legal else [],
        "courses": courses(view, choices) if position.legal else [],
        "hand_cards": _hand_cards(own_hand(hands), choices),
        "hands": [] if own_hand(hands) else hands,
        "numbers": numbers(view),
        "over": view.over,
    }


def own_hand(hands: list[Hand]) -> tuple[int, ...]:
    """The cards of the reader, which lie on the board while nobody else's are seen; empty if there are none."""
    return hands[0].cards if len(hands) == 1 and hands[0].is_reader else ()


def _hand_cards(hand: tuple[int, ...], choices: Mapping[str, Choice]) -> list[HandCard]:
    return [
        HandCard(
            number, " ".join(choice.target for text, choice in choices.items() if text.startswith(f"lay {number} "))
        )
        for number in hand
    ]


def _hands(position: Position) -> list[Hand]:
    """The hands that the viewer sees: their own; all of them at the end."""
    view: View = position.view
    return [
        Hand(
            number,
            seat_name(position, number),
            number == position.seat,
            tuple(map(int, seat.pair)),
            seat.hand,
        )
        for number, seat in enumerate(view.seats)
        if seat.hand is not None and seat.pair is not None
    ]
