"""What a lesson is made of: steps in a fixed game, each with a task, its answer, and a word on every other choice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from django.utils.functional import Promise

from games.engine.record import Record, read

FOLDER = Path(__file__).resolve().parent / "records"

SUBJECTS = ("goal", "turn", "choices", "scoring", "end")
"""What every lesson speaks of."""

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Tried:
    """A legal action of the learner, with the positions around it."""

    before: Any
    action: Any
    after: Any
    seat: int


Says = Words | Callable[[Tried], Words]
"""A sentence, or one built from what the action does."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to actions whose notation matches the regular expression `to` as a whole."""

    to: str
    says: Says


@dataclass(frozen=True, slots=True)
class Step:
    """A position with something to do in it.

    The position is that of the lesson's game after `plies` actions, and then those of `line`. `right` is the reply to
    what was asked for, `wrong` has one for every other choice. `then` is what follows a right answer: of each regular
    expression the first legal action that matches it. `rule` is the anchor of the paragraph on the rules page.
    """

    title: Words
    tells: tuple[Words, ...]
    task: Words
    plies: int
    right: Reply
    wrong: tuple[Reply, ...]
    rule: str
    subjects: tuple[str, ...]
    line: tuple[str, ...] = ()
    then: tuple[str, ...] = ()

    def reply(self, tried: Tried) -> tuple[bool, str]:
        """Whether the action is what was asked for, and what is said to it."""
        for reply in (self.right, *self.wrong):
            if re.fullmatch(reply.to, str(tried.action)):
                return reply is self.right, str(reply.says(tried) if callable(reply.says) else reply.says)
        raise AssertionError(f"the step {self.title!s} has no word on {tried.action}")


@dataclass(frozen=True)
class Lesson:
    """The lesson of one game: its steps, and the game they are taken from; the learner sits at `seat`."""

    game: str
    steps: tuple[Step, ...]
    seat: int = 0

    @cached_property
    def record(self) -> Record:
        """The game that the steps are taken from. Raises RecordError when it does not replay."""
        return read((FOLDER / f"{self.game}.txt").read_text(encoding="utf-8"))
