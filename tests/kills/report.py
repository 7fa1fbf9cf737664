"""The verdict as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from tests.kills.judge import Verdict
from tests.kills.ledger import Ledger

MOST_FAULTS = 40


def lines(verdict: Verdict, ledger: Ledger) -> Iterator[str]:
    """All counts, then every fault."""
    actions = verdict.actions
    yield f"matches        {len(ledger.began | ledger.ended)} played, {len(ledger.ended)} of them to the end"
    yield f"actions        {actions.sent} sent by people (and {actions.repeated} times again, unanswered)"
    yield f"               {actions.acknowledged} acknowledged, {actions.stored} stored"
    yield f"               {len(actions.lost)} lost, {len(actions.doubled)} doubled"
    yield f"               {actions.by_computers} by computer players stored"
    names = (
        f"{'due':>6} {'past':>6} {'received':>9} {'again':>6} {'unsure':>7} {'astray':>7} {'missed':>7} {'doubled':>8}"
    )
    yield f"notices        {names}"
    for channel, way in verdict.ways.items():
        yield (
            f"  {channel:12} {way.due:6} {way.past:6} {way.received:9} {way.again:6} {way.unsure:7} "
            f"{way.astray:7} {len(way.missed):7} {len(way.doubled):8}"
        )
    yield f"               a mail tells of several; {len(verdict.unwritten)} events were never written"
    yield f"statuses       {_counts(ledger.statuses)}"
    yield f"kills          {sum(ledger.kills.values())}: {_counts(ledger.kills)}"
    for fault in verdict.faults[:MOST_FAULTS]:
        yield f"FAULT          {fault}"
    if len(verdict.faults) > MOST_FAULTS:
        yield f"FAULT          and {len(verdict.faults) - MOST_FAULTS} more"


def _counts(counter: dict[str, int]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in sorted(counter.items()))
