"""Check the record of a match by playing it again."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import GAMES, mending
from games.engine.record import RecordError, read, replay
from games.management.tracing import trace as as_trace


class Command(BaseCommand):
    help = "Replay a record: say ok, or FILE:LINE: what is wrong, and exit with 1."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the record")
        parser.add_argument("--trace", action="store_true", help="print the game as the command trace does")

    def handle(self, *, file: Path, trace: bool, **_: Any) -> None:
        try:
            record = read(text_of(file))
        except RecordError as wrong:
            self.stderr.write(f"{file}:{wrong.line}: {wrong.reason}")
            for character in wrong.odd:
                self.stderr.write(f"{file}:{wrong.line}:{character.column}: {character.name}")
            raise SystemExit(1) from None
        if trace:
            game = GAMES[record.game]
            deal = game.parse_deal(record.seats, record.options, record.deal)
            self.stdout.write(json.dumps(as_trace(game, record.seats, record.options, deal, replay(record))))
        else:
            self.stdout.write(f"{file}: ok, {len(record.plies)} actions, {record.result or 'not finished'}")


def text_of(file: Path) -> str:
    """What the file says. Raises CommandError when it cannot be read, RecordError where it is no text."""
    try:
        content = file.read_bytes()
    except OSError as wrong:
        raise CommandError(f"{file}: {wrong.strerror}") from None
    try:
        return mending.text_of(content)
    except UnicodeDecodeError as wrong:
        raise RecordError(content.count(b"\n", 0, wrong.start) + 1, "not UTF-8 text") from None
