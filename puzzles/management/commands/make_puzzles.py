"""Find puzzles in self-played games, for the file that comes with the site, or in the games of this site."""

from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.management.arguments import add_game, positive
from puzzles.finding.file import found_in, line_of, shipped_file
from puzzles.finding.self_play import puzzles_of
from puzzles.services.searching import puzzles_search_until


class Command(BaseCommand):
    help = (
        "Find puzzles in games of computer players, and add them to a file; or in the finished games of this site. "
        "Broken off, it goes on where it stopped; the number of the game searched last stands beside the file."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        parser.add_argument(
            "--count", type=positive, default=10, help="how many puzzles the file should hold, or how many to find"
        )
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--self-play", action="store_true", help="find puzzles in games played for this")
        source.add_argument("--from-games", action="store_true", help="find puzzles in people's finished games")
        parser.add_argument("--seed", default="puzzles", help="the same seed finds the same puzzles")
        parser.add_argument("--walks", type=positive, help="search iterations that confirm a puzzle")
        parser.add_argument(
            "--file", type=Path, help="the file to write (default: the game's puzzles that come with the site)"
        )

    def handle(self, *_: Any, **asked: Any) -> None:
        if asked["from_games"]:
            found = puzzles_search_until(game=asked["game"], count=asked["count"])
            self.stdout.write(f"{asked['game']}: {found} puzzles found in finished games")
        else:
            self._self_play(asked["game"], asked["file"] or shipped_file(asked["game"]), asked)

    def _self_play(self, game: str, file: Path, asked: dict[str, Any]) -> None:
        kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        played = [int(found_in(game, line).source.rpartition("/")[2]) for line in kept]
        searched = file.with_suffix(".searched")
        if searched.exists():
            played.append(int(searched.read_text(encoding="utf-8")))
        number, found = max(played, default=-1) + 1, 0
        while (missing := asked["count"] - len(kept) - found) > 0:
            for one in islice(puzzles_of(game, seed=asked["seed"], number=number, walks=asked["walks"]), missing):
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(line_of(one))
                found += 1
            searched.write_text(str(number), encoding="utf-8")
            number += 1
        searched.unlink(missing_ok=True)
        self.stdout.write(f"{game}: {found} puzzles found, {len(kept) + found} in {file.name}")
