"""One request, and what its answer says. Nothing here touches the network."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import uuid4

T = TypeVar("T")


class Problem(Exception):
    """The site refuses: `status`, a `code` for programs, and `detail` in words for people."""

    def __init__(self, status: int, told: dict[str, Any]) -> None:
        self.status, self.told = status, told
        self.code, self.detail = str(told.get("code", "")), str(told.get("detail", ""))
        super().__init__(f"{status} {self.code}: {self.detail}")


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request. Sent again after a failure it is the same one: nothing is done twice."""

    path: str
    body: dict[str, Any] | None = None
    part: str = ""
    key: str = field(default_factory=lambda: uuid4().hex)

    @property
    def method(self) -> str:
        """GET without a body."""
        return "GET" if self.body is None else "POST"

    @property
    def content(self) -> bytes | None:
        """The body as JSON."""
        return None if self.body is None else json.dumps(self.body).encode()

    def answer(self, status: int, content: bytes) -> T:
        """What the answer says. Raises Problem, also where it is none of the site."""
        try:
            told: Any = json.loads(content) if content else {}
        except ValueError:
            told = None
        if status >= 400 or told is None:
            raise Problem(
                status, told if isinstance(told, dict) else {"detail": content[:200].decode(errors="replace")}
            )
        answer: T = told[self.part] if self.part else told
        return answer
