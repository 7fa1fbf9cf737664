"""The short form of the fuzzer: a site gets some thousand odd requests, and fails at none."""

from pathlib import Path

import pytest

from tests.fuzz.run import run, troubles
from tests.fuzz.tally import Tally

REQUESTS = 1500
SEED = 20


@pytest.mark.stack
def test_whatever_is_sent_the_site_does_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = run(tmp_path, requests=REQUESTS, seed=SEED)
    lines = tally.lines()
    with capsys.disabled():
        print(f" {lines[-1 - len(tally.failures[:50])]}", lines[-2 - len(tally.failures[:50])], sep="; ", end=" ")
    assert not tally.failures, "\n".join(tally.failures[:50])
    assert tally.accepted.total() > REQUESTS / 5, lines
    assert len(tally.roles) > 5, "requests of many roles are accepted"


def test_a_failure_is_noticed_by_its_status_and_by_the_log() -> None:
    tally = Tally()
    tally.count("home", "GET", "nobody", 200, "", b"GET / HTTP/1.1")
    tally.count("home", "POST", "nobody", 302, "/account/login/?next=/", b"POST / HTTP/1.1")
    assert (tally.sent, tally.accepted["home"], tally.failures) == (2, 1, [])
    tally.count("health", "GET", "nobody", 503, "", b"GET /health/ HTTP/1.1")
    assert tally.failures == []
    tally.count("home", "GET", "nobody", 500, "", b"GET /?a HTTP/1.1")
    assert tally.failures == ["500 home as nobody: b'GET /?a HTTP/1.1'"]
    log = [
        "web-1   | 2026-11-25 17:36:19,228 WARNING django.request: Not Found: /nowhere/",
        "web-1   | 2026-11-25 17:36:19,228 ERROR django.request: Internal Server Error: /",
        "web-1   | Traceback (most recent call last):",
        "web-2   | 2026-11-25 17:36:19,228 ERROR django.security.DisallowedHost: Invalid HTTP_HOST header",
        "web-2   | 2026-11-25 17:36:19,229 ERROR django.request: Service Unavailable: /health/",
        "ai      | [2026-11-25 17:36:19,228: ERROR/MainProcess] Task games.think raised unexpected",
    ]
    assert troubles("\n".join(log)) == ["\n".join([log[1], "Traceback (most recent call last):"]), log[5]]
