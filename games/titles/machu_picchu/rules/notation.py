"""Text formats: the deal, and the view as a diagram. An action's text is its `str()`."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine import contract
from games.engine.contract import BadDeal, Options

from . import data
from .precinct import CENTRE, FIELDS, STAIRS, STARTS, SUN_FIELDS
from .sky import MOONS, SKIES, SUNS, cards_dealt
from .state import Deal, LaidView, Priest, SeatView, View

_KEYS = ("priests", "sky", "deck")
_NUMBERS = {str(number): number for number in data.NUMBERS}


def words(pairs: Iterable[str], sky: Iterable[str], deck: Iterable[str]) -> str:
    """The text of a deal, given its parts as words."""
    values = (" ".join(pairs), " ".join(sky), " ".join(deck))
    return ";".join(f"{key}={value}" for key, value in zip(_KEYS, values, strict=True))


def deal_text(deal: Deal) -> str:
    """The deal in the form that notation.md defines."""
    return words(deal.pairs, deal.sky, map(str, deal.deck))


def parse_deal(seats: int, options: Options, text: str) -> Deal:
    """Parse the text of a deal. Raises BadDeal with the reason if it is not a valid one."""
    contract.check_table(data, seats, options)
    parts = [part.partition("=") for part in text.split(";")]
    if tuple(key for key, _, _ in parts) != _KEYS:
        raise BadDeal(f"a deal of {data.KEY} reads priests=…;sky=…;deck=…")
    pairs, sky, deck = (tuple(value.split(" ")) for _, _, value in parts)
    if any("?" in word for word in (*pairs, *sky, *deck)):
        raise BadDeal("a deal with ? is for reading: nothing can be dealt from it")
    if sorted(pairs) != sorted(data.PAIRS[seats]):
        allowed = " ".join(data.PAIRS[seats])
        raise BadDeal(f"priests must be {allowed} in any order with {seats} seats, not {' '.join(pairs)!r}")
    return Deal(pairs, _parse_sky(seats, sky), _parse_deck(deck))


def _parse_sky(seats: int, sky: tuple[str, ...]) -> tuple[str, ...]:
    if unknown := [name for name in sky if name not in SKIES]:
        raise BadDeal(f"there is no sun/moon card {unknown[0]!r}; cards are {' '.join(SKIES)}")
    if len(set(sky)) != len(sky) or len(sky) != cards_dealt(seats) or not set(SUNS) <= set(sky):
        moons = cards_dealt(seats) - len(SUNS)
        raise BadDeal(f"the sky must hold {' '.join(SUNS)} and {moons} of {' '.join(MOONS)} once each")
    return sky


def _parse_deck(deck: tuple[str, ...]) -> tuple[int, ...]:
    if unknown := [word for word in deck if word not in _NUMBERS]:
        raise BadDeal(f"there is no direction card {unknown[0]!r}; cards are 1 to {data.NUMBERS[-1]}")
    if len(deck) != len(data.NUMBERS) or len(set(deck)) != len(deck):
        raise BadDeal(f"the deck must hold the numbers 1 to {data.NUMBERS[-1]} once each")
    return tuple(_NUMBERS[word] for word in deck)


def diagram(view: View) -> str:
    """The view as plain text: precinct, cards and stones, then a line for each seat; `?` marks what is hidden.

    In the precinct, digits are priests, `C` is the centre, `*` a sun field, `o` the start field of a priest. Before a
    seat, `>` marks the seat to move and `*` the start player.
    """
    shining = "sun" if view.sky.is_sun else "moon"
    used = " ".join(view.sky_used) or "-"
    lines = [
        f"round     {view.round} of {view.rounds}   {shining} ({view.sky.name})   used {used}",
        *_precinct(view.priests),
        "stairs    " + "  ".join(f"{stair} {_laid(card)}" for stair, card in zip(STAIRS, view.stairs, strict=True)),
        f"stock     {view.stock_size}   discarded {len(view.discards)}",
        f"suns      {_numbers(view.suns)}",
        f"fires     {_numbers(view.fires)}",
        *(_priest_line(number, priest) for number, priest in enumerate(view.priests, 1)),
        *(_seat_line(view, index, seat) for index, seat in enumerate(view.seats)),
        f"decision  {_decision(view)}",
    ]
    return "\n".join(lines)


def _precinct(priests: Iterable[Priest]) -> list[str]:
    symbols = dict.fromkeys(FIELDS, ".") | dict.fromkeys(SUN_FIELDS, "*") | dict.fromkeys(STARTS, "o") | {CENTRE: "C"}
    symbols |= {priest.field: str(number) for number, priest in enumerate(priests, 1) if priest.field}
    columns = sorted({field[0] for field in FIELDS})
    rows = sorted({field[1] for field in FIELDS})
    return [
        f"          {' '.join(columns)}",
        *(f"        {row} {' '.join(symbols[column + row] for column in columns)}" for row in rows),
    ]


def _laid(card: LaidView | None) -> str:
    if card is None:
        return "-"
    number = "?" if card.number is None else str(card.number)
    owner = "stock" if card.seat is None else f"seat {card.seat}"
    moves = f" moves {card.priest}" if card.priest else ""
    return f"{number} ({owner}{'' if card.is_open else ', hidden'}{moves})"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _priest_line(number: int, priest: Priest) -> str:
    return f"priest {number}  {priest.field or 'outside'}  stones {_numbers(priest.depot)}  value {priest.value}"


def _seat_line(view: View, index: int, seat: SeatView) -> str:
    marks = (">" if index == view.to_move else " ") + ("*" if index == view.start_player else " ")
    hand = "?" * seat.hand_size if seat.hand is None else _numbers(seat.hand)
    return f"seat {index} {marks} priests {seat.pair or '??'}  hand {hand}"


def _decision(view: View) -> str:
    if view.decision is None:
        return "none, the game is over"
    placing = f" priest {view.placing}" if view.placing else ""
    return f"seat {view.to_move}: {view.decision}{placing}"
