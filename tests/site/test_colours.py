"""The dyes of boards and pieces in the stylesheets: easy to tell apart, and what is on them is legible."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from accounts.models import User
from tests.site.seeing import MACHADO, Triple, ciede2000, contrast, distance, linear, seen

VISIONS = ("full", *MACHADO)
FAR = 15
"""The CIEDE2000 distance of two dyes that nobody confuses, even small and apart; 1 is just visible side by side."""

SHARMA = (
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (56, -27, -3), 31.903),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
)
"""Test data that Sharma, Wu and Dalal publish with the formula: two colours in CIELAB and their distance."""

FAMILIES = {
    "the colours of Maya": r"--maya-[a-z]",
    "the priests of Machu Picchu": r"--priest-\d",
    "the districts of the Princes": r"--plate-[a-z]+",
    "goods": r"--m-good-[a-z]+",
    "the cards of Rapa Nui": r"--card-[a-z]+",
}
LINE = re.compile(r"^ +(--[\w-]+): (.+);$", re.MULTILINE)
BOTH = re.compile(r"light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)")


def written(stylesheet: str, start: str = "", end: str = "") -> dict[str, str]:
    """The custom properties of a stylesheet with their values, from the text `start` to the next `end`."""
    with open(finders.find(f"css/{stylesheet}.css")) as file:
        part = file.read().partition(start)[2] if start else file.read()
    return dict(LINE.findall(part.partition(end)[0] if end else part))


def dyes(colours: str) -> dict[str, str]:
    """The values of one set of dyes."""
    with open(finders.find("css/dyes.css")) as file:
        blocks = file.read().split(f'[data-colours="{colours}"] {{')[1:]
    return {name: value for block in blocks for name, value in LINE.findall(block.partition("\n}")[0])}


def by_day_and_night(values: dict[str, str]) -> Iterator[tuple[str, dict[str, Triple]]]:
    for scheme, place in (("day", 1), ("night", 2)):
        found = {name: (BOTH.fullmatch(value), value) for name, value in values.items()}
        yield scheme, {name: linear(both[place] if both else value) for name, (both, value) in found.items()}


def nearest(family: dict[str, Triple], vision: str) -> tuple[float, str, str]:
    """The two colours that look most alike, with their distance."""
    pairs = combinations(family, 2)
    return min((distance(seen(family[a], vision), seen(family[b], vision)), a, b) for a, b in pairs)


@pytest.mark.parametrize(("one", "other", "published"), SHARMA)
def test_distances_are_as_published(one: Triple, other: Triple, published: float) -> None:
    assert ciede2000(one, other) == pytest.approx(published, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(published, abs=5e-5)


def test_greys_look_the_same_to_all_eyes() -> None:
    for vision in VISIONS:
        assert distance(seen((0.2, 0.2, 0.2), vision), (0.2, 0.2, 0.2)) < 0.1


def test_every_choice_has_a_set_with_the_same_dyes() -> None:
    for choice in User.BoardColours.values:
        assert list(dyes(choice)) == list(dyes("standard"))
    assert dyes("standard")


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_safe_set_is_told_apart_by_all_eyes(family: str, vision: str) -> None:
    safe = {name: linear(value) for name, value in dyes("safe").items() if re.fullmatch(FAMILIES[family], name)}
    assert len(safe) >= 4
    assert nearest(safe, vision) > (FAR, "", "")


@pytest.mark.parametrize("vision", VISIONS)
def test_seats_are_told_apart_by_all_eyes_in_any_set(vision: str) -> None:
    tokens = {name: value for name, value in written("tokens").items() if re.fullmatch(r"--seat-\d", name)}
    assert len(tokens) == 5
    for _scheme, seats in by_day_and_night(tokens):
        assert nearest(seats, vision) > (FAR, "", "")


@pytest.mark.parametrize("colours", User.BoardColours.values)
def test_letters_and_signs_on_dyes_are_legible(colours: str) -> None:
    values = dyes(colours)
    inks = {name: value for name, value in values.items() if name.endswith("-on")}
    assert len(inks) == 22
    for name, ink in inks.items():
        assert contrast(linear(ink), linear(values[name.removesuffix("-on")])) >= 4.5, name


def test_no_stylesheet_of_a_board_has_dyes_of_its_own() -> None:
    names = set(dyes("standard"))
    sheets = {path.stem for folder in finders.find("css", find_all=True) for path in Path(folder).glob("*.css")}
    sheets.remove("dyes")
    assert {"tokens", "board", "match", "princes_city", "rapa_nui_cards"} <= sheets
    assert {sheet for sheet in sheets if names & set(written(sheet))} == set()
