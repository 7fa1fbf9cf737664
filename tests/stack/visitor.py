"""A user of the site over the network, without a browser."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar
from ssl import SSLContext, TLSVersion
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPErrorProcessor, HTTPSHandler, Request, build_opener

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.stack.site import PATIENCE

PASSWORD = "quiet-terrace-7"
"""That of everyone who signs up here."""


@dataclass(frozen=True)
class Answer:
    """A response; redirects are not followed."""

    status: int
    text: str
    location: str
    headers: Mapping[str, str]


class _AsItComes(HTTPErrorProcessor):
    def http_response(self, request: Request, response: Any) -> Any:
        return response

    https_response = http_response


class Visitor:
    """A person with cookies, who trusts certificates according to `trust`."""

    def __init__(self, url: str, trust: SSLContext | None = None) -> None:
        self.url = url
        self._trust = trust
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar), HTTPSHandler(context=trust), _AsItComes())

    def get(self, path: str, **headers: str) -> Answer:
        """Request a page."""
        return self._ask(Request(self.url + path, headers=headers))

    def download(self, path: str) -> tuple[bytes, Mapping[str, str]]:
        """A file, and its response headers."""
        with self._opener.open(self.url + path, timeout=PATIENCE) as response:
            assert response.status == 200
            return response.read(), response.headers

    def post(self, path: str, **fields: object) -> Answer:
        """Send a form, with the token of the last page that held a form."""
        form = {"csrfmiddlewaretoken": self._cookies().get("csrftoken", ""), **fields}
        data = urlencode(form, doseq=True).encode()
        return self._ask(Request(self.url + path, data=data, headers={"Referer": self.url + path}))

    def sign_up(self, name: str) -> None:
        """Create an account and be logged in."""
        self.get("/account/signup/")
        answer = self.post("/account/signup/", username=name, password1=PASSWORD)
        assert answer.status == 302, answer.text

    def match(self, code: str) -> dict[str, Any]:
        """The match as this visitor may see it, from the API."""
        answer = self.get(f"/api/match/{code}/")
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    def socket(self, path: str) -> ClientConnection:
        """An open socket."""
        if self._trust is not None:
            # websockets reads in one thread and writes in another, and OpenSSL is safe for one at a time. A server
            # sends tickets after the handshake of TLS 1.3; reading them may hold the request back until nginx gives up.
            self._trust.maximum_version = TLSVersion.TLSv1_2
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies().items())
        address = self.url.replace("http", "ws", 1) + path
        return connect(
            address,
            origin=Origin(self.url),
            additional_headers={"Cookie": cookies},
            open_timeout=PATIENCE,
            ping_timeout=PATIENCE,
            ssl=self._trust,
        )

    def as_now(self) -> "Visitor":
        """Another visitor with the cookies that this one has now."""
        other = Visitor(self.url, self._trust)
        for cookie in self._jar:
            other._jar.set_cookie(cookie)
        return other

    def _cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self._jar}

    def _ask(self, request: Request) -> Answer:
        with self._opener.open(request, timeout=PATIENCE) as response:
            return Answer(
                response.status, response.read().decode(), response.headers.get("Location", ""), response.headers
            )
