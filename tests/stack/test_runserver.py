"""`manage.py runserver`: one command gives a developer the whole site, with all changes visible."""

import json
import signal
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.development import DevelopersSite, copied
from tests.stack.site import PATIENCE, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code that tests may change."""
    return copied(tmp_path_factory.mktemp("code") / "site")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, code: Path) -> Iterator[DevelopersSite]:
    """A developer's site, one for the module."""
    with DevelopersSite(tmp_path_factory.mktemp("desk"), code=code) as site:
        yield site


def read(url: str) -> str:
    """The content of a page."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.read().decode()


def shows(url: str, text: str) -> bool:
    """Whether the page, if there is one, contains the text."""
    try:
        return text in read(url)
    except OSError:  # it is restarting
        return False


def test_play_now_against_the_chinchilla_works_with_this_one_command(desk):
    visitor = Visitor(desk.url)
    visitor.get("/")
    answer = visitor.post("/play-now/")
    assert answer.status == 302, answer.text
    code = answer.location.strip("/").split("/")[-1]
    while (seen := visitor.match(code))["to_move"] == seen["seat"]:
        with visitor.socket(f"/ws/match/{code}/") as line:
            visitor.post(f"/match/{code}/play/", action=seen["legal"][0], ply=seen["ply"])
            assert json.loads(line.recv(timeout=PATIENCE))["ply"] > seen["ply"]
    wait_until(lambda: visitor.match(code)["ply"] > seen["ply"], PATIENCE, desk.log)
    assert "Internal Server Error" not in desk.log()


def test_static_files_have_their_own_names_and_come_from_where_they_are_written(desk, code):
    assert '"/static/css/site.css"' in read(desk.url)
    style = code / "static" / "css" / "site.css"
    style.write_text(style.read_text() + "\n/* Just written. */\n")
    assert read(f"{desk.url}/static/css/site.css").endswith("/* Just written. */\n")


@pytest.mark.parametrize("template", ["templates/base.html", "games/titles/rapa_nui/jinja/games/rapa_nui/display.html"])
def test_a_changed_template_is_seen_at_the_next_look(desk, code, template):
    file = code / template
    mark = f"<!-- {file.name} has just been written -->"
    file.write_text(file.read_text() + mark)
    wait_until(lambda: shows(desk.url, mark), PATIENCE, desk.log)


def test_changed_code_is_served_and_worked_with(desk, code):
    wait_until(lambda: "workers is process" in desk.log(), PATIENCE, desk.log)
    before, said = desk.process_of("workers"), len(desk.log())
    module = code / "games" / "pages" / "site" / "robots.py"
    module.write_text(module.read_text().replace("User-agent: *", "User-agent: everything"))
    wait_until(lambda: shows(f"{desk.url}/robots.txt", "User-agent: everything"), PATIENCE, desk.log)
    wait_until(lambda: desk.process_of("workers") != before, PATIENCE, desk.log)
    assert "has ended" not in desk.log()[said:]


def test_code_that_cannot_be_read_is_tried_again_once_it_is_changed(desk, code):
    module = code / "accounts" / "models.py"
    text = module.read_text()
    module.write_text(text + "\ndef broken(:\n")
    wait_until(lambda: "it is tried again once something is changed" in desk.log(), PATIENCE, desk.log)
    assert "SyntaxError: " in desk.log()
    module.write_text(text)
    wait_until(lambda: shows(f"{desk.url}/robots.txt", "User-agent: "), PATIENCE, desk.log)


def test_beside_make_run_it_uses_what_runs_there(site):
    with DevelopersSite(site.folder, "--noreload") as beside:
        assert f"Valkey and workers are those of {site.url}/" in beside.log()
        assert "is process" not in beside.log()
        assert beside.end(signal.SIGINT) == 0
    assert (site.folder / "redis-url").exists()


@pytest.mark.parametrize("options", [(), ("--noreload",)])
def test_it_leaves_nothing_behind(tmp_path, options):
    with DevelopersSite(tmp_path, *options) as desk:
        assert desk.process_of("workers") in desk.processes()
        desk.end()
        wait_until(lambda: desk.processes() == set(), PATIENCE, desk.log)
    assert not (tmp_path / "redis-url").exists()


def test_what_a_killed_one_leaves_behind_is_ended_by_the_next(tmp_path):
    killed = DevelopersSite(tmp_path)
    killed.start()
    leftovers = killed.processes() - {killed.command}
    killed.end(signal.SIGKILL)
    assert leftovers
    with DevelopersSite(tmp_path) as desk:
        assert "ending what it has left behind" in desk.log()
        assert not leftovers & desk.processes()


def test_what_is_missing_is_said_in_one_line(tmp_path, settings):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        code, said = DevelopersSite(tmp_path, PORT=port).refusal()
    assert (code, said[1:]) == (
        1,
        [
            f"CommandError: Port {port} of 127.0.0.1 cannot be used: Address already in use. "
            f"Use another one: .venv/bin/python manage.py runserver {int(port) + 1}"
        ],
    )
    assert said[0].startswith("run     | valkey is process ")
    for trouble, word in (
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "CommandError: Valkey at 127.0.0.1:1 does not answer"),
        ({"DEBUG": "false", "VAR_DIR": str(tmp_path / "new")}, "CommandError: With DEBUG=false, collect the static"),
        ({"VAR_DIR": str(tmp_path / "new")}, "CommandError: The database lacks migrations"),
        ({"DATABASE_URL": "postgres://127.0.0.1:1/x"}, "CommandError: The database cannot be used: "),
        ({"DEBUG": "perhaps"}, "Wrong setting: DEBUG='perhaps' is neither true nor false"),
    ):
        code, said = DevelopersSite(tmp_path, **trouble).refusal()
        assert code != 0
        assert len(said) == 1, said
        assert said[0].startswith(word)
