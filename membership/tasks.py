"""Background work about people and their matches: one service call each. Every task may run twice or die at any
moment.
"""

from celery import shared_task

from membership import bans, guests, jobs, unconfirmed


@shared_task(name=jobs.TIDY)
def tidy() -> None:
    """Remove guests who left nothing behind and accounts that nobody confirmed, and finish bans that stopped half-way.

    Run once a day by beat.
    """
    guests.guests_forget()
    unconfirmed.unconfirmed_forget()
    bans.bans_enforce()
