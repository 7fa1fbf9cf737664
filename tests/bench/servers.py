"""uvicorn and daphne side by side: the cost of an action, the memory of a socket, the time to start and to end.

    .venv/bin/python -m tests.bench.servers [--seconds S] [--parallel N]

Prints a table for docs/performance.md. Each server has a site of its own, one after the other.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path

from tests.stack.site import RunningSite
from tests.stack.visitor import Visitor

SERVERS = ("uvicorn", "daphne")
PEOPLE, OF_EACH = 6, 20
"""People who hold sockets, and sockets of each: below the limits per person and per address."""


def main() -> None:
    """Measure both and print."""
    parser = ArgumentParser(prog="python -m tests.bench.servers", description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each measurement of matches")
    parser.add_argument("--parallel", type=int, default=10, help="so many matches at once")
    asked = parser.parse_args()
    print("| " + " | ".join(["", *SERVERS]) + " |")
    print("| --- " * (len(SERVERS) + 1) + "|")
    columns = [_actions(server, asked.seconds, asked.parallel) | _life(server) for server in SERVERS]
    for row in columns[0]:
        print("| " + " | ".join([row, *(column[row] for column in columns)]) + " |")


def _actions(server: str, seconds: float, parallel: int) -> dict[str, str]:
    command = [sys.executable, "-m", "tests.bench.matches", "--json", "--tables", "rapa_nui:2"]
    command += ["--parallel", str(parallel), "--seconds", str(seconds)]
    done = subprocess.run(command, env=os.environ | {"SERVER": server}, capture_output=True, text=True, check=True)
    rows = {}
    for facts in map(json.loads, done.stdout.splitlines()):
        name = f"{facts['what']}, {parallel} matches of Rapa Nui"
        rows[f"{name}: processor"] = f"{facts['cpu_ms_per_action']:.1f} ms"
        rows[f"{name}: actions a second"] = f"{facts['actions_per_s']:.0f}"
    return rows


def _life(server: str) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="machupicchu-bench-") as folder, ExitStack() as open_ones:
        began = time.monotonic()
        site = open_ones.enter_context(RunningSite(Path(folder), SERVER=server, WEB_PROCESSES="1"))
        started = time.monotonic() - began
        web = site.process_of("web-1")
        people = [Visitor(site.url) for _number in range(PEOPLE)]
        for number, person in enumerate(people):
            person.sign_up(f"holder-{number}")
            open_ones.enter_context(person.socket("/ws/me/"))
        before = _memory(web)
        for person in people:
            for _number in range(OF_EACH):
                open_ones.enter_context(person.socket("/ws/me/"))
        grown = (_memory(web) - before) / (PEOPLE * OF_EACH)
        began = time.monotonic()
        site.end()
        return {
            "a web process": f"{before / 1024:.0f} MB",
            "a socket that is held": f"{grown:.0f} kB",
            "the site starts in": f"{started:.1f} s",
            "it ends, with its sockets open, in": f"{time.monotonic() - began:.1f} s",
        }


def _memory(process: int) -> int:
    """The resident memory of a process, in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))


if __name__ == "__main__":
    main()
