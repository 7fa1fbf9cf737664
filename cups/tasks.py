"""Background tasks, made of service calls. They may run twice or die at any moment."""

from celery import shared_task

from cups import jobs
from cups.services import entering, rounds


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """Collect results, start rounds and matches, call off cups that will not start: run by beat every few seconds, and
    triggered by nothing else.
    """
    rounds.cups_go_on()
    entering.cups_call_off()
