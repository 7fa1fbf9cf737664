"""Many simulated cups, small ones as often as large ones: `python -m tests.bench.cups --cups 1000 --players 4 200`."""

from argparse import ArgumentParser
from dataclasses import asdict
from math import exp, log
from random import Random
from time import perf_counter

from tests.cups.simulated import Seen, cup


def main() -> None:
    """Play the cups. Stops with the seed of the first one that goes wrong."""
    parser = ArgumentParser(prog="python -m tests.bench.cups", description=__doc__)
    parser.add_argument("--cups", type=int, default=100)
    parser.add_argument("--players", type=int, nargs=2, default=[4, 200], metavar=("FEWEST", "MOST"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    seen, slowest = Seen(), 0.0
    for seed in range(options.seed, options.seed + options.cups):
        began = perf_counter()
        try:
            seen += cup(seed, round(exp(Random(seed).uniform(*map(log, options.players)))))
        except Exception as error:
            error.add_note(f"in the cup with seed {seed}")
            raise
        slowest = max(slowest, perf_counter() - began)
    for name, count in asdict(seen).items():
        print(f"{name:15} {count:8}")
    print(f"the slowest cup took {slowest:.1f} s with what examined it")


if __name__ == "__main__":
    main()
