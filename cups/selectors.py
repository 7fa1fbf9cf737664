"""Queries about cups: who may see them, lists, entries, results and standings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Prefetch, Q, Subquery
from django.utils import timezone

from accounts.models import User
from clubs.models import INSIDE, Club, Member
from clubs.selectors import is_inside
from cups.models import Cup, Entry, Pairing, Round
from cups.pairing import duplicate, knock_out, round_robin, swiss
from cups.pairing.duplicate import Dealt, Lead
from cups.pairing.standings import Line, standings
from cups.pairing.tables import COMPUTER, Seating, Table, meetings
from games.engine import GAMES
from games.engine.contract import teams_of
from games.models import Block, Match, Seat
from games.selectors.lobby.clubs import in_club_of
from games.selectors.records.lists import stretch
from games.services.fair_play.sealed_starts import SealedDeal

MOST = 256
"""How many people may take part in a cup."""

COMPUTER_LEVEL = "solid"
"""The level of the computer players that take seats left over."""

A_FEW = 8
"""How many cups of each status a list of several shows."""


@dataclass(frozen=True, slots=True)
class Cups:
    """A stretch of a list of cups, each with `people`, `is_mine` and its `winners`, which are entries.

    `following` is the cursor of the next stretch.
    """

    rows: tuple[Cup, ...]
    following: str


def cup_for(reader: User | None, code: str) -> Cup | None:
    """The cup with this code, with host and club, if `reader` may see it; otherwise None, as if it did not exist."""
    return Cup.objects.filter(_seen_by(reader), code=code).select_related("host", "club").first()


def _seen_by(reader: User | None) -> Q:
    """All cups but hidden ones, which only the members of their club, their host, and people who entered may see."""
    if reader is None:
        return Q(is_hidden=False)
    entered = Entry.objects.filter(cup=OuterRef("pk"), user=reader)
    return Q(is_hidden=False) | Q(host=reader) | in_club_of(reader.pk) | Q(Exists(entered))


def cups_seen(asked: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of these pairs of a cup's code and a user's key in which the user may see the cup, by the rule of
    `cup_for`: three queries at most.
    """
    found = Cup.objects.filter(code__in={code for code, _user in asked})
    cups = {cup.code: cup for cup in found.only("code", "is_hidden", "host", "club")}
    hidden = {(code, user) for code, user in asked if code in cups and cups[code].is_hidden}
    seen = {pair for pair in asked if pair[0] in cups and pair not in hidden}
    if hidden:
        users = {user for _code, user in hidden}
        entries = Entry.objects.filter(cup__code__in={code for code, _user in hidden}, user__in=users)
        entered = set(entries.values_list("cup__code", "user"))
        clubs = {cups[code].club_id for code, _user in hidden}
        members = Member.objects.filter(club__in=clubs, user__in=users, standing__in=INSIDE, club__closed_at=None)
        inside = set(members.values_list("club", "user"))
        seen |= {
            (code, user)
            for code, user in hidden
            if user == cups[code].host_id or (code, user) in entered or (cups[code].club_id, user) in inside
        }
    return seen


def cups_listed(
    statuses: Sequence[str], *, reader: User | None, limit: int, cursor: str, club: Club | None = None
) -> dict[str, Cups]:
    """The cups of each status that are not hidden, latest first, with their hosts and clubs. Raises BadCursor.

    With a `club`, those of this club that `reader` may see, hidden or not. One query per status, and two for all rows.
    """
    shown = Cup.objects.filter(is_hidden=False) if club is None else Cup.objects.filter(_seen_by(reader), club=club)
    found = {
        status: stretch(shown.filter(status=status), moment="opened_at", key="id", cursor=cursor, limit=limit)
        for status in statuses
    }
    keys = [key for each in found.values() for key in each.keys]
    mine = Entry.objects.filter(cup=OuterRef("pk"), user=reader, left_at=None)
    rows = (
        Cup.objects.filter(pk__in=keys)
        .select_related("host", "club")
        .prefetch_related(Prefetch("entries", Entry.objects.filter(place=1).select_related("user"), "winners"))
        .annotate(people=Count("entries", filter=Q(entries__left_at=None)), is_mine=Exists(mine))
        .in_bulk()
    )
    return {
        status: Cups(tuple(rows[key] for key in each.keys if key in rows), each.following)
        for status, each in found.items()
    }


def cups_of_club(club: Club, reader: User | None) -> list[Cup]:
    """The latest cups of a club that `reader` may see: one query, on its own index."""
    return list(Cup.objects.filter(_seen_by(reader), club=club).order_by("-opened_at", "-id")[:A_FEW])


