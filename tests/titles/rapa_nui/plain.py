"""Rapa Nui again: plain, mutable, slow, written only from the rules page and the notation page.

It shares no line and no idea with `games.titles.rapa_nui.rules`; where they differ, one of them is wrong. It only reads
and writes texts, has no hidden information, and checks nothing except the action it is given.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

from tests.titles.alike import PlainGame

FOOD = {"fish": "f", "mulberry": "b", "potato": "s", "grain": "g"}
WORD_OF = {"M": "moai", "P": "priest", "L": "lumberjack", **{letter: word for word, letter in FOOD.items()}}
MISSING = {"y": "fish", "b": "mulberry", "r": "potato", "v": "grain"}


class Player:
    """A player with all their belongings."""

    def __init__(self, color: str, wood: int) -> None:
        self.wood = wood
        self.glory = 0
        self.hand = [word for word in FOOD if word != MISSING[color]]
        self.table = Counter({"lumberjack": 1})
        self.cards = Counter(FOOD.keys())


class Plain(PlainGame):
    """A game that `do` changes."""

    def __init__(self, deal: str) -> None:
        colors, deck = (part.split("=")[1] for part in deal.split(";"))
        words = deque(WORD_OF[letter] for letter in deck)
        self.players = [Player(color, 2 + place) for place, color in enumerate(colors)]
        self.columns = [[words.popleft() for _ in range(4)] for _ in range(4)]
        self.deck = words
        self.supply = Counter({word: 25 - len(self.players) for word in FOOD})
        self.stone: Counter[str] = Counter()
        self.over = False
        self.begin()

    def whole_game(self) -> Iterator[None]:
        """All turns, one after another."""
        turn = 0
        while not self.over:
            yield from self.turn(turn % len(self.players))
            turn += 1

    def clockwise(self, first: int) -> list[int]:
        """All seats clockwise, starting with `first`."""
        return [(first + step) % len(self.players) for step in range(len(self.players))]

    def turn(self, seat: int) -> Iterator[None]:
        """Buy, play, draw and score."""
        me = self.players[seat]
        yield from self.ask(seat, self.purchases(me) + self.plays(me))
        if self.answer.startswith("buy"):
            word = self.answer.split()[1]
            me.wood -= self.price(me, word)
            me.cards[word] += 1
            self.supply[word] -= 1
            yield from self.ask(seat, self.plays(me))
        verb, word, *times = self.answer.split()
        number = int(times[0][1:]) if times else 1
        for _ in range(number):
            me.hand.remove(word)
        if verb == "play":
            me.table[word] += number
            me.wood -= number - 1
            if word == "moai":
                me.wood -= 7
                yield from self.sacrifice(seat)
        for _ in range(number):
            yield from self.ask(seat, ["draw 1", "draw 2", "draw 3", "draw 4"])
            column = self.columns[int(self.answer[-1]) - 1]
            me.hand.append(column.pop())
            if not column:
                while self.deck and len(column) < 4:
                    column.append(self.deck.popleft())
                if not column:
                    self.over = True
                    return
        yield from self.score(seat, column[-1])

    def price(self, player: Player, word: str) -> int:
        """Five wood, less one for every hunter of the kind, but never below zero."""
        return 5 - min(5, player.table[word])

    def purchases(self, player: Player) -> list[str]:
        """What the player could buy now."""
        return [f"buy {word}" for word in FOOD if self.supply[word] > 0 and player.wood >= self.price(player, word)]

    def plays(self, player: Player) -> list[str]:
        """What the player could play now."""
        if player.hand.count("moai") == 3:
            return ["play moai"] if player.wood >= 7 else ["discard moai"]
        found = []
        for word in ("lumberjack", "priest", "moai"):
            if word in player.hand and (word != "moai" or player.wood >= 7):
                found.append(f"play {word}")
        for word in FOOD:
            if player.hand.count(word) >= 1:
                found.append(f"play {word}")
            if player.hand.count(word) >= 2 and player.wood >= 1:
                found.append(f"play {word} x2")
            if player.hand.count(word) >= 3 and player.wood >= 2:
                found.append(f"play {word} x3")
        return found

    def sacrifice(self, builder: int) -> Iterator[None]:
        """Everyone gives a card, the builder last, who then adds one more."""
        for seat in [*self.clockwise(builder)[1:], builder]:
            cards = self.players[seat].cards
            if cards.total():
                yield from self.ask(seat, [f"offer {word}" for word in FOOD if cards[word]])
                word = self.answer.removeprefix("offer ")
                cards[word] -= 1
                self.stone[word] += 1
        if self.supply.total():
            yield from self.ask(builder, [f"add {word}" for word in FOOD if self.supply[word]])
            word = self.answer.removeprefix("add ")
            self.supply[word] -= 1
            self.stone[word] += 1

    def score(self, active: int, card: str) -> Iterator[None]:
        """One scoring for everyone."""
        numbers = [player.table[card] for player in self.players]
        for seat in self.clockwise(active):
            me, number = self.players[seat], numbers[seat]
            others = [count for other, count in enumerate(numbers) if other != seat]
            bonus = 1 if number >= 2 and all(number > count for count in others) else 0
            if number == 0:
                continue
            if card == "lumberjack":
                me.wood += number + bonus
            elif card == "priest":
                me.glory += number + bonus
            elif card == "moai":
                yield from self.ask(seat, ["glory", "wood"])
                if self.answer == "glory":
                    me.glory += number + bonus
                else:
                    me.wood += number + bonus
            else:
                for _ in range(1 + bonus):
                    word = card
                    if self.supply[card] == 0:
                        left = [word for word in FOOD if self.supply[word]]
                        if not left:
                            break
                        yield from self.ask(seat, [f"take {word}" for word in left])
                        word = self.answer.removeprefix("take ")
                    self.supply[word] -= 1
                    me.cards[word] += 1

    def result(self) -> str:
        """The text of the result."""
        worth = dict.fromkeys(FOOD, 0)
        if self.stone.total():
            for word in FOOD:
                worth[word] = 3 - len({self.stone[other] for other in FOOD if self.stone[other] > self.stone[word]})
        standing = {}
        for seat, player in enumerate(self.players):
            points = player.glory + 4 * player.table["moai"] + player.wood // 5
            points += sum(worth[word] * number for word, number in player.cards.items())
            standing[seat] = (points, player.table["moai"], player.wood)
        best_first = sorted(standing, key=lambda seat: ([-number for number in standing[seat]], seat))
        text = ""
        for place, seat in enumerate(best_first):
            if place:
                text += "=" if standing[seat] == standing[best_first[place - 1]] else " "
            text += f"{seat}:{standing[seat][0]}"
        return text + " end=deck"
