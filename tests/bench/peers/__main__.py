"""Our site beside boardgame.io 0.50: the same load on both in turn, on the same machine by the same client.

    .venv/bin/python -m tests.bench.peers [--parallel N ...] [--table GAME:2] [--seconds S] [--rounds N] [--json]

Ours is measured as in `tests.bench.matches`: `told` and `shown`. boardgame.io plays the card game of cards.js and
pushes its state to both players, who would draw it themselves: `pushed`. It is measured twice: keeping matches in files
(node-persist), and in memory, where nothing is stored. It pushes a state before it writes it; ours answers once the
action is stored.

Both are warm when they are measured. With several rounds each figure is the median. Needs Node and npm, and on the
first run an npm registry; everything listens on this machine only and ends with the bench.
"""

from __future__ import annotations

import json
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.bench.house import whole_site
from tests.bench.matches import PARALLEL, SECONDS, WARMING, WHAT
from tests.bench.measured import HEAD, line, medians
from tests.bench.peers.playing import measure
from tests.bench.peers.server import Peer, missing
from tests.stack.site import RunningSite

STORES = ("files", "memory")
COMPARED = ("actions_per_s", "cpu_ms_per_action", "bytes_per_action")


def main() -> int:
    """Print a line for each measurement, then the ratios of ours to theirs. Returns 1 when Node is missing."""
    parser = ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    parser.add_argument("--parallel", type=int, nargs="+", default=PARALLEL, help="so many matches at once")
    parser.add_argument("--table", default="rapa_nui:2", metavar="GAME:SEATS", help="which of our games")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=1, help="all is measured so many times")
    parser.add_argument("--json", action="store_true", help="print each line as JSON")
    asked = parser.parse_args()
    if reason := missing():
        print(reason)
        return 1
    with whole_site() as site:
        if not asked.json:
            print(HEAD)
        found = []
        for facts in measure_all(site, asked.table, asked.parallel, asked.seconds, asked.rounds):
            print(json.dumps(facts) if asked.json else line(facts), flush=True)
            found.append(facts)
    for ratio in ratios(found):
        print(json.dumps(ratio) if asked.json else _sentence(ratio))
    return 0


def measure_all(
    site: RunningSite, table: str, parallels: Sequence[int], seconds: float, rounds: int
) -> Iterator[dict[str, Any]]:
    """The figures of ours and theirs for each number of matches."""
    from tests.bench import playing

    game, seats = table.split(":")
    playing.measure(site, "shown", game, int(seats), WARMING, min(1, seconds))
    for parallel in parallels:
        runs = []
        for _round in range(rounds):
            ours = [playing.measure(site, what, game, int(seats), parallel, seconds).facts for what in WHAT]
            runs.append([*ours, *(_theirs(store, parallel, seconds) for store in STORES)])
        yield from map(medians, zip(*runs, strict=True))


def _theirs(store: str, parallel: int, seconds: float) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory(prefix="boardgame-io-") as folder,
        Peer(Path(folder) if store == "files" else None) as peer,
    ):
        measure(peer, store, WARMING, min(1, seconds))
        return measure(peer, store, parallel, seconds).facts


def ratios(found: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Ours divided by theirs, for each way of ours and each of theirs with the same number of matches."""
    ours = [facts for facts in found if facts["what"] in WHAT]
    for mine in ours:
        for theirs in found:
            if theirs not in ours and theirs["parallel"] == mine["parallel"]:
                compared = {name: round(mine[name] / theirs[name], 2) for name in COMPARED}
                yield {"ours": mine["what"], "theirs": theirs["game"], "parallel": mine["parallel"]} | compared


def _sentence(ratio: dict[str, Any]) -> str:
    return (
        "{ours} / {theirs}, {parallel} at once: {actions_per_s:.2f} times the actions a second, "
        "{cpu_ms_per_action:.2f} times the processor time, {bytes_per_action:.2f} times the bytes"
    ).format(**ratio)


if __name__ == "__main__":
    sys.exit(main())
