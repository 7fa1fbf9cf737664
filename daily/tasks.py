"""Background tasks, each one service call. They may run twice or die at any moment."""

from celery import shared_task

from daily import jobs
from games.services.fair_play import sealing


@shared_task(name=jobs.OPEN)
def open_games() -> None:
    """Add the games of days that are over to lists and archive: run every few minutes by beat.

    Their pages are open without it, and a new day needs nothing.
    """
    sealing.matches_unseal()
