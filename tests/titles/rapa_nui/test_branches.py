"""Every rare branch of the rules happens in one of the records."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine import record
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Buy, Discard, Draw, Offer, Play, Step, Take

RECORDS = Path(__file__).with_name("records")


@cache
def branches() -> set[str]:
    """All rare things in the records, in words."""
    found = set()
    for path in RECORDS.glob("*.txt"):
        read = record.read(path.read_text(encoding="utf-8"))
        for step in record.replay(read):
            found |= of_step(step)
        outcome = rapa_nui.outcome(step.after)
        assert outcome is not None
        if len(set(outcome.ranks)) < read.seats:
            found.add("equal rank")
        if len(set(outcome.points)) < len(set(outcome.ranks)):
            found.add("equal points parted")
        if not any(seat.table[0] for seat in step.after.seats):
            found.add("no Moai built")
    return found


def of_step(step: record.Step) -> set[str]:
    """The rare effects of one action."""
    state, action, after = step.state, step.action, step.after
    match action:
        case Discard():
            return {"Moai put back", "Moai put back after a purchase"} if state.bought else {"Moai put back"}
        case Play(_, 3):
            return {"three hunters at once"}
        case Buy() if after.seats[step.seat].wood == state.seats[step.seat].wood:
            return {"free purchase"}
        case Take():
            return {f"{state.due} cards in place of the scored type", "all stacks empty" * (not any(after.supply))}
        case Offer() if step.seat == state.active and after.step is Step.DRAW:
            return {"nothing to add"}
        case Draw(column) if len(state.columns[column - 1]) == 1:
            moment = "in mid-draw" if len(after.seats[step.seat].hand) < 3 else "by the last draw"
            cards = len(state.deck) - len(after.deck)
            return {f"end {moment}" if after.step is Step.OVER else f"refill of {cards}", f"refill {moment}"}
        case _:
            return set()


@pytest.mark.parametrize(
    "branch",
    [
        "Moai put back",
        "Moai put back after a purchase",
        "three hunters at once",
        "free purchase",
        "1 cards in place of the scored type",
        "2 cards in place of the scored type",
        "all stacks empty",
        "nothing to add",
        "refill of 4",
        "refill of 2",
        "refill in mid-draw",
        "end by the last draw",
        "end in mid-draw",
        "no Moai built",
        "equal points parted",
        "equal rank",
    ],
)
def test_rare_branch_has_a_record(branch: str) -> None:
    assert branch in branches()
