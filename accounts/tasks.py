"""Background tasks about users, made of service calls. Every task may run twice or die at any moment."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts import jobs
from accounts.idempotent import presses_forget
from accounts.letters import letters_forget
from accounts.oauth import access_forget
from accounts.services import logins_forget


@shared_task(name=jobs.TIDY)
def tidy() -> None:
    """Delete expired sessions with their login details, old form keys and account emails, and expired app tokens.

    Beat runs it once a day.
    """
    SessionStore.clear_expired()
    logins_forget()
    presses_forget()
    letters_forget()
    access_forget()
