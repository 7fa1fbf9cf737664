"""Round robin: everyone meets everyone.

With two seats it uses the circle method (R. Schurig, 1886): one person stays, all others move on by one each round. At
tables of three or five, if there are as many people as the square of the seats, tables are the lines of an affine
plane, in which any two points share exactly one line. For most other numbers there is no such schedule: each round is
drawn with the fewest repeats (`cups.pairing.drawing`).
"""

from collections.abc import Collection, Sequence

from cups.pairing import swiss
from cups.pairing.seats import seated
from cups.pairing.tables import COMPUTER, Seating

PLANES = (3, 5)
"""The numbers of seats for which `plane` is used; they must be prime."""


def rounds_wanted(people: int, full: int) -> int:
    """The smallest number of rounds in which everyone could meet everyone."""
    if full == 2:
        return people - 1 + people % 2
    return -(-(people - 1) // (full - 1))


def next_round(
    everybody: Sequence[int],
    here: Collection[int],
    full: int,
    played: Sequence[Seating],
    number: int,
    *,
    computers: bool,
    apart: Collection[tuple[int, int]] = (),
) -> list[Seating]:
    """The tables of round `number`, counted from 0.

    `everybody` are the people who began, in lot order; `here` those who are still in the cup. People whose opponent has
    left have a bye, or play with a computer player. The pairs `apart` are kept apart only in rounds that are drawn; in
    schedules in which everyone meets everyone they meet too.
    """
    left = [player for player in everybody if player in here]
    if len(left) < (2 if computers else full):
        return []
    if full == 2:
        pairs = [tuple(player for player in pair if player in here) for pair in circle(everybody, number)]
        tables = [pair for pair in pairs if pair]
        if computers:
            return seated(tables_with_computers(tables), played)
        return seated(sorted(tables, key=len, reverse=True), played)
    if full in PLANES and len(left) == len(everybody) == full * full:
        return seated(plane(everybody, full, number), played)
    return swiss.next_round(left, full, played, computers=computers, apart=apart)


def circle(everybody: Sequence[int], number: int) -> list[Seating]:
    """The pairs of a round of the circle method; with an odd number one person is alone."""
    ring: list[int | None] = list(everybody)
    if len(ring) % 2:
        ring.append(None)
    turning = ring[1:]
    shift = number % len(turning)
    ring = [ring[0], *turning[len(turning) - shift :], *turning[: len(turning) - shift]]
    pairs = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
    return [tuple(player for player in pair if player is not None) for pair in pairs]


def plane(everybody: Sequence[int], full: int, number: int) -> list[Seating]:
    """The lines of one direction in the affine plane over the numbers modulo `full`, a prime."""
    at = {(place // full, place % full): player for place, player in enumerate(everybody)}
    if number % (full + 1) == full:
        return [tuple(at[x, y] for y in range(full)) for x in range(full)]
    return [tuple(at[x, (number * x + line) % full] for x in range(full)) for line in range(full)]


def tables_with_computers(tables: Sequence[Seating]) -> list[Seating]:
    """The tables, with a computer player added for everyone who is alone."""
    return [table if len(table) > 1 else (*table, COMPUTER) for table in tables]
