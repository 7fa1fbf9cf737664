"""`make bench`: the engine, the pages, and parallel matches on a running site of its own."""

import os
import tempfile
from pathlib import Path

import django

from tests.bench import analysis, engine_speed, thinking
from tests.stack.site import RunningSite

PARALLEL = (1, 10, 50)


def main() -> None:
    """Print all measurements. The clients run on the same machine, so the site has only part of it."""
    with tempfile.TemporaryDirectory(prefix="machupicchu-bench-") as folder:
        os.environ.pop("REDIS_URL", None)
        os.environ.pop("DATABASE_URL", None)
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "machupicchu.settings"
        print(f"Processors: {os.cpu_count()}\n\nEngine, random play on one processor")
        engine_speed.main()
        print("\nComputer players, one decision")
        thinking.main()
        print("\nAnalysis of a match")
        analysis.main()

        with RunningSite(Path(folder)) as site:
            django.setup()  # only now: the settings read where the site's Valkey is
            from tests.bench import matches, pages

            print("\nServer side of a request")
            for name, (queries, milliseconds) in pages.measure().items():
                print(f"{name}: {queries} queries, {milliseconds:.1f} ms")
            print("\nParallel two-seat matches")
            for label, play in (("stored, both told", matches.told), ("stored, both see the board", matches.shown)):
                for parallel in PARALLEL:
                    print(f"{label}, {parallel:>2} matches: {matches.measure(site.port, parallel, play)}", flush=True)


if __name__ == "__main__":
    main()
