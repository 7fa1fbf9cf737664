"""The worked examples of the rules page of Machu Picchu, with their pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.titles.machu_picchu.board import drawings, geometry
from games.titles.machu_picchu.board.pieces import Card, Figure, Stair, supply
from games.titles.machu_picchu.board.rounds import Move, moves
from games.titles.machu_picchu.board.words import MOVES, ON_STAIRS, field_name, marking, signed, sky_name
from games.titles.machu_picchu.board.words import STAIRS as STAIR_WORDS
from games.titles.machu_picchu.rules.data import FIRE_STONES, LARGEST, PAIRS, SEATS, SUN_STONES
from games.titles.machu_picchu.rules.moving import moved_by, steps
from games.titles.machu_picchu.rules.precinct import STAIRS, STARTS
from games.titles.machu_picchu.rules.sky import PRINTED, SKIES, Sky, cards_dealt
from games.titles.machu_picchu.rules.state import Laid, Priest, Step

IN_THE_STOCK = 28
"""Cards in the pictured stock; any number will do."""

REVEALED = (12, 47, 30, 5)
"""The revealed cards of the example in MAC 6.3."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A revealed round: the cards by stair, the sky, the fields of the priests 1 to 4, and the number of suns gone."""

    title: str | Promise
    lesson: str | Promise
    sky: str
    cards: Mapping[str, int]
    fields: tuple[str, ...] = STARTS
    suns_gone: int = 0


# The examples of MAC 8 in order: the numbers are copied from the rules, and the results computed.
SCENES = (
    Scene(
        gettext_lazy("A first round"),
        gettext_lazy(
            "In this moon round nobody reaches the centre: nothing is won. Either order gives the same result."
        ),
        "M1",
        {"N": 12, "E": 47, "S": 30, "W": 5},
    ),
    Scene(
        gettext_lazy("The first to move takes the field"),
        gettext_lazy(
            "Priests 4 and 3 both want the field between them. The second to move is blocked: a field is free "
            "only once its priest has left."
        ),
        "S1",
        {"N": 9, "E": 31, "S": 20, "W": 44},
    ),
    Scene(
        gettext_lazy("Over the wall"),
        gettext_lazy(
            "If the largest moves first, priest 4 leaves in time for priest 1 to step onto its sun field. At the end "
            "of the round priest 4 is back on its start field."
        ),
        "S1",
        {"N": 33, "E": 2, "S": 50, "W": 17},
        ("b1", "d4", "d2", "a1"),
    ),
    Scene(
        gettext_lazy("Two at the centre"),
        gettext_lazy(
            "In a sun round the centre gives the two lowest stones, here two fives. In a moon round, just one."
        ),
        "S1",
        {"N": 48, "E": 11, "S": 40, "W": 3},
        ("b4", "d4", "c4", "c2"),
        suns_gone=4,
    ),
)


@dataclass(frozen=True, slots=True)
class Course:
    """The moves that follow from one of the two orders."""

    first: int
    moves: list[Move]


@dataclass(frozen=True, slots=True)
class Example:
    """A scene with its picture and both its courses."""

    title: str | Promise
    lesson: str | Promise
    board: dict[str, Any]
    courses: list[Course]


@dataclass(frozen=True, slots=True)
class SkyRow:
    """A sun/moon card and its marking in words."""

    sky: Sky
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """The setup for a number of seats: its priest cards, its rounds."""

    seats: int
    pairs: list[tuple[str, str]]
    rounds: int


def examples() -> dict[str, Any]:
    """All tables and examples of the rules page, computed from the rules."""
    start = Scene("", "", "S1", {})
    return {
        "precinct": _board(start),
        "scenes": [_example(scene) for scene in SCENES],
        "stairs": [(letter, STAIR_WORDS[letter], MOVES[letter]) for letter in STAIRS],
        "skies": [SkyRow(sky, marking(sky)) for sky in SKIES.values()],
        "printed": SkyRow(PRINTED, marking(PRINTED)),
        "tables": [
            Table(seats, [(pair[0], pair[1]) for pair in PAIRS[seats]], 1 + cards_dealt(seats)) for seats in SEATS
        ],
        "sun_stones": SUN_STONES,
        "fire_stones": FIRE_STONES,
        "ranked": sorted(zip(REVEALED, moved_by(REVEALED), strict=True), reverse=True),
        "scoring": _scoring(((5, 6, -3), (4,)), ((2, -4), (7,))),
    }


def _example(scene: Scene) -> Example:
    laid = tuple(Laid(scene.cards[letter], None) for letter in STAIRS)
    priests = _priests(scene)
    numbers = [card.number for card in laid]
    is_sun = SKIES[scene.sky].is_sun

    def course(first: int) -> Course:
        made: tuple[Step, ...] = steps(priests, numbers, is_sun, first)
        return Course(first, moves(made, laid))

    return Example(scene.title, scene.lesson, _board(scene), [course(LARGEST), course(1)])


def _priests(scene: Scene) -> tuple[Priest, ...]:
    """The priests of a scene; the stones that are gone are in the largest one's depot, which the page does not show."""
    gone = SUN_STONES[: scene.suns_gone]
    return tuple(Priest(field, gone if number == LARGEST else ()) for number, field in enumerate(scene.fields, 1))


def _board(scene: Scene) -> dict[str, Any]:
    """The template context of `precinct.html` for a scene."""
    sky = SKIES[scene.sky]
    return drawings() | {
        "sky": sky,
        "sky_name": sky_name(sky),
        "marking": marking(sky),
        "round": 2,
        "suns_to_come": 1,
        "sun_stones": supply(SUN_STONES, len(SUN_STONES) - scene.suns_gone, is_sun=True),
        "fire_stones": supply(FIRE_STONES, len(FIRE_STONES), is_sun=False),
        "suns_left": SUN_STONES[scene.suns_gone :],
        "fires_left": FIRE_STONES,
        "stock_size": IN_THE_STOCK,
        "stairs": _stairs(scene),
        "figures": _figures(scene),
    }


def _stairs(scene: Scene) -> list[Stair]:
    by_number = dict(zip(scene.cards.values(), moved_by(list(scene.cards.values())), strict=True))
    return [_stair(letter, scene.cards.get(letter), by_number) for letter in STAIRS]


def _stair(letter: str, number: int | None, priests: Mapping[int, int]) -> Stair:
    card = None
    if number is not None:
        label = _("{number} on {stair}").format(number=number, stair=ON_STAIRS[letter])
        card = Card(number, is_open=True, is_new=False, owner=None, priest=priests[number], label=label)
    return Stair(letter, card, chips=[])


def _figures(scene: Scene) -> list[Figure]:
    found = [
        Figure(
            number=number,
            field=field,
            at=geometry.centre(field),
            is_mine=False,
            label=_("Priest {number}, on {field}").format(number=number, field=field_name(field)),
            choice=None,
        )
        for number, field in enumerate(scene.fields, 1)
    ]
    return sorted(found, key=lambda figure: figure.at.y)


@dataclass(frozen=True, slots=True)
class Score:
    """The depots of a player's two priests, and their points."""

    depots: list[tuple[tuple[int, ...], str]]
    total: str


def _scoring(*players: tuple[tuple[int, ...], tuple[int, ...]]) -> list[Score]:
    return [
        Score([(stones, signed(sum(stones))) for stones in depots], signed(sum(map(sum, depots)))) for depots in players
    ]
