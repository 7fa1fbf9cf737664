"""boardgame.io's server with the game of cards.js, as a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

from tests.bench.npm import installed
from tests.stack.site import free_port, wait_until

HERE = Path(__file__).parent
ANSWER_SECONDS = 30


def missing() -> str | None:
    """The message to print if the server cannot run here; None if it can."""
    if shutil.which("node") and shutil.which("npm"):
        return None
    return "boardgame.io needs Node and npm (on Debian and Ubuntu: apt-get install nodejs npm). Nothing was measured."


class Peer:
    """Starts on entering, ends on leaving. Keeps matches in files in `folder`, or without one in memory."""

    def __init__(self, folder: Path | None) -> None:
        node, npm = shutil.which("node"), shutil.which("npm")
        assert node is not None, missing()
        assert npm is not None, missing()
        self.port = free_port()
        self._folder = folder
        self._command = [node, str(HERE / "server.js"), str(self.port), *([str(folder)] if folder else [])]
        self._environment = os.environ | {"NODE_ENV": "production", "NODE_PATH": str(installed(npm, HERE))}

    def __enter__(self) -> Self:
        # Its standard input ends it if this process is killed.
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "open\n":
            self.__exit__()
            raise AssertionError("boardgame.io's server did not start")
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def command(self) -> int:
        """Its process ID."""
        return self._process.pid

    def match(self) -> tuple[str, tuple[str, str]]:
        """Create a match in the lobby and take both seats: its ID, and the credentials of both players."""
        match = self._ask("create", {"numPlayers": 2})["matchID"]
        first, second = (
            self._ask(f"{match}/join", {"playerID": seat, "playerName": f"bench-{seat}"}) for seat in ("0", "1")
        )
        return match, (first["playerCredentials"], second["playerCredentials"])

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        address = f"http://127.0.0.1:{self.port}/games/cards/{path}"
        request = Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)

    def has_stored(self, played: dict[str, int]) -> bool:
        """Whether the files have these numbers of actions. They are written after the push, so this waits a little."""
        if self._folder is None:
            return False
        folder = self._folder
        try:
            wait_until(lambda: played.items() <= _stored(folder).items(), 10)
        except AssertionError:
            return False
        return True


def _stored(folder: Path) -> dict[str, int]:
    """The number of actions of each match, from its file; a file that is just being written is skipped."""
    found = {}
    for file in folder.iterdir():
        try:
            item = json.loads(file.read_text())
        except ValueError:
            continue
        if isinstance(item["value"], dict) and "_stateID" in item["value"] and ":" not in item["key"]:
            found[item["key"]] = item["value"]["_stateID"]
    return found
