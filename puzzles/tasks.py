"""Background tasks, each one service call. They may run twice or die at any moment."""

from celery import shared_task

from puzzles import jobs
from puzzles.services import collecting, searching


@shared_task(name=jobs.SEARCH)
def search() -> None:
    """Search one finished match for puzzles for a few seconds: sent repeatedly at night by beat."""
    searching.puzzles_search()


@shared_task(name=jobs.COLLECT)
def collect() -> None:
    """Make puzzles of the mistakes in matches analysed since the last run: run every minute by beat."""
    collecting.mistakes_collect()
