"""Background tasks, each one service call. They may run twice or die at any moment."""

from celery import shared_task

from cups import jobs
from cups.services import rounds


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """Collect results, start rounds and matches: run by beat every few seconds, and triggered by nothing else."""
    rounds.cups_go_on()
