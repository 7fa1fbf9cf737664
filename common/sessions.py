"""Django's database sessions, read through `common.lookups`, since every request of a known visitor reads one.

They last as long as they are used: if one ended a year after the first visit, a guest would lose all games.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from common.besteffort import dispensable
from common.limits import is_within_limit
from common.lock_timeout import NEEDED, lock_timeout, seconds_of_this_thread
from common.lookups import Lookup
from common.people import sessions_changed

BACKEND_OF_BEFORE = "allauth.account.auth_backends.AuthenticationBackend"
"""The authentication backend in older sessions, which stay logged in."""

_sessions = Lookup(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(DatabaseStore):
    """A session, always read from the database, so ending it takes effect at once."""

    _stored: tuple[str | None, bytes] | None = None
    """Key and contents as last stored by this object."""

    _ends: datetime | None = None
    """The end of the session, as read from the database."""

    def load(self) -> dict[str, Any]:
        """The contents of the session; if it has ended, an empty dict, and its key is dropped.

        PostgreSQL refuses to look for a NUL. Pages never get here with one, but sockets take a cookie as it comes.
        """
        key = self.session_key
        for session in _sessions(key) if key and "\0" not in key else ():
            if session.expire_date > timezone.now():
                kept = self.decode(session.session_data)
                self._ends = session.expire_date
                if kept.get(BACKEND_SESSION_KEY) == BACKEND_OF_BEFORE:
                    kept[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
                return kept
        self._session_key = None
        return {}

    def save(self, must_create: bool = False) -> None:
        """Store the session, unless this object has already stored the same.

        A form that logs someone in stores the session in its own transaction; storing it again at the end of the
        request would gain nothing, and could fail.
        """
        if must_create or self._stored != self._as_now():
            with lock_timeout(max(NEEDED, seconds_of_this_thread())):
                super().save(must_create)
            self._stored = self._as_now()

    @property
    def is_half_over(self) -> bool:
        """Whether more than half of the session's lifetime since its last renewal is over."""
        return self._ends is not None and self._ends - timezone.now() < timedelta(seconds=self.get_expiry_age()) / 2

    def renew(self) -> None:
        """Extend a session that is in use to the lifetime of a new one, and have its cookie sent again.

        Its contents are not written: another request may be changing them. A session that was deleted stays deleted.
        """
        before, ends = self._ends, self.get_expiry_date()
        if before is None:
            return
        if Session.objects.filter(session_key=self.session_key, expire_date=before).update(expire_date=ends) == 1:
            self._stored, self._ends, self.modified = self._as_now(), ends, True

    def _as_now(self) -> tuple[str | None, bytes]:
        return self.session_key, self.serializer().dumps(dict(self.items()))

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session, or the one with this key; notify its user's open sockets and streams."""
        key = session_key or self.session_key
        owners = [self.decode(each.session_data).get(SESSION_KEY) for each in (_sessions(key) if key else ())]
        super().delete(session_key)
        for owner in owners:
            if owner is not None:
                sessions_changed(int(owner))


def may_begin(request: HttpRequest) -> bool:
    """Count a session that the request begins. False if its address has begun too many: each lasts a year.

    Always true for a request that has a session already, and while counting fails.
    """
    if request.session.session_key is not None:
        return True
    with dispensable("a session that begins is not counted"):
        return is_within_limit(request, "session")
    return True


def is_half_over(request: HttpRequest) -> bool:
    """Whether the session of the request was read, and more than half of its lifetime is over."""
    return isinstance(request.session, SessionStore) and request.session.is_half_over
