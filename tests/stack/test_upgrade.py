"""From the previous release to this one, in two ways: while people play, tables first, then old and new servers next to
each other; and all at once, on a used site on which everything stays as it was.
"""

from __future__ import annotations

import io
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.site.releases import GIT, release_before
from tests.stack.playing import join, open_table, person
from tests.stack.site import PATIENCE, ROOT, RunningSite, UnpreparedSite, free_port, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

LONGEST = 1000
"""Actions: no game for two is this long if players always choose the middle of the list."""

GAMES = ("machu_picchu", "maya", "princes", "rapa_nui")


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The files of the previous release."""
    packed = subprocess.run([*GIT, "archive", release_before()], capture_output=True, check=False)
    if packed.returncode:
        pytest.fail("the code of the release before is not in this clone: git fetch --unshallow")
    place = tmp_path / "before"
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(place, filter="data")
    return place


class FormerSite(UnpreparedSite):
    """The site as its previous release, with its code in `code`, starts it."""

    def __init__(self, folder: Path, code: Path) -> None:
        super().__init__(folder, WEB_PROCESSES="1", AI_PROCESSES="1")
        self.code = code


class Game:
    """Two people who play against each other, never send anything twice, and remember the accepted actions."""

    def __init__(self, people: list[Visitor], game: str = "rapa_nui", **terms: str) -> None:
        form = people[0].get(f"/tables/new/?game={game}").text
        options = dict(reversed(re.findall(r'name="(option_\w+)" value="([^"]+)"', form)))  # the first of each
        self.code = open_table(people[0], "somebody", game, **options, **terms)
        join(people[1], self.code)
        self.people = {visitor.match(self.code)["seat"]: visitor for visitor in people}
        self.played: list[tuple[int, str]] = []

    def move_to(self, url: str, *seats: int) -> None:
        """Send these seats' requests to another server from now on, with their cookies."""
        for seat in seats:
            self.people[seat].url = url

    def play(self, actions: int) -> bool:
        """Play this many actions, or to the end. Returns whether the game goes on. Every response must be a success."""
        for _number in range(actions):
            to_move = self.people[0].match(self.code)["to_move"]
            if to_move is None:
                return False
            self._act(self.people[to_move])
        return True

    def _act(self, visitor: Visitor) -> None:
        seen = visitor.match(self.code)
        assert visitor.get(f"/match/{self.code}/").status == 200
        action = seen["legal"][len(seen["legal"]) // 2]  # with the very first, The Princes would be ten times as long
        answer = visitor.post(f"/match/{self.code}/play/", action=action, ply=seen["ply"])
        assert answer.status == 302, answer.text
        entry = visitor.match(self.code)["log"][seen["ply"]]
        self.played.append((seen["ply"], action))
        assert (entry["seat"], entry["action"]) == (seen["seat"], action)


def pair(site: RunningSite, name: str) -> list[Visitor]:
    """Two new members."""
    return [person(site, f"{name}-{number}") for number in (1, 2)]


@contextmanager
def new_pages(site: RunningSite) -> Iterator[str]:
    """The URL of a page server of this release, next to the running site."""
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
        game = Game(pair(old, "early"))
        assert game.play(10)
        assert "waits for" in old.python("manage.py", "version")
        old.python("-m", "machupicchu.run.prepare", "data", "static")
        assert "up to date" in old.python("manage.py", "version")
        assert game.play(6), "on servers of the previous release, with tables of this one"
        late = Game(pair(old, "late"))
        assert late.play(6), "and matches started there use the same tables"
        with new_pages(old) as url:
            for each in (game, late):
                each.move_to(url, 0)
                assert each.play(4), "one player on each server"
                each.move_to(old.url, 0)
    with RunningSite(var, WEB_PROCESSES="1", AI_PROCESSES="1") as new:
        for each in (game, late):
            each.move_to(new.url, 0, 1)
        assert late.play(4)
        assert not game.play(LONGEST)
        seen = game.people[0].match(game.code)
        assert seen["status"] == "finished"
        assert all(seen["log"][ply]["action"] == action for ply, action in game.played)


class Tab:
    """A page of a match left open while the site is updated, acting as its scripts would."""

    def __init__(self, game: Game, seat: int) -> None:
        self.code, self.visitor = game.code, game.people[seat]
        self.text = self.visitor.get(f"/match/{self.code}/").text
        self.ply = self.visitor.match(self.code)["ply"]

    def goes_on(self) -> None:
        """Check that its files are still there, its poll is answered as before, and its socket opens again."""
        files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', self.text))
        assert files
        for name in sorted(files):
            assert self.visitor.download(name)[0], name
        ask = {"HX-Request": "true", "Match-Patch": "of-the-former-release"}
        assert self.visitor.get(f"/match/{self.code}/?ply={self.ply}", **ask).status == 204
        answer = self.visitor.get(f"/match/{self.code}/?ply={self.ply - 1}", **ask)
        assert (answer.status, f'data-ply="{self.ply}"' in answer.text) == (200, True)
        with self.visitor.socket(f"/ws/match/{self.code}/"):
            pass

    def send(self) -> None:
        """Press the first button of the form that the previous release drew."""
        [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.text))
        action = re.search(r'<button[^>]*name="action" value="([^"]+)"', self.text)
        assert action, self.text
        path = f"/match/{self.code}/play/"
        answer = self.visitor.post(
            path, action=unescape(action[1]), ply=self.ply, confirmed="1", csrfmiddlewaretoken=token
        )
        assert answer.status == 302, answer.text
        assert self.visitor.match(self.code)["ply"] > self.ply


