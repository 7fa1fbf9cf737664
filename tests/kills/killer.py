"""Kills processes of the site one after another, at random moments; a seed decides which and when."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
import time
from pathlib import Path

from tests.kills.ledger import Ledger
from tests.stack.site import RunningSite, holders

SHORTEST, LONGEST = 1.0, 5.0
"""Seconds between two kills."""

RUN = "supervisor"
RUN_EVERY = 75.0
"""Seconds between kills of the supervisor: its new start kills everything that the old one left behind."""

STARTED = re.compile(r"\| ([\w-]+) is process (\d+)$", re.MULTILINE)


class Killer:
    """Kills processes of one site, and nothing else."""

    def __init__(self, site: RunningSite, ledger: Ledger, seed: int) -> None:
        self._site, self._ledger = site, ledger
        self._chance = random.Random(seed)

    def run(self, seconds: float) -> None:
        """Kill for `seconds`. Afterwards all processes run again, or are about to."""
        began = last_run = time.monotonic()
        pause = threading.Event()
        every = min(RUN_EVERY, seconds * 0.6)
        while (now := time.monotonic()) - began < seconds:
            pause.wait(self._chance.uniform(SHORTEST, LONGEST))
            if now - last_run > every * self._chance.uniform(0.8, 1.2):
                self._kill_supervisor()
                last_run = time.monotonic()
            else:
                self._kill_one()

    def keep_log(self) -> None:
        """Append the site's output since its start to one log, as every start begins a new one."""
        with (self._site.folder / "whole.log").open("a") as whole:
            whole.write(self._site.log())

    def _kill_one(self) -> None:
        victims = self._victims()
        kind = self._chance.choice(sorted(victims))
        process = self._chance.choice(sorted(victims[kind]))
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:  # it ended by itself, because another was killed
            return
        self._ledger.kills[kind] += 1

    def _victims(self) -> dict[str, list[int]]:
        """The living processes by kind: each part, and the children of each worker."""
        ours = holders(self._site.folder / "parts.lock")
        parts = {int(process): name for name, process in STARTED.findall(self._site.log()) if int(process) in ours}
        found: dict[str, list[int]] = {}
        for process in ours:
            if process in parts:
                found.setdefault(re.sub(r"-\d+$", "", parts[process]), []).append(process)
            elif _parent(process) in parts:
                found.setdefault(f"child of {parts[_parent(process)]}", []).append(process)
        return found

    def _kill_supervisor(self) -> None:
        self._site.end(signal.SIGKILL)
        self._ledger.kills[RUN] += 1
        self.keep_log()
        time.sleep(self._chance.uniform(0, 2))  # nobody is there to restart it at once
        self._site.start()


def _parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return 0
