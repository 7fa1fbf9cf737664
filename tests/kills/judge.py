"""Compares what the visitors know with what the database says and what the receivers got."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.kills.facts import Delivery, Facts, Notice
from tests.kills.ledger import Arrival, Ledger

CHANNELS = ("pages", "push", "mail", "webhook")
CALLS = ("turn", "question")

LONGEST_LOCK = timedelta(seconds=20)
"""The longest a sender waits for another writer after reading the clock; what it reads then may be later than that."""


@dataclass
class Actions:
    """The fate of all presses."""

    sent: int = 0
    repeated: int = 0
    """Requests beyond the first of each press."""
    acknowledged: int = 0
    stored: int = 0
    by_computers: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)


@dataclass
class Way:
    """The fate of all notices on one channel."""

    due: int = 0
    past: int = 0
    """Seen, or no longer true, before they were due."""
    received: int = 0
    again: int = 0
    """Received again with the same identity, so readers see them once."""
    unsure: int = 0
    """Due, but the site itself cannot say whether they arrived."""
    astray: int = 0
    """Unsure ones that did not arrive.

    A kill between recording that sending begins and the first byte costs that message, and the site tells the person:
    see `deliveries.services.delivery_state`.
    """
    missed: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)


@dataclass
class Verdict:
    """All counts."""

    actions: Actions
    ways: dict[str, Way]
    unwritten: list[str]
    """Events without the notices they require."""
    others: list[str]
    """Everything else that is wrong."""

    @property
    def faults(self) -> list[str]:
        """Every fault, as a sentence."""
        found = [f"lost: {one}" for one in self.actions.lost] + [f"doubled: {one}" for one in self.actions.doubled]
        for channel, way in self.ways.items():
            found += [f"missed by {channel}: {one}" for one in way.missed]
            found += [f"doubled by {channel}: {one}" for one in way.doubled]
        return found + [f"not written: {one}" for one in self.unwritten] + self.others


def judge(ledger: Ledger, facts: Facts, codes: Mapping[int, str]) -> Verdict:
    """The verdict. `codes` are the identities of letters by the key of the delivery that heads them."""
    ways = {channel: _way(channel, ledger.arrivals, facts, codes) for channel in CHANNELS}
    _find_unmade(facts, ways)
    others = [*ledger.strange, *ledger.told_otherwise, *_holes(facts), *_told_too_early(ledger, facts)]
    others += [f"{code} waits for a computer player for ever" for code in facts.asked]
    astray, kills = sum(way.astray for way in ways.values()), sum(ledger.kills.values())
    if astray > kills:
        others.append(f"{astray} messages went astray, and a kill can cost one: there were {kills}")
    return Verdict(_actions(ledger, facts), ways, [*_unwritten(ledger, facts)], others)


def _actions(ledger: Ledger, facts: Facts) -> Actions:
    found = Actions(sent=len(ledger.presses), repeated=sum(press.sent - 1 for press in ledger.presses))
    pressed = Counter((press.code, press.ply, press.user, press.action) for press in ledger.presses)
    for press in ledger.presses:
        if not press.is_promised:
            continue
        found.acknowledged += 1
        entry = facts.log.get((press.code, press.ply))
        if entry is None or (entry.user, entry.action) != (press.user, press.action):
            found.lost.append(f"{press.user} in {press.code} at {press.ply}: {press.action}")
    for (code, ply), entry in sorted(facts.log.items()):
        if entry.kind != "play" or entry.source != "person":
            found.by_computers += entry.source == "computer"
            continue
        found.stored += 1
        if not pressed[code, ply, entry.user, entry.action]:
            found.doubled.append(f"{entry.user} in {code} at {ply}: {entry.action}, pressed by nobody")
    return found


def _holes(facts: Facts) -> Iterator[str]:
    """Logs with gaps, or with another length than their match states."""
    plies: dict[str, list[int]] = defaultdict(list)
    for code, ply in facts.log:
        plies[code].append(ply)
    for code, length in facts.lengths.items():
        if sorted(plies[code]) != list(range(length)):
            yield f"the log of {code} has a hole: {len(plies[code])} entries of {length}"


def _told_too_early(ledger: Ledger, facts: Facts) -> Iterator[str]:
    """Actions that someone was shown but that are not stored so."""
    for place, shown in ledger.shown.items():
        entry = facts.log.get(place)
        if entry is None or f"{entry.seat} {entry.action}" != shown:
            yield f"{place} was shown as {shown}, but is stored as {entry}"


def _unwritten(ledger: Ledger, facts: Facts) -> Iterator[str]:
    """Events with too few or too many notices in the outbox, according to visitors and logs alone."""
    written = Counter((notice.kind, notice.user, notice.code) for notice in facts.notices.values())
    called = {(notice.user, notice.code, notice.ply) for notice in facts.notices.values() if notice.kind in CALLS}
    for code in ledger.began | ledger.ended:
        first = facts.log.get((code, 0))
        for user in facts.people[code]:
            # The player who begins gets a call to play instead.
            begins = first is not None and first.user == user or (user, code, 0) in called
            if written["started", user, code] != (not begins):
                yield f"the start of {code} to {user}"
    for code in ledger.ended:
        for user in facts.people[code]:
            if written["finished", user, code] != 1:
                yield f"the end of {code} to {user}"
    for (code, ply), entry in facts.log.items():
        before = facts.log.get((code, ply - 1))
        passed = before is not None and before.seat != entry.seat and before.source in ("person", "computer")
        if entry.source == "person" and passed and (entry.user, code, ply) not in called:
            yield f"the call of {entry.user} in {code} at {ply}"
    asked = Counter((notice.user, notice.channel) for notice in facts.notices.values() if notice.kind == "test")
    for (user, channel), count in ledger.tests.items():
        if asked[user, channel] < count:
            yield f"{count - asked[user, channel]} tests by {channel} to {user}"


def wanted(notice: Notice) -> set[str]:
    """The channels for a person who has them all and has chosen nothing. An independent second opinion, on purpose."""
    if notice.kind == "test":
        return {"pages", notice.channel}
    if notice.kind in CALLS:
        return {"push", "webhook"} if notice.pace == "live" else {"push", "webhook", "mail"}
    return {"pages", "push", "webhook"} | (set() if notice.kind == "started" else {"mail"})


def _find_unmade(facts: Facts, ways: Mapping[str, Way]) -> None:
    """Find due notices that have no delivery on a wanted channel. What was seen before it was planned needs none."""
    made = {(delivery.notice, delivery.channel) for delivery in facts.deliveries}
    planned = {delivery.notice for delivery in facts.deliveries}
    for notice in facts.notices.values():
        if notice.kind in ("half", "last"):  # due in days
            continue
        if notice.seen and notice.kind != "test" and notice.key not in planned:
            continue
        for channel in wanted(notice):
            if (notice.key, channel) not in made:
                ways[channel].missed.append(f"{_name(notice)} has no delivery")


def _way(channel: str, arrivals: Iterable[Arrival], facts: Facts, codes: Mapping[int, str]) -> Way:
    way = Way()
    came: dict[tuple[str, str], list[Arrival]] = defaultdict(list)
    for arrival in arrivals:
        if arrival.channel == channel:
            came[arrival.user, arrival.key].append(arrival)
    way.received = len(came)
    for key, same in came.items():
        if channel == "webhook":  # a webhook's channel shows every copy of a message
            way.doubled += [f"{key} came {len(same)} times"] * (len(same) - 1)
        else:
            way.again += len(same) - 1
    known = set()
    for delivery in facts.deliveries:
        if delivery.channel != channel:
            continue
        key = delivery.user, _key(delivery, codes)
        known.add(key)
        got, notice = came.get(key, []), facts.notices[delivery.notice]
        if got and not any(_path(notice) in arrival.text for arrival in got):
            got = []
        # A page that was disconnected asks for what it missed, except for what its reader has seen meanwhile.
        seen_instead = channel == "pages" and not got and notice.seen
        if not seen_instead and (why := _fault(delivery, notice, facts, bool(got))):
            way.missed.append(f"{_name(notice)}, delivery {delivery.key}: {why}")
        if seen_instead or (delivery.state in ("past", "seen") and not got):
            way.past += 1
        else:
            way.due += 1
            way.unsure += delivery.state == "unsure"
            way.astray += delivery.state == "unsure" and not got
    way.doubled += [f"{key} belongs to no delivery" for key in came if key not in known]
    return way


def _fault(delivery: Delivery, notice: Notice, facts: Facts, came: bool) -> str:
    """Why a delivery counts as missed; "" if all is well."""
    match delivery.state:
        case "sent":
            return "" if came else "sent, and never came"
        case "unsure":
            return "" if delivery.channel == "webhook" else "unsure, and can be sent again"
        case "seen":
            return "" if notice.seen else "held for seen, but nobody has looked"
        case "past":
            return "" if came or _is_past(delivery, notice, facts) else "held for past, but it still holds"
    return "" if came and delivery.state != "waiting" else f"still {delivery.state}"


def _is_past(delivery: Delivery, notice: Notice, facts: Facts) -> bool:
    """Whether a call was answered before its delivery was given up."""
    answer = facts.log.get((notice.code, notice.ply))
    if notice.kind not in CALLS or answer is None:
        return False
    return datetime.fromisoformat(answer.made_at) <= datetime.fromisoformat(delivery.ended_at) + LONGEST_LOCK


def _key(delivery: Delivery, codes: Mapping[int, str]) -> str:
    """The identity by which a reader recognises it."""
    if delivery.channel == "mail":
        return codes.get(delivery.head or 0, "")
    return f"notice-{delivery.key}"


def _path(notice: Notice) -> str:
    return f"/match/{notice.code}/" if notice.code else "/notices/"


def _name(notice: Notice) -> str:
    return f"{notice.kind} {notice.key} to {notice.user} about {notice.code}#{notice.ply}"
