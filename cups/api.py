"""Cups in the API: the list, also of one club; one cup with its standings and the tables of a round; enter and leave.
Hosts open, start and call off cups, remove people, and set the time limit of rounds.

Bots can read them but not enter.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404
from ninja import Router, Schema
from pydantic import Field

from accounts.models import User
from accounts.names import normal
from clubs import selectors as clubs
from common.pausing import check_pauses
from cups import selectors
from cups.models import Cup, Entry, Pairing, Round
from cups.pairing import standings
from cups.services.deadlines import round_days_change
from cups.services.entering import (
    MOST_DAYS,
    MOST_ROUNDS,
    closes_at,
    cup_begin,
    cup_close,
    cup_enter,
    cup_open,
    cup_withdraw,
)
from games.api.v1.caller import ApiRequest, acting, reader
from games.api.v1.game_names import check_game
from games.api.v1.schemas.shared import Body, Short
from games.selectors.records.lists import PAGE

router = Router(tags=["cups"])

RoundNumber = Annotated[int, Field(ge=1, le=1000)]


class CupRow(Schema):
    """A cup in a list."""

    code: str
    name: str
    host: str | None
    club: str | None = Field(
        description="The code of its club, whose members alone can enter, if you can see the club."
    )
    status: str = Field(description="open, running or over")
    system: str = Field(description="swiss, robin, knock or dupli (duplicate)")
    game: str | None = Field(description="null: a different game each round")
    seats: int
    pace: str
    weekends_off: bool
    rated: bool
    computers: bool = Field(description="Computer players take empty seats.")
    round_days: int | None
    opened_at: datetime
    start_by: datetime | None = Field(description="An open cup that has not started by then is called off.")


class ListedCup(CupRow):
    """A cup in the list, with how many people are in it."""

    people: int
    entered: bool = Field(description="Whether you are in it.")


class CupList(Schema):
    """Latest first; ask again with `after` until it is empty."""

    cups: list[ListedCup]
    after: str


class NewCup(Body):
    """A cup to open. Without `wanted_rounds` it has as many rounds as it takes; without `round_days` only
    the clocks of its games end a round."""

    name: Annotated[str, Field(max_length=60, pattern=r"^[^\x00]*$")]
    system: Literal["swiss", "robin", "knock", "dupli"] = "swiss"
    game: Short | None = Field(None, description="null: a different game each round")
    seats: Annotated[int, Field(ge=2, le=5, description="As many as the game, or every game, allows.")] = 2
    pace: Literal["live", "1d", "2d", "3d", "7d"] = "live"
    weekends_off: bool = False
    rated: bool = False
    computers: bool = False
    wanted_rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    round_days: Annotated[int, Field(ge=1, le=MOST_DAYS)] | None = None
    club: Short | None = Field(None, description="The code of a club of yours: only its members can enter.")


class RoundDays(Body):
    """The time limit of a round."""

    days: Annotated[int, Field(ge=1, le=MOST_DAYS)]


class Removed(Body):
    """Who the host removes from a cup."""

    name: Short


class CupTable(Schema):
    """A table of a round, in the order of the seats: null is a computer player. One player alone skips the round.

    In duplicate a table shows only its players until all tables of the round are over.
    """

    players: list[str | None]
    ranks: list[int] | None
    leads: list[int | str | None] | None = Field(
        description="In duplicate: the lead over the best other side, `left`, or null for a game that ended early."
    )
    match: str | None = Field(description="null also for a match that you may not see.")


class CupRound(Schema):
    """A round, counted from 1."""

    number: int
    game: str
    last_moment: datetime | None
    over: bool
    tables: list[CupTable]


class CupLine(Schema):
    """A line of the standings: in a knock-out with `survived`, otherwise with points and tie-breaks."""

    place: int
    name: str
    left: bool
    points: float | None = None
    opponents: float | None = None
    direct: float | None = None
    wins: int | None = None
    survived: int | None = None


class CupPage(CupRow):
    """A cup with one of its rounds: the last, unless you ask for another."""

    entries: list[str] = Field(description="Who is in it.")
    rounds: int = Field(description="How many have been drawn so far.")
    wanted_rounds: int | None = Field(description="How many there will be, as far as that is known.")
    round: CupRound | None
    standings: list[CupLine]


@router.get("cups", response=CupList, url_name="cups")
def cups(
    request: ApiRequest, status: Literal["open", "running", "over"] = "open", club: Short = "", after: str = ""
) -> CupList:
    """The cups of one `status`; with the code of a `club`, those of this club."""
    user = reader(request)
    of_club = clubs.club_for(user, club) if club else None
    if club and of_club is None:
        raise Http404
    found = selectors.cups_listed([status], reader=user, limit=PAGE, cursor=after, club=of_club)[status]
    rows: Sequence[Any] = found.rows
    listed = [
        ListedCup(**_facts(cup, is_club_known=of_club is not None), people=cup.people, entered=cup.is_mine)
        for cup in rows
    ]
    return CupList(cups=listed, after=found.following)


@router.get("cups/{cup}", response=CupPage, url_name="cup")
def cup(request: ApiRequest, cup: str, round: RoundNumber | None = None) -> CupPage:
    """A cup with its standings and the tables of its last round, or of the `round` you ask for."""
    found, user = _cup(request, cup), reader(request)
    entries = selectors.entries_of(found)
    own = {entry.number for entry in entries if user is not None and entry.user_id == user.pk}
    only = own if selectors.is_closed_to(found, user) else None
    rounds = list(found.rounds.order_by("number"))
    if round is not None and round > len(rounds):
        raise Http404
    names = {entry.number: entry.user.username for entry in entries}
    here = [entry for entry in entries if entry.left_at is None]
    shown = rounds[(round or len(rounds)) - 1] if rounds else None
    is_inside = found.club is not None and user is not None and clubs.is_inside(found.club, user)
    return CupPage(
        **_facts(found, is_club_known=is_inside),
        entries=[entry.user.username for entry in here],
        rounds=len(rounds),
        wanted_rounds=selectors.rounds_in_all(found, len(here)),
        round=None if shown is None else _round(found, shown, names, only),
        standings=[] if found.status == Cup.Status.OPEN else _lines(found, entries),
    )


@router.post("cups/{cup}/enter", response={204: None}, url_name="cup_enter")
def enter(request: ApiRequest, cup: str) -> None:
    """Enter a cup; Swiss and duplicate cups also after they have started. Bots are refused."""
    found, user = _changing(request, cup)
    cup_enter(cup=found, user=user)


@router.post("cups/{cup}/leave", response={204: None}, url_name="cup_leave")
def leave(request: ApiRequest, cup: str) -> None:
    """Drop out: your running game continues, and you get no new tables."""
    found, user = _changing(request, cup)
    cup_withdraw(cup=found, user=user, by=user)


@router.post("cups", response={201: CupRow}, url_name="cups")
def cup_new(request: ApiRequest, cup: NewCup) -> CupRow:
    """Open a cup. Nobody is in it yet, not even you."""
    host = acting(request)
    if cup.game is not None:
        check_game(cup.game)
    club = None if cup.club is None else clubs.own_club(host, cup.club)
    if cup.club is not None and club is None:
        raise Http404
    check_pauses(request, "cup", host)
    facts = cup.dict() | {"game": cup.game or "", "club": club}
    opened = cup_open(host=host, size=facts.pop("seats"), **facts)
    return CupRow(**_facts(opened, is_club_known=True))


@router.post("cups/{cup}/start", response={204: None}, url_name="cup_begin")
def begin(request: ApiRequest, cup: str) -> None:
    """Start your cup. Its first round is drawn within half a minute."""
    found, user = _changing(request, cup)
    cup_begin(cup=found, user=user)


@router.post("cups/{cup}/days", response={204: None}, url_name="cup_days")
def days(request: ApiRequest, cup: str, limit: RoundDays) -> None:
    """Change how many days a round of your cup may last. If that makes the current one end sooner, its players are told
    and have at least a day left.
    """
    found, user = _changing(request, cup)
    round_days_change(cup=found, user=user, days=limit.days)


@router.post("cups/{cup}/remove", response={204: None}, url_name="cup_remove")
def remove(request: ApiRequest, cup: str, whom: Removed) -> None:
    """Remove someone from your cup for good; their running game continues. 404 for someone who was never in it."""
    found, host = _changing(request, cup)
    entry = found.entries.select_related("user").filter(user__username__iexact=normal(whom.name.strip())).first()
    if entry is None:
        raise Http404
    cup_withdraw(cup=found, user=entry.user, by=host)


@router.post("cups/{cup}/close", response={204: None}, url_name="cup_close")
def close(request: ApiRequest, cup: str) -> None:
    """Call off your cup before it starts. It is deleted."""
    found, user = _changing(request, cup)
    cup_close(cup=found, user=user)


def _cup(request: ApiRequest, code: str) -> Cup:
    found = selectors.cup_for(reader(request), code)
    if found is None:
        raise Http404
    return found


def _changing(request: ApiRequest, code: str) -> tuple[Cup, User]:
    """The cup that the caller changes, and the caller. Raises TooOften, as the page does."""
    found, user = _cup(request, code), acting(request)
    check_pauses(request, "cup", user)
    return found, user


def _facts(cup: Cup, *, is_club_known: bool) -> dict[str, Any]:
    """The facts of a cup; `is_club_known`: the reader may see its club, if it has one, even if that is not listed."""
    club = cup.club if cup.club is not None and (is_club_known or clubs.is_listed(cup.club)) else None
    same = ("code", "name", "status", "system", "pace", "weekends_off", "rated", "computers", "round_days", "opened_at")
    own = {
        "host": cup.host.username if cup.host else None,
        "game": cup.game or None,
        "seats": cup.size,
        "start_by": closes_at(cup) if cup.status == Cup.Status.OPEN else None,
    }
    own["club"] = None if club is None else club.code
    return {name: getattr(cup, name) for name in same} | own


def _round(cup: Cup, shown: Round, names: dict[int, str], only: Collection[int] | None) -> CupRound:
    """A round; with `only`, it names no match but those of these players."""
    is_sealed = selectors.is_sealed(cup, shown)

    def is_open(pairing: Pairing) -> bool:
        return not is_sealed and (only is None or any(player in only for player in pairing.players))

    tables = [
        CupTable(
            players=[names.get(player) for player in pairing.players],
            ranks=None if is_sealed else pairing.ranks,
            leads=None if is_sealed else pairing.leads,
            match=pairing.match.code if pairing.match and is_open(pairing) else None,
        )
        for pairing in selectors.pairings_of(shown)
    ]
    return CupRound(
        number=shown.number + 1,
        game=shown.game,
        last_moment=shown.last_moment,
        over=shown.over_at is not None,
        tables=tables,
    )


def _lines(cup: Cup, entries: Sequence[Entry]) -> list[CupLine]:
    people = {entry.number: entry for entry in entries}
    lines = []
    for line in selectors.lines_of(cup, entries):
        entry = people[line.player]
        facts: dict[str, Any] = {"place": line.place, "name": entry.user.username, "left": entry.left_at is not None}
        if isinstance(line, standings.Line):
            shares = {name: round(float(getattr(line, name)), 4) for name in ("points", "opponents", "direct")}
            facts |= shares | {"wins": line.wins}
        else:
            facts["survived"] = line.survived
        lines.append(CupLine(**facts))
    return lines
