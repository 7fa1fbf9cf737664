"""A running site collects metrics across all its processes, and its log says what each line is about."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator

import pytest

from tests.site.figures import Figures, figures
from tests.stack.playing import my_turn, open_table, person, play
from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with two web processes, with metrics and JSON logs."""
    folder = tmp_path_factory.mktemp("counted")
    with RunningSite(folder, WEB_PROCESSES="2", METRICS_TOKEN="count-me", LOG_FORMAT="json", LOG_LEVEL="INFO") as site:
        yield site


def asked(site: RunningSite) -> Figures:
    answer = Visitor(site.url).get("/metrics", Authorization="Bearer count-me")
    assert answer.status == 200
    return figures(answer.text)


def total(found: Figures, name: str, *labels: str) -> float:
    return sum(value for (each, given), value in found.items() if each == name and set(labels) <= set(given))


def test_processes_are_counted_together_and_who_is_killed_holds_no_sockets(counted: RunningSite) -> None:
    alice = person(counted, "alice")
    code = open_table(alice, "beginner")
    while True:
        seen = alice.match(code)
        if any(entry["seat"] != seen["seat"] for entry in seen["log"]):
            break
        play(alice, code, my_turn(alice, code, counted))
    before = total(asked(counted), "site_request_seconds_count", "home", "200")
    for _visit in range(20):
        alice.get("/")
    found = asked(counted)
    assert total(found, "site_request_seconds_count", "home", "200") == before + 20
    assert total(found, "site_thinking_seconds_count", "rapa_nui", "beginner") >= 1
    assert total(found, "site_task_seconds_count", "games.think", "success") >= 1
    assert total(found, "site_database_seconds_count", "write") > 5
    with alice.socket(f"/ws/match/{code}/"), alice.socket("/ws/me/"):
        wait_until(lambda: total(asked(counted), "site_sockets") == 2, PATIENCE, counted.log)
        for number in (1, 2):
            old = counted.process_of(f"web-{number}")
            os.kill(old, signal.SIGKILL)
            wait_until(lambda number=number, old=old: counted.process_of(f"web-{number}") != old, PATIENCE, counted.log)
        wait_until(lambda: total(asked(counted), "site_sockets") == 0, PATIENCE, counted.log)
    again = asked(counted)
    assert total(again, "site_request_seconds_count", "home", "200") == before + 20, "counts survive the process"


def log_lines(site: RunningSite) -> list[dict[str, object]]:
    """The log lines of web processes and workers."""
    said = [line.partition("| ")[2] for line in site.log().splitlines()]
    return [json.loads(line) for line in said if line.startswith("{")]


def test_a_line_says_which_request_match_and_ply_it_is_about(counted: RunningSite) -> None:
    alice = person(counted, "alice")
    code = open_table(alice, "somebody")
    answer = alice.post(f"/match/{code}/play/", action="nonsense", ply=7)
    assert answer.status >= 400
    name = answer.headers["X-Request-ID"]

    def found() -> list[dict[str, object]]:
        return [line for line in log_lines(counted) if line.get("request") == name]

    wait_until(found, PATIENCE, counted.log)
    [line] = found()
    assert (line["match"], line["ply"], line["level"]) == (code, 7, "WARNING")
    assert str(line["time"]).endswith("+00:00")
