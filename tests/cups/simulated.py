"""Whole simulated cups: people come late, leave, and run out of time; every round is checked, most of them twice."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial
from random import Random

from cups.pairing import knock_out, round_robin, swiss
from cups.pairing.standings import ranking, standings
from cups.pairing.tables import COMPUTER, Seating, Table, bye, byes, points, seatings_of
from tests.cups import plain

FEW_WAYS = 3_000
"""Up to this many seatings, all of them are tried."""

MOST_IN_A_CIRCLE = 24
"""With more players, nobody uses a round robin."""

SOME = 6
"""The number of tables of a round whose order of seats is checked."""

SYSTEMS = ("swiss", "robin", "knock")


@dataclass
class Seen:
    """What the simulated cups contained."""

    cups: int = 0
    rounds: int = 0
    tables: int = 0
    examined: int = 0
    left: int = 0
    late: int = 0
    timed_out: int = 0
    byes: int = 0
    with_computers: int = 0
    repeats: int = 0
    apart: int = 0
    together: int = 0
    everyone_met: int = 0

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def cup(seed: int, people: int, *, system: str | None = None, full: int | None = None) -> Seen:
    """Play one cup from beginning to end. Raises AssertionError at the first wrong round."""
    chance = Random(seed)
    system = system or chance.choice(SYSTEMS if people <= MOST_IN_A_CIRCLE else ("swiss", "swiss", "knock"))
    full = full or chance.choice([2, 2, 3, 4, 5])
    computers = chance.random() < 0.5 or system == "knock"
    seen = Seen(cups=1)
    apart = _apart(Random(f"apart {seed}"), people)
    everybody = list(range(1, people + 1))
    chance.shuffle(everybody)
    here = set(everybody)
    alive = list(everybody)
    wanted = (round_robin if system == "robin" else swiss).rounds_wanted(people, full)
    rounds: list[list[Table]] = []
    while system == "knock" or len(rounds) < wanted:
        played = seatings_of(rounds)
        if system == "swiss":
            order = ranking([player for player in everybody if player in here], rounds)
            drawn = swiss.next_round(order, full, played, computers=computers, apart=apart)
            playing = order
        elif system == "robin":
            drawn = round_robin.next_round(everybody, here, full, played, len(rounds), computers=computers, apart=apart)
            playing = [player for player in everybody if player in here]
        else:
            playing = alive = [player for player in alive if player in here]
            drawn = knock_out.next_round(alive, full)
        if not drawn:
            assert len(playing) < (full if not computers and system != "knock" else 2)
            break
        seen += examined(system, playing, full, played, drawn, apart, computers=computers)
        rounds.append([_played(chance, seating, seen) for seating in drawn])
        if system == "knock":
            before = len(alive)
            alive = knock_out.staying(alive, rounds[-1], full)
            assert len(alive) < before
        for player in list(here):
            if chance.random() < 0.03:
                here.remove(player)
                seen.left += 1
        if system == "swiss" and len(rounds) < wanted / 2 and chance.random() < 0.4:
            everybody.append(len(everybody) + 1)
            here.add(everybody[-1])
            seen.late += 1
    if system == "knock":
        _knocked_out(everybody, rounds, full)
    else:
        lines = standings(everybody, rounds, full)
        again = plain.standings(everybody, [[(t.players, t.ranks) for t in tables] for tables in rounds], full)
        assert [(line.player, line.place) for line in lines] == again
    if system == "robin" and full == 2 and not seen.left and len(rounds) == wanted:
        met = Counter(frozenset(table.people) for tables in rounds for table in tables if len(table.people) == 2)
        assert len(met) == comb(people, 2)
        assert set(met.values()) == {1}
        seen.everyone_met += 1
    return seen


def _apart(chance: Random, people: int) -> set[tuple[int, int]]:
    """In half of the cups, a few pairs that should be kept apart, the lower number first."""
    pairs = list(combinations(range(1, people + 1), 2))
    return set(chance.sample(pairs, min(len(pairs), chance.choice([0, 0, 1, 4]))))


def examined(
    system: str,
    playing: list[int],
    full: int,
    played: list[Seating],
    drawn: list[Seating],
    apart: set[tuple[int, int]],
    *,
    computers: bool,
) -> Seen:
    """Check a round against its requirements, and against the plain way to draw it."""
    seen = Seen(rounds=1, tables=sum(len(seating) > 1 for seating in drawn))
    assert sorted(player for seating in drawn for player in seating if player != COMPUTER) == sorted(playing)
    assert all(len(seating) in (1, full) for seating in drawn)
    seen.byes = sum(len(seating) == 1 for seating in drawn)
    seen.with_computers = sum(COMPUTER in seating for seating in drawn)
    seen.repeats = plain.repeats(drawn, full, played, computers=computers)
    assert not seen.byes if computers and system != "knock" else computers or not seen.with_computers
    if system == "knock":
        assert sum(len(seating) > 1 for seating in drawn) == plain.knock_out(
            playing, full - knock_out.going_on(full), full
        )
        seeds = {seating[0] for seating in drawn if len(seating) == 1}
        assert seeds == set(playing[: len(seeds)])
        return seen
    for seating in drawn[:SOME]:
        if len(seating) > 1:
            had = sum(
                before[seat : seat + 1] == (player,) and len(before) > 1
                for seat, player in enumerate(seating)
                if player != COMPUTER
                for before in played
            )
            assert had == plain.least_had(seating, played)
    if system == "swiss":
        free_before = byes(played)
        free = [seating[0] for seating in drawn if len(seating) == 1]
        if free and len(free) < len(playing):
            most = max(free_before[player] for player in free)
            assert all(free_before[player] >= most for player in playing if player not in free)
        if _ways(len(playing), full, computers=computers) <= FEW_WAYS:
            seen.examined = 1
            seen.apart = len(apart)
            seen.together = plain.together(drawn, apart)
            expected = plain.swiss(playing, full, played, computers=computers, apart=apart)
            assert {frozenset(seating) - {COMPUTER} for seating in drawn} == {frozenset(table) for table in expected}
    return seen


def _ways(people: int, full: int, *, computers: bool) -> int:
    """The approximate number of seatings."""
    tables = -(-people // full) if computers else people // full
    if not tables:
        return 0
    over = 1 if computers else comb(people, people % full)
    seated = people if computers else tables * full
    return over * factorial(seated) // (factorial(max(1, seated // tables)) ** tables * factorial(tables))


def _played(chance: Random, seating: Seating, seen: Seen) -> Table:
    """A result: usually the higher number wins, some tie, and a player whose time runs out is last."""
    if len(seating) == 1:
        return bye(seating[0])
    strength = [player / 10 + chance.gauss(0, 8) for player in seating]
    if chance.random() < 0.05:
        late = chance.randrange(len(seating))
        strength[late] = float("-inf")
        seen.timed_out += 1
    if chance.random() < 0.1:
        one, other = chance.sample(range(len(seating)), 2)
        strength[one] = strength[other]
    table = Table(seating, tuple(1 + sum(other > own for other in strength) for own in strength))
    assert sum(points(table).values()) <= len(seating) / 2
    return table


def _knocked_out(everybody: list[int], rounds: list[list[Table]], full: int) -> None:
    """Check the places against the plain version."""
    lines = knock_out.standings(everybody, rounds, full)
    played = [[(table.players, table.ranks) for table in tables] for tables in rounds]
    assert [(line.player, line.place) for line in lines] == plain.knocked_out(everybody, played, full)
