"""What of a cup is reckoned: what has been played, who leads, who is still there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Prefetch, Q, Subquery
from django.utils import timezone

from accounts.models import User
from clubs.models import Club
from cups.models import Cup, Entry, Pairing, Round
from cups.pairing import duplicate, knock_out, round_robin, swiss
from cups.pairing.duplicate import Dealt, Lead
from cups.pairing.standings import Line, standings
from cups.pairing.tables import COMPUTER, Table
from games.engine import GAMES
from games.engine.contract import teams_of
from games.models import Block, Match, Seat
from games.selectors.lobby.clubs import in_club_of
from games.selectors.records.lists import stretch

MOST = 256
"""How many may take part in a cup."""

COMPUTER_LEVEL = "solid"
"""The computer player that takes seats that are left over."""

A_FEW = 8
"""Cups of a kind that a list of several kinds shows."""


@dataclass(frozen=True, slots=True)
class Cups:
    """A stretch of a list of cups, each with `people`, `is_mine` and the entries of its `winners`; `following` is the
    cursor of the next one.
    """

    rows: tuple[Cup, ...]
    following: str


def cup_for(reader: User | None, code: str) -> Cup | None:
    """The cup of this code with its host and club, if `reader` may see it: None alike for none and for one that is not
    for this reader.
    """
    return Cup.objects.filter(_seen_by(reader), code=code).select_related("host", "club").first()


def _seen_by(reader: User | None) -> Q:
    """All cups but hidden ones: these are for the members of their club, their host, and whoever has entered."""
    if reader is None:
        return Q(is_hidden=False)
    entered = Entry.objects.filter(cup=OuterRef("pk"), user=reader)
    return Q(is_hidden=False) | Q(host=reader) | in_club_of(reader.pk) | Q(Exists(entered))


def cups_listed(
    statuses: Sequence[str], *, reader: User | None, limit: int = A_FEW, cursor: str = ""
) -> dict[str, Cups]:
    """The cups of each status, the latest first, but hidden ones: a query for each, and two for all rows. Raises
    BadCursor.
    """
    shown = Cup.objects.filter(is_hidden=False)
    found = {
        status: stretch(shown.filter(status=status), moment="opened_at", key="id", cursor=cursor, limit=limit)
        for status in statuses
    }
    keys = [key for each in found.values() for key in each.keys]
    mine = Entry.objects.filter(cup=OuterRef("pk"), user=reader, left_at=None)
    rows = (
        Cup.objects.filter(pk__in=keys)
        .prefetch_related(Prefetch("entries", Entry.objects.filter(place=1).select_related("user"), "winners"))
        .annotate(people=Count("entries", filter=Q(entries__left_at=None)), is_mine=Exists(mine))
        .in_bulk()
    )
    return {
        status: Cups(tuple(rows[key] for key in each.keys if key in rows), each.following)
        for status, each in found.items()
    }


def cups_of_club(club: Club, reader: User | None, *, limit: int = A_FEW) -> list[Cup]:
    """The latest cups of a club that `reader` may see: one query, by an index of its own."""
    return list(Cup.objects.filter(_seen_by(reader), club=club).order_by("-opened_at", "-id")[:limit])


def cup_mark(cup: Cup) -> str:
    """What changes whenever the page of a cup does: two queries."""
    entries = cup.entries.aggregate(all=Count("pk"), left=Count("left_at"), last=Max("left_at"))
    pairings = Pairing.objects.filter(round__cup=cup).aggregate(
        all=Count("pk"), begun=Count("match"), done=Count("ranks")
    )
    last = entries.pop("last")
    counts = [cup.status, *entries.values(), int(last.timestamp()) if last else 0, *pairings.values()]
    return "-".join(map(str, counts))


def entries_of(cup: Cup) -> list[Entry]:
    """Everyone who takes part or has left, in the order of the lot."""
    return list(cup.entries.select_related("user").order_by("lot", "number"))


def taking_part(cup: Cup, entries: Sequence[Entry]) -> list[Entry]:
    """Those who are in the standings: all but who left before the cup began."""
    return [
        entry
        for entry in entries
        if entry.left_at is None or (cup.begun_at is not None and entry.left_at >= cup.begun_at)
    ]


def is_here(entry: Entry) -> bool:
    """Whether someone is still paired: they have not left the cup, nor the site, and are not banned from it."""
    return entry.left_at is None and entry.user.is_active and not entry.user.is_banned(timezone.now())


def kept_apart(entries: Sequence[Entry]) -> set[tuple[int, int]]:
    """The numbers of each two of whom one has blocked the other, the lower first: one query. Muting does not count."""
    numbers = {entry.user_id: entry.number for entry in entries}
    blocks = Block.objects.filter(user__in=numbers, blocked__in=numbers, only_mutes=False)
    pairs = ([numbers[one], numbers[other]] for one, other in blocks.values_list("user", "blocked"))
    return {(min(pair), max(pair)) for pair in pairs}


def played(cup: Cup, *, live: bool = False) -> list[list[Table]]:
    """All rounds with a result at every table, the first one first. `live`: with the tables of the round that runs
    which have one.
    """
    rounds: dict[int, list[Table]] = {}
    done = Q(ranks__isnull=False) if live else Q(round__over_at__isnull=False)
    for pairing in Pairing.objects.filter(done, round__cup=cup).select_related("round"):
        rounds.setdefault(pairing.round.number, []).append(table_of(pairing))
    return [rounds[number] for number in sorted(rounds)]


def table_of(pairing: Pairing) -> Table:
    """A pairing with its result, as the pairing rules see it."""
    assert pairing.ranks is not None
    return Table(tuple(pairing.players), tuple(pairing.ranks))


def result_of(match: Any, seats: Sequence[Any]) -> list[int]:
    """The ranks of a finished match, seat by seat. Whoever left it or ran out of time comes after all who stayed, and
    where all agreed to end it they are equal.
    """
    keys = [(seat.stand_in_id is not None, seat.rank or 1) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]


def leads_of(match: Match, seats: Sequence[Seat]) -> list[Lead]:
    """By how many points each seat of a finished match is ahead of the best other side (`cups.pairing.duplicate`)."""
    teams = teams_of(GAMES[match.game], len(seats))
    return [_lead(seat, [other for other in seats if not _together(seat, other, teams)]) for seat in seats]


def _lead(seat: Seat, others: Sequence[Seat]) -> Lead:
    points = [other.points for other in others if other.points is not None]
    if seat.stand_in_id is not None or (seat.points is None and (seat.rank or 1) > 1):
        return duplicate.LEFT
    return None if seat.points is None or not points else seat.points - max(points)


def _together(seat: Seat, other: Seat, teams: Sequence[Sequence[int]]) -> bool:
    return any(seat.number in team and other.number in team for team in teams)


def dealt(cup: Cup) -> list[list[Dealt]]:
    """The rounds of a duplicate cup that are over, the first one first: one query."""
    rounds: dict[int, list[Dealt]] = {}
    done = Pairing.objects.filter(round__cup=cup, round__over_at__isnull=False, leads__isnull=False)
    for pairing in done.select_related("round").defer("round__deal"):
        table = Dealt(tuple(pairing.players), tuple(pairing.leads or ()), tuple(pairing.ranks or ()))
        rounds.setdefault(pairing.round.number, []).append(table)
    return [rounds[number] for number in sorted(rounds)]


def is_sealed(cup: Cup, round_: Round) -> bool:
    """Whether nothing is told of the tables of a round but to those who sit there: others may still play its deal."""
    return cup.is_duplicate and round_.over_at is None


def sizes_of(game: str) -> list[int]:
    """How many seats the tables of a cup may have: as `game` allows, without one as every game does."""
    games = [GAMES[game]] if game else GAMES.values()
    return sorted(set.intersection(*(set(each.SEATS) for each in games)))


def rounds_wanted(cup: Cup, people: int) -> int | None:
    """How many rounds a cup with so many people has; None where the knock-out ends it."""
    if cup.system == Cup.System.KNOCK_OUT:
        return None
    if cup.is_duplicate:
        return cup.wanted_rounds or duplicate.rounds_wanted(cup.size)
    system = round_robin if cup.system == Cup.System.ROBIN else swiss
    return cup.wanted_rounds or system.rounds_wanted(people, cup.size)


def results_of(user: User, *, limit: int = A_FEW) -> list[Any]:
    """The entries of someone in cups that are over and not hidden, the latest first, each with its cup and how many
    `people` were in it: one query.
    """
    others = Entry.objects.filter(cup=OuterRef("cup"), place__isnull=False).order_by().values("cup")
    counted = Subquery(others.annotate(number=Count("pk")).values("number"))
    shown = Entry.objects.filter(user=user, place__isnull=False, cup__is_hidden=False)
    found = shown.select_related("cup").annotate(people=counted)
    return list(found.order_by("-cup__over_at", "-cup")[:limit])


def rounds_in_all(cup: Cup, here: int) -> int | None:
    """How many rounds a cup will have, `here` being how many people are in it now; None where that is not known."""
    if cup.wanted_rounds is not None or cup.system == Cup.System.KNOCK_OUT:
        return rounds_wanted(cup, here)
    first = Pairing.objects.filter(round__cup=cup, round__number=0).values_list("players", flat=True)
    begun = sum(player != COMPUTER for players in first for player in players) or here
    return rounds_wanted(cup, begun) if begun > 1 else None


def pairings_of(round_: Round) -> list[Pairing]:
    """The tables of a round, with what lists show of their matches."""
    shown = ("round", "number", "players", "ranks", "leads", "match__code", "match__status")
    return list(round_.pairings.select_related("match").only(*shown).order_by("number"))


def round_of(match: Match) -> Round | None:
    """The round in which a match is played, with its cup; None where it belongs to none."""
    return Round.objects.select_related("cup").filter(pairings__match=match).first()


def lines_of(cup: Cup, entries: Sequence[Entry]) -> Sequence[Line | knock_out.Line]:
    """The standings with all tables that are done; of knock-out and duplicate after the rounds that are over."""
    numbers = [entry.number for entry in taking_part(cup, entries)]
    if cup.system == Cup.System.KNOCK_OUT:
        return knock_out.standings(numbers, played(cup), cup.size)
    if cup.is_duplicate:
        return duplicate.standings(numbers, dealt(cup))
    return standings(numbers, played(cup, live=True), cup.size)
