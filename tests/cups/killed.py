"""Whole cups played on the site's services and database, whose sweeps and forms are killed before any query.

People come late, leave, resign and run out of time. Every round is examined as in `tests.cups.simulated`, and must
begin in the first sweep that is not killed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import connection

from accounts.models import User
from cups.models import Cup, Pairing, Round
from cups.pairing.standings import ranking
from cups.pairing.tables import COMPUTER, Table, seatings_of
from cups.selectors import entries_of, is_here, played, sizes_of, taking_part
from cups.services.entering import OPEN_LATE, cup_begin, cup_enter, cup_open, cup_withdraw
from cups.services.rounds import cups_go_on
from games.engine import GAMES
from games.models import Match, Seat
from games.selectors.access import seats_of
from games.services.play.resignation import resign
from games.services.play.timeouts import time_is_up
from tests.cups import plain, simulated

KILLED = 0.6
"""How probable it is that a process is killed in the middle, if it takes long enough."""

MOST_DEATHS = 4
"""As often in a row; then it gets through."""

LONG = (4, 7, 11)
"""Kills come before query 2 to the power of at most one of these: a form takes a few queries, a sweep a thousand."""

BETWEEN_SWEEPS: float = settings.CELERY_BEAT_SCHEDULE["cups"]["schedule"]
"""Seconds."""


class Killed(BaseException):
    """The process ends here. Not an Exception, as nothing may catch it and go on."""


@dataclass
class Seen:
    """What the cups contained. `until_begun` is the longest time from the last result of a round to the first action of
    the next, in seconds: those between the sweeps that were killed, and those that they took here.
    """

    cups: int = 0
    rounds: int = 0
    tables: int = 0
    examined: int = 0
    deaths: int = 0
    left: int = 0
    late: int = 0
    timed_out: int = 0
    byes: int = 0
    with_computers: int = 0
    until_begun: float = 0.0

    def __add__(self, other: "Seen") -> "Seen":
        sums = {name: getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__}
        return Seen(**sums | {"until_begun": max(self.until_begun, other.until_begun)})


@contextmanager
def killed_before(query: int) -> Iterator[None]:
    """Kill what runs within before the query with this number, from 0. What takes fewer queries gets through."""
    numbers = count()

    def run(execute: Callable[..., Any], *given: Any) -> Any:
        if next(numbers) == query:
            raise Killed
        return execute(*given)

    with connection.execute_wrapper(run):
        yield


def cup(seed: int, people: Sequence[User], *, system: str | None = None) -> Seen:
    """Play one cup with these people from beginning to end. Raises AssertionError at the first thing that is wrong."""
    chance, seen = Random(seed), Seen(cups=1)
    many = len(people) > simulated.MOST_IN_A_CIRCLE
    system = system or chance.choice([each for each in Cup.System.values if not (many and each == Cup.System.ROBIN)])
    early = list(people) if system not in OPEN_LATE else list(people[: -(-9 * len(people) // 10)])
    game = chance.choice([*GAMES, ""])
    size = chance.choice([size for size in sizes_of(game) if size < len(early)])
    cup = cup_open(
        host=people[0], name=f"Cup {seed}", system=system, game=game, size=size, pace=Match.Pace.LIVE,
        computers=chance.random() < 0.5,
    )  # fmt: skip
    for user in early:
        risked(chance, seen, partial(cup_enter, cup=cup, user=user))
    assert cup.entries.count() == len(early)
    risked(chance, seen, partial(cup_begin, cup=cup, user=people[0]))
    to_come = [user for user in people if user not in early]
    while _has_gone_on(chance, seen, cup):
        for match in _running(cup):
            _decide(chance, seen, match)
        for entry in cup.entries.filter(left_at=None).select_related("user"):
            if chance.random() < 0.03:
                risked(chance, seen, partial(cup_withdraw, cup=cup, user=entry.user, by=entry.user))
                seen.left += 1
        if to_come and chance.random() < 0.4:
            user = to_come.pop()
            risked(chance, seen, partial(cup_enter, cup=cup, user=user))
            seen.late += 1
    _check_places(cup)
    return seen


def risked(chance: Random, seen: Seen, do: Callable[[], object]) -> int:
    """Do something that may be killed, until it gets through. Returns how often it was tried."""
    for tries in range(1, MOST_DEATHS + 1):
        if chance.random() > KILLED:
            break
        try:
            with killed_before(int(2 ** chance.uniform(0, chance.choice(LONG))) - 1):
                do()
        except Killed:
            seen.deaths += 1
        else:
            return tries
    else:
        tries += 1
    do()
    return tries


def _has_gone_on(chance: Random, seen: Seen, cup: Cup) -> bool:
    """Sweep until it gets through, and examine the round that has begun; False if the cup is over."""
    before = cup.rounds.count()
    began = perf_counter()
    tries = risked(chance, seen, cups_go_on)
    cups_go_on()  # has nothing left to do
    seen.until_begun = max(seen.until_begun, tries * BETWEEN_SWEEPS + perf_counter() - began)
    cup.refresh_from_db()
    assert not Round.objects.filter(cup=cup, number__lt=before, over_at=None).exists()
    assert cup.rounds.count() == before + (cup.status == Cup.Status.RUNNING)
    if cup.status == Cup.Status.RUNNING:
        _examine(seen, cup)
    return cup.status == Cup.Status.RUNNING


def _examine(seen: Seen, cup: Cup) -> None:
    """Check the tables of the round that has just begun, and that each has its match."""
    entries, rounds = entries_of(cup), played(cup)
    users = {entry.number: entry.user_id for entry in entries}
    pairings = Pairing.objects.filter(round__cup=cup, round__over_at=None).select_related("match")
    for pairing in pairings:
        if len(pairing.players) == 1:
            assert pairing.match is None
            assert pairing.ranks == [1]
            continue
        assert pairing.match is not None
        assert pairing.match.status == Match.Status.RUNNING
        sitting = [user.pk if (user := _person(seat)) else None for seat in seats_of(pairing.match)]
        assert sitting == [users.get(number) for number in pairing.players]
    of_cups = Pairing.objects.filter(match__isnull=False).count()
    assert Match.objects.count() == of_cups, "a match belongs to no table"
    drawn = [tuple(pairing.players) for pairing in pairings]
    here = [entry.number for entry in entries if is_here(entry)]
    if cup.system == Cup.System.KNOCK_OUT:
        drawn_numbers = {number for seating in drawn for number in seating if number != COMPUTER}
        here = [number for number in here if number in drawn_numbers]
    elif cup.system == Cup.System.SWISS:
        here = ranking(here, rounds)
    elif cup.system == Cup.System.ROBIN and rounds:
        began = {player for table in rounds[0] for player in table.people}
        here = [number for number in here if number in began]
    if cup.is_duplicate:
        assert sorted(number for seating in drawn for number in seating if number != COMPUTER) == sorted(here)
        found = simulated.Seen(rounds=1, tables=len(drawn))
    else:
        found = simulated.examined(
            cup.system, here, cup.size, seatings_of(rounds), drawn, set(), computers=cup.computers
        )
    for name in ("rounds", "tables", "examined", "byes", "with_computers"):
        setattr(seen, name, getattr(seen, name) + getattr(found, name))


def _running(cup: Cup) -> list[Match]:
    """The running matches of a cup."""
    pairings = Pairing.objects.filter(round__cup=cup, match__status=Match.Status.RUNNING).select_related("match")
    return [pairing.match for pairing in pairings if pairing.match is not None]


def _decide(chance: Random, seen: Seen, match: Match) -> None:
    """End a match: people resign, or are out of time, until it is over."""
    while match.status == Match.Status.RUNNING:
        seats = seats_of(match)
        playing = [user for seat in seats if (user := _person(seat)) and seat.stand_in_id is None]
        if match.to_move is not None and seats[match.to_move].user in playing and chance.random() < 0.1:
            risked(chance, seen, partial(time_is_up, match=match, ply=match.ply))
            seen.timed_out += 1
        else:
            risked(chance, seen, partial(resign, match=match, user=chance.choice(playing)))
        match = Match.objects.get(pk=match.pk)


def _person(seat: Seat) -> User | None:
    """Who sits there, if it is a person."""
    return None if seat.user is None or seat.user.is_computer else seat.user


def _check_places(cup: Cup) -> None:
    """Compare everyone's place at the end with the plain way to find it."""
    entries = taking_part(cup, entries_of(cup))
    places = {entry.number: entry.place for entry in entries}
    assert None not in places.values()
    if cup.is_duplicate:  # its standings have an example of their own in test_pairing.py
        return
    rounds = [[_plainly(table) for table in tables] for tables in played(cup)]
    judge = plain.knocked_out if cup.system == Cup.System.KNOCK_OUT else plain.standings
    assert places == dict(judge([entry.number for entry in entries], rounds, cup.size))


def _plainly(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(table.players), tuple(table.ranks)
