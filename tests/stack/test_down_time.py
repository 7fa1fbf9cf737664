"""Web processes hang while everything else works: the clocks notice, and give the time back."""

import os
import signal
from pathlib import Path

import pytest

from tests.stack.site import PATIENCE, RunningSite, wait_until

pytestmark = pytest.mark.stack


def test_time_without_a_page_comes_back(tmp_path: Path) -> None:
    with RunningSite(tmp_path, WEB_PROCESSES="1", AI_PROCESSES="1") as site:
        site.process_of("beat")
        web = site.process_of("web-1")
        heart = ["manage.py", "shell", "--verbosity", "0", "-c"]
        look = (
            "from games.models import Heartbeat;"
            "print(Heartbeat.objects.filter(last_page_served_at__isnull=False).count())"
        )
        wait_until(lambda: site.python(*heart, look).strip() == "1", PATIENCE, site.log)
        os.kill(web, signal.SIGSTOP)
        try:
            wait_until(lambda: "no page has been served since" in site.log(), PATIENCE, site.log)
        finally:
            os.kill(web, signal.SIGCONT)
        wait_until(lambda: "running clocks get that time back" in site.log(), PATIENCE, site.log)
        assert site.process_of("web-1") == web, "it has hung, not died"
