"""A part that is alive but no longer does anything is restarted like one that has ended."""

import os
import signal

import pytest

from tests.stack.site import PATIENCE, status, wait_until

pytestmark = pytest.mark.stack


def test_what_hangs_is_killed_and_started_again(site):
    """A web process, a worker, beat and Valkey, all stopped at once."""
    hanging = {part: site.process_of(part) for part in ("web-1", "default", "beat", "valkey")}
    for process in hanging.values():
        os.kill(process, signal.SIGSTOP)
    for part, process in hanging.items():
        wait_until(lambda part=part, process=process: site.process_of(part) != process, PATIENCE, site.log)
        assert f"{part} hangs; it is killed" in site.log()
    wait_until(lambda: status(site.url) == 200, PATIENCE, site.log)
