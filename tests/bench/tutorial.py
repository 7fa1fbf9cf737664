"""A stranger's bots play games of every kind to their ends, by the lines of docs/api.md and the client alone.

    .venv/bin/python -m tests.bench.tutorial [--games 25] [--bots 4]

A person signs up, makes bots and tokens on the pages, and gives each bot the program of *Game after game*, word for
word but for the address and the token. The programs run in processes of their own, with nothing but
`clients/python`. Prints what each has printed, and for each kind of game how many were played to the end and won, as
the site has stored it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.stack.site import ROOT, RunningSite
from tests.stack.visitor import PASSWORD, Visitor

BOTS, GAMES = 4, 25
HEADING = "### 6. Game after game"
ADDRESS, TOKEN = "http://localhost:8000", "mp_…"
"""What stands in the document for the site and the token."""

FAILED = "failed: "
"""How the line begins that tells of a program that has ended with an error, and takes the place of what it printed."""

LONGEST = 3600
"""Seconds after which a program is ended: it plays one game of each kind."""

STORED = """
import json
from games.models import Match, Seat
found = {}
for seat in Seat.objects.filter(user__owner__username="Stranger").select_related("match"):
    counts = found.setdefault(seat.match.game, {"games": 0, "finished": 0, "won": 0, "plies": 0, "left": 0})
    counts["games"] += 1
    counts["finished"] += seat.match.status == Match.Status.FINISHED
    counts["left"] += seat.match.status == Match.Status.FINISHED and seat.points is None
    counts["won"] += seat.rank == 1
    counts["plies"] += seat.match.ply
print(json.dumps(found))
"""


def main() -> None:
    """Play on a site of its own."""
    parser = ArgumentParser(prog="python -m tests.bench.tutorial", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind")
    parser.add_argument("--bots", type=int, default=BOTS, choices=range(1, 6), help="which share the games")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, RunningSite(Path(folder), WEB_PROCESSES="2", AI_PROCESSES="2") as site:
        said = []
        for line in play(site, asked.games, asked.bots):
            print(line, flush=True)
            said.append(line)
    sys.exit(any(line.startswith(FAILED) for line in said))


def play(site: RunningSite, games: int, bots: int) -> Iterator[str]:
    """Let the bots play so many games of each kind, and report."""
    tokens = tokens_of_bots(site, bots)
    yield f"{bots} bots have tokens"
    began = time.monotonic()
    with ThreadPoolExecutor(bots) as together:
        shares = [games // bots + (number < games % bots) for number in range(bots)]
        for said in together.map(lambda token, share: _play(site, token, share), tokens, shares):
            yield from said
    yield f"played in {time.monotonic() - began:.0f} s"
    stored = json.loads(site.python("manage.py", "shell", "-v0", "-c", STORED).splitlines()[-1])
    for game, counts in stored.items():
        yield (
            f"{game}: {counts['games']} games, {counts['finished']} played to the end, {counts['left']} left, "
            f"{counts['won']} won, {counts['plies']} entries in their logs"
        )


def tokens_of_bots(site: RunningSite, count: int) -> list[str]:
    """The tokens of new bots, as their owner makes them on the pages."""
    owner, tokens = Visitor(site.url), []
    owner.sign_up("Stranger")
    for number in range(count):
        page = owner.get("/account/bots/")
        made = owner.post("/account/bots/", username=f"Robo-{number}", once=_key(page.text))
        assert made.status == 302, made.text
        page = owner.get(made.location)
        scopes = {"scopes": ["read", "play", "tables"]}
        shown = owner.post(made.location, name="laptop", days="30", once=_key(page.text), **scopes)
        if shown.status == 302:  # the first token: the page asks for the password, and then goes on
            owner.get(shown.location)
            shown = owner.post(shown.location, password=PASSWORD)
        tokens += re.findall(r'<code class="hash">(mp_[^<]+)</code>', unescape(shown.text))
    assert len(tokens) == count, "each bot shows its token once"
    return tokens


def lines_of_the_document() -> str:
    """The program of the document."""
    part = (ROOT / "docs" / "api.md").read_text().partition(HEADING)[2].partition("\n### ")[0]
    return "\n".join(line.removeprefix("    ") for line in part.splitlines() if line.startswith("    "))


def _play(site: RunningSite, token: str, times: int) -> list[str]:
    """What the program prints that many times; a failure does not keep it from the next time."""
    program = lines_of_the_document()
    assert ADDRESS in program
    assert TOKEN in program
    program = program.replace(ADDRESS, site.url).replace(TOKEN, token)
    alone = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    alone["PYTHONPATH"] = str(ROOT / "clients" / "python" / "src")
    said = []
    for _time in range(times):
        try:
            done = subprocess.run(
                [sys.executable, "-S", "-c", program],
                env=alone,
                capture_output=True,
                text=True,
                check=True,
                timeout=LONGEST,
            )
        except subprocess.CalledProcessError as error:
            said.append(f"{FAILED}exit code {error.returncode}\n{error.stderr}")
        except subprocess.TimeoutExpired:
            said.append(f"{FAILED}no end after {LONGEST} s")
        else:
            said += done.stdout.splitlines()
    return said


def _key(page: str) -> str:
    """What the form of a page carries so that it is done once."""
    return re.findall(r'name="once" value="([^"]+)"', page)[0]


if __name__ == "__main__":
    main()
