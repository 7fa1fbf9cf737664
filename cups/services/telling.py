"""Telling those who take part what happens in a cup: written in the transaction that makes it true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models import User
from cups.models import Cup, Entry, Round
from cups.pairing.tables import Seating
from cups.selectors import entries_of
from notices.kinds import Kind
from notices.outbox import notify_each


def tell_of_round(cup: Cup, round_: Round, tables: Iterable[Seating], entries: Mapping[int, Entry]) -> None:
    """A round is paired, the first one with which the cup begins: everyone hears who has a table, or is free."""
    facts = {"event": "round" if round_.number else "begun", "game": round_.game, "round": round_.number + 1}
    _tell(
        cup,
        [
            (entries[player].user, facts | {"is_bye": len(seating) == 1})
            for seating in tables
            for player in seating
            if player in entries
        ],
    )


def tell_of_end(cup: Cup, places: Iterable[tuple[Entry, int]], people: int) -> None:
    """The cup is over: everyone who has stayed hears their place among so many people."""
    stayed = [(entry.user, place) for entry, place in places if entry.left_at is None]
    _tell(cup, [(user, {"event": "over", "place": place, "people": people}) for user, place in stayed])


def tell_of_calling_off(cup: Cup) -> None:
    """The cup will not take place. Its page is gone."""
    users = [entry.user for entry in entries_of(cup) if entry.left_at is None and entry.user_id != cup.host_id]
    notify_each(kind=Kind.CUP, facts=[(user, {"event": "called_off", "name": cup.name}) for user in users])


def tell_of_removal(cup: Cup, user: User) -> None:
    """The host has taken someone out."""
    _tell(cup, [(user, {"event": "removed"})])


def _tell(cup: Cup, facts: Iterable[tuple[User, dict[str, Any]]]) -> None:
    of_cup = {"cup": cup.code, "name": cup.name}
    notify_each(kind=Kind.CUP, facts=[(user, of_cup | own) for user, own in facts])
