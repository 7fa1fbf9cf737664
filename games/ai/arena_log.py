"""Games of the arena in a file, one per line: an interrupted run resumes with the games that are missing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games.ai.arena import Budgets, Pairing, Played
from games.engine.contract import Options, Outcome


class UnwritableLog(Exception):
    """The file cannot be read or written; the message names it and says why."""


class ArenaLog:
    """The games of one contest, by pairing; with a `path` also in that file, next to those of other contests.

    An incomplete line, as left by a process killed while writing, is ignored. Raises UnwritableLog.
    """

    def __init__(self, path: Path | None, game: str, options: Options, budgets: Budgets) -> None:
        self._path = path
        self._contest = {"game": game, "options": dict(options), "budgets": asdict(budgets)}
        self._games: dict[Pairing, Played] = {}
        if path is None or not path.exists():
            return
        with _naming(path):
            text = path.read_text(encoding="utf-8")
            if text and not text.endswith("\n"):
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        for line in text.splitlines():
            kept = _line(line)
            if kept.items() >= self._contest.items() and kept.keys() >= _WRITTEN:
                played = _read(kept)
                self._games[played.pairing] = played

    def __contains__(self, pairing: Pairing) -> bool:
        return pairing in self._games

    def __getitem__(self, pairing: Pairing) -> Played:
        return self._games[pairing]

    def add(self, played: Played) -> None:
        """Store one more game. Raises UnwritableLog."""
        self._games[played.pairing] = played
        if self._path is not None:
            with _naming(self._path), self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self._contest | _written(played)) + "\n")


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in errors about it."""
    try:
        yield
    except OSError as error:
        raise UnwritableLog(f"{path}: {error.strerror}") from error


def _line(text: str) -> Mapping[str, Any]:
    try:
        kept = json.loads(text)
    except ValueError:
        return {}
    return kept if isinstance(kept, dict) else {}


_WRITTEN = {"levels", "deal_seed", "play_seed", "points", "ranks", "reason", "thought"}
"""The keys of a line that describe the game that was played."""


def _written(played: Played) -> dict[str, Any]:
    outcome = asdict(played.outcome)
    del outcome["breakdown"]
    return asdict(played.pairing) | outcome | {"thought": played.thought}


def _read(kept: Mapping[str, Any]) -> Played:
    levels = tuple(kept["levels"])
    return Played(
        Pairing(levels, kept["deal_seed"], kept["play_seed"]),
        Outcome(tuple(kept["points"]), tuple(kept["ranks"]), kept["reason"], breakdown=((),) * len(levels)),
        tuple(tuple(times) for times in kept["thought"]),
    )
