"""From the release before to this one while people play: tables first, then old and new servers beside each other."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.site.releases import GIT, release_before
from tests.stack.site import PATIENCE, ROOT, RunningSite, UnpreparedSite, free_port, wait_until
from tests.stack.test_match import join, open_table, person
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

LONGEST = 1000
"""Actions: no game of Rapa Nui is that long."""


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The files of the release before."""
    packed = subprocess.run([*GIT, "archive", release_before()], capture_output=True, check=False)
    if packed.returncode:
        pytest.fail("the code of the release before is not in this clone: git fetch --unshallow")
    place = tmp_path / "before"
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(place, filter="data")
    return place


class FormerSite(UnpreparedSite):
    """The site as its former release, whose files lie in `code`, starts it."""

    def __init__(self, folder: Path, code: Path) -> None:
        super().__init__(folder, WEB_PROCESSES="1", AI_PROCESSES="1")
        self.code = code


class Game:
    """Two people who play Rapa Nui against each other, never send anything twice, and remember what was taken."""

    def __init__(self, site: RunningSite, name: str) -> None:
        people = [person(site, f"{name}-{number}") for number in (1, 2)]
        self.code = open_table(people[0], "somebody")
        join(people[1], self.code)
        self.people = {visitor.match(self.code)["seat"]: visitor for visitor in people}
        self.played: list[tuple[int, str]] = []

    def move_to(self, url: str, *seats: int) -> None:
        """From now on these ask another server; cookies go with them."""
        for seat in seats:
            self.people[seat].url = url

    def play(self, actions: int) -> bool:
        """Play so many actions, or to the end. Returns whether the game goes on. No answer may be an error."""
        for _number in range(actions):
            to_move = self.people[0].match(self.code)["to_move"]
            if to_move is None:
                return False
            self._act(self.people[to_move])
        return True

    def _act(self, visitor: Visitor) -> None:
        seen = visitor.match(self.code)
        assert visitor.get(f"/match/{self.code}/").status == 200
        answer = visitor.post(f"/match/{self.code}/play/", action=seen["legal"][0], ply=seen["ply"])
        assert answer.status == 302, answer.text
        entry = visitor.match(self.code)["log"][seen["ply"]]
        self.played.append((seen["ply"], seen["legal"][0]))
        assert (entry["seat"], entry["action"]) == (seen["seat"], seen["legal"][0])


@contextmanager
def new_pages(site: RunningSite) -> Iterator[str]:
    """The address of a page server of this release, beside the running site."""
    port = free_port()
    command = [sys.executable, "-m", "machupicchu.web", "--port", str(port)]
    kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")}
    mine = kept | {"VAR_DIR": str(site.folder), "DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
    url = f"http://localhost:{port}"

    def serves() -> bool:
        try:
            return Visitor(url).get("/").status == 200
        except OSError:
            return False

    with subprocess.Popen(command, cwd=ROOT, env=mine) as server:
        try:
            wait_until(serves, PATIENCE)
            yield url
        finally:
            server.terminate()
            server.wait(timeout=PATIENCE)


def test_games_of_the_release_before_go_on_while_tables_and_servers_are_exchanged(before: Path, tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    with FormerSite(var, before) as old:
        game = Game(old, "early")
        assert game.play(10)
        assert "waits for" in old.python("manage.py", "version")
        old.python("-m", "machupicchu.run.prepare", "data", "static")
        assert "up to date" in old.python("manage.py", "version")
        assert game.play(6), "on servers of the release before, whose tables are those of this one"
        late = Game(old, "late")
        assert late.play(6), "and what is begun there lies in the same tables"
        with new_pages(old) as url:
            for each in (game, late):
                each.move_to(url, 0)
                assert each.play(4), "one player at either server"
                each.move_to(old.url, 0)
    with RunningSite(var, WEB_PROCESSES="1", AI_PROCESSES="1") as new:
        for each in (game, late):
            each.move_to(new.url, 0, 1)
        assert late.play(4)
        assert not game.play(LONGEST)
        seen = game.people[0].match(game.code)
        assert seen["status"] == "finished"
        assert all(seen["log"][ply]["action"] == action for ply, action in game.played)
