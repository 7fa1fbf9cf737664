"""The application's own limits on requests, whatever server runs it."""

import asyncio
from typing import Any

import pytest

from machupicchu.asgi import application
from machupicchu.serving.bounds import MOST_BYTES, MOST_BYTES_BESIDE, Bounded

HEAD = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "query_string": b"", "headers": []}


def answer(*messages: dict[str, Any], seconds: float = 60, application: Any = None, **head: Any) -> tuple[int, int]:
    """The status, and how many bytes the application had read by then; nothing comes after `messages`."""
    said: list[dict[str, Any]] = []
    came = list(messages)

    async def receive() -> dict[str, Any]:
        if came:
            return came.pop(0)
        return await asyncio.get_running_loop().create_future()

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    async def counting(scope: Any, receive: Any, send: Any) -> None:
        size, more = 0, True
        while more:
            message = await receive()
            size, more = size + len(message["body"]), message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"%d" % size})

    async def ask() -> None:
        bounded = application or Bounded(counting, seconds=seconds)
        await asyncio.wait_for(bounded({**HEAD, **head}, receive, send), 60)

    asyncio.run(ask())
    return said[0]["status"], int(said[1]["body"] or 0)


def piece(size: int, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": b"x" * size, "more_body": more}


def test_a_body_that_comes_in_pieces_is_read_whole():
    assert answer(piece(5), piece(0), piece(7, more=False)) == (200, 12)
    assert answer(piece(MOST_BYTES, more=False)) == (200, MOST_BYTES)


def test_a_body_that_is_too_large_is_refused_once_that_is_known():
    assert answer(piece(MOST_BYTES), piece(1)) == (413, 0)
    assert answer(headers=[(b"content-length", b"%d" % (MOST_BYTES + 1))]) == (413, 0)


@pytest.mark.parametrize("messages", [(), (piece(5),)], ids=["nothing", "a piece"])
def test_a_body_that_does_not_come_is_not_waited_for(messages):
    assert answer(*messages, seconds=0.05) == (408, 0)


@pytest.mark.parametrize(
    "head",
    [
        {"headers": [(b"x-large", b"x" * MOST_BYTES_BESIDE)]},
        {"headers": [(b"x-small", b"yes")] * (MOST_BYTES_BESIDE // 10)},
        {"raw_path": b"/" + b"x" * MOST_BYTES_BESIDE},
        {"query_string": b"x" * (MOST_BYTES_BESIDE + 1)},
    ],
    ids=["one header", "many", "the path", "the query"],
)
def test_a_head_that_is_too_large_is_refused(head):
    assert answer(piece(0, more=False), **head) == (431, 0)


def test_it_stands_before_the_pages_of_the_site():
    assert answer(piece(MOST_BYTES), piece(1), application=application) == (413, 0)
