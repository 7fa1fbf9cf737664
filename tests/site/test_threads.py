"""A client that reads slowly, or not at all, occupies no thread, whatever it has requested."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connections
from pytest_django import Settings

from accounts.models import User
from games.engine.dump import FORMAT, MANIFEST
from games.services.lobby.matches import match_create, match_join
from machupicchu.serving.pages import FORM_THREADS, PAGE_THREADS, PIECE, Pages

pytestmark = pytest.mark.django_db(transaction=True)

PAGE, FILE = "/robots.txt", "/open-games/large.gz"
CONTENT = b"x" * (3 * PIECE + 5)


@pytest.fixture(autouse=True)
def large_file(tmp_path: Path, settings: Settings) -> None:
    """A file that is sent in several pieces."""
    settings.DUMPS_DIR = tmp_path
    (tmp_path / "large.gz").write_bytes(CONTENT)
    (tmp_path / MANIFEST).write_text(json.dumps({"format": FORMAT, "files": [{"file": "large.gz", "sha256": "0"}]}))


class Client:
    """Requests one page, and reads only part of the response's messages before it stops."""

    def __init__(self, pages: Pages, path: str, method: str = "GET") -> None:
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost")], "client": ["127.0.0.1", 5], "server": ["localhost", 80]}
        scope |= {"scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": ""}
        self._connection = ApplicationCommunicator(self._slowed(pages), scope)
        self._takes = asyncio.Semaphore(0)

    def _slowed(self, pages: Pages) -> Any:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            async def slowly(message: Any) -> None:
                await self._takes.acquire()
                await send(message)

            await pages(scope, receive, slowly)

        return application

    async def ask(self) -> None:
        await self._connection.send_input({"type": "http.request", "body": b""})

    async def take(self) -> dict[str, Any]:
        self._takes.release()
        return await self._connection.receive_output(timeout=60)

    async def rest(self) -> bytes:
        """The body, as far as it has not been read yet."""
        parts, more = [], True
        while more:
            message = await self.take()
            parts.append(message["body"])
            more = message.get("more_body", False)
        return b"".join(parts)

    async def leave(self) -> None:
        for _message in range(9):
            self._takes.release()
        await self._connection.send_input({"type": "http.disconnect"})
        await self._connection.wait(timeout=60)


@asynccontextmanager
async def open_pages() -> AsyncIterator[Pages]:
    """The pages of a process, whose threads leave nothing open."""
    pages = Pages()
    yield pages
    loop = asyncio.get_running_loop()
    for threads, many in ((pages._pages, PAGE_THREADS), (pages._forms, FORM_THREADS)):
        for _number in range(many):
            thread = await threads.take(60)
            await loop.run_in_executor(thread, connections.close_all)
            thread.shutdown()


@pytest.mark.parametrize("path", [PAGE, FILE])
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_a_page_is_answered_beside_those_who_do_not_read(path: str, taken: int) -> None:
    async def conversation() -> None:
        async with open_pages() as pages:
            idle = [Client(pages, path) for _number in range(PAGE_THREADS + 2)]
            for client in idle:
                await client.ask()
            for client in idle:
                for _message in range(min(taken, 1 if path == PAGE else 9)):
                    await client.take()
            another = Client(pages, PAGE)
            await another.ask()
            assert (await another.take())["status"] == 200
            assert b"Disallow" in await another.rest()
            for client in idle:
                await client.leave()

    asyncio.run(asyncio.wait_for(conversation(), 120))


def test_forms_are_answered_beside_those_who_do_not_read() -> None:
    async def conversation() -> None:
        async with open_pages() as pages:
            idle = [Client(pages, PAGE, "POST") for _number in range(FORM_THREADS + 2)]
            for client in idle:
                await client.ask()
            another = Client(pages, PAGE, "POST")
            await another.ask()
            assert (await another.take())["status"] == 403
            await another.rest()
            for client in idle:
                await client.leave()

    asyncio.run(asyncio.wait_for(conversation(), 120))


def test_the_head_of_a_stream_is_over_at_once() -> None:
    match = match_create(host=User.objects.create_user("Alice"), game="maya", others=[None])
    match_join(match=match, user=User.objects.create_user("Bob"))

    async def conversation() -> None:
        async with open_pages() as pages:
            client = Client(pages, f"/api/v1/matches/{match.code}/events", "HEAD")
            await client.ask()
            assert (await client.take())["status"] == 200
            assert await client.rest() == b""
            await client.leave()

    asyncio.run(asyncio.wait_for(conversation(), 120))


def test_a_file_comes_whole_to_the_client_that_takes_it_and_a_head_without_it() -> None:
    async def conversation() -> tuple[bytes, bytes]:
        async with open_pages() as pages:
            bodies = []
            for method in ("GET", "HEAD"):
                client = Client(pages, FILE, method)
                await client.ask()
                start = await client.take()
                assert dict(start["headers"])[b"Content-Length"] == b"%d" % len(CONTENT)
                bodies.append(await client.rest())
            return bodies[0], bodies[1]

    assert asyncio.run(asyncio.wait_for(conversation(), 120)) == (CONTENT, b"")
