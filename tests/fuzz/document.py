"""Schemathesis makes requests of the OpenAPI document of a running site, and sends them as accounts of every kind.

    .venv/bin/python -m tests.fuzz.document [--requests 100000] [--seed 1] [--schemathesis "uvx schemathesis"]

Schemathesis is no dependency of the site: install it as you like, and name its command. It makes valid and invalid
requests to every operation but the streams (which do not end), and follows what earlier responses have told. `hooks.py`
next to this file draws who sends a request, and now and then the name of something that exists. No response may be a
5xx, differ from the document in status, content type, headers or body, or have a secret in it: what is still face down
in a deal, a password's or a token's hash, a session, an invitation, a mail address. The site's log must have no error.
Prints how many requests were sent, by whom and with which answers. Exit code 1 after any failure.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.fuzz.run import troubles
from tests.stack.site import RunningSite

HOOKS = Path(__file__).with_name("hooks.py")
LEFT_OUT = (
    "negative_data_rejection",
    "positive_data_acceptance",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "use_after_free",
    "ensure_resource_availability",
    "ignored_auth",
    "object_level_authorization",
)
"""Checks of Schemathesis that guess what an API should refuse: `tests/permissions/table.txt` knows it."""
FAILURE = re.compile(r"^ +❌ (.+): (\d+)$", re.MULTILINE)
SCOPES = ("read", "play", "tables", "people")


def main() -> int:
    """Send the requests to a site of its own."""
    parser = ArgumentParser(prog="python -m tests.fuzz.document", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="threads that make requests")
    parser.add_argument("--seconds", type=int, default=24 * 60 * 60, help="after which it ends, however many were sent")
    parser.add_argument("--schemathesis", default="schemathesis", help="the command")
    parser.add_argument("--furnish", action="store_true", help="fill the site of the environment, and print facts")
    asked = parser.parse_args()
    if asked.furnish:
        print(json.dumps(furnish()))
        return 0
    program = shlex.split(asked.schemathesis)[0]
    if shutil.which(program) is None:
        parser.error(f"{program} is missing. `uv tool install schemathesis` installs it")
    with TemporaryDirectory(prefix="machupicchu-document-") as folder:
        var = Path(folder) / "var"
        var.mkdir()
        with RunningSite(var, WEB_PROCESSES="2", AI_PROCESSES="1") as site:
            facts = json.loads(site.python("-m", "tests.fuzz.document", "--furnish").splitlines()[-1])
            facts |= {"requests": asked.requests, "database": str(var / "site.sqlite3")}
            Path(folder, "facts.json").write_text(json.dumps(facts))
            before = len(site.log())
            failures = _run(site, Path(folder), asked.schemathesis, asked.seed, asked.workers, asked.seconds)
            errors = troubles(site.log()[before:])
        tally = json.loads(Path(folder, "tally.json").read_text())
    for line in told(tally, failures, errors):
        print(line)
    return 1 if failures or errors else 0


def told(tally: dict[str, Any], failures: dict[str, int], errors: list[str]) -> list[str]:
    """The report: requests by sender and by answer, failures, and the errors in the log."""
    answers: Counter[str] = Counter()
    lines = []
    for kind, count in sorted(tally["kinds"].items()):
        answers.update(count)
        lines.append(f"{kind:10} {sum(count.values()):7}: {_counts(count)}")
    lines += [f"{answers.total()} requests to {len(tally['operations'])} operations: {_counts(answers)}"]
    lines += [f"{tally['responses']} responses looked through for {tally['secrets']} secrets"]
    lines += [f"{sum(failures.values())} failures{': ' if failures else ''}{_counts(failures)}"]
    return [*lines, f"{len(errors)} errors in the log of the site", *errors[:20]]


def _counts(found: dict[str, int]) -> str:
    return ", ".join(f"{found[name]} × {name}" for name in sorted(found))


def _run(site: RunningSite, folder: Path, command: str, seed: int, workers: int, seconds: int) -> dict[str, int]:
    """Let Schemathesis run, show what it says, and return the kinds of failures that it has found."""
    arguments = [
        *shlex.split(command),
        *("fuzz", f"{site.url}/api/v1/openapi.json", "--url", site.url, "--mode", "all", "--seed", str(seed)),
        *("--workers", str(workers), "--max-time", str(seconds), "--continue-on-failure"),
        *("--exclude-checks", ",".join(LEFT_OUT)),
        *("--exclude-path-regex", "/events$", "--generation-with-security-parameters", "false"),
        *("--generation-database", "none", "--request-timeout", "60", "--no-color"),
    ]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": str(HOOKS), "DOCUMENT": str(folder)}
    done = subprocess.run(arguments, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout)
    assert "SUMMARY" in done.stdout, "it has run"
    return {what: int(count) for what, count in FAILURE.findall(done.stdout)}


def furnish() -> dict[str, Any]:
    """Fill the database, and return who can send requests and what exists. Needs the environment of the site."""
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from accounts.bots import bot_create
    from accounts.tokens import token_create
    from clubs.models import Club
    from cups.models import Cup
    from games.engine import GAMES
    from games.models import Challenge
    from membership.bans import ban_create
    from tests.games.playing import legal
    from tests.permissions.cast import Stage
    from tests.puzzles.shelf import some_puzzle

    stage = Stage()
    people = stage.people

    def token(role: str, *scopes: str) -> dict[str, str]:
        return {"token": token_create(user=people[role], name="program", scopes=scopes or SCOPES, days=None)[1]}

    def cookie(role: str) -> dict[str, str]:
        browser = Client(SERVER_NAME="localhost")
        browser.force_login(people[role])
        if role == "watcher":
            for match in stage.matches.values():
                browser.get(reverse("match_invite", args=[match.code, match.invite]))
        return {"session": browser.cookies[settings.SESSION_COOKIE_NAME].value}

    people["bot"] = bot_create(owner=people["member"], name="Robo")
    senders: dict[str, dict[str, str]] = {"nobody": {}, "guest": cookie("guest"), "watcher": cookie("watcher")}
    for role in ("member", "player", "host", "friend", "invited", "blocked", "superuser", "bot", "banned"):
        senders[role] = token(role)
    senders["moderator"] = token("moderator", *SCOPES, "moderate")
    senders["reader"] = token("player", "read")
    senders["forged"] = {"token": "mp_" + "x" * 43}
    ban_create(user=people["banned"], moderator=people["moderator"], until=None, why="Insults.")
    running = stage.matches[""]
    names = [user.username for user in people.values()]
    values = {
        "code": [match.code for match in stage.matches.values()],
        "cup": list(Cup.objects.values_list("code", flat=True)),
        "club": list(Club.objects.values_list("code", flat=True)),
        "challenge": list(Challenge.objects.values_list("token", flat=True)),
        "bout": [stage.bout.pk],
        "puzzle": [1],
        "game": list(GAMES),
        "name": names,
        "season": ["2026-2"],
        "day": ["2026-06-03"],
        "step": [0, 1, 2],
        "action": [*map(str, legal(running)), some_puzzle().moment.best],
        "ply": list(range(4)),
        "place": [0],
        "count": [0, 1],
        "rung": [stage.rung.pk],
        "level": ["beginner", "solid"],
        "computers": [["beginner"], ["solid", "casual"], []],
        "seats": [2, 3],
        "seat": [0, 1],
        "player": names,
    }
    return {"senders": senders, "values": values}


if __name__ == "__main__":
    sys.exit(main())
