"""Background tasks: their names are defined in one place, and every name belongs to a task."""

import re

from django.conf import settings

from accounts import jobs as accounts_jobs
from common.queues import QUEUES
from cups import jobs as cups_jobs
from daily import jobs as daily_jobs
from games import jobs as games_jobs
from ladders import jobs as ladders_jobs
from machupicchu.celery import app
from membership import jobs as membership_jobs
from notices import jobs as notices_jobs
from puzzles import jobs as puzzles_jobs

JOBS = (accounts_jobs, cups_jobs, daily_jobs, games_jobs, ladders_jobs, membership_jobs, notices_jobs, puzzles_jobs)
NAME = re.compile(r"^(accounts|cups|daily|games|ladders|membership|notices|puzzles)\.\w+$")


def named() -> list[str]:
    """The names of all tasks."""
    return [name for jobs in JOBS for key, name in vars(jobs).items() if key.isupper() and NAME.match(str(name))]


def test_every_task_has_a_name_and_every_name_a_task():
    app.loader.import_default_modules()
    assert sorted(named()) == sorted(name for name in app.tasks if not name.startswith("celery."))


def test_a_name_stands_once():
    sources = "\n".join(
        file.read_text()
        for app in {name.partition(".")[0] for name in named()} | {"common", "deliveries", "machupicchu"}
        for file in (settings.BASE_DIR / app).rglob("*.py")
    )
    assert {name: sources.count(f'"{name}"') for name in named()} == dict.fromkeys(named(), 1)


def test_every_task_waits_in_a_queue_that_is_watched():
    assert {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} < set(QUEUES)
    assert set(settings.CELERY_TASK_ROUTES) | {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()} <= set(
        named()
    )
