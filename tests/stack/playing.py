"""People who play on the running site: over HTTP and sockets, also while its parts are killed."""

import json
import time
from http.client import HTTPException
from typing import Any

from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor


def person(site: RunningSite, name: str) -> Visitor:
    """A new member."""
    visitor = Visitor(site.url)
    visitor.sign_up(f"{name}-{time.monotonic_ns()}")
    return visitor


def open_table(host: Visitor, other: str, game: str = "rapa_nui", **terms: str) -> str:
    """The code of a new table with two seats."""
    page = f"/tables/new/?game={game}"
    host.get(page)
    answer = host.post(page, seats=2, place_2=other, access="anybody", pace="live", **terms)
    assert answer.status == 302, answer.text
    return answer.location.strip("/").split("/")[-1]


def join(visitor: Visitor, code: str) -> None:
    visitor.get(f"/match/{code}/")
    answer = visitor.post(f"/match/{code}/join/")
    assert answer.status == 302, answer.text


def play(visitor: Visitor, code: str, seen: dict[str, Any]) -> str:
    """Play the first legal action, retrying like a person who reloads. Returns the action once the log has it."""
    action = seen["legal"][0]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            answer = visitor.post(f"/match/{code}/play/", action=action, ply=seen["ply"])
            log = visitor.match(code)["log"]
        except (OSError, HTTPException):  # the web process was killed: the action may or may not have been played
            continue
        assert answer.status in (302, 409, 503), answer.text
        if len(log) > seen["ply"]:
            assert (log[seen["ply"]]["seat"], log[seen["ply"]]["action"]) == (seen["seat"], action)
            return action
    raise AssertionError(f"{action} could not be played at {seen['ply']}")


def my_turn(visitor: Visitor, code: str, site: RunningSite) -> dict[str, Any]:
    """Wait for the visitor's turn. Returns the match as seen then."""
    seen: dict[str, Any] = {}

    def mine() -> bool:
        try:
            seen.update(visitor.match(code))
        except (OSError, HTTPException, AssertionError):
            return False
        return seen["to_move"] == seen["seat"] or seen["status"] != "running"

    wait_until(mine, PATIENCE, site.log)
    assert seen["status"] == "running", f"{code} is over: {seen['log'][-5:]}"
    return seen


def news(socket: Any, ply: int) -> dict[str, Any]:
    """The first message about a log of at least `ply` entries."""
    while (message := json.loads(socket.recv(timeout=PATIENCE)))["ply"] < ply:
        pass
    return message
