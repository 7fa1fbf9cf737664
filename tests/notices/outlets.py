"""A mail server on this machine that keeps its mails, and accepts them like a provider's server."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.stack.site import free_port


class Letters:
    """The mails received, oldest first. Mails to addresses in `refusals` are refused with that text.

    If `late`, they are refused only after the text of the mail.
    """

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.refusals: dict[str, str] = {}
        self.late = False
        self.port = free_port()

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802 (named by aiosmtpd)
        if address in self.refusals and not self.late:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (named by aiosmtpd)
        for address in envelope.rcpt_tos:
            if address in self.refusals:
                return self.refusals[address]
        self.taken.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"

    @property
    def url(self) -> str:
        """The value for EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    @contextmanager
    def open(self) -> Iterator[Letters]:
        """Accept mails until the block ends."""
        controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=60)
        controller.start()
        try:
            yield self
        finally:
            controller.stop()
