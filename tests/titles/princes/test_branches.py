"""Every rare branch of the rules happens in one of the records."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine import record
from games.titles.princes import rules as princes
from games.titles.princes.rules.actions import (
    Adjust,
    Buy,
    Collect,
    Decline,
    Hire,
    Moon,
    Offer,
    Produce,
    Return,
    Reward,
    Sell,
)
from games.titles.princes.rules.state import Decision, State, Step

RECORDS = Path(__file__).with_name("records")

BRANCHES = [
    "summit of another seat by day",
    "summit at night",
    "summit at once on the last day",
    "summit twice in one walk",
    "two cards left",
    "last card drawn",
    "card missing",
    "end by cards in a turn",
    "end by priests",
    "end by conquest",
    "row emptied",
    "forty turns on one day",
    "seven moon tiles on one day",
    "moon good not paid for",
    "moon good declined at night",
    "moon good collected at once",
    "moon good declined at once",
    "Sundial pays at night",
    "Sundial pays two Incas of a seat",
    "Sundial pays at once",
    "trail pays after the night",
    "bank sells",
    "bank buys",
    "good put on the market",
    "good removed from the market",
    "three Incas set up at once",
    "last Inca set up",
    "five goods offered",
    "production left undone",
    "equal points parted",
    "equal rank",
    "most gold shared",
]


def of_step(step: record.Step) -> set[str]:
    """The rare effects of one action."""
    state, action, after = step.state, step.action, step.after
    found = of_action(state, action, after)
    if not any(after.rows) or min(after.rows) < min(state.rows) == 1:
        found.add("row emptied")
    if after.decision is Decision.RETURN:
        found |= of_summit(after)
        if isinstance(action, Return):
            found.add("summit twice in one walk")
    if len(state.deck) == 1 and not after.deck:
        found.add("last card drawn")
    if sum(seat.missing for seat in after.seats) > sum(seat.missing for seat in state.seats):
        found.add("card missing")
    if after.day > state.day:
        if any(any(seat.due) for seat in state.seats) and state.step in (Step.NIGHT_SUNDIAL, Step.NIGHT_TILES):
            found.add("trail pays after the night")
        if not isinstance(action, Collect | Decline) and any(
            seat.tiles and seat.tiles[-1] not in ("2", "3", "corn") and not seat.goods[0] for seat in state.seats
        ):
            found.add("moon good not paid for")
    return found


def of_summit(state: State) -> set[str]:
    """The rare things about a summit."""
    assert state.summit is not None
    found = {"two cards left"} if state.summit.returns == 1 else set()
    if state.step in (Step.NIGHT_TILES, Step.NIGHT_SUNDIAL):
        return found | {"summit at night"}
    if state.step in (Step.MOON_TILE, Step.SUNDIAL_REWARD):
        return found | {"summit at once on the last day"}
    return found | {"summit of another seat by day"} if state.asked != state.active else found


def of_action(state: State, action: princes.Action, after: State) -> set[str]:
    """The rare things about an action."""
    market = dict(zip(("llama", "coca", "pottery", "cloth"), state.market, strict=True))
    seat = state.seats[state.asked]
    at_once = "at once" if state.day == 9 else "at night"
    match action:
        case Sell(good):
            return {"bank buys"} if market[good] == 4 else set()
        case Buy(good):
            return {"bank sells"} if market[good] == 0 else set()
        case Adjust(_, by):
            return {"good put on the market" if by > 0 else "good removed from the market"}
        case Hire(districts) if districts:
            last = {"last Inca set up"} if seat.supply == len(districts) else set()
            return last | {"three Incas set up at once"} if len(districts) == 3 else last
        case Offer(goods) if len(goods) == 5:
            return {"five goods offered"}
        case Produce(0):
            return {"production left undone"}
        case Collect():
            return {f"moon good collected {at_once}"}
        case Decline():
            return {f"moon good declined {at_once}"}
        case Reward():
            two = {"Sundial pays two Incas of a seat"} if seat.sundial > 1 and state.day < 9 else set()
            return two | {f"Sundial pays {at_once}"}
        case Moon() if seat.turns >= 40:
            return {"forty turns on one day"}
        case Moon() if len(state.tiles) == 1:
            return {"seven moon tiles on one day"}
        case _:
            return set()


def of_end(final: State) -> set[str]:
    """The rare things about an end."""
    outcome = princes.outcome(final)
    assert outcome is not None
    by_cards = (
        "at night" if final.active == final.asked and not any(seat.turns for seat in final.seats) else "in a turn"
    )
    found = {f"end by cards {by_cards}" if outcome.reason == "cards" else f"end by {outcome.reason}"}
    if len(set(outcome.ranks)) < len(final.seats):
        found.add("equal rank")
    if len(set(outcome.points)) < len(set(outcome.ranks)):
        found.add("equal points parted")
    if outcome.reason == "conquest":
        gold = [part.count for parts in outcome.breakdown for part in parts if part.name == "gold"]
        if gold.count(max(gold)) > 1:
            found.add("most gold shared")
    return found


def of_record(read: record.Record) -> set[str]:
    """The rare things in a whole game."""
    found: set[str] = set()
    for step in record.replay(read):
        found |= of_step(step)
    return found | of_end(step.after)


@cache
def branches() -> set[str]:
    """All rare things in the records, in words."""
    found: set[str] = set()
    for path in RECORDS.glob("*.txt"):
        found |= of_record(record.read(path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("branch", BRANCHES)
def test_rare_branch_has_a_record(branch: str) -> None:
    assert branch in branches()
