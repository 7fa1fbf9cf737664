"""Machu Picchu again: plain, mutable, slow, written only from the rules page and the notation page.

It shares no line and no idea with `games.titles.machu_picchu.rules`; where they differ, one of them is wrong. It only
reads and writes texts, has no hidden information, and checks nothing except the action it is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.titles.alike import PlainGame

MAP = """
S . . . S
. 4 S 3 .
. S C S .
. 1 S 2 .
S . . . S
"""
SQUARES = {(x, y): mark for y, row in enumerate(MAP.split("\n")[1:6]) for x, mark in enumerate(row.split())}
HOME = {int(mark): square for square, mark in SQUARES.items() if mark.isdigit()}
GO = {"N": (0, 1), "E": (-1, 0), "S": (0, -1), "W": (1, 0)}
YELLOW = [1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10]
RED = [3, 4, 5, 6, 7, 8, 9, 10]


def name(square: tuple[int, int]) -> str:
    return "abcde"[square[0]] + "12345"[square[1]]


class Plain(PlainGame):
    """A game that `do` changes."""

    def __init__(self, deal: str) -> None:
        priests, sky, deck = (part.split("=")[1].split() for part in deal.split(";"))
        self.pairs = [[int(digit) for digit in pair] for pair in priests]
        self.sky = ["M", *sky]
        self.cards = [int(word) for word in deck]
        self.players = len(self.pairs)
        self.hands = [[self.cards.pop(0) for _ in range(4)] for _ in self.pairs]
        self.where: dict[int, tuple[int, int] | None] = {**HOME}
        self.depots: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
        self.yellow, self.red = YELLOW.copy(), RED.copy()
        self.reason = ""
        self.begin()

    @property
    def over(self) -> bool:
        return self.reason != ""

    def whole_game(self) -> Iterator[None]:
        leader = 0
        for number, sky in enumerate(self.sky, 1):
            on_stairs: dict[str, int] = {}
            order = [leader, 1 - leader] * 2 if self.players == 2 else self.around(leader)
            for player in order:
                yield from self.lay(player, on_stairs)
            if self.players == 3:
                (free,) = set("NESW") - set(on_stairs)
                on_stairs[free] = self.cards.pop(0)
            yield from self.ask(leader, ["order 4-1", "order 1-4"])
            self.move(on_stairs, sky.startswith("S"), descending=self.answer == "order 4-1")
            if any(len(depot) >= 5 for depot in self.depots.values()):
                self.reason = "depot"
                return
            if number == len(self.sky):
                self.reason = "sky"
                return
            yield from self.come_back(leader)
            leader = (leader + 1) % self.players

    def around(self, leader: int) -> list[int]:
        return [(leader + place) % self.players for place in range(self.players)]

    def lay(self, player: int, on_stairs: dict[str, int]) -> Iterator[None]:
        hand = self.hands[player]
        hand.sort()
        yield from self.ask(
            player, [f"lay {card} {stair}" for card in hand for stair in "NESW" if stair not in on_stairs]
        )
        _, card, stair = self.answer.split()
        on_stairs[stair] = int(card)
        hand.remove(int(card))
        hand.append(self.cards.pop(0))

    def move(self, on_stairs: dict[str, int], sun: bool, descending: bool) -> None:
        by_number = sorted(on_stairs, key=lambda stair: on_stairs[stair])
        turns = list(zip((1, 2, 3, 4), by_number, strict=True))
        if descending:
            turns.reverse()
        for priest, stair in turns:
            self.step(priest, GO[stair], sun)

    def step(self, priest: int, go: tuple[int, int], sun: bool) -> None:
        here = self.where[priest]
        assert here is not None
        there = (here[0] + go[0], here[1] + go[1])
        if there not in SQUARES:
            self.where[priest] = None
            if self.red:
                self.depots[priest].append(-self.red.pop(0))
        elif there not in self.where.values():
            self.where[priest] = there
            won = {"C": 2, "S": 1}.get(SQUARES[there], 0) if sun else int(SQUARES[there] == "C")
            while won and self.yellow:
                self.depots[priest].append(self.yellow.pop(0))
                won -= 1

    def come_back(self, leader: int) -> Iterator[None]:
        outside = [priest for priest in (4, 3, 2, 1) if self.where[priest] is None]
        for priest in outside:
            if HOME[priest] not in self.where.values():
                self.where[priest] = HOME[priest]
        for priest in outside:
            if self.where[priest] is None:
                yield from self.ask(leader, [f"place {priest} {name(square)}" for square in self.beside(priest)])
                word = self.answer.split()[2]
                self.where[priest] = next(square for square in SQUARES if name(square) == word)

    def beside(self, priest: int) -> list[tuple[int, int]]:
        x, y = HOME[priest]
        around = [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)]
        return [square for square in around if square not in self.where.values()]

    def result(self) -> str:
        values = [[sum(self.depots[priest]) for priest in pair] for pair in self.pairs]
        keys = [(sum(pair), max(pair)) for pair in values]
        best_first = sorted(range(self.players), key=lambda seat: (-keys[seat][0], -keys[seat][1], seat))
        text = ""
        for place, seat in enumerate(best_first):
            if place:
                text += "=" if keys[seat] == keys[best_first[place - 1]] else " "
            text += f"{seat}:{keys[seat][0]}"
        return f"{text} end={self.reason}"
