"""Puzzles as lines of a file: the puzzles that a new site starts with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.engine import GAMES
from games.engine.record import Ply, Record
from games.titles import folder
from puzzles.finding.moments import Moment

NAME = "puzzles.jsonl"
"""The name of the file in the folder of a game."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle of a game: the record up to the decision, and the decision. `source` identifies the game."""

    record: Record
    moment: Moment
    source: str


def cut(record: Record, moment: Moment, source: str) -> Found:
    """The puzzle at `moment`, with the record cut off at the decision."""
    opening = Record(
        record.game, record.rules, record.seats, record.options, record.deal, record.plies[: moment.ply], result=None
    )
    return Found(opening, moment, source)


def line_of(found: Found) -> str:
    """The puzzle as one line."""
    record, moment = found.record, found.moment
    fields = {
        "source": found.source,
        "rules": record.rules,
        "seats": record.seats,
        "options": dict(record.options),
        "deal": record.deal,
        "plies": [f"{ply.seat} {ply.text}" for ply in record.plies],
        "seat": moment.seat,
        "left": dict(moment.left),
        "missed": moment.missed,
        "line": list(moment.line),
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def found_in(game: str, line: str) -> Found:
    """Parse a puzzle of `game` from a line. Raises ValueError or KeyError if it is not one."""
    fields = json.loads(line)
    plies = tuple(Ply(int(seat), text) for seat, _, text in (ply.partition(" ") for ply in fields["plies"]))
    record = Record(game, fields["rules"], fields["seats"], fields["options"], fields["deal"], plies, result=None)
    moment = Moment(len(plies), fields["seat"], fields["left"], fields["missed"], tuple(fields["line"]))
    return Found(record, moment, fields["source"])


def shipped_file(game: str) -> Path:
    """The file of the game's puzzles that come with the site; not every game has it."""
    return folder(game) / NAME


def shipped(game: str) -> Iterator[Found]:
    """The puzzles that come with the site, except those of older rules."""
    file = shipped_file(game)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        found = found_in(game, line)
        if found.record.rules == GAMES[game].RULES_VERSION:
            yield found
