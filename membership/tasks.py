"""Background tasks about users and their matches, made of service calls. Every task may run twice or die any time."""

from celery import shared_task

from membership import bans, guests, jobs, unconfirmed


@shared_task(name=jobs.TIDY)
def tidy() -> None:
    """Delete guests without games and unconfirmed accounts, and finish bans that stopped half-way.

    Beat runs it once a day.
    """
    guests.guests_forget()
    unconfirmed.unconfirmed_forget()
    bans.bans_enforce()
