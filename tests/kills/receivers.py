"""Outside receivers of notices: a mail server, channels of Discord and Slack, a push service with its browsers."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import random
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec

from deliveries.channels.encryption import encode, raw_public
from tests.kills.ledger import Arrival, Ledger
from tests.stack.site import free_port

SLOWEST = 0.4
"""The most seconds a receiver takes to respond, so that senders are often killed between sending and recording it."""

ADDRESS = "{user}@mail.example"


@dataclass(frozen=True)
class Device:
    """A browser that allows pushes."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen secrets!"

    @property
    def keys(self) -> tuple[str, str]:
        """Its public key and its secret, as browsers encode them."""
        return encode(raw_public(self.private)), encode(self.auth)

    def open(self, body: bytes) -> dict[str, Any]:
        """The decrypted message of a push."""
        message: dict[str, Any] = json.loads(
            http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        )
        return message


class Receivers:
    """All receivers; each arrival is in the ledger before the response is sent."""

    def __init__(self, ledger: Ledger) -> None:
        self.device = Device()
        self._ledger = ledger
        self._chance = random.Random(2)
        self._smtp_port = free_port()
        receivers = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receivers._posted(self.path, dict(self.headers), body)
                time.sleep(receivers._chance.uniform(0, SLOWEST))
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except OSError:  # the sender was killed
                    self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self._http.server_port}"

    @property
    def smtp(self) -> str:
        """The address for EMAIL_URL."""
        return f"smtp://127.0.0.1:{self._smtp_port}"

    @contextmanager
    def open(self) -> Iterator[Receivers]:
        """Receive until the block ends."""
        controller = Controller(self, hostname="127.0.0.1", port=self._smtp_port, ready_timeout=60)
        controller.start()
        thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            thread.join()
            self._http.server_close()
            controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (named by aiosmtpd)
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        body = letter.get_body(("plain",))
        assert body is not None
        user = str(letter["To"]).partition("@")[0]
        key = str(letter["Message-ID"]).strip("<>").partition("@")[0]
        self._ledger.arrive(Arrival("mail", user, key, body.get_content()))
        await asyncio.sleep(self._chance.uniform(0, SLOWEST))
        return "250 taken"

    def _posted(self, path: str, headers: dict[str, str], body: bytes) -> None:
        channel, _slash, user = path.strip("/").partition("/")
        if channel == "push":
            message = self.device.open(body)
            arrival = Arrival("push", user, str(message.get("id", message["tag"])), message["url"])
        else:
            message = json.loads(body)
            if channel == "ntfy":  # it is shown under the topic in the message
                user, text = message["topic"], f"{message['message']} {message['click']}"
            elif channel == "json":
                text = f"{message['text']} {message['url']}"
            else:
                text = message["content"] if channel == "discord" else message["text"]
            # Discord escapes formatting characters.
            arrival = Arrival("webhook", user, headers["Idempotency-Key"], re.sub(r"\\(.)", r"\1", text))
        self._ledger.arrive(arrival)
