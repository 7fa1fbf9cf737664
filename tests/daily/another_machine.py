"""What a computer player answers on another machine: a fresh interpreter with nothing of the site in it.

Reads one JSON object: game, level, thoughts, seat count, deal, the actions played and the places in them that it has to
answer. Writes its answers, as JSON too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from games.ai import choose, view_for
from games.engine import GAMES

ROOT = Path(__file__).parents[2]


def answers_elsewhere(question: dict[str, Any], **environment: str) -> list[str]:
    """The answers to `question` of a process with this `environment`."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.daily.another_machine"],
        input=json.dumps(question),
        env=os.environ | environment,
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


def answers(question: dict[str, Any]) -> list[str]:
    """The answers of this process."""
    game, played = GAMES[question["game"]], question["actions"]
    state = game.start(game.parse_deal(question["seats"], {}, question["deal"]))
    found = []
    for place, text in enumerate(played):
        if place in question["places"]:
            found.append(_answer(game, state, played[:place], question))
        state = game.apply(state, game.parse(state, text))
    return found


def _answer(game: Any, state: Any, played: Sequence[str], question: dict[str, Any]) -> str:
    seat, level = game.to_move(state), question["level"]
    chance = Random(sha256("\n".join([question["deal"], *played]).encode()).hexdigest())
    view = view_for(game, state, seat, level)
    return choose(game, view, seat, level, chance, iterations=question["thoughts"]).action


if __name__ == "__main__":
    json.dump(answers(json.load(sys.stdin)), sys.stdout)
