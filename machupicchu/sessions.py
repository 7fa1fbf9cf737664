"""Django's sessions in the database, read as `machupicchu.lookups` reads: every request of somebody known reads one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from machupicchu.lookups import Lookup

BACKEND_OF_BEFORE = "allauth.account.auth_backends.AuthenticationBackend"
"""What older sessions name: who is logged in by them stays so."""

_sessions = Lookup(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(DatabaseStore):
    """A session that lasts is what the database says now: who logs out, or is logged out, is so at once."""

    def load(self) -> dict[str, Any]:
        """What is kept in the session; nothing, and no session any more, where it has ended."""
        for session in _sessions(self.session_key) if self.session_key else ():
            if session.expire_date > timezone.now():
                kept = self.decode(session.session_data)
                if kept.get(BACKEND_SESSION_KEY) == BACKEND_OF_BEFORE:
                    kept[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
                return kept
        self._session_key = None
        return {}
