"""Background work about people: one service call each. Every task may run twice or die at any moment."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts import bans, services
from accounts.once import presses_forget


@shared_task(name="accounts.tidy")
def tidy() -> None:
    """Remove guests who left nothing behind, sessions that have ended and what is remembered of forms; finish bans that
    stopped half-way.

    Run once a day by beat.
    """
    services.guests_forget()
    SessionStore.clear_expired()
    presses_forget()
    bans.bans_enforce()
