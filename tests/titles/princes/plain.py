"""The Princes of Machu Picchu again: plain, mutable, slow, written only from the rules and notation pages.

It shares no line and no idea with `games.titles.princes.rules`; where they differ, one of them is wrong. It only reads
and writes texts, has no hidden information, and checks nothing except the action it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tests.titles.alike import PlainGame

DISTRICTS = ["CT", "LP", "CO", "PQ", "WQ", "TC", "TP", "TS", "MT", "WH", "RP", "HP", "HV", "CP", "SD"]
WAYS = {
    "SD": "CP LP MT",
    "LP": "CP HV SD TP",
    "TP": "HV LP WQ",
    "MT": "CP HP SD",
    "CP": "HP HV LP MT PQ RP SD",
    "HV": "CP LP PQ TP WQ",
    "HP": "CP MT RP",
    "PQ": "CO CP HV TC WQ",
    "WQ": "CO HV PQ TP",
    "RP": "CP HP TS WH",
    "TC": "CO CT PQ TS",
    "CO": "CT PQ TC WQ",
    "WH": "CT RP TS",
    "TS": "CT RP TC WH",
    "CT": "CO TC TS WH",
}
GOODS = ["corn", "llama", "coca", "pottery", "cloth"]
FIELDS = {"CT": "corn", "LP": "llama", "CO": "coca", "PQ": "pottery", "WQ": "cloth"}
TEMPLES = {"TC": "condor", "TP": "puma", "TS": "virgin"}
INCA_COSTS = {
    "WH": {"CT": {"llama": 1, "pottery": 1}, "LP": {"corn": 3, "coca": 1}},
    "RP": {
        "CO": {"pottery": 1, "cloth": 1},
        "PQ": {"coca": 1, "cloth": 1},
        "WQ": {"coca": 1, "pottery": 1},
    },
}
HOUSES = {"HV": ["virgin"], "HP": ["puma", "condor"]}
PRIEST_COSTS = {
    "virgin": {"pottery": 2, "coca": 1, "cloth": 1},
    "puma": {"cloth": 2, "pottery": 1, "coca": 1},
    "condor": {"coca": 2, "pottery": 1, "cloth": 1},
}
PRIEST_STEPS = {"virgin": [9, 8, 7, 6, 5, 4], "puma": [8, 7, 6, 5, 4], "condor": [7, 6, 5, 4]}
MOON = ["2", "3", "corn", "llama", "coca", "pottery", "cloth"]
ICONS = "clopt" + "vud"
ICON_DISTRICTS = dict(zip("clopt", FIELDS, strict=True))
ICON_PRIESTS = {"v": "virgin", "u": "puma", "d": "condor"}
TABLE = {2: (1, 12), 3: (2, 10), 4: (3, 9), 5: (3, 8)}
TURNS_A_DAY = 40


class Player:
    """A player with all their belongings."""

    def __init__(self, incas: int, card: str, field: int) -> None:
        self.goods = Counter({"corn": 3, "llama": 1, "coca": 1, "pottery": 1, "cloth": 1})
        self.supply = incas
        self.incas: Counter[str] = Counter()
        self.on_sundial = 0
        self.priests: Counter[str] = Counter()
        self.cards = [card]
        self.field = field
        self.prince: str | None = None
        self.moon: list[str] = []
        self.turns_today = 0
        self.trail_corn = 0
        self.trail_llamas = 0
        self.consolations = 0

    def can_pay(self, cost: dict[str, int]) -> bool:
        return all(self.goods[good] >= number for good, number in cost.items())

    def pay(self, cost: dict[str, int]) -> None:
        for good, number in cost.items():
            self.goods[good] -= number

    def cash_trail(self) -> None:
        self.goods["corn"] += self.trail_corn
        self.goods["llama"] += self.trail_llamas
        self.trail_corn = self.trail_llamas = 0

    def icons(self, letter: str) -> int:
        if letter in ICON_DISTRICTS:
            return self.incas[ICON_DISTRICTS[letter]]
        return self.priests[ICON_PRIESTS[letter]]

    def trail_bonus(self) -> int:
        return 2 if self.field >= 13 else 1 if self.field >= 7 else 0


def card_rank(card: str) -> tuple[int, int]:
    return ICONS.index(card[0]), ICONS.index(card[1])


def gold(card: str) -> int:
    return {0: 3, 1: 5, 2: 7}[sum(letter in "vud" for letter in card)]


def one_of_each(good: str) -> int:
    """The amount of a good that is one unit."""
    return 3 if good == "corn" else 1


def subsets(things: list[str]) -> list[list[str]]:
    """All subsets except the empty one, as binary numbers with the first thing as the lowest bit."""
    return [
        [thing for place, thing in enumerate(things) if number >> place & 1] for number in range(1, 1 << len(things))
    ]


def sell_price(lying: int) -> int:
    return [6, 5, 4, 3, 3][lying]


def buy_price(lying: int) -> int:
    return [6, 6, 5, 4, 3][lying]


class Plain(PlainGame):
    """A game that `do` changes."""

    def __init__(self, seats: int, deck: str, is_beginner: bool = False) -> None:
        cards = deck.split()
        day, incas = TABLE[seats]
        self.is_beginner = is_beginner
        self.players = [Player(incas, cards[place], place + 1) for place in range(seats)]
        self.deck = cards[seats:]
        self.day = day + 2 if is_beginner else day
        self.bonus = dict.fromkeys(FIELDS, 1)
        self.stones = dict.fromkeys([*TEMPLES, "MT"], 1)
        self.market = dict.fromkeys(GOODS[1:], 2)
        self.row = {kind: len(steps) for kind, steps in PRIEST_STEPS.items()}
        self.moon = list(MOON)
        self.sun: int | None = None
        self.mover = 0
        self.reason = ""
        self.begin()

    def round_from(self, seat: int) -> list[int]:
        return [(seat + place) % len(self.players) for place in range(len(self.players))]

    def whole_game(self) -> Iterator[None]:
        """Set-up, then day and night until the game is over."""
        settled: list[str] = []
        for seat, player in enumerate(self.players):
            free = [district for district in FIELDS if not (self.is_beginner and district in settled)]
            yield from self.ask(seat, [f"settle {district}" for district in free])
            district = self.answer.split()[1]
            settled.append(district)
            player.supply -= 1
            player.incas[district] += 1
        while not self.reason:
            yield from self.one_day()
            if self.reason:
                return
            if self.day == 9:
                self.reason = "conquest"
                return
            yield from self.night()

    def one_day(self) -> Iterator[None]:
        self.sun = None
        last_turns: list[int] | None = None
        while last_turns is None or last_turns:
            if last_turns is not None:
                last_turns.pop(0)
            yield from self.turn()
            for player in self.players:
                player.cash_trail()
            if last_turns is None and self.sun is not None:
                last_turns = self.round_from(self.sun)[1:]
            elif last_turns == [] and self.day < 9:
                self.players[self.mover].goods["corn"] += 1
            if not any(self.row.values()):
                self.reason = "priests"
                return
            if not self.deck:
                self.reason = "cards"
                return
            self.mover = (self.mover + 1) % len(self.players)

    def turn(self) -> Iterator[None]:
        player = self.players[self.mover]
        choices = []
        if player.prince is None:
            choices = [f"go {district}" for district in DISTRICTS]
        else:
            near = WAYS[player.prince].split()
            if player.turns_today < TURNS_A_DAY:
                choices = [f"go {district}" for district in DISTRICTS if district in near]
                if player.goods["llama"]:
                    far = [district for district in DISTRICTS if district not in [*near, player.prince]]
                    choices += [f"jump {district}" for district in far]
            choices += [f"moon {tile}" for tile in self.moon]
        yield from self.ask(self.mover, choices)
        player.turns_today += 1
        verb, word = self.answer.split()
        if verb == "moon":
            yield from self.stay(player, word)
            return
        if verb == "jump":
            player.goods["llama"] -= 1
        player.prince = word
        yield from self.visit(player, word)

    def visit(self, player: Player, district: str) -> Iterator[None]:
        if district in FIELDS:
            yield from self.produce(player, district)
        elif district in self.stones:
            yield from self.sacrifice(player, district)
        elif district in INCA_COSTS:
            yield from self.hire(player, district)
        elif district in HOUSES:
            yield from self.house(player, district)
        elif district == "CP":
            yield from self.trade(player)
        else:
            yield from self.sundial(player)

    def produce(self, visitor: Player, district: str) -> Iterator[None]:
        if not self.bonus[district]:
            return
        good = FIELDS[district]
        visitor.goods[good] += self.bonus[district] * one_of_each(good)
        self.bonus[district] = 0
        for seat in self.round_from(self.mover):
            player = self.players[seat]
            incas = player.incas[district]
            if district == "CT":
                player.goods["corn"] += 3 * incas
            elif incas and player.goods["corn"]:
                most = min(incas, player.goods["corn"])
                yield from self.ask(seat, [f"produce {number}" for number in range(most + 1)])
                number = int(self.answer.split()[1])
                player.goods["corn"] -= number
                player.goods[good] += number

    def sacrifice(self, visitor: Player, district: str) -> Iterator[None]:
        if not self.stones[district]:
            return
        steps = 3 * self.stones[district]
        self.stones[district] = 0
        yield from self.walk(self.mover, steps)
        for seat in self.round_from(self.mover):
            player = self.players[seat]
            if district == "MT":
                mine = [good for good in GOODS if player.goods[good] >= one_of_each(good)]
                if mine:
                    yield from self.ask(seat, ["offer none", *("offer " + "+".join(some) for some in subsets(mine))])
                    if self.answer != "offer none":
                        given = self.answer.split()[1].split("+")
                        player.pay({good: one_of_each(good) for good in given})
                        yield from self.walk(seat, 2 * len(given))
            else:
                kind = TEMPLES[district]
                most = min(player.priests[kind], player.goods["llama"])
                if most:
                    yield from self.ask(seat, [f"sacrifice {number}" for number in range(most + 1)])
                    number = int(self.answer.split()[1])
                    player.goods["llama"] -= number
                    taken = len(PRIEST_STEPS[kind]) - self.row[kind]
                    yield from self.walk(seat, number * PRIEST_STEPS[kind][taken - 1])

    def hire(self, player: Player, district: str) -> Iterator[None]:
        costs = INCA_COSTS[district]
        choices = []
        for some in subsets(list(costs)):
            together: Counter[str] = Counter()
            for place in some:
                together.update(costs[place])
            if len(some) <= player.supply and player.can_pay(together):
                choices.append("hire " + "+".join(some))
        if not choices:
            return
        yield from self.ask(self.mover, ["hire none", *choices])
        if self.answer != "hire none":
            for place in self.answer.split()[1].split("+"):
                player.pay(costs[place])
                player.supply -= 1
                player.incas[place] += 1

    def house(self, player: Player, district: str) -> Iterator[None]:
        choices = [kind for kind in HOUSES[district] if self.row[kind] and player.can_pay(PRIEST_COSTS[kind])]
        if not choices:
            return
        yield from self.ask(self.mover, ["take none", *(f"take {kind}" for kind in choices)])
        if self.answer != "take none":
            kind = self.answer.split()[1]
            player.pay(PRIEST_COSTS[kind])
            player.priests[kind] += 1
            self.row[kind] -= 1

    def trade(self, player: Player) -> Iterator[None]:
        sold: set[str] = set()
        bought: set[str] = set()
        may_adjust = True
        while True:
            choices = ["done"]
            if may_adjust:
                choices += [f"market +{good}" for good in GOODS[1:] if self.market[good] < 4]
                choices += [f"market -{good}" for good in GOODS[1:] if self.market[good] > 0]
            choices += [f"sell {good}" for good in GOODS[1:] if player.goods[good] and good not in bought]
            for good in GOODS[1:]:
                if good not in sold and player.goods["corn"] >= buy_price(self.market[good]):
                    choices.append(f"buy {good}")
            yield from self.ask(self.mover, choices)
            may_adjust = False
            if self.answer == "done":
                return
            verb, word = self.answer.split()
            if verb == "market":
                self.market[word[1:]] += 1 if word[0] == "+" else -1
            elif verb == "sell":
                sold.add(word)
                player.goods[word] -= 1
                player.goods["corn"] += sell_price(self.market[word])
                self.market[word] = min(4, self.market[word] + 1)
            else:
                bought.add(word)
                player.goods[word] += 1
                player.goods["corn"] -= buy_price(self.market[word])
                self.market[word] = max(0, self.market[word] - 1)

    def sundial(self, player: Player) -> Iterator[None]:
        places = [district for district in FIELDS if player.incas[district]]
        if not places:
            return
        yield from self.ask(self.mover, ["recall none", *(f"recall {district}" for district in places)])
        if self.answer == "recall none":
            return
        player.incas[self.answer.split()[1]] -= 1
        player.on_sundial += 1
        if self.day == 9:
            yield from self.reward(self.mover)

    def reward(self, seat: int) -> Iterator[None]:
        """Choose three different units and walk three steps, for one Inca."""
        trios = [some for some in subsets(GOODS) if len(some) == 3]
        yield from self.ask(seat, ["goods " + "+".join(trio) for trio in trios])
        for good in self.answer.split()[1].split("+"):
            self.players[seat].goods[good] += one_of_each(good)
        yield from self.walk(seat, 3)

    def stay(self, player: Player, tile: str) -> Iterator[None]:
        self.moon.remove(tile)
        player.moon.append(tile)
        if len(self.moon) == 4:
            self.sun = self.mover
        if self.day == 9:
            yield from self.settle_moon(self.mover, [tile])

    def settle_moon(self, seat: int, tiles: list[str]) -> Iterator[None]:
        player = self.players[seat]
        if "corn" in tiles:
            player.goods["corn"] += 3
        for good in GOODS[1:]:
            if good in tiles and player.goods["corn"]:
                yield from self.ask(seat, [f"collect {good}", f"decline {good}"])
                if self.answer.startswith("collect"):
                    player.goods["corn"] -= 1
                    player.goods[good] += 1
        yield from self.walk(seat, sum(int(tile) for tile in tiles if tile.isdigit()))

    def walk(self, seat: int, steps: int) -> Iterator[None]:
        player = self.players[seat]
        for _ in range(steps):
            player.field += 1
            if player.field == 7:
                player.trail_corn += 3
            elif player.field == 13:
                player.trail_llamas += 1
            elif player.field == 20:
                player.field = 0
                yield from self.summit(seat)

    def summit(self, seat: int) -> Iterator[None]:
        player = self.players[seat]
        if not self.deck:
            player.consolations += 1
            return
        drawn, self.deck = self.deck[:3], self.deck[3:]
        player.cards = sorted(player.cards + drawn, key=card_rank)
        back = len(drawn) - 1
        if back:
            choices = ["return " + " ".join(some) for some in combinations(player.cards, back)]
            yield from self.ask(seat, choices)
            for card in self.answer.split()[1:]:
                player.cards.remove(card)
                self.deck.append(card)

    def night(self) -> Iterator[None]:
        assert self.sun is not None
        for seat in self.round_from(self.sun):
            yield from self.settle_moon(seat, self.players[seat].moon)
            self.players[seat].moon = []
        for seat in self.round_from(self.sun):
            player = self.players[seat]
            for _ in range(player.on_sundial):
                player.on_sundial -= 1
                player.supply += 1
                yield from self.reward(seat)
        for player in self.players:
            player.cash_trail()
            player.turns_today = 0
        self.moon = list(MOON)
        for place in (self.bonus, self.stones):
            for district in place:
                place[district] = min(2, place[district] + 1)
        self.day += 1
        self.mover = self.sun
        if not self.deck:
            self.reason = "cards"

    def result(self) -> str:
        """The result as a record writes it."""
        raw = [self.points(player) for player in self.players]
        points = list(raw)
        if self.reason == "conquest":
            amounts = [sum(map(gold, player.cards)) + player.trail_bonus() for player in self.players]
            most = sorted(set(amounts), reverse=True)
            for seat, amount in enumerate(amounts):
                points[seat] *= 3 if amount == most[0] else 2 if amount == most[1] else 1
        standing = [(points[seat], self.units(player)) for seat, player in enumerate(self.players)]
        text = ""
        for value in sorted(set(standing), reverse=True):
            text += "=".join(f"{seat}:{points[seat]}" for seat in range(len(points)) if standing[seat] == value) + " "
        return f"{text}end={self.reason}"

    def points(self, player: Player) -> int:
        icons = sum(player.icons(letter) for card in player.cards for letter in card)
        return icons + player.trail_bonus() + 3 * player.consolations

    def units(self, player: Player) -> int:
        return sum(player.goods[good] // one_of_each(good) for good in GOODS)
