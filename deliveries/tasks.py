"""Background tasks for notifications, made of service calls. Every task may run twice or die at any moment."""

from celery import shared_task

from deliveries.services import delivering, tidying
from games.services.live import events
from notices import jobs


@shared_task(name=jobs.DELIVER)
def deliver() -> None:
    """Plan and send what is due. Queued when a notification is written, and every few seconds by beat."""
    delivering.deliver_inside()


@shared_task(name=jobs.OUTSIDE)
def outside() -> None:
    """Send what is due to servers named by users. Beat queues it every few seconds for a separate worker."""
    delivering.deliver_outside()


@shared_task(name=jobs.TIDY)
def tidy() -> None:
    """Delete old notifications, and the events that programs were told of them. Beat runs it once a day."""
    events.events_forget()
    tidying.notices_forget()
