"""Requests to URLs given by users: never into our own network, with a limit on time and size.

The host name is resolved once, and all its addresses must be public. The connection goes to the address that was
checked, so a name that resolves differently the next time (DNS rebinding) gains nothing. Redirects are not followed.

What goes wrong is stored with the delivery, in English, and translated where it is shown. Moderators see it too, so no
error names the host. The log does.
"""

from __future__ import annotations

import http.client
import ipaddress
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from common.numbers import whole_number

log = logging.getLogger(__name__)

PATIENCE = 8.0
"""Total timeout in seconds: finding the server, connecting, sending and reading the response."""

MOST_READ = 16 * 1024
"""The number of bytes that are read of a response; what follows is not needed."""

HTTPS = 443
"""The only port that users may name, so that requests reach web servers and no other services."""


class Forbidden(ValueError):
    """A URL that we do not send to; the text says why, and what is allowed."""


class Unreachable(Exception):
    """The connection failed: nothing was sent."""


class Silent(Exception):
    """The request was sent, but there was no valid HTTP response: it may have arrived."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of a response, and the seconds it asks to wait, if any."""

    status: int
    retry_after: int | None

    @property
    def is_good(self) -> bool:
        """Whether the request was accepted."""
        return 200 <= self.status < 300


def check_url(url: str) -> SplitResult:
    """The parts of a URL that we may send to, as far as the URL alone shows. Raises Forbidden."""
    # Other characters have no single encoding: some libraries send them unchanged, others fail during the request.
    if not (url.isascii() and url.isprintable()):
        raise Forbidden(_("Use plain letters in the address: no accents, spaces or line breaks."))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden(_("This is not a web address.")) from None
    if settings.ALLOW_LOCAL_TARGETS and parts.scheme == "http" and parts.hostname:
        return parts
    if parts.scheme != "https" or not parts.hostname:
        raise Forbidden(_("The address must start with https:// and name a server."))
    if parts.username or parts.password:
        raise Forbidden(_("The address must not contain a user name or a password."))
    if port not in (None, HTTPS) and not settings.ALLOW_LOCAL_TARGETS:
        raise Forbidden(_("The address can only use port 443."))
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str], begin: Callable[[], object] = lambda: None) -> Answer:
    """POST `body` and return the response. Raises Forbidden for a private address; Unreachable or Silent without one.

    `begin` is called once connected, right before anything is sent: a process that dies earlier has sent nothing.
    """
    parts = check_url(url)
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    connection = _Checked(host, parts.port or (HTTPS if secure else 80), secure)
    # The socket's timeout is per read; the alarm limits their sum, whatever the other side does.
    alarm = threading.Timer(PATIENCE, connection.cut)
    alarm.start()
    trouble: type[Exception] = Unreachable
    try:
        connection.connect()
        begin()
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, {"User-Agent": settings.USER_AGENT, **headers})
        trouble = Silent
        response = connection.getresponse()
        with suppress(OSError, http.client.HTTPException):  # the status says everything
            response.read(MOST_READ)
        return Answer(response.status, _seconds(response.headers.get("Retry-After")))
    except (OSError, http.client.HTTPException) as error:
        log.info("%s does not answer: %s", host, type(error).__name__)
        raise trouble(gettext_noop("the server does not answer")) from error
    finally:
        alarm.cancel()
        connection.close()


class _Checked(http.client.HTTPConnection):
    """A connection to an address that was checked; TLS still verifies the requested host name."""

    def __init__(self, host: str, port: int, secure: bool) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self._secure = secure
        self._is_cut = False
        self._end = time.monotonic() + PATIENCE

    def connect(self) -> None:
        address = address_of(self.host, self.port)
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._use(socket.create_connection((address, self.port), timeout=left))
        if self._secure:
            context = ssl.create_default_context()
            # The handshake comes afterwards: the alarm needs `self.sock` to abort it.
            secure = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self._use(secure)
            secure.do_handshake()

    def cut(self) -> None:
        """Abort whatever the connection waits for. Ignores errors: the waiting thread may be closing it right now."""
        self._is_cut = True
        waiting = self.sock
        if waiting is not None:
            with suppress(OSError):
                socket.socket.shutdown(waiting, socket.SHUT_RDWR)

    def _use(self, sock: socket.socket) -> None:
        """Go on with this socket. Raises TimeoutError if the alarm went off before it was there to be aborted."""
        self.sock = sock
        if self._is_cut:
            raise TimeoutError


def address_of(host: str, port: int) -> str:
    """An IP address of the host, if all of its addresses are public. Raises Forbidden, Unreachable."""
    try:
        addresses = _resolved(host, port)
    except (OSError, UnicodeError) as error:
        log.info("%s was not found", host)
        raise Unreachable(gettext_noop("the server was not found")) from error
    if not all(is_public(address) for address in addresses):
        log.info("%s is not on the public internet", host)
        raise Forbidden(gettext_noop("This is not a server on the public internet."))
    return addresses[0]


def _resolved(host: str, port: int) -> list[str]:
    """The IP addresses of the host. Raises OSError and UnicodeError, TimeoutError after `PATIENCE`.

    The system's own resolver has no time limit that a program could set, and cannot be interrupted: so it is asked in
    a thread, which is left behind.
    """
    answers: Queue[list[str] | OSError | UnicodeError] = Queue()

    def ask() -> None:
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            answers.put(error)
        else:
            answers.put([str(entry[4][0]) for entry in entries])

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=PATIENCE)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, list):
        return answer
    raise answer


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet; also loopback if the settings allow it for tests."""
    number = ipaddress.ip_address(address.partition("%")[0])
    if settings.ALLOW_LOCAL_TARGETS and number.is_loopback:
        return True
    if not number.is_global or number.is_multicast:
        return False
    if isinstance(number, ipaddress.IPv6Address) and number not in UNICAST:
        return False
    return not any(number in network for network in SPECIAL)


UNICAST = ipaddress.ip_network("2000::/3")
"""All global IPv6 addresses.

Those that carry an IPv4 address to a local gateway (NAT64, IPv4-mapped, IPv4-compatible) are outside of it, as are the
old site-local ones.
"""

SPECIAL = [
    ipaddress.ip_network(text)
    for text in (
        "192.0.0.0/24",  # protocols between a machine and its own gateway
        "192.31.196.0/24",  # AS112, which answers for private addresses
        "192.52.193.0/24",  # relays for multicast
        "192.88.99.0/24",  # relays from IPv4 to IPv6, of a provider's own
        "192.175.48.0/24",  # AS112
        "240.0.0.0/4",
        "2001::/23",  # Teredo, and protocols between a machine and its own gateway
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # examples in documents
    )
]
"""Networks that some version of Python considers global, but which lead to no server, or into another network.

From IANA's registries of special-purpose addresses, and the ways to carry IPv4 inside IPv6.
"""


def _seconds(text: str | None) -> int | None:
    """A Retry-After in seconds; None without one, and for a date, which is not worth parsing."""
    return whole_number(text, digits=6)
