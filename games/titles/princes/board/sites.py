"""The coordinates of everything on the drawing of the city, in its units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import dist

Point = tuple[float, float]

ROUNDING = 10.0
"""The distance from a corner at which its curve starts."""


@dataclass(frozen=True, slots=True)
class Site:
    """A district on the drawing: its corners, the middle of its name plate, and where things are placed in it.

    `bonus` and `incas` are None for a district without them.
    """

    corners: tuple[Point, ...]
    plate: Point
    bonus: Point | None
    incas: Point | None
    princes: Point

    @property
    def outline(self) -> str:
        """The outline with rounded corners, as SVG path data."""
        return _rounded(self.corners)


@dataclass(frozen=True, slots=True)
class Stair:
    """The stair between two districts: its middle, and its rotation."""

    x: float
    y: float
    angle: float


@cache
def _rounded(corners: tuple[Point, ...]) -> str:
    """The path around these corners, drawn once for all boards."""
    around = zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False)
    curves = [
        f"{_text(_towards(corner, before))}Q{_text(corner)} {_text(_towards(corner, after))}"
        for before, corner, after in around
    ]
    return f"M{'L'.join(curves)}Z"


def _towards(corner: Point, other: Point) -> Point:
    """The point on the line from a corner to another one where the rounding of the corner ends."""
    part = ROUNDING / dist(corner, other)
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def _text(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


SITES = {
    "CT": Site(
        corners=(
            (242.8, 782.9),
            (530.4, 732.9),
            (765.0, 714.8),
            (902.3, 842.8),
            (893.8, 887.2),
            (198.2, 887.2),
            (198.2, 856.0),
        ),
        plate=(560, 882),
        bonus=(780, 832),
        incas=(300, 862),
        princes=(620, 858),
    ),
    "LP": Site(
        corners=(
            (405.2, 38.4),
            (664.5, 38.4),
            (664.5, 159.6),
            (617.3, 192.4),
            (409.9, 174.8),
        ),
        plate=(482, 58),
        bonus=(630, 146),
        incas=(432, 178),
        princes=(566, 170),
    ),
    "CO": Site(
        corners=(
            (861.0, 507.7),
            (1046.1, 516.4),
            (1046.1, 814.6),
            (913.7, 831.6),
            (776.4, 703.6),
            (796.6, 567.9),
        ),
        plate=(956, 806),
        bonus=(976, 702),
        incas=(874, 776),
        princes=(1014, 770),
    ),
    "PQ": Site(
        corners=(
            (641.0, 388.0),
            (825.1, 388.0),
            (849.2, 496.9),
            (786.6, 555.4),
            (641.6, 529.4),
            (617.3, 453.8),
        ),
        plate=(716, 531),
        bonus=(806, 452),
        incas=(650, 512),
        princes=(768, 506),
    ),
    "WQ": Site(
        corners=(
            (864.8, 240.3),
            (1046.1, 227.6),
            (1046.1, 500.4),
            (864.5, 491.9),
            (839.7, 379.8),
        ),
        plate=(952, 489),
        bonus=(984, 396),
        incas=(872, 462),
        princes=(1014, 462),
    ),
    "TC": Site(
        corners=(
            (636.8, 544.8),
            (780.0, 570.5),
            (760.9, 699.1),
            (536.7, 716.4),
            (527.2, 605.3),
        ),
        plate=(648, 694),
        bonus=(712, 670),
        incas=None,
        princes=(570, 676),
    ),
    "TP": Site(
        corners=(
            (680.5, 38.7),
            (1046.1, 51.9),
            (1046.1, 211.5),
            (859.2, 224.7),
            (680.5, 158.2),
        ),
        plate=(922, 200),
        bonus=(986, 166),
        incas=None,
        princes=(742, 160),
    ),
    "TS": Site(
        corners=(
            (460.6, 595.3),
            (511.3, 607.3),
            (520.8, 718.4),
            (245.9, 766.1),
            (245.9, 652.9),
        ),
        plate=(340, 744),
        bonus=(474, 716),
        incas=None,
        princes=(276, 726),
    ),
    "MT": Site(
        corners=(
            (49.3, 218.1),
            (308.5, 226.7),
            (294.3, 349.2),
            (39.8, 357.9),
        ),
        plate=(118, 344),
        bonus=(246, 342),
        incas=None,
        princes=(70, 326),
    ),
    "WH": Site(
        corners=(
            (34.0, 661.5),
            (147.7, 618.6),
            (229.9, 652.2),
            (229.9, 773.4),
            (185.7, 845.8),
            (39.0, 845.8),
        ),
        plate=(124, 832),
        bonus=None,
        incas=None,
        princes=(72, 808),
    ),
    "RP": Site(
        corners=(
            (329.2, 457.7),
            (452.5, 496.3),
            (452.5, 580.9),
            (238.4, 638.4),
            (157.9, 605.5),
            (175.6, 555.5),
        ),
        plate=(256, 618),
        bonus=None,
        incas=None,
        princes=(236, 600),
    ),
    "HP": Site(
        corners=(
            (39.7, 373.9),
            (295.5, 365.2),
            (318.7, 445.5),
            (166.9, 542.0),
            (49.4, 533.5),
        ),
        plate=(124, 522),
        bonus=None,
        incas=None,
        princes=(190, 500),
    ),
    "HV": Site(
        corners=(
            (627.9, 204.5),
            (673.6, 172.8),
            (848.9, 238.0),
            (824.8, 372.0),
            (642.7, 372.0),
        ),
        plate=(733, 364),
        bonus=None,
        incas=None,
        princes=(674, 346),
    ),
    "CP": Site(
        corners=(
            (403.5, 190.3),
            (612.1, 208.0),
            (627.3, 378.9),
            (602.8, 446.9),
            (460.7, 482.1),
            (334.5, 442.6),
            (309.6, 356.3),
            (324.8, 224.5),
        ),
        plate=(528, 462),
        bonus=None,
        incas=None,
        princes=(400, 436),
    ),
    "SD": Site(
        corners=(
            (59.9, 47.4),
            (389.2, 38.6),
            (394.0, 177.0),
            (315.9, 210.9),
            (50.3, 202.1),
        ),
        plate=(124, 64),
        bonus=None,
        incas=(76, 196),
        princes=(338, 176),
    ),
}
"""All districts, in the engine's order."""

