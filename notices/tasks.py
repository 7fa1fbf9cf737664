"""Background work about notices: one service call each. Every task may run twice or die at any moment."""

from celery import shared_task

from notices.services import delivering, tidying


@shared_task(name="notices.deliver")
def deliver() -> None:
    """Plan and send what is due: asked for when a notice is written, and every few seconds by beat."""
    delivering.deliver_inside()


@shared_task(name="notices.outside")
def outside() -> None:
    """Send what is due to the servers that users have named: every few seconds by beat, by a worker of its own."""
    delivering.deliver_outside()


@shared_task(name="notices.tidy")
def tidy() -> None:
    """Forget old notices: run once a day by beat."""
    tidying.notices_forget()
