"""Analyses on the running site: made by the worker of their own queue, even if it is killed in between."""

import os
import re
from contextlib import suppress

import pytest

from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

REPLAY = "/match/maya/replay/"
"""The shortest of the examples on every site."""

LOWEST = 19
"""The largest number of `nice`: `nice -n 19` adds as much to the number of the process that calls it."""

GIVES_WAY = 400
"""Seconds to wait for the worker of analyses, which gives way to the other tests where `stop_giving_way` is refused."""


def steps_done(visitor: Visitor) -> int:
    """The progress of the analysis; -1 before anyone requests it, 1000 once it is complete."""
    page = visitor.get(f"{REPLAY}?step=3").text
    if 'id="chances-now"' in page:
        return 1000
    found = re.search(r'<progress [^>]*value="(\d+)"', page)
    return int(found[1]) if found else -1


def stop_giving_way(site: RunningSite) -> None:
    """Let the worker of analyses, which must run at the lowest priority, run like the rest: else it starves here.

    The tests of this lane keep all processors busy for minutes.
    """
    worker = site.process_of("analysis")
    ours = os.getpriority(os.PRIO_PROCESS, 0)  # that of all tests, which is not 0 if they were started with `nice`
    wait_until(lambda: os.getpriority(os.PRIO_PROCESS, worker) == min(ours + 19, LOWEST), PATIENCE, site.log)
    with suppress(PermissionError):  # of everyone but root
        os.setpriority(os.PRIO_PGRP, os.getpgid(worker), ours)


def test_an_analysis_is_made_once_by_its_own_worker_although_it_is_killed(site: RunningSite) -> None:
    stop_giving_way(site)
    visitor = Visitor(site.url)
    assert steps_done(visitor) == -1
    for _twice in range(2):
        assert visitor.post("/match/maya/analysis/?step=3").status == 302
    wait_until(lambda: steps_done(visitor) > 0, GIVES_WAY, site.log)
    site.kill("analysis")
    stop_giving_way(site)
    wait_until(lambda: steps_done(visitor) == 1000, GIVES_WAY, site.log)
    judged = (
        "from games.models import Judgement; print(Judgement.objects.count(), "
        "Judgement.objects.values('analysis', 'step').distinct().count())"
    )
    rows, steps = site.python("-c", f"import django; django.setup(); {judged}").split()
    assert rows == steps
    assert int(rows) > 20
