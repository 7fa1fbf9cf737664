"""The site on daphne instead of uvicorn, and the application on daphne alone: what people and strangers get there."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from machupicchu.web import LARGEST_MESSAGE
from tests.site.serving import everything
from tests.stack.playing import join, my_turn, news, open_table, person, play
from tests.stack.site import PATIENCE, RunningSite, free_port, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def alone(daphne: RunningSite) -> Iterator[str]:
    """The URL of the application under daphne's own command, next to the site."""
    port = free_port()
    command = [str(Path(sys.executable).with_name("daphne")), "-b", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(
        [*command, "machupicchu.asgi:application"], cwd=daphne.code, env=daphne._environment, stdout=subprocess.DEVNULL
    ) as server:

        def answers() -> bool:
            with socket.socket() as line:
                return not line.connect_ex(("127.0.0.1", port))

        try:
            wait_until(answers, PATIENCE)
            yield f"http://localhost:{port}"
        finally:
            server.kill()


@pytest.fixture(params=["the site", "daphne alone"])
def url(request: pytest.FixtureRequest, daphne: RunningSite) -> str:
    """The URL of each of the two in turn."""
    return daphne.url if request.param == "the site" else request.getfixturevalue("alone")


def a_match(site: RunningSite, url: str) -> tuple[str, dict[int, Visitor]]:
    """A new match, and its players by seat, with `url` as their site."""
    alice, bob = person(site, "alice"), person(site, "bob")
    code = open_table(alice, "somebody")
    join(bob, code)
    alice.url = bob.url = url
    return code, {visitor.match(code)["seat"]: visitor for visitor in (alice, bob)}


def press(visitor: Visitor, url: str, code: str, seen: dict[str, Any]) -> bytes:
    """The request that plays the first legal action, as a browser would send it."""
    cookies = visitor._cookies()
    body = urlencode(
        {"action": seen["legal"][0], "ply": seen["ply"], "csrfmiddlewaretoken": cookies["csrftoken"]}
    ).encode()
    head = [f"POST /match/{code}/play/ HTTP/1.1", f"Host: {url.removeprefix('http://')}", f"Origin: {url}"]
    head += [f"Content-Type: {FORM}", f"Content-Length: {len(body)}", "Connection: close"]
    head += ["Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items())]
    return "\r\n".join([*head, "", ""]).encode() + body


def test_two_play_and_hear_of_each_other(daphne, url):
    code, players = a_match(daphne, url)
    with players[0].socket(f"/ws/match/{code}/") as zero, players[1].socket(f"/ws/match/{code}/") as one:
        for _turn in range(4):
            mover = players[players[0].match(code)["to_move"]]
            play(mover, code, my_turn(mover, code, daphne))
            ply = players[0].match(code)["ply"]
            for line in (zero, one):
                assert news(line, ply)["match"] == code


def test_a_board_comes_that_is_larger_than_what_a_browser_may_say(daphne, url):
    code, players = a_match(daphne, url)
    to_move = players[0].match(code)["to_move"]
    with players[1 - to_move].socket(f"/ws/match/{code}/?pieces=en&zone=") as line:
        play(players[to_move], code, my_turn(players[to_move], code, daphne))
        assert len(line.recv(timeout=PATIENCE)) > LARGEST_MESSAGE


def test_a_socket_of_another_origin_is_refused(daphne, url):
    address = url.replace("http", "ws", 1)
    with pytest.raises(InvalidStatus) as refusal, connect(f"{address}/ws/me/", origin=Origin("https://evil.example")):
        pass
    assert refusal.value.response.status_code == 403


def test_a_silent_line_is_found_and_closed(daphne):
    """Its browser vanished without closing it, so nobody answers the server's pings."""
    code, players = a_match(daphne, daphne.url)
    cookies = "; ".join(f"{name}={value}" for name, value in players[0]._cookies().items())
    with socket.create_connection(("127.0.0.1", daphne.port), timeout=PATIENCE) as line:
        head = [f"GET /ws/match/{code}/ HTTP/1.1", f"Host: localhost:{daphne.port}", f"Origin: {daphne.url}"]
        head += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Cookie: {cookies}"]
        head += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        line.sendall("\r\n".join([*head, "", ""]).encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
        everything(line)


def test_a_form_that_comes_in_pieces_is_read_whole(daphne, url):
    code, players = a_match(daphne, url)
    mover = players[players[0].match(code)["to_move"]]
    seen = mover.match(code)
    whole = press(mover, url, code, seen)
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=PATIENCE) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start in range(0, len(whole), 7):
            line.sendall(whole[start : start + 7])
        assert line.recv(4096).startswith(b"HTTP/1.1 302 ")
    assert mover.match(code)["ply"] > seen["ply"]


def test_an_action_in_the_middle_of_which_the_server_is_told_to_end_is_played_and_answered(daphne):
    code, players = a_match(daphne, daphne.url)
    mover = players[players[0].match(code)["to_move"]]
    seen = mover.match(code)
    status = 503
    while status == 503:  # on a slow machine it waited too long for the database, and got a 503
        status = status_of_an_action_while_it_ends(daphne, press(mover, daphne.url, code, seen))
    assert status == 302, daphne.log()
    assert mover.match(code)["ply"] > seen["ply"]


def status_of_an_action_while_it_ends(site: RunningSite, request: bytes) -> int:
    """The status of an action that waits for the database while the web process is told to end."""
    web = site.process_of("web-1")
    listening = len(listeners(web, site.port))
    with (
        closing(sqlite3.connect(site.folder / "site.sqlite3", isolation_level=None)) as database,
        socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line,
    ):
        database.execute("BEGIN IMMEDIATE")
        line.sendall(request)
        wait_until(lambda: is_read(line, site.port), PATIENCE, site.log)
        os.kill(web, signal.SIGTERM)
        wait_until(lambda: len(listeners(web, site.port)) < listening, PATIENCE, site.log)
        database.execute("ROLLBACK")
        answer = line.recv(4096)
    wait_until(lambda: site.process_of("web-1") != web, PATIENCE, site.log)
    assert answer, site.log()
    return int(answer.split()[1])


def connections(port: int) -> list[list[str]]:
    """Linux's list of connections at a port of this machine."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return [line for line in lines if int(line[1].rpartition(":")[2], 16) == port]


def is_read(line: socket.socket, port: int) -> bool:
    """Whether the server has read everything that was sent."""
    mine = line.getsockname()[1]
    queues = [each[4] for each in connections(port) if int(each[2].rpartition(":")[2], 16) == mine]
    return bool(queues) and all(int(queue.rpartition(":")[2], 16) == 0 for queue in queues)


def listeners(process: int, port: int) -> list[Path]:
    """The listening sockets of a process at the port, as files."""
    sockets = {f"socket:[{line[9]}]" for line in connections(port) if line[3] == "0A"}
    files = []
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):
            if os.readlink(file) in sockets:
                files.append(file)
    return files
