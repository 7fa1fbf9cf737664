"""The city on the board of the Princes: its districts, with everyone and everything in them, and its stairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.enumerating import clauses, labelled
from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.menu import Place, Places
from games.titles.princes.rules.data import UNIT
from games.titles.princes.rules.districts import GOOD_OF, PRODUCTION_INDEX, SUNDIAL, TEMPLE_INDEX
from games.titles.princes.rules.state import View

from .amounts import amount_text, empty_text, people_text
from .drawings import Plate, plate
from .sites import SITES, STAIRS
from .words import DISTRICT, District

MANY_SEATS = 5
"""From this many seats on, the people of a district stand closer together."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A prince, or the Incas of one seat in a district: their position, and the chip that represents them."""

    seat: int
    count: int
    at: str
    chip_at: str = ""

    @property
    def dye(self) -> int:
        """The seat number from 1, as the style sheets number the colours of seats."""
        return self.seat + 1


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn in a district, beside its name plate: the same for all readers."""

    district: District
    bonus: tuple[str, ...]
    standing: str
    incas: tuple[Figure, ...]
    princes: tuple[Figure, ...]

    @property
    def emptied(self) -> str:
        """The position of the mark for an emptied district, as an SVG transform; "" if the district is not empty."""
        site = SITES[self.district.code].bonus
        return "" if site is None or self.bonus else f"translate({site[0]} {site[1]})"

    @property
    def is_good(self) -> bool:
        """Whether it is a production district, whose sign is its good."""
        return self.district.kind == "prod"


@dataclass(frozen=True, slots=True)
class Ground:
    """A district with everything in it, and `says` it in words; `way` says how the reader's prince can get there, "" if
    it cannot.
    """

    place: Place
    district: District
    outline: str
    way: str
    says: str
    plate: Plate
    scene: Scene


def ground(view: View, names: Sequence[str], code: str, places: Places) -> Ground:
    """The district `code` as it is now; `names` are those of the seats, and `places` says what can be chosen there."""
    place = places[f"district-{code}"]
    verb = place.choice.value.split()[0] if place.choice else ""
    way = "ride" if verb == "jump" else "walk" if verb else ""
    incas = _incas(view, code)
    princes = [number for number, seat in enumerate(view.seats) if seat.prince == code]
    return Ground(
        place=place,
        district=DISTRICT[code],
        outline=SITES[code].outline,
        way=way,
        says=_says(view, names, code, incas, princes),
        plate=plate(code),
        scene=Scene(
            district=DISTRICT[code],
            bonus=_bonus(view, code),
            standing=_next_to(code, len(princes)),
            incas=_people(code, incas, len(view.seats)),
            princes=_princes(code, princes),
        ),
    )


def _incas(view: View, code: str) -> list[tuple[int, int]]:
    """The seats that have Incas in a district, and how many."""
    if code == SUNDIAL:
        counts = [seat.sundial for seat in view.seats]
    elif code in PRODUCTION_INDEX:
        counts = [seat.incas[PRODUCTION_INDEX[code]] for seat in view.seats]
    else:
        counts = []
    return [(number, count) for number, count in enumerate(counts) if count]


def _units(view: View, code: str) -> int:
    """How many bonus units or stones are in a district."""
    if code in PRODUCTION_INDEX:
        return view.bonuses[PRODUCTION_INDEX[code]]
    return view.stones[TEMPLE_INDEX[code]] if code in TEMPLE_INDEX else 0


def _bonus(view: View, code: str) -> tuple[str, ...]:
    site = SITES[code].bonus
    if site is None:
        return ()
    x, y = site
    across, up = (30, 6) if code in PRODUCTION_INDEX else (36, 4)
    return tuple(f"translate({x + across * unit} {y - up * unit})" for unit in range(_units(view, code)))


def _people(code: str, incas: list[tuple[int, int]], seats: int) -> tuple[Figure, ...]:
    site = SITES[code].incas
    if site is None:
        return ()
    x, y = site
    step, chip_step, scale = (38, 41, " scale(0.8)") if seats >= MANY_SEATS else (46, 52, "")
    return tuple(
        Figure(
            seat,
            count,
            f"translate({x + place * step} {y})",
            f"translate({x - 6 + place * chip_step} {y - 24}){scale}",
        )
        for place, (seat, count) in enumerate(incas)
    )


def _princes(code: str, seats: list[int]) -> tuple[Figure, ...]:
    x, y = SITES[code].princes
    step = _step(code, len(seats))
    return tuple(Figure(seat, 1, f"translate({x + place * step} {y}) scale(0.92)") for place, seat in enumerate(seats))


def _next_to(code: str, others: int) -> str:
    """Where one more prince would stand, next to the others in the district."""
    x, y = SITES[code].princes
    return f"translate({x + others * _step(code, others + 1)} {y})"


def _step(code: str, princes: int) -> int:
    """The distance between this many princes; negative, to the left, in districts at the right edge of the city."""
    step = 58 if princes < 3 else 40
    return -step if SITES[code].princes[0] > 900 else step


def _says(view: View, names: Sequence[str], code: str, incas: list[tuple[int, int]], princes: list[int]) -> str:
    """The state of a district in words, for readers who cannot see it."""
    parts = []
    units = _units(view, code)
    if code in PRODUCTION_INDEX:
        bonus = amount_text(units * UNIT[PRODUCTION_INDEX[code]], GOOD_OF[code])
        parts.append(labelled(_("bonus"), bonus) if units else empty_text(view.day))
    elif code in TEMPLE_INDEX:
        parts.append(
            ngettext("{units} stone", "{units} stones", units).format(units=units) if units else empty_text(view.day)
        )
    parts += [labelled(names[number], _incas_text(code, count)) for number, count in incas]
    parts += [_("{name}’s prince").format(name=names[number]) for number in princes]
    name = str(DISTRICT[code].name)
    return labelled(name, clauses(parts)) if parts else name


def _incas_text(code: str, number: int) -> str:
    """A number of Incas of a district in words."""
    if code in PRODUCTION_INDEX:
        return people_text(PRODUCTION_INDEX[code], number)
    return ngettext("{number} Inca", "{number} Incas", number).format(number=number)


def open_stairs(view: View, grounds: list[Ground]) -> list[str]:
    """The stairs that the reader's prince may take now, as SVG transforms."""
    here = None if view.to_move is None else view.seats[view.to_move].prince
    ways = [
        frozenset((here, ground.district.code))
        for ground in grounds
        if here is not None and ground.place.choice is not None and ground.place.choice.value.startswith("go ")
    ]
    return [f"translate({stair.x} {stair.y}) rotate({stair.angle})" for way in ways if (stair := STAIRS.get(way))]
