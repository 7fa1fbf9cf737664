"""A request and how its response is read. Nothing here touches the network."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode
from uuid import uuid4

T = TypeVar("T")


class Problem(Exception):
    """A refusal by the site: its HTTP `status`, a `code` for programs, and a `detail` in words for people."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status, self.told = status, problem
        self.code, self.detail = str(problem.get("code", "")), str(problem.get("detail", ""))
        super().__init__(f"{status} {self.code}: {self.detail}")


def below(path: str) -> str:
    """The path in the form of a call; it may be given as in the OpenAPI document: `/api/v1/puzzles`."""
    return path.removeprefix("/").removeprefix("api/v1/")


def asked(path: str, query: Mapping[str, Any]) -> str:
    """The path with a query of all that is not None."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}{'&' if '?' in path else '?'}{urlencode(given)}" if given else path


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request. It keeps its `key` when it is sent again after a failure, so nothing is done twice."""

    path: str
    body: dict[str, Any] | None = None
    part: str = ""
    text: bool = False
    key: str = field(default_factory=lambda: uuid4().hex)

    @property
    def method(self) -> str:
        """GET without a body, otherwise POST."""
        return "GET" if self.body is None else "POST"

    @property
    def content(self) -> bytes | None:
        """The body as JSON."""
        return None if self.body is None else json.dumps(self.body).encode()

    def answer(self, status: int, content: bytes) -> T:
        """The content of a response. Raises Problem for a refusal, or if the response is not from the site."""
        try:
            is_text = self.text and status < 400
            body: Any = content.decode() if is_text else json.loads(content) if content else {}
        except ValueError:
            body = None
        if status >= 400 or body is None:
            told = body if isinstance(body, dict) else {"detail": content[:200].decode(errors="replace")}
            raise Problem(status, told)
        answer: T = body[self.part] if self.part else body
        return answer
