"""The running site under stress:

    .venv/bin/python -m tests.kills [--seconds 300] [--seed 1] [--folder FOLDER]

Six tables play all games at once, people and computer players; every notice goes to a real receiver. Meanwhile all
kinds of processes get SIGKILL: web, every worker and its children, beat, Valkey, the supervisor.
Prints first that planted losses and doubles are found, then all counts. Fails if anything was lost, missed, doubled,
or answered by a 5xx other than 503.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.kills import report
from tests.kills.fire import play_under_fire
from tests.kills.proof import prove


def main() -> bool:
    """Run it and print the report. Returns whether all is as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description="Kill every process of a running site.")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="keep the site, its log and the evidence here")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="machupicchu-kills-") as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        evidence = play_under_fire(folder, seconds=asked.seconds, seed=asked.seed)
        proved = True
        for case in prove(evidence, folder):
            proved = proved and case.is_proved
            print(f"planted        {case.name}: {'seen' if case.is_proved else f'NOT SEEN ({case.found})'}")
        verdict = evidence.verdict()
    print("\n".join(report.lines(verdict, evidence.ledger)))
    return proved and not verdict.faults


if __name__ == "__main__":
    sys.exit(not main())
