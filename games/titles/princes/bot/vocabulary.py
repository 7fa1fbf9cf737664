"""Every possible action text in The Princes, in the order of the action numbers: new ones are appended."""

from __future__ import annotations

from itertools import combinations

from games.engine.vocabulary import chained, count, sums, texts

ALL = range(1, 6)
GOODS = "corn llama coca pottery cloth"
MARKET_GOODS = "llama coca pottery cloth"
PRODUCTION = "CT LP CO PQ WQ"
DISTRICTS = f"{PRODUCTION} TC TP TS MT WH RP HP HV CP SD"


def vocabulary() -> tuple[str, ...]:
    """The texts, in the order of the notation."""
    cards = list(map("".join, combinations("cloptvud", 2)))
    return chained(
        texts("settle", PRODUCTION),
        texts("go jump", DISTRICTS),
        texts("moon", f"2 3 {GOODS}"),
        texts("produce", count(0, 12)),  # the most Incas a seat can have, in a game of two
        texts("sacrifice", count(0, 15)),  # all priests and virgins
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
    )
