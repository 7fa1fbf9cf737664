"""Background tasks for notices, one service call each. Every task may run twice or die at any moment."""

from celery import shared_task

from deliveries.services import delivering, tidying
from notices import jobs


@shared_task(name=jobs.DELIVER)
def deliver() -> None:
    """Plan and send what is due: queued when a notice is written, and every few seconds by beat."""
    delivering.deliver_inside()


@shared_task(name=jobs.OUTSIDE)
def outside() -> None:
    """Send what is due to the servers named by users: every few seconds by beat, by a separate worker."""
    delivering.deliver_outside()


@shared_task(name=jobs.TIDY)
def tidy() -> None:
    """Delete old notices: run once a day by beat."""
    tidying.notices_forget()
