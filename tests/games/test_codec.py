"""The codec: dataclasses to JSON values and back, and errors that name the place."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Any

import pytest

from games.engine.codec import CodecError, decode, encode


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(Enum):
    WORD = "word"
    NUMBER = 7


@dataclass(frozen=True, slots=True)
class Stone:
    weight: int
    color: Color


@dataclass(frozen=True, slots=True)
class Wall:
    name: str
    is_old: bool
    level: Level
    mixed: Mixed
    first: Stone
    stones: tuple[Stone, ...]
    pair: tuple[int, str]
    rows: tuple[tuple[int, ...], ...]
    owner: str | None
    last: Stone | None
    heights: tuple[int | None, ...]


WALL = Wall(
    name="north",
    is_old=True,
    level=Level.HIGH,
    mixed=Mixed.NUMBER,
    first=Stone(3, Color.RED),
    stones=(Stone(1, Color.RED), Stone(2, Color.BLUE)),
    pair=(4, "four"),
    rows=((1, 2), ()),
    owner=None,
    last=Stone(9, Color.BLUE),
    heights=(1, None),
)
DATA: dict[str, Any] = {
    "name": "north",
    "is_old": True,
    "level": 2,
    "mixed": 7,
    "first": {"weight": 3, "color": "red"},
    "stones": [{"weight": 1, "color": "red"}, {"weight": 2, "color": "blue"}],
    "pair": [4, "four"],
    "rows": [[1, 2], []],
    "owner": None,
    "last": {"weight": 9, "color": "blue"},
    "heights": [1, None],
}


def test_encode_gives_plain_values_in_the_order_of_the_fields() -> None:
    assert json.dumps(encode(WALL)) == json.dumps(DATA)


def test_decode_gives_the_value_back() -> None:
    assert decode(Wall, json.loads(json.dumps(DATA))) == WALL


def test_encode_shares_nothing_with_the_value_that_could_be_changed() -> None:
    data = encode(WALL)
    data["rows"][0].append(3)
    data["stones"][0]["weight"] = 99
    assert encode(WALL) == DATA


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", 7, "name: expected a text, not 7"),
        ("is_old", 1, "is_old: expected true or false, not 1"),
        ("level", 3, "level: expected one of 1, 2, not 3"),
        ("level", [1], "level: expected one of 1, 2, not [1]"),
        ("mixed", "other", "mixed: expected one of word, 7, not 'other'"),
        ("first", 3, "first: expected an object of Stone, not 3"),
        ("first", {"weight": True, "color": "red"}, "first.weight: expected a whole number, not True"),
        ("first", {"weight": 1.0, "color": "red"}, "first.weight: expected a whole number, not 1.0"),
        ("first", {"weight": 1}, "first.color: is missing"),
        ("first", {"weight": 1, "color": "red", "size": 2}, "first.size: Stone has no such field"),
        ("stones", "red", "stones: expected a list, not 'red'"),
        ("stones", [DATA["first"], {"weight": 2, "color": "green"}], "stones[1].color: expected one of red, blue, not"),
        ("pair", [4], "pair: expected a list of 2, not of 1"),
        ("pair", [4, 5], "pair[1]: expected a text, not 5"),
        ("rows", [[1], [2, "3"]], "rows[1][1]: expected a whole number, not '3'"),
        ("rows", [[1], None], "rows[1]: expected a list, not None"),
        ("owner", 5, "owner: expected a text, not 5"),
        ("heights", [None, "high"], "heights[1]: expected a whole number, not 'high'"),
    ],
)
def test_decode_names_the_path_of_what_does_not_fit(field: str, value: object, message: str) -> None:
    with pytest.raises(CodecError) as error:
        decode(Wall, DATA | {field: value})
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("data", [None, 5, "north", [], [DATA]])
def test_decode_refuses_what_is_no_object(data: object) -> None:
    with pytest.raises(CodecError, match="^expected an object of Wall, not "):
        decode(Wall, data)


@dataclass(frozen=True, slots=True)
class Tower:
    height: int
    ladders: tuple[int, ...] = ()


def test_field_with_a_default_may_be_missing() -> None:
    assert decode(Tower, {"height": 5}) == Tower(5)
    assert decode(Tower, {"height": 5, "ladders": [1]}) == Tower(5, (1,))
    with pytest.raises(CodecError, match="^height: is missing$"):
        decode(Tower, {"ladders": []})
    with pytest.raises(CodecError, match="^width: Tower has no such field$"):
        decode(Tower, {"height": 5, "width": 2})


@dataclass(frozen=True, slots=True)
class Loose:
    parts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Wide:
    part: int | str


@pytest.mark.parametrize(("value", "hint"), [(Loose({"a": 1}), "dict"), (Wide(3), "int | str")])
def test_class_with_a_field_that_the_codec_does_not_know_is_a_mistake_of_the_program(value: object, hint: str) -> None:
    with pytest.raises(TypeError) as wrong:
        encode(value)
    assert hint in str(wrong.value)
    with pytest.raises(TypeError) as wrong:
        decode(type(value), {"part": 3, "parts": {}})
    assert hint in str(wrong.value)