RATED = {
    "games_rating": "id, user_id, game, season, seats, mu, sigma, games, firsts, seconds, thirds, standing, last_at",
    "games_ratingchange": "id, seat, game, number, place, mu_before, sigma_before, mu_after, sigma_after",
    "games_ratedmatch": "id, match_id, game, number, season, struck",
}
KEPT = RATED | {
    "accounts_user": "id, username, password, email, date_joined, is_active",
    "games_seat": "id, match_id, number, user_id",
    "games_action": "id, match_id, ply, seat, kind",
    "notices_notice": "id, user_id, kind, match_id, seat, ply, made_at",
}


def rows(folder: Path, tables: dict[str, str]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of these tables, with these columns."""
    with closing(sqlite3.connect(folder / "site.sqlite3", timeout=PATIENCE)) as database:
        return {
            table: database.execute(f"SELECT {columns} FROM {table} ORDER BY id").fetchall()
            for table, columns in tables.items()
        }


def records(games: list[Game]) -> list[str]:
    """The records of finished matches, as their players download them."""
    found = [game.people[0].get(f"/match/{game.code}/record.txt") for game in games]
    assert {answer.status for answer in found} == {200}
    return [answer.text for answer in found]


def without_new_headers(text: str) -> str:
    """A record without the header lines that say where, when and between whom it was played."""
    return re.sub(r"^\[(?:Site|Date|Names|Ratings|Pace) .*\n", "", text, flags=re.MULTILINE)


def logs(games: list[Game]) -> list[Any]:
    """The logs of matches as each seat sees them."""
    seen = [visitor.match(game.code)["log"] for game in games for visitor in game.people.values()]
    return [[(entry["seat"], entry["kind"], entry["action"], entry["source"]) for entry in log] for log in seen]


def test_a_used_site_is_the_same_after_the_update_and_all_that_ran_goes_on(before: Path, tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    with FormerSite(var, before) as old:
        people = pair(old, "player")
        over = [Game(people, game, rated="on") for game in GAMES]
        for game in over:
            assert game.play(4)
            assert game.people[0].post(f"/match/{game.code}/resign/").status == 302
        running = [Game(people, game) for game in GAMES]
        assert all(game.play(5) for game in running)
        wait_until(lambda: len(rows(var, RATED)["games_ratedmatch"]) == len(over), PATIENCE, old.log)
        tabs = [Tab(game, game.people[0].match(game.code)["to_move"]) for game in running]
        earlier, lines = records(over), logs(running)
    kept = rows(var, KEPT)
    assert all(kept.values()), kept
    with RunningSite(var, PORT=str(old.port), WEB_PROCESSES="1", AI_PROCESSES="1") as new:
        assert re.search(r"Updating the tables of release \S+ to release", new.log())
        assert len(list((var / "backups").glob("before-*.sqlite3"))) == 1
        assert {table: found[: len(kept[table])] for table, found in rows(var, KEPT).items()} == kept
        assert [visitor.get("/account/settings/").status for visitor in people] == [200, 200]
        assert [without_new_headers(text) for text in records(over)] == [without_new_headers(text) for text in earlier]
        assert logs(running) == lines
        for tab in tabs:
            tab.goes_on()
            tab.send()
        with ThreadPoolExecutor(len(running)) as hands:
            assert list(hands.map(lambda game: game.play(LONGEST), running)) == [False] * len(running)
        assert {game.people[0].match(game.code)["status"] for game in running} == {"finished"}
        assert all(len(text) > 100 for text in records(running))
