"""Shows that the judge finds faults: plants a loss and a double of each kind in copies, and judges those."""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tests.kills import facts
from tests.kills.judge import CHANNELS, Verdict, judge
from tests.kills.ledger import Arrival, Ledger


@dataclass(frozen=True)
class Case:
    """A planted fault, and how many more faults the judge has found where it should."""

    name: str
    found: int

    @property
    def is_proved(self) -> bool:
        """Whether the judge has found exactly this one."""
        return self.found == 1


@dataclass
class Evidence:
    """Everything that the judge looks at."""

    ledger: Ledger
    database: Path
    codes: Mapping[int, str]

    def verdict(self) -> Verdict:
        """The judge's verdict."""
        return judge(self.ledger, facts.read(self.database), self.codes)


def prove(evidence: Evidence, folder: Path) -> Iterator[Case]:
    """Every case: planted in a copy of the evidence, judged, and compared with the verdict without it."""
    before = evidence.verdict()
    yield _planted_in_database(evidence, before, folder, "an action is lost", _lose_action, _lost)
    yield _planted_in_database(evidence, before, folder, "an action is doubled", _double_action, _doubled)
    yield _planted_in_database(evidence, before, folder, "a notice is not written", _lose_notice, _unwritten)
    for channel in CHANNELS:
        yield _planted_in_receiver(evidence, before, channel, "missed", _drop)
        yield _planted_in_receiver(evidence, before, channel, "doubled", _double)
    ledger = copy.copy(evidence.ledger)
    ledger.strange = [*ledger.strange, "500 GET /planted/: fault"]
    after = replace(evidence, ledger=ledger).verdict()
    yield Case("a page is answered 500", len(after.others) - len(before.others))


def _planted_in_database(
    evidence: Evidence,
    before: Verdict,
    folder: Path,
    name: str,
    plant: Callable[[sqlite3.Connection, Ledger], None],
    count: Callable[[Verdict], int],
) -> Case:
    planted = facts.copy(evidence.database, folder / "planted.sqlite3")
    with sqlite3.connect(planted) as database:
        plant(database, evidence.ledger)
    after = replace(evidence, database=planted).verdict()
    planted.unlink()
    return Case(name, count(after) - count(before))


def _planted_in_receiver(
    evidence: Evidence,
    before: Verdict,
    channel: str,
    what: str,
    plant: Callable[[list[Arrival], Arrival], list[Arrival]],
) -> Case:
    ledger = copy.copy(evidence.ledger)
    victim = _alone(evidence, before, channel)
    ledger.arrivals = plant(ledger.arrivals, victim)
    after = replace(evidence, ledger=ledger).verdict()
    old, new = (len(getattr(verdict.ways[channel], what)) for verdict in (before, after))
    return Case(f"a notice by {channel} is {what}", new - old)


def _alone(evidence: Evidence, before: Verdict, channel: str) -> Arrival:
    """An arrival that came once, and is about one notice only."""
    found = facts.read(evidence.database)
    sent = [delivery for delivery in found.deliveries if delivery.state == "sent"]
    keys = {f"notice-{delivery.key}" for delivery in sent if not found.notices[delivery.notice].seen}
    heads = [delivery.head for delivery in found.deliveries if delivery.channel == "mail"]
    keys |= {code for head, code in evidence.codes.items() if heads.count(head) == 1}
    came = [arrival for arrival in evidence.ledger.arrivals if arrival.channel == channel]
    for arrival in came:
        if arrival.key in keys and sum(one.key == arrival.key and one.user == arrival.user for one in came) == 1:
            return arrival
    raise AssertionError(f"nothing has come by {channel}: there is nothing to plant")


def _drop(arrivals: list[Arrival], victim: Arrival) -> list[Arrival]:
    return [arrival for arrival in arrivals if arrival != victim]


def _double(arrivals: list[Arrival], victim: Arrival) -> list[Arrival]:
    """The arrivals with one doubled; where readers recognise copies by their identity, the copy gets another one."""
    same = victim if victim.channel == "webhook" else replace(victim, key=f"other-{victim.key}")
    return [*arrivals, same]


def _lose_action(database: sqlite3.Connection, ledger: Ledger) -> None:
    press = next(press for press in ledger.presses if press.is_promised)
    done = database.execute(
        "DELETE FROM games_action WHERE ply = ? AND match_id = (SELECT id FROM games_match WHERE code = ?)",
        [press.ply, press.code],
    )
    assert done.rowcount == 1


def _double_action(database: sqlite3.Connection, ledger: Ledger) -> None:
    press = next(press for press in ledger.presses if press.is_promised)
    columns = [row[1] for row in database.execute("PRAGMA table_info(games_action)")]
    kept = ", ".join(column for column in columns if column not in ("id", "ply"))
    done = database.execute(
        f"INSERT INTO games_action ({kept}, ply) SELECT {kept}, "
        "(SELECT max(ply) + 1 FROM games_action AS log WHERE log.match_id = games_action.match_id) "
        "FROM games_action WHERE ply = ? AND match_id = (SELECT id FROM games_match WHERE code = ?)",
        [press.ply, press.code],
    )
    assert done.rowcount == 1


def _lose_notice(database: sqlite3.Connection, ledger: Ledger) -> None:
    started = database.execute(
        "SELECT notices_notice.id, code FROM notices_notice JOIN games_match ON games_match.id = match_id "
        "WHERE kind = 'started'"
    )
    key = next(key for key, code in started if code in ledger.began)
    database.execute("DELETE FROM notices_delivery WHERE notice_id = ?", [key])
    database.execute("DELETE FROM notices_notice WHERE id = ?", [key])


def _lost(verdict: Verdict) -> int:
    return len(verdict.actions.lost)


def _doubled(verdict: Verdict) -> int:
    return len(verdict.actions.doubled)


def _unwritten(verdict: Verdict) -> int:
    return len(verdict.unwritten)
