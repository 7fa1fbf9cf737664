"""The parts of a lesson: steps in a fixed game, each with a task, its answer, and a reply to every other choice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise

from games.engine.record import Record, read
from games.titles import folder

SUBJECTS = ("goal", "turn", "choices", "scoring", "end")
"""The subjects that every lesson covers."""

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Tried:
    """A legal action of the learner, with the states before and after it."""

    before: Any
    action: Any
    after: Any
    seat: int


Says = Words | Callable[[Tried], Words]
"""A sentence, or a function that builds one from the tried action."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to actions whose notation fully matches the regular expression `to`."""

    to: str
    says: Says


@dataclass(frozen=True, slots=True)
class Step:
    """A position with a task.

    The position is that of the lesson's game after `plies` actions, and then those of `line`. `right` is the reply to
    the expected action, `wrong` has one for every other choice. `then` is what follows a correct answer: for each
    regular expression, the first legal action that matches it. `rule` is the anchor of the paragraph on the rules page.
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
        """Whether the action is the expected one, and the reply to it."""
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
        """The game from which the steps are taken. Raises RecordError if it does not replay."""
        return read((folder(self.game) / "board" / "lesson.txt").read_text(encoding="utf-8"))
