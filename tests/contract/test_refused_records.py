"""Records with one mistake: the reader and `manage.py replay` refuse them with the line and the reason."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command

from games.engine import GAMES
from games.engine.record import RecordError, read
from tests.titles import record_path


class Case(NamedTuple):
    """A mistake, the text it replaces in a valid record, and the line and reason in the reader's refusal."""

    wrong: str
    old: str
    new: str
    line: int
    reason: str


def everywhere(key: str) -> tuple[Case, ...]:
    """Mistakes in the headers of any game's records."""
    return (
        Case("future rules", '[Rules "1"]', '[Rules "2"]', 3, "unknown rules version '2'; known: 1"),
        Case("unknown option", '[Options "', '[Options "dice=two', 5, f"unknown option 'dice'; {key} has: "),
    )


RIGHT = {
    "rapa_nui": "two_seats",
    "machu_picchu": "three_seats",
    "maya": "three_seats",
    "princes": "two_seats",
}
"""The valid record of each game, to put mistakes into; its headers are lines 2 to 7."""

CASES: dict[str, tuple[Case, ...]] = {
    "rapa_nui": (
        Case("wrong action", "0 play mulberry", "0 play moai", 8, "'play moai': "),
        Case("missing card", "deck=g", "deck=", 6, "the deck must hold 5 g (grain), not 4"),
        Case("unknown card", "deck=g", "deck=x", 6, "the deck has no card 'x'; cards are MPLfbsg"),
        Case("wrong count", "deck=gPL", "deck=gPP", 6, "the deck must hold 9 P (priest), not 10"),
        Case("same thing twice", "colors=ry", "colors=rr", 6, "colors must be 2 different letters of ybrv, not 'rr'"),
        Case("wrong set", "colors=ry", "colors=ryv", 6, "colors must be 2 different letters of ybrv, not 'ryv'"),
    ),
    "machu_picchu": (
        Case("wrong action", "0 lay 29 W", "0 lay 1 W", 8, "'lay 1 W': you do not hold card 1 (MAC 6.2)"),
        Case("missing card", "deck=29 ", "deck=", 6, "the deck must hold the numbers 1 to 50 once each"),
        Case("unknown card", "deck=29 ", "deck=51 ", 6, "there is no direction card '51'; cards are 1 to 50"),
        Case("wrong count", "deck=29 ", "deck=29 29 ", 6, "the deck must hold the numbers 1 to 50 once each"),
        Case("same thing twice", "sky=S2 ", "sky=S3 ", 6, "the sky must hold S1 S2 S3 S4 and 4 of M1 M2 M3 M4 once"),
        Case(
            "wrong set", "=43 32 42", "=43 31 42", 6, "priests must be 42 43 32 in any order with 3 seats, not '43 31"
        ),
    ),
    "maya": (
        Case("wrong action", "0 swap 1-2@2", "0 swap 1-3@2", 8, "'swap 1-3@2': "),
        Case("missing card", "deck=p", "deck=", 6, "the deck must have each of roygtbpkn once, not 'gkrytnbo'"),
        Case("unknown card", "deck=p", "deck=x", 6, "the deck must have each of roygtbpkn once, not 'xgkrytnbo'"),
        Case("wrong count", "=oykpt/", "=oykp/", 6, "towers must be 9 words of 5 letters, separated by /"),
        Case(
            "same thing twice",
            "=oykpt/tbrnp/rpnbo/noygr/",
            "=ookpt/tbrnp/rpnbo/nyygr/",
            6,
            "tower 1 ",
        ),
        Case("wrong set", "=oykpt/", "=kykpt/", 6, "level 1 must have each of roygtbpkn once, not 'ktrnkbgyp'"),
    ),
    "princes": (
        Case("wrong action", "0 settle CO", "0 settle WH", 8, "'settle WH': "),
        Case("missing card", "deck=tu ", "deck=", 6, "the deck must hold tu once, not 0 times"),
        Case("unknown card", "deck=tu ", "deck=xx ", 6, "there is no card 'xx'; a card is two letters of cloptvud"),
        Case("wrong count", "deck=tu ", "deck=tu tu ", 6, "the deck must hold tu once, not 2 times"),
        Case("same thing twice", "deck=tu pv", "deck=tu tu", 6, "the deck must hold "),
        Case("wrong set", "deck=tu", "deck=ut", 6, "there is no card 'ut'; a card is two letters of cloptvud in this"),
    ),
}

wrong_records = pytest.mark.parametrize(
    ("key", "case"),
    [pytest.param(key, case, id=f"{key}-{case.wrong}") for key in CASES for case in (*everywhere(key), *CASES[key])],
)


def test_every_game_has_every_wrong_record() -> None:
    kinds = {case.wrong for cases in CASES.values() for case in cases}
    assert CASES.keys() == GAMES.keys()
    assert all({case.wrong for case in cases} == kinds for cases in CASES.values())


def text_of(key: str, case: Case) -> str:
    """The record with the one mistake."""
    right = record_path(f"{key}/{RIGHT[key]}.txt").read_text(encoding="utf-8")
    assert case.old in right
    return right.replace(case.old, case.new, 1)


@wrong_records
def test_reader_refuses_with_line_and_reason(key: str, case: Case) -> None:
    with pytest.raises(RecordError) as error:
        read(text_of(key, case))
    assert (error.value.line, error.value.reason[: len(case.reason)]) == (case.line, case.reason)


@wrong_records
def test_command_refuses_with_file_line_and_reason(
    key: str, case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(text_of(key, case), encoding="utf-8")
    with pytest.raises(SystemExit, match="^1$"):
        call_command("replay", str(file))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{file}:{case.line}: {case.reason}")
