"""Helpers for the tests of notices: channels for people, passing time, and a server that accepts posts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db.models import F

from accounts.known import NAME
from accounts.models import User
from common.sessions import SessionStore
from deliveries.channels.encryption import encode, raw_public
from games.models import Match
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from notices.models import Browser, Delivery, Notice, Webhook


def day_game(*players: User) -> Match:
    """A slow game of Rapa Nui between these people."""
    host, *others = players
    return match_create(host=host, game="rapa_nui", others=others, terms=TableTerms(pace=Match.Pace.DAYS_2))


def with_address(user: User) -> User:
    """The user with a confirmed address."""
    EmailAddress.objects.create(user=user, email=f"{user.username.lower()}@example.org", primary=True, verified=True)
    return user


def with_webhook(user: User, url: str, style: str = "discord") -> User:
    """The user with a webhook."""
    Webhook.objects.create(user=user, url=url, style=style)
    return user


@dataclass
class Device:
    """A browser's side of Web Push: the keys that decrypt its pushes."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen secrets!"

    def allow(self, user: User, endpoint: str) -> Browser:
        """Allow pushes to `user` at `endpoint`, in a browser where they are logged in."""
        logged_in(user, "their browser")
        keys = {"key": encode(raw_public(self.private)), "auth": encode(self.auth)}
        return Browser.objects.create(user=user, endpoint=endpoint, label="Firefox", known_as="their browser", **keys)


def logged_in(user: User, name: str) -> UserSession:
    """A login of `user` in the browser with this name."""
    session = SessionStore()
    (backend,) = settings.AUTHENTICATION_BACKENDS
    login = {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: user.get_session_auth_hash()}
    session.update({**login, NAME: name})
    session.create()
    return UserSession.objects.create(user=user, ip="127.0.0.1", session_key=session.session_key)


def pass_time(**span: float) -> None:
    """Let time pass, by moving stored times into the past."""
    by = timedelta(**span)
    Notice.objects.update(made_at=F("made_at") - by, due=F("due") - by)
    Delivery.objects.update(due=F("due") - by, written_at=F("written_at") - by, ended_at=F("ended_at") - by)


@dataclass
class Post:
    """A request posted to the stand-in."""

    path: str
    headers: dict[str, str]
    body: bytes


class StandIn:
    """A server on this machine that accepts posts, and responds, if at all, with `status` and `extra` headers."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.status = 201
        self.extra: dict[str, str] = {}
        self.before_answering: Callable[[], object] = lambda: None
        self.answers = True
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                stand_in.posts.append(Post(self.path, dict(self.headers), body))
                stand_in.before_answering()
                if not stand_in.answers:
                    return
                self.send_response(stand_in.status)
                for name, value in stand_in.extra.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self._server.server_port}"

    @contextmanager
    def open(self) -> Iterator[StandIn]:
        """Serve until the block ends."""
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()
