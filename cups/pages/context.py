"""The template context of the page of a cup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404

from clubs.selectors import is_inside as club_is_inside
from clubs.selectors import is_listed
from cups.models import Cup, Entry, Pairing, Round
from cups.pages.words import game_of, number, system_name, why_before
from cups.pairing import duplicate, standings
from cups.selectors import entries_of, is_closed_to, is_sealed, lines_of, pairings_of, rounds_in_all
from cups.services.entering import MOST_DAYS, OPEN_LATE, closes_at

if TYPE_CHECKING:
    from accounts.models import User
    from cups.pairing import knock_out
    from games.models import Match


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table; a computer player has no `entry`."""

    entry: Entry | None
    rank: int | None
    is_reader: bool
    match_points: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Table `number` of a round, from 1, with its players in seat order."""

    number: int
    players: tuple[Player, ...]
    match: Match | None
    is_sealed: bool = False
    """Whether the match and result are hidden from everyone but the people at the table."""
    is_closed: bool = False
    """Whether the match is hidden from everyone but the people at the table, and from the reader as well."""
    most: int = 0
    """The most match points a seat could get; 0 outside duplicate."""

    @property
    def is_bye(self) -> bool:
        """Whether this is a bye."""
        return len(self.players) == 1

    @property
    def is_done(self) -> bool:
        """Whether there is a result."""
        return self.players[0].rank is not None

    @property
    def is_open(self) -> bool:
        """Whether the reader may see its match."""
        return self.match is not None and (self.is_own or not (self.is_sealed or self.is_closed))

    @property
    def is_own(self) -> bool:
        """Whether the reader sits there."""
        return any(player.is_reader for player in self.players)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings, its numbers formatted."""

    entry: Entry
    place: int
    is_reader: bool
    is_gone: bool
    points: str = ""
    opponents: str = ""
    direct: str = ""
    wins: int = 0
    why: str = ""
    """The tie-break that places it before the next line; "" without one."""
    survived: int = 0


def cup_context(cup: Cup, reader: User | None, asked_round: str) -> dict[str, Any]:
    """The template context of the page; 404 for no such round. `asked_round` is counted from 1, "" for the last."""
    entries = entries_of(cup)
    own = next((entry for entry in entries if reader is not None and entry.user_id == reader.pk), None)
    here = [entry for entry in entries if entry.left_at is None]
    lines = _lines(cup, entries, own)
    about = {
        "cup": cup,
        "system": system_name(cup),
        "game_name": game_of(cup),
        "entries": entries,
        "people": len(here),
        "closes_at": closes_at(cup),
        "most_days": MOST_DAYS,
        "may_enter": cup.status == Cup.Status.OPEN or (cup.status == Cup.Status.RUNNING and cup.system in OPEN_LATE),
        "is_duplicate": cup.is_duplicate,
        "is_knock_out": cup.system == Cup.System.KNOCK_OUT,
        "wanted": rounds_in_all(cup, len(here)),
        "lines": lines,
        "winners": [line.entry for line in lines if line.place == 1] if cup.status == Cup.Status.OVER else [],
    }
    return about | _of_reader(cup, reader, own) | _of_rounds(cup, reader, entries, own, asked_round)


def _of_reader(cup: Cup, reader: User | None, own: Entry | None) -> dict[str, Any]:
    """The part of the context about the reader: their entry, and where they stand to host and club."""
    club = cup.club
    is_inside = club is not None and reader is not None and club_is_inside(club, reader)
    return {
        "own": own if own is not None and own.left_at is None else None,
        "is_host": reader is not None and reader.pk == cup.host_id,
        "is_removed": own is not None and own.removed,
        "is_kept_out": club is not None and not is_inside,
        "club": club if club is not None and (is_inside or is_listed(club)) else None,
    }


def _of_rounds(
    cup: Cup, reader: User | None, entries: Sequence[Entry], own: Entry | None, asked_round: str
) -> dict[str, Any]:
    """The part of the context about the round that was asked for, and the progress of the last one."""
    rounds = list(cup.rounds.order_by("number"))
    last = rounds[-1] if rounds else None
    shown = _round(rounds, asked_round)
    is_closed = is_closed_to(cup, reader)
    tables = _tables(cup, shown, entries, own, closed=is_closed)
    current = tables if shown is last else _tables(cup, last, entries, own, closed=is_closed)
    return {
        "last": last,
        "round": shown,
        "tables": tables,
        "own_table": next((table for table in current if table.is_own), None) if last and not last.over_at else None,
        "done": sum(table.is_done for table in current),
        "all_tables": len(current),
    }


def _round(rounds: Sequence[Round], asked_round: str) -> Round | None:
    if not asked_round:
        return rounds[-1] if rounds else None
    found = next((round_ for round_ in rounds if str(round_.number + 1) == asked_round), None)
    if found is None:
        raise Http404
    return found


def _tables(
    cup: Cup, round_: Round | None, entries: Sequence[Entry], own: Entry | None, *, closed: bool
) -> list[Table]:
    if round_ is None:
        return []
    people = {entry.number: entry for entry in entries}
    pairings, sealed = pairings_of(round_), is_sealed(cup, round_)
    if not cup.is_duplicate or sealed:
        return [_table(pairing, people, own, sealed=sealed, closed=closed) for pairing in pairings]
    found = duplicate.match_points([pairing.leads or [] for pairing in pairings])
    most = duplicate.most(len(pairings))
    return [
        _table(pairing, people, own, closed=closed, match_points=points, most=most)
        for pairing, points in zip(pairings, found, strict=True)
    ]


def _table(
    pairing: Pairing,
    people: Mapping[int, Entry],
    own: Entry | None,
    *,
    sealed: bool = False,
    closed: bool = False,
    match_points: Sequence[int] = (),
    most: int = 0,
) -> Table:
    nothing = [None] * len(pairing.players)
    players = tuple(
        Player(people.get(player), rank, own is not None and player == own.number, points)
        for player, rank, points in zip(pairing.players, pairing.ranks or nothing, match_points or nothing, strict=True)
    )
    return Table(pairing.number + 1, players, pairing.match, is_sealed=sealed, is_closed=closed, most=most)


def _lines(cup: Cup, entries: Sequence[Entry], own: Entry | None) -> list[Line]:
    if cup.status == Cup.Status.OPEN:
        return []
    people = {entry.number: entry for entry in entries}
    lines = lines_of(cup, entries)
    return [
        _line(line, lines[place + 1] if place + 1 < len(lines) else None, people[line.player], own)
        for place, line in enumerate(lines)
    ]


def _line(
    line: standings.Line | knock_out.Line,
    behind: standings.Line | knock_out.Line | None,
    entry: Entry,
    own: Entry | None,
) -> Line:
    facts: dict[str, Any]
    if isinstance(line, standings.Line):
        why = why_before(line, behind) if isinstance(behind, standings.Line) else ""
        facts = {
            "points": number(line.points),
            "opponents": number(line.opponents),
            "direct": number(line.direct),
            "wins": line.wins,
            "why": why,
        }
    else:
        facts = {"survived": line.survived}
    is_gone = entry.left_at is not None or not entry.user.is_active
    return Line(entry, line.place, own is not None and entry.pk == own.pk, is_gone, **facts)
