"""Background work about people: one service call each. Every task may run twice or die at any moment."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts import bans, services


@shared_task(name="accounts.tidy")
def tidy() -> None:
    """Remove guests who left nothing behind and sessions that have ended, and finish bans that stopped half-way.

    Run once a day by beat.
    """
    services.guests_forget()
    SessionStore.clear_expired()
    bans.bans_enforce()
