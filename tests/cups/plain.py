"""The logic of `cups.pairing` again, in the plainest way: try all possibilities, and take the best."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

Seating = tuple[int, ...]
Played = Sequence[tuple[Seating, Seating]]
"""Tables as (players, ranks)."""


def ways(people: Seating, sizes: Seating) -> Iterator[list[Seating]]:
    """Every way to seat people at tables of these sizes."""
    if not people:
        yield []
        return
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for company in combinations(people[1:], size - 1):
            table = (people[0], *company)
            rest = tuple(player for player in people if player not in table)
            for tables in ways(rest, tuple(others)):
                yield [table, *tables]


def repeats(tables: Sequence[Seating], full: int, played: Sequence[Seating], *, computers: bool) -> int:
    """How often people meet again, each earlier meeting counted."""
    count = 0
    for table in tables:
        people = [player for player in table if player]
        theirs = [before for before in played if not set(people).isdisjoint(before)]
        for one, other in combinations(people, 2):
            count += sum(one in before and other in before for before in theirs)
        if computers and len(people) < full:
            count += sum(player in before and 0 in before for player in people for before in theirs)
    return count


def together(tables: Sequence[Seating], apart: Collection[tuple[int, int]]) -> int:
    """How many of the pairs `apart` are at one table."""
    return sum(one in table and other in table for table in tables for one, other in apart)


def swiss(
    order: Sequence[int],
    full: int,
    played: Sequence[Seating],
    *,
    computers: bool,
    apart: Collection[tuple[int, int]] = (),
) -> list[Seating]:
    """The best of all tables, without the order of the seats: people in the order of the list, byes last."""
    if computers:
        count = -(-len(order) // full)
        free_choices: list[Seating] = [()]
        sizes = tuple(len(order) // count + (number < len(order) % count) for number in range(count))
    else:
        had = {player: sum(before == (player,) for before in played) for player in order}
        over = len(order) % full
        sizes = (full,) * (len(order) // full)
        choices = list(combinations(range(len(order)), over))
        fewest = min(sum(had[order[place]] for place in choice) for choice in choices)
        choices = [choice for choice in choices if sum(had[order[place]] for place in choice) == fewest]
        # Players with fewer byes are named first; of these, the last of the list.
        named = [sorted(choice, key=lambda place: (had[order[place]], -place)) for choice in choices]
        named.sort(key=lambda choice: [-place for place in choice])
        free_choices = [tuple(order[place] for place in choice) for choice in named]
    best = None
    for number, free in enumerate(free_choices):
        playing = tuple(player for player in order if player not in free)
        for tables in ways(playing, sizes):
            placed = [[-len(table), *(playing.index(player) for player in table)] for table in tables]
            again = repeats(tables, full, played, computers=computers)
            key = (together(tables, apart), again, number, placed)
            if best is None or key < best[0]:
                best = key, [*tables, *((player,) for player in free)]
    assert best is not None
    return best[1]


def least_had(table: Seating, played: Sequence[Seating]) -> int:
    """The least number of times that the people of a table can have had their new seats before, in total."""
    theirs = [before for before in played if len(before) > 1 and not set(table).isdisjoint(before)]
    return min(
        sum(before[seat] == player for seat, player in enumerate(order) if player for before in theirs)
        for order in permutations(table)
    )


def worth(players: Seating, ranks: Seating) -> list[Fraction]:
    """The points of each seat."""
    if len(players) == 1:
        return [Fraction(1)]
    return [
        Fraction(sum(2 * (rank < other) + (rank == other) for other in ranks) - 1, 2 * (len(ranks) - 1))
        for rank in ranks
    ]


def standings(everybody: Sequence[int], rounds: Sequence[Played], full: int) -> list[tuple[int, int]]:
    """(player, place) of everyone, by place: one more than the number of better players."""
    tables = [table for played in rounds for table in played]

    def own(player: int) -> Fraction:
        return sum(
            (worth(players, ranks)[players.index(player)] for players, ranks in tables if player in players), Fraction()
        )

    sums = {player: own(player) for player in everybody}
    half = Fraction(len(rounds), 2)

    def opponents(player: int) -> Fraction:
        found = Fraction()
        for players, _ in tables:
            if player in players:
                others = [other for other in players if other != player]
                found += half * (full - 1) if not others else sum(sums[other] if other else half for other in others)
        return found

    first = {player: (sums[player], opponents(player)) for player in everybody}

    def then(player: int) -> tuple[Fraction, int]:
        direct, wins = Fraction(), 0
        for players, ranks in tables:
            if player not in players:
                continue
            mine = ranks[players.index(player)]
            wins += mine == 1 and any(rank > 1 for rank in ranks)
            for other, rank in zip(players, ranks, strict=True):
                if other and other != player and first[other] == first[player]:
                    direct += Fraction((mine < rank) * 2 + (mine == rank), 2)
        return direct, wins

    keys = {player: (*first[player], *then(player)) for player in everybody}
    places = {player: 1 + sum(keys[other] > keys[player] for other in everybody) for player in everybody}
    return sorted(places.items(), key=lambda item: (item[1], everybody.index(item[0])))


def knocked_out(everybody: Sequence[int], rounds: Sequence[Played], full: int) -> list[tuple[int, int]]:
    """Players with their places, best first: by the number of rounds each has survived, then by the last rank."""
    far = dict.fromkeys(everybody, (0, 1))
    for number, tables in enumerate(rounds):
        people = sum(player != 0 for players, _ in tables for player in players)
        for players, ranks in tables:
            best_first = sorted(
                (rank, everybody.index(player)) for player, rank in zip(players, ranks, strict=True) if player
            )
            going_on = 1 if len(tables) == 1 and people <= full else max(1, full // 2)
            for place, (rank, seed) in enumerate(best_first):
                far[everybody[seed]] = (-number - (place < going_on), rank)
    places = {player: 1 + sum(far[other] < far[player] for other in everybody) for player in everybody}
    return sorted(places.items(), key=lambda item: (item[1], everybody.index(item[0])))


def knock_out(alive: Sequence[int], out_per_table: int, full: int) -> int:
    """The number of tables of a round: enough to leave the largest number from which everyone always plays."""
    if len(alive) <= full:
        return 1
    stay = full - out_per_table
    aims = [full]
    while aims[-1] < len(alive):
        aims.append(aims[-1] * full // stay)
    aim = max(number for number in aims if number < len(alive))
    enough = [count for count in range(1, len(alive) // full + 1) if len(alive) - count * out_per_table <= aim]
    return enough[0] if enough else len(alive) // full
