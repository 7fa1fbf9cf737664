"""Background work: one service call. It may run twice or die at any moment."""

from celery import shared_task

from cups import jobs
from cups.services import rounds


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """Take up results, begin rounds and their matches: run every few seconds by beat, which is all that starts them."""
    rounds.cups_go_on()
