"""The plan for the reader's next turn, and the actions that can still be added to it: the same for every game.

The presenters are asked for their menus in imagined continuations of the match. Only what has the same name in all of
them is offered: a card that someone else may take first is not the same card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from re import findall
from typing import TYPE_CHECKING, Any

from common.sentences import gettext as _
from games.pages.boards.menu import Choice, Group
from games.pages.boards.presenter import Presenter
from games.pages.titles import PRESENTERS
from games.selectors.position.planning import MOST_PLANNED, Prospects, may_plan, prospects, why_not

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Planned:
    """A planned action; `choice` is None if it now looks impossible."""

    place: int
    text: str
    verb: str
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class Offered:
    """Actions of one verb that can be planned; `uncertain` are the values of those that may not become possible."""

    verb: str
    choices: list[Choice]
    uncertain: frozenset[str]

    @property
    def group(self) -> Group:
        """The same for the board, whose places say what is uncertain in their titles."""
        remark = _("may no longer be possible")
        return Group(
            self.verb,
            "",
            [replace(choice, hint=remark) if choice.value in self.uncertain else choice for choice in self.choices],
        )

    @property
    def rows(self) -> list[tuple[str, list[Choice | None]]]:
        """The choices as a table if all of them are where two choices cross: its rows, with a cell for each column;
        else none.
        """
        found: dict[str, dict[str, Choice]] = {}
        columns: list[str] = []
        for choice in self.choices:
            if choice.crossing is None:
                return []
            row, column = map(str, choice.crossing)
            found.setdefault(row, {})[column] = choice
            columns += [] if column in columns else [column]
        columns.sort(key=lambda column: column if column.isdigit() else "")
        return [(row, [found[row].get(column) for column in columns]) for row in sorted(found, key=_numbers)]


def _numbers(words: str) -> list[int]:
    """The numbers in a text, to sort by: cards, or pairs of towers."""
    return [int(number) for number in findall(r"\d+", words)]


FORM = "plan-offer"
"""The form to which the places on the board belong while the reader plans."""


def plan_context(position: Position, *, is_open: bool) -> dict[str, Any]:
    """Context of `games/match/plan.html`; with what can be planned next, on the board too, if the plan `is_open`."""
    own, match = position.own, position.match
    if own is None or not (own.plan or own.plan_dropped or may_plan(match, own)):
        return {"may_plan": False, "planned": [], "is_planning": False, "dropped": ""}
    presenter, can_plan = PRESENTERS[match.game], may_plan(match, own)
    faced = prospects(match, position.seats, own, position.view) if own.plan or (is_open and can_plan) else []
    offered = _offered(presenter, faced[-1]) if is_open and can_plan and len(own.plan) < MOST_PLANNED else []
    context: dict[str, Any] = {
        "may_plan": can_plan,
        "planned": [_planned(presenter, place, text, faced[place]) for place, text in enumerate(own.plan)],
        "is_planning": is_open and can_plan,
        "plannable": offered,
        "dropped": why_not(position.game, position.view, own.plan_dropped) if position.legal else "",
    }
    if offered:
        groups = [each.group for each in offered]
        context |= {"board": presenter.board(position, groups), "board_form": FORM}
    return context


def _planned(presenter: Presenter, place: int, text: str, faced: Prospects) -> Planned:
    found = ((verb, choice) for verb, choice in _choices(presenter, faced) if choice.value == text)
    verb, choice = next(found, ("", None))
    return Planned(place, text, verb, choice)


def _offered(presenter: Presenter, faced: Prospects) -> list[Offered]:
    """The actions that can be planned, by verb."""
    found: dict[str, dict[str, list[Choice]]] = {}
    for verb, choice in _choices(presenter, faced):
        found.setdefault(verb, {}).setdefault(choice.value, []).append(choice)
    offered = []
    for verb, by_value in found.items():
        alike = {value: choices for value, choices in by_value.items() if len(_of(choices, "label")) == 1}
        uncertain = frozenset(value for value, choices in alike.items() if len(choices) < len(faced))
        if alike:
            offered.append(Offered(verb, [_agreed(choices) for choices in alike.values()], uncertain))
    return offered


def _choices(presenter: Presenter, faced: Prospects) -> Iterator[tuple[str, Choice]]:
    """Every choice in these continuations, after the verb of its group."""
    for position in faced:
        for group in presenter.menu(position):
            for choice in group.actions:
                yield group.verb, choice


def _agreed(choices: list[Choice]) -> Choice:
    """The choice, with its consequence only if all continuations agree on it."""
    first = choices[0]
    return replace(first, key="", hint=first.hint if len(_of(choices, "hint")) == 1 else "")


def _of(choices: Iterable[Choice], name: str) -> set[str]:
    return {str(getattr(choice, name)) for choice in choices}
