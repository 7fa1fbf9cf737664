"""Maya again: plain, mutable, slow, written only from the rules page and the notation page.

It shares no line and no idea with `games.titles.maya.rules`; where they differ, one of them is wrong. It only reads and
writes texts, has no hidden information, and checks nothing except the action it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations

from tests.titles.alike import PlainGame

ALL = ["r", "o", "y", "g", "t", "b", "p", "k", "n"]
ROOM = {1: 2, 2: 3, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 3, 9: 2}
NEXT_TO = [(1, 2), (1, 4), (2, 3), (2, 5), (3, 6), (4, 5), (4, 7), (5, 6), (5, 8), (6, 9), (7, 8), (8, 9)]
WORTH = {2: 1, 3: 2, 4: 6, 5: 10}


class Plain(PlainGame):
    """A game that `do` changes."""

    def __init__(self, seats: int, options: Mapping[str, str], deal: str) -> None:
        parts = dict(part.split("=") for part in deal.split(";")) if deal else {}
        self.seats = seats
        self.towers: dict[int, list[str]] = {number: [] for number in range(1, 10)}
        self.building = options.get("setup") == "build"
        if not self.building:
            for number, word in enumerate(parts["towers"].split("/"), 1):
                self.towers[number] = list(word)
        self.deck = list(parts.get("deck", ""))
        self.tasks: list[list[str]] = []
        self.stone: tuple[int, ...] = ()
        self.raven = 0
        self.ladders: dict[int, list[int]] = {number: [] for number in range(1, 10)}
        self.priests: dict[int, int] = {}
        self.bonus_seat = -1
        self.reason = ""
        self.begin()

    @property
    def over(self) -> bool:
        return self.reason != ""

    def whole_game(self) -> Iterator[None]:
        if self.building:
            yield from self.build()
        if self.seats == 2:
            yield from self.ask(1, [f"monolith {a}-{b}@{level}" for a, b in NEXT_TO for level in range(2, 6)])
            self.put_monolith()
        else:
            self.deck.remove(self.towers[5][0])
            self.tasks = [self.deck[2 * seat : 2 * seat + 2] for seat in range(self.seats)]
        stood: Counter[str] = Counter()
        idle = turn = 0
        while not self.over:
            seat = turn % self.seats
            now = f"{self.towers} {self.stone} {self.raven if self.seats == 2 else ''} {seat}"
            stood[now] += 1
            if not self.swaps():
                self.reason = "no_swap"
            elif stood[now] == 3:
                self.reason = "repetition"
            elif idle == 60:
                self.reason = "no_progress"
            else:
                yield from self.ask(seat, self.turn_choices(seat))
                idle = 0 if self.play(seat) else idle + 1
                turn += 1

    def build(self) -> Iterator[None]:
        for count in range(45):
            level = count // 9
            yield from self.ask(count % self.seats, self.placements(level))
            _, color, tower = self.answer.split()
            self.towers[int(tower)].append(color)

    def placements(self, level: int) -> list[str]:
        free = [number for number in self.towers if len(self.towers[number]) == level]
        used = [tower[level] for tower in self.towers.values() if len(tower) > level]
        colors = [color for color in ALL if color not in used]
        return [
            f"place {color} {number}"
            for color in colors
            for number in free
            if color not in self.towers[number]
            and self.can_fill(
                [other for other in colors if other != color], [other for other in free if other != number]
            )
        ]

    def can_fill(self, colors: list[str], free: list[int]) -> bool:
        """Whether some order of the colours fits the towers, found by trying the orders that do not fail at once."""
        if not free:
            return True
        return any(
            color not in self.towers[free[0]] and self.can_fill([other for other in colors if other != color], free[1:])
            for color in colors
        )

    def put_monolith(self) -> None:
        where, level = self.answer.split()[1].split("@")
        self.stone = tuple(int(number) for number in where.split("-"))
        self.raven = int(level)

    def may_cut(self, number: int, level: int) -> bool:
        return self.towers[number][level - 2] != self.towers[number][level - 1]

    def swaps(self) -> list[tuple[int, int, int]]:
        return [
            (a, b, level)
            for a, b in NEXT_TO
            if a not in self.stone and b not in self.stone
            for level in (2, 3, 4, 5)
            if not (self.seats == 2 and level == self.raven) and self.may_cut(a, level) and self.may_cut(b, level)
        ]

    def exchange(self, a: int, b: int, level: int) -> None:
        one, other = self.towers[a], self.towers[b]
        for index in range(level - 1, 5):
            one[index], other[index] = other[index], one[index]

    def done(self, number: int) -> bool:
        return len(set(self.towers[number])) == 1

    def may_announce(self, seat: int) -> bool:
        return self.done(5) and any(
            self.done(number) for number in self.towers if self.towers[number][0] in self.tasks[seat]
        )

    def turn_choices(self, seat: int) -> list[str]:
        choices = []
        for a, b, level in self.swaps():
            choices.append(f"swap {a}-{b}@{level}")
            if self.seats > 2:
                self.exchange(a, b, level)
                if self.may_announce(seat):
                    choices.append(f"swap {a}-{b}@{level} end")
                self.exchange(a, b, level)
        if self.seats > 2 and self.may_announce(seat):
            choices.append("end")
        return choices

    def play(self, seat: int) -> bool:
        """Do what was answered. Returns whether it made a connection."""
        if self.answer == "end":
            self.reason = "announced"
            return False
        self.put_monolith()
        a, b = self.stone
        level = self.raven
        centre_was_done = self.done(5)
        self.exchange(a, b, level)
        joined = [number for number in (a, b) if not self.may_cut(number, level)]
        if self.seats == 2:
            for number in joined:
                self.reward(seat, number)
        if self.answer.endswith(" end"):
            self.reason = "announced"
            if self.done(5) and not centre_was_done:
                self.bonus_seat = seat
        return bool(joined)

    def reward(self, seat: int, number: int) -> None:
        placed = sum(beside.count(seat) for beside in self.ladders.values())
        if len(self.ladders[number]) < ROOM[number] and placed < 15:
            self.ladders[number].append(seat)
        if self.done(number) and list(self.priests.values()).count(seat) < 5:
            self.priests[number] = seat

    def task_points(self, color: str) -> int:
        points = 0
        for tower in self.towers.values():
            length = 0
            for piece in [*tower, ""]:
                if piece == color:
                    length += 1
                else:
                    points += WORTH.get(length, 0)
                    length = 0
        return points

    def standings(self) -> list[tuple[int, ...]]:
        if self.seats == 2:
            result: list[tuple[int, ...]] = []
            for me, you in permutations((0, 1)):
                priests = list(self.priests.values()).count(me)
                towers = sum(beside.count(me) > beside.count(you) for beside in self.ladders.values())
                result.append((priests + towers, priests, sum(beside.count(me) for beside in self.ladders.values())))
            return result
        points = [
            sum(map(self.task_points, own)) + 5 * (seat == self.bonus_seat) for seat, own in enumerate(self.tasks)
        ]
        if self.seats == 4:
            points = [points[seat] + points[(seat + 2) % 4] for seat in range(4)]
        return [(number,) for number in points]

    def result(self) -> str:
        standings = self.standings()
        places = [
            "=".join(f"{seat}:{best[0]}" for seat in range(self.seats) if standings[seat] == best)
            for best in sorted(set(standings), reverse=True)
        ]
        return f"{' '.join(places)} end={self.reason}"
