"""Views as rows of numbers: nothing is lost, even in single precision, and every number stays in its range."""

from __future__ import annotations

from array import array
from dataclasses import fields

import pytest

from games.engine import GAMES
from games.engine.rows import Code, Exactly, UpTo, bag, code_of, letters, number, one_of, packed, some_of
from games.titles import bot_of
from tests.contract.played import Played


def code(key: str) -> Code:
    return code_of(GAMES[key].View, bot_of(GAMES[key]).tensor)


def test_a_view_is_read_from_its_row(played: Played) -> None:
    game, written = played.game, code(played.game.KEY)
    states = [*(step.state for step in played.steps[::7]), played.final]
    for state in states:
        for seat in (*range(played.seats), None):
            view = game.view(state, seat)
            row = array("f", written.write(view))
            assert len(row) == written.size
            assert written.read(row.tolist()) == view
            assert all(0 <= each <= most for each, most in zip(row, written.most, strict=True))


@pytest.mark.parametrize("key", GAMES)
def test_the_fields_of_a_view_are_the_parts_of_its_row(key: str) -> None:
    written = code(key)
    assert list(written.parts) == [field.name for field in fields(GAMES[key].View)]
    assert [place.start for place in written.parts.values()] == [
        0, *(place.stop for place in list(written.parts.values())[:-1])
    ]  # fmt: skip
    assert list(written.parts.values())[-1].stop == written.size == len(written.most)


@pytest.mark.parametrize(
    ("kind", "value", "row"),
    [
        (number(4, 8), 2, [0.5]),
        (number(4, 8, least=-2), 2, [1.0]),
        (one_of("abc"), "b", [0, 1, 0]),
        (some_of((3, 5, 7)), (3, 7), [1, 0, 1]),
        (bag("ab", 2, 9), "abb", [0.5, 1]),
        (letters("ab", 3), "ba", [0, 1, 1, 0, 0, 0]),
        (letters("ab", 3, from_behind=True), "ba", [1, 0, 0, 1, 0, 0]),
        (packed("abcd", 3), "db", [1, 0.5, 0]),
    ],
)
def test_every_kind_of_value_is_written_as_numbers_and_read_back(kind: Code, value: object, row: list[float]) -> None:
    assert kind.write(value) == row
    assert kind.read(row) == value
    assert len(kind.most) == kind.size == len(row)


@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        (number(4, 8), 9, "9 is not from 0 to 8"),
        (one_of("abc"), "d", "'d' is not one of a, b, c"),
        (some_of((3, 5, 7)), (7, 3), "is not in order"),
        (some_of((3, 5, 7)), (3, 3), "is not in order"),
        (bag("ab", 2, 9), "ba", "is not sorted"),
        (letters("ab", 3), "abab", "there is room for 3, not for 4"),
        (letters("ab", 3), "c", "'c' is not one of a, b"),
        (packed("ab", 3), "c", "'c' is not one of a, b"),
    ],
)
def test_what_has_no_room_is_refused(kind: Code, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        kind.write(value)


def test_a_refusal_names_the_field() -> None:
    game = GAMES["rapa_nui"]
    written = code_of(game.View, {**bot_of(game).tensor, "seats": Exactly(3)})
    one = code_of(game.View, {**bot_of(game).tensor, "columns": UpTo(2)})
    view = game.open_view(game.start(game.parse_deal(2, {}, DEAL)))
    with pytest.raises(ValueError, match="seats: "):
        written.write(view)
    with pytest.raises(ValueError, match="columns: there is room for 2, not for 4"):
        one.write(view)
    with pytest.raises(ValueError, match="View has no hat"):
        code_of(game.View, {"hat": UpTo(2)})


DEAL = "colors=yb;deck=PLPbgLgbPsLLsfLfPLPLLMMLPbMMPgbMbMfLsfLMPMgPLMfsgs"
