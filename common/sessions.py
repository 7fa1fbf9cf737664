"""Django's database sessions, read through `common.lookups`: every request of a known visitor reads one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from common.lookups import Lookup
from common.people import sessions_changed

BACKEND_OF_BEFORE = "allauth.account.auth_backends.AuthenticationBackend"
"""The backend named by older sessions, which stay logged in."""

_sessions = Lookup(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(DatabaseStore):
    """A session as the database has it now: logging out, or being logged out, takes effect at once."""

    def load(self) -> dict[str, Any]:
        """The contents of the session; if it has ended, they are empty and it is a session no longer."""
        for session in _sessions(self.session_key) if self.session_key else ():
            if session.expire_date > timezone.now():
                kept = self.decode(session.session_data)
                if kept.get(BACKEND_SESSION_KEY) == BACKEND_OF_BEFORE:
                    kept[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
                return kept
        self._session_key = None
        return {}

    def delete(self, session_key: str | None = None) -> None:
        """End the session, or the one with this key; what its person has open is told."""
        key = session_key or self.session_key
        owners = [self.decode(each.session_data).get(SESSION_KEY) for each in (_sessions(key) if key else ())]
        super().delete(session_key)
        for owner in owners:
            if owner is not None:
                sessions_changed(int(owner))
