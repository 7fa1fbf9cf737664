"""Every action text a game can ever ask for, as the notation lists them: their places here are the action numbers.

So a number means the same action in every position of a game, with every seat count and every option.
"""

from __future__ import annotations

from itertools import chain, combinations, product

ALL = range(1, 6)
TYPES = "fish mulberry potato grain"
GOODS = "corn llama coca pottery cloth"
MARKET_GOODS = "llama coca pottery cloth"
PRODUCTION = "CT LP CO PQ WQ"
DISTRICTS = f"{PRODUCTION} TC TP TS MT WH RP HP HV CP SD"


def texts(*parts: str) -> list[str]:
    """The actions that take one word of each part; the words of a part are separated by blanks."""
    return [" ".join(words) for words in product(*(part.split() for part in parts))]


def count(first: int, last: int) -> str:
    """The whole numbers from `first` to `last`, as words of a part."""
    return " ".join(map(str, range(first, last + 1)))


def sums(words: str, sizes: range) -> str:
    """`a+b+…` for every choice of so many of the words, in their order, as words of a part."""
    return " ".join("+".join(chosen) for size in sizes for chosen in combinations(words.split(), size))


def _rapa_nui() -> list[list[str]]:
    return [
        texts("buy offer add take", TYPES),
        texts("play", f"lumberjack priest moai {TYPES}"),
        texts("play", TYPES, "x2 x3"),
        texts("discard", "moai"),
        texts("draw", count(1, 4)),
        texts("glory wood"),
    ]


def _machu_picchu() -> list[list[str]]:
    return [
        texts("lay", count(1, 50), "N E S W"),
        texts("order", "4-1 1-4"),
        texts("place", "1", "a4 b3 b5 c4"),
        texts("place", "2", "c4 d3 d5 e4"),
        texts("place", "3", "c2 d1 d3 e2"),
        texts("place", "4", "a2 b1 b3 c2"),
    ]


def _maya() -> list[list[str]]:
    rows = [f"{tower}-{tower + 1}" for tower in (1, 2, 4, 5, 7, 8)]
    columns = [f"{tower}-{tower + 3}" for tower in range(1, 7)]
    cuts = " ".join(f"{towers}@{level}" for towers in sorted(rows + columns) for level in range(2, 6))
    return [
        texts("place", "r o y g t b p k n", count(1, 9)),
        texts("monolith", cuts),
        texts("swap", cuts),
        texts("swap", cuts, "end"),
        texts("end"),
    ]


def _princes() -> list[list[str]]:
    cards = list(map("".join, combinations("cloptvud", 2)))
    return [
        texts("settle", PRODUCTION),
        texts("go jump", DISTRICTS),
        texts("moon", f"2 3 {GOODS}"),
        texts("produce", count(0, 12)),  # the most Incas a seat has: with two seats
        texts("sacrifice", count(0, 15)),  # the priests that end the game
        texts("offer", f"none {sums(GOODS, ALL)}"),
        texts("hire", f"none {sums(PRODUCTION, ALL)}"),
        texts("take", "none virgin puma condor"),
        texts("market", " ".join(sign + good for sign in "+-" for good in MARKET_GOODS.split())),
        texts("sell buy", MARKET_GOODS),
        texts("done"),
        texts("recall", f"none {PRODUCTION}"),
        texts("goods", sums(GOODS, range(3, 4))),
        texts("collect decline", MARKET_GOODS),
        texts("return", " ".join(cards)),
        [f"return {first} {second}" for first, second in combinations(cards, 2)],
    ]


VOCABULARY: dict[str, tuple[str, ...]] = {
    "machu_picchu": tuple(chain(*_machu_picchu())),
    "maya": tuple(chain(*_maya())),
    "princes": tuple(chain(*_princes())),
    "rapa_nui": tuple(chain(*_rapa_nui())),
}
"""For each game its actions in the order of their numbers. New ones go to the end, so that the others keep theirs."""
