"""`python -m tests.stack.small`: the site as `make run` starts it, but with one worker for all queues.

Every process takes seconds of processor time before it does anything, and most tests need no worker for each queue.
"""

import sys

from common.queues import QUEUES
from machupicchu.run import __main__ as run
from machupicchu.run import site


class Small(site.Site):
    """The parts of a small site: Valkey, web processes, the worker, and beat."""

    def _add_computer_players(self) -> None:
        processes = str(self._plan.ai_processes + 1)
        worker = ["nice", "-n", "5", *site.WORKER, "--queues", ",".join(QUEUES), "--hostname", "all@%h"]
        self._add("worker", lambda: [*worker, "--concurrency", processes])

    def _add_workers(self) -> None:
        beat = [*site.CELERY, "beat", "--loglevel", "WARNING", "--pidfile", ""]
        self._add("beat", lambda: beat)


if __name__ == "__main__":
    site.Site = Small  # type: ignore[misc]
    sys.exit(run.main())
