"""Answers without a place of their own on the map, such as a number or nobody: given at the visited district."""

from __future__ import annotations

from dataclasses import dataclass

from games.pages.boards.menu import Choice, Group

PREFIX = "answer-"


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal answer as a chip on the map; `mark` is its number, "" for the answer that gives nothing."""

    name: str
    choice: Choice
    mark: str


def answer_place(number: int) -> str:
    """The board's name for the chip of an answer with this number; 0 is also "nobody" and "nothing"."""
    return f"{PREFIX}{number}"


def answers(groups: list[Group]) -> list[Answer]:
    """The answers of a menu that are given at the visited district, in menu order."""
    return [
        Answer(name, choice, name.removeprefix(PREFIX).lstrip("0"))
        for group in groups
        for choice in group.actions
        for name in choice.target.split()
        if name.startswith(PREFIX)
    ]
