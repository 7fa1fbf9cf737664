"""The command: exit code 1 if the site has failed at least once."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    """Fuzz a new site and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from tests.fuzz.run import run

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="machupicchu-fuzz-") as folder:
        tally = run(Path(folder), requests=asked.requests, seed=asked.seed)
    print(*tally.lines(), f"{time.monotonic() - began:.0f} s", sep="\n")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