def cups_to_go_on(now: datetime) -> list[Cup]:
    """The running cups in which something may be due: a round to pair, a match to begin, a result to take up, someone
    who must be told that time is up, or a round that was paired while the machine's date was ahead (`is_ahead`). One
    query.
    """
    missing = Pairing.objects.filter(round__cup=OuterRef("pk"), round__over_at=None, ranks__isnull=True)
    late = Q(round__last_moment__lte=now, match__status=Match.Status.RUNNING)
    due = missing.filter(Q(match=None) | Q(match__status=Match.Status.FINISHED) | late)
    ahead = Round.objects.filter(cup=OuterRef("pk"), over_at=None, paired_at__gt=now)
    running = Cup.objects.filter(status=Cup.Status.RUNNING)
    found = running.annotate(is_ahead=Exists(ahead)).filter(Exists(due) | ~Exists(missing) | Q(is_ahead=True))
    return list(found.order_by("pk"))


def cup_mark(cup: Cup) -> str:
    """A text that changes whenever the page of a cup does: two queries."""
    entries = cup.entries.aggregate(all=Count("pk"), left=Count("left_at"), last=Max("left_at"))
    pairings = Pairing.objects.filter(round__cup=cup).aggregate(
        all=Count("pk"), begun=Count("match"), done=Count("ranks")
    )
    last = entries.pop("last")
    counts = [
        cup.status,
        cup.round_days or 0,
        *entries.values(),
        int(last.timestamp()) if last else 0,
        *pairings.values(),
    ]
    return "-".join(map(str, counts))


def entries_of(cup: Cup) -> list[Entry]:
    """All entries, including people who have left, in lot order."""
    return list(cup.entries.select_related("user").order_by("lot", "number"))


def taking_part(cup: Cup, entries: Sequence[Entry]) -> list[Entry]:
    """The entries in the standings: all but people who left before the cup began."""
    return [
        entry
        for entry in entries
        if entry.left_at is None or (cup.begun_at is not None and entry.left_at >= cup.begun_at)
    ]


def is_here(entry: Entry) -> bool:
    """Whether someone is still paired: they have left neither the cup nor the site, and are not banned."""
    return entry.left_at is None and entry.user.is_active and not entry.user.is_banned(timezone.now())


def kept_apart(cup: Cup, entries: Sequence[Entry], before: Iterable[Seating]) -> set[tuple[int, int]]:
    """The pairs of entry numbers, lower first, of whom each has blocked the other: one query. Muting does not count.

    A block by only one of the two changes nothing: nobody can avoid an opponent by blocking them. If the second block
    was made since the cup began, or since the later of the two entered, it counts only once they have met at one of the
    tables `before`.
    """
    began, met = cup.begun_at or timezone.now(), meetings(before)
    people = {entry.user_id: entry for entry in entries}
    blocks = Block.objects.filter(user__in=people, blocked__in=people, only_mutes=False)
    made = {(user, blocked): at for user, blocked, at in blocks.values_list("user", "blocked", "made_at")}
    found = set()
    for (user, blocked), made_at in made.items():
        one, other = people[user], people[blocked]
        if one.number > other.number or (blocked, user) not in made:
            continue
        both_made_at = max(made_at, made[blocked, user])
        if both_made_at <= max(began, one.entered_at, other.entered_at) or met[one.number, other.number]:
            found.add((one.number, other.number))
    return found


def played(cup: Cup, *, live: bool = False) -> list[list[Table]]:
    """The tables of all rounds that are over, in order. With `live` also the finished tables of the current round."""
    rounds: dict[int, list[Table]] = {}
    done = Q(ranks__isnull=False) if live else Q(round__over_at__isnull=False)
    for pairing in Pairing.objects.filter(done, round__cup=cup).select_related("round"):
        rounds.setdefault(pairing.round.number, []).append(table_of(pairing))
    return [rounds[number] for number in sorted(rounds)]


def table_of(pairing: Pairing) -> Table:
    """A pairing with its result as a `Table` of `cups.pairing`."""
    assert pairing.ranks is not None
    return Table(tuple(pairing.players), tuple(pairing.ranks))


def result_of(seats: Sequence[Seat]) -> list[int]:
    """The ranks of a finished match with these seats, one by one.

    People who left it or ran out of time rank after all who stayed; if all agreed to end it, they are equal.
    """
    keys = [(seat.stand_in_id is not None, seat.rank or 1) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]