STAIRS = {
    frozenset(("LP", "SD")): Stair(399.5, 111.0, -91.9),
    frozenset(("LP", "TP")): Stair(672.0, 102.0, -90.0),
    frozenset(("TP", "WQ")): Stair(956.0, 231.0, -4.1),
    frozenset(("MT", "SD")): Stair(179.5, 219.5, -178.1),
    frozenset(("CP", "HP")): Stair(315.0, 408.0, 74.2),
    frozenset(("CP", "HV")): Stair(627.5, 295.5, -94.8),
    frozenset(("CP", "LP")): Stair(511.0, 196.5, 5.0),
    frozenset(("CP", "MT")): Stair(309.5, 293.0, -83.8),
    frozenset(("CP", "PQ")): Stair(622.0, 422.0, 109.4),
    frozenset(("CP", "RP")): Stair(394.0, 474.5, 17.3),
    frozenset(("CP", "SD")): Stair(359.5, 205.5, 156.5),
    frozenset(("HV", "LP")): Stair(646.0, 187.5, 144.6),
    frozenset(("HV", "PQ")): Stair(733.5, 385.0, 0.0),
    frozenset(("HV", "TP")): Stair(765.0, 203.5, -159.6),
    frozenset(("HV", "WQ")): Stair(845.0, 311.5, 100.0),
    frozenset(("HP", "MT")): Stair(166.5, 366.5, -1.9),
    frozenset(("HP", "RP")): Stair(248.5, 504.5, 147.6),
    frozenset(("PQ", "TC")): Stair(712.0, 555.0, 10.3),
    frozenset(("PQ", "WQ")): Stair(845.0, 445.0, 77.8),
    frozenset(("RP", "TS")): Stair(349.0, 622.0, -15.1),
    frozenset(("RP", "WH")): Stair(193.0, 633.5, -157.7),
    frozenset(("TC", "TS")): Stair(524.0, 668.0, -94.6),
    frozenset(("CO", "CT")): Stair(839.5, 778.5, 42.9),
    frozenset(("CO", "PQ")): Stair(823.5, 537.0, 137.2),
    frozenset(("CO", "TC")): Stair(778.5, 640.5, -81.6),
    frozenset(("CO", "WQ")): Stair(956.0, 509.5, -177.4),
    frozenset(("TS", "WH")): Stair(238.0, 716.5, -90.0),
    frozenset(("CT", "TC")): Stair(648.5, 721.0, 175.7),
    frozenset(("CT", "TS")): Stair(383.5, 755.5, -9.9),
    frozenset(("CT", "WH")): Stair(214.0, 820.0, 121.6),
}
"""The stairs, by the two districts they connect."""
