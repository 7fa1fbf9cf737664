"""Many simulated cups, small ones as often as large ones: `python -m tests.bench.cups --cups 1000 --players 4 200`.

With `--killed` they are played on the site's services and a database of their own, and what runs is killed again and
again in the middle.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from math import exp, log
from random import Random
from time import perf_counter
from typing import Any

from tests.bench.house import house
from tests.cups import simulated


def main() -> None:
    """Play the cups. Stops with the seed of the first one that goes wrong."""
    parser = ArgumentParser(prog="python -m tests.bench.cups", description=__doc__)
    parser.add_argument("--cups", type=int, default=100)
    parser.add_argument("--players", type=int, nargs=2, default=[4, 200], metavar=("FEWEST", "MOST"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--killed", action="store_true", help="on the site, killed in the middle")
    options = parser.parse_args()
    with house() if options.killed else nullcontext():
        _play(_on_the_site(options.players[1]) if options.killed else simulated.cup, options)


def _play(cup: Callable[[int, int], Any], options: Any) -> None:
    """Play cups and print what they contained. `cup` plays one, given its seed and the number of people."""
    seen: Any = None
    slowest = 0.0
    for seed in range(options.seed, options.seed + options.cups):
        began = perf_counter()
        try:
            of_cup = cup(seed, round(exp(Random(seed).uniform(*map(log, options.players)))))
        except Exception as error:
            error.add_note(f"in the cup with seed {seed}")
            raise
        seen = of_cup if seen is None else seen + of_cup
        slowest = max(slowest, perf_counter() - began)
    for name, count in asdict(seen).items():
        print(f"{name:15} {count:8.4g}" if isinstance(count, float) else f"{name:15} {count:8}")
    print(f"the slowest cup took {slowest:.1f} s with what examined it")


def _on_the_site(most: int) -> Callable[[int, int], Any]:
    """Plays a cup with the first so many of `most` new members."""
    from accounts.models import User
    from tests.cups import killed

    people = [User.objects.create_user(f"Player-{number}") for number in range(1, most + 1)]
    return lambda seed, count: killed.cup(seed, people[:count])


if __name__ == "__main__":
    main()
