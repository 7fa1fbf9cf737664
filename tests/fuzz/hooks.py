"""The hooks that Schemathesis loads for `tests.fuzz.document`: who sends a request, what exists, and what is secret.

It runs in the environment of Schemathesis, so it imports nothing of the site.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import sqlite3
from collections import Counter, defaultdict
from pathlib import Path
from threading import Lock
from typing import Any

import requests
import schemathesis
from hypothesis import strategies as st

FOLDER = Path(os.environ["DOCUMENT"])
FACTS = json.loads((FOLDER / "facts.json").read_text())
SENDERS, VALUES = FACTS["senders"], FACTS["values"]
TOKEN = "d" * 32
"""The CSRF token, in cookie and header."""

AT_A_PLY = ("/play", "/undo", "/hint", "/plan")
"""Ends of paths where a request says what it has seen."""

AGAIN = 500
"""Secrets are read again after so many responses."""

TAIL = 24
"""Characters at the end of a deal: what comes last into a game."""

SECRETS = {
    "a deal": f"""
        SELECT substr(deal, -{TAIL}) FROM games_match WHERE status = 'running' AND game != 'maya'
        AND NOT exhibition AND length(deal) > {TAIL} AND deal NOT IN
        (SELECT deal FROM games_match WHERE status != 'running')""",
    "the deal of the day": f"SELECT substr(text, -{TAIL}) FROM daily_deal WHERE game != 'maya'",
    "a password": "SELECT password FROM accounts_user WHERE length(password) > 20",
    "a table's password": "SELECT password FROM games_match WHERE length(password) > 20",
    "a session": "SELECT session_key FROM django_session",
    "a token": "SELECT digest FROM accounts_apitoken",
    "an invitation to a club": "SELECT invite FROM clubs_club",
    "a mail address": "SELECT email FROM account_emailaddress",
}
"""Queries for what no response may contain. A table's invitation is told to the one who opens it."""

lock = Lock()
kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
operations: Counter[str] = Counter()
looked = {"responses": 0, "secrets": 0}
secrets: list[tuple[str, bytes]] = []


@schemathesis.hook
def flatmap_case(ctx: Any, case: Any) -> Any:
    """The same request of someone, half of the time about things that exist."""
    return st.tuples(st.sampled_from(sorted(SENDERS)), st.booleans(), st.randoms()).map(lambda drawn: _of(case, *drawn))


def _of(case: Any, kind: str, about_something: bool, chance: Any) -> Any:
    if about_something:
        for part in (case.path_parameters, case.body):
            for name in set(part if isinstance(part, dict) else ()) & VALUES.keys():
                part[name] = chance.choice(VALUES[name])
    case.headers["X-Sender"] = kind
    return case


@schemathesis.hook
def before_call(ctx: Any, case: Any, kwargs: Any) -> None:
    """Put the credentials of the sender into the request, and where it matters what has just been seen."""
    kind = case.headers.setdefault("X-Sender", "player")
    sender = SENDERS[kind]
    case.headers.pop("Authorization", None)
    case.cookies.clear()
    if "token" in sender:
        case.headers["Authorization"] = f"Bearer {sender['token']}"
    if "session" in sender:
        case.cookies |= {"sessionid": sender["session"], "csrftoken": TOKEN}
        case.headers["X-CSRFToken"] = TOKEN
    if isinstance(case.body, dict) and case.path.endswith(AT_A_PLY) and case.body.get("ply") in VALUES["ply"]:
        _look(case)


def _look(case: Any) -> None:
    """Let the request be about the match as the sender sees it now."""
    site = case.operation.schema.get_base_url().rstrip("/")
    path = case.formatted_path.rpartition("/")[0]
    answer = requests.get(site + path, headers=dict(case.headers), cookies=case.cookies, timeout=60)
    if answer.status_code == 200:
        match = answer.json()
        case.body["ply"] = match["ply"]
        if match["legal"] and "action" in case.body:
            case.body["action"] = match["legal"][0]


@schemathesis.hook
def after_call(ctx: Any, case: Any, response: Any) -> None:
    """Count, and end after the last request."""
    with lock:
        kinds[case.headers.get("X-Sender", "?")][str(response.status_code)] += 1
        operations[f"{case.method} {case.path}"] += 1
        sent = operations.total()
    if sent == FACTS["requests"]:
        os.kill(os.getpid(), signal.SIGINT)
    if sent % 5000 == 0:
        _keep()


@schemathesis.check
def no_secret_bytes(ctx: Any, response: Any, case: Any) -> None:
    """No response has a secret in it. Its own session comes back to a browser as a cookie."""
    headers = {name: value for name, value in response.headers.items() if name.lower() != "set-cookie"}
    content = response.content + repr(headers).encode()
    with lock:
        if looked["responses"] % AGAIN == 0:
            secrets[:] = _secrets()
            looked["secrets"] = max(looked["secrets"], len(secrets))
        looked["responses"] += 1
        found = [secret for secret in secrets if secret[1] in content]
    if found and (left := set(found) & set(_secrets())):  # a game may have ended since
        raise AssertionError(f"{case.method} {case.formatted_path} tells {sorted(what for what, _text in left)}")


def _secrets() -> list[tuple[str, bytes]]:
    found = []
    base = sqlite3.connect(f"file:{FACTS['database']}?mode=ro", uri=True, timeout=60)
    try:
        for what, query in SECRETS.items():
            found += [(what, str(text).encode()) for (text,) in base.execute(query) if text]
    finally:
        base.close()
    return found


@atexit.register
def _keep() -> None:
    with lock:
        told = {"kinds": kinds, "operations": operations} | looked
        (FOLDER / "tally.json").write_text(json.dumps(told))