def leads_of(match: Match, seats: Sequence[Seat]) -> list[Lead]:
    """The lead of each seat of a finished match over the best other side (`cups.pairing.duplicate`)."""
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
    """The tables of each finished round of a duplicate cup, in order: one query."""
    rounds: dict[int, list[Dealt]] = {}
    done = Pairing.objects.filter(round__cup=cup, round__over_at__isnull=False, leads__isnull=False)
    for pairing in done.select_related("round").defer("round__deal"):
        table = Dealt(tuple(pairing.players), tuple(pairing.leads or ()), tuple(pairing.ranks or ()))
        rounds.setdefault(pairing.round.number, []).append(table)
    return [rounds[number] for number in sorted(rounds)]


def is_sealed(cup: Cup, round_: Round) -> bool:
    """Whether only the people at a table may see it, since others may still play the deal of the round."""
    return cup.is_duplicate and round_.over_at is None


def sealed_deals(game: str, seats: int) -> list[SealedDeal]:
    """The deals of `game` for this many seats that duplicate cups play now. One query."""
    running = Round.objects.filter(game=game, cup__size=seats, cup__status=Cup.Status.RUNNING, over_at=None)
    return [SealedDeal(deal, None) for deal in running.exclude(deal="").values_list("deal", flat=True)]


def is_closed_to(cup: Cup, reader: User | None) -> bool:
    """Whether `reader`, who may see the cup, may see only the matches at which they sit.

    The matches of a hidden cup are for its host and the members of its club; people who have entered can always see the
    cup itself.
    """
    if not cup.is_hidden:
        return False
    if reader is None:
        return True
    return reader.pk != cup.host_id and (cup.club is None or not is_inside(cup.club, reader))


def sizes_of(game: str) -> list[int]:
    """The numbers of seats that `game` allows; without one, those that every game allows."""
    games = [GAMES[game]] if game else GAMES.values()
    return sorted(set.intersection(*(set(each.SEATS) for each in games)))


def rounds_wanted(cup: Cup, people: int) -> int | None:
    """The number of rounds of a cup with this many people; None for a knock-out, which ends by itself."""
    if cup.system == Cup.System.KNOCK_OUT:
        return None
    if cup.is_duplicate:
        return cup.wanted_rounds or duplicate.rounds_wanted(cup.size)
    system = round_robin if cup.system == Cup.System.ROBIN else swiss
    return cup.wanted_rounds or system.rounds_wanted(people, cup.size)


def results_of(user: User) -> list[Any]:
    """The entries of `user` in finished cups that are not hidden, latest first: one query.

    Each has its cup and the number of `people` in the final standings.
    """
    others = Entry.objects.filter(cup=OuterRef("cup"), place__isnull=False).order_by().values("cup")
    counted = Subquery(others.annotate(number=Count("pk")).values("number"))
    shown = Entry.objects.filter(user=user, place__isnull=False, cup__is_hidden=False)
    found = shown.select_related("cup").annotate(people=counted)
    return list(found.order_by("-cup__over_at", "-cup")[:A_FEW])


def rounds_in_all(cup: Cup, here: int) -> int | None:
    """The number of rounds a cup will have, with `here` people in it now; None if not yet known."""
    if cup.wanted_rounds is not None or cup.system == Cup.System.KNOCK_OUT:
        return rounds_wanted(cup, here)
    first = Pairing.objects.filter(round__cup=cup, round__number=0).values_list("players", flat=True)
    begun = sum(player != COMPUTER for players in first for player in players) or here
    return rounds_wanted(cup, begun) if begun > 1 else None


def pairings_of(round_: Round) -> list[Pairing]:
    """The pairings of a round, with the columns of their matches that lists show."""
    shown = ("round", "number", "players", "ranks", "leads", "match__code", "match__status")
    return list(round_.pairings.select_related("match").only(*shown).order_by("number"))


def round_of(match: Match) -> Round | None:
    """The round that a match belongs to, with its cup; None outside cups."""
    return Round.objects.select_related("cup").filter(pairings__match=match).first()


def lines_of(cup: Cup, entries: Sequence[Entry]) -> Sequence[Line | knock_out.Line]:
    """The standings over all finished tables; in knock-out and duplicate over finished rounds."""
    numbers = [entry.number for entry in taking_part(cup, entries)]
    if cup.system == Cup.System.KNOCK_OUT:
        return knock_out.standings(numbers, played(cup), cup.size)
    if cup.is_duplicate:
        return duplicate.standings(numbers, dealt(cup))
    return standings(numbers, played(cup, live=True), cup.size)
