"""`python -m tests.bench.streams --turns 10000`: bots play over event streams while web processes are killed.

What they receive is compared with the database: every log entry and every call to decide must come exactly once.
"""

from __future__ import annotations

import json
import random
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as Flag
from threading import Thread
from typing import Any

from tests.stack.site import PATIENCE, ROOT, RunningSite

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))  # it is no package of the site
from machu_picchu import Client, Match, Problem

GAMES = ("rapa_nui", "machu_picchu", "maya", "princes")

CAST = """
import json
from accounts.models import User
from accounts.tokens import token_create
said = {}
for number in range(COUNT):
    user = User.objects.create_user(f"Bot-{number}")
    said[user.username] = token_create(user=user, name="bot", scopes=["read", "play", "tables"], days=None)[1]
print(json.dumps(said))
"""
TRUTH = """
import json
from games.models import Match
from notices.models import Notice
calls = Notice.objects.filter(user__username__startswith="Bot-", kind__in=["turn", "question"])
print(json.dumps({
    "plies": dict(Match.objects.values_list("code", "ply")),
    "calls": sorted([who, code, ply] for who, code, ply in calls.values_list("user__username", "match__code", "ply")),
}))
"""


@dataclass
class Bot:
    """A bot that plays at random whenever a stream asks it to, and records what it receives."""

    name: str
    client: Client
    stop: Flag
    heard: list[tuple[str, str, int]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    played: int = 0

    def play(self) -> None:
        """Play until stopped."""
        rng = random.Random(self.name)
        for event in self.client.events(stop=self.stop):
            self.numbers.append(int(event["id"]))
            if event["type"] in ("turn", "question"):
                self.heard.append((self.name, event["match"], event["ply"]))
            codes = event["turns"] if event["type"] == "ready" else [event.get("match")]
            for code in codes:
                if isinstance(code, str):
                    self._decide(self.client.match(code), rng)

    def _decide(self, match: Match, rng: random.Random) -> None:
        while match["legal"] and not self.stop.is_set():
            try:
                self.client.play(match, rng.choice(match["legal"]))
                self.played += 1
            except Problem as problem:
                if problem.code not in ("stale_ply", "not_running", "not_your_turn"):
                    raise
            match = self.client.match(match["code"])


@dataclass
class Watch:
    """What a client without an account receives about a match from its beginning."""

    code: str
    plies: list[int] = field(default_factory=list)
    ended: bool = False

    def listen(self, site: str) -> None:
        """Listen until the match is over."""
        for event in Client(site).match_events(self.code, "0-0"):
            if event["type"] in ("entry", "undone"):
                self.plies.append(event["ply"])
            self.ended = event["type"] == "end"


def measure(
    site: RunningSite, *, turns: int, every: float, kills: int = 0, games: Sequence[str] = GAMES, seed: int = 1
) -> dict[str, Any]:
    """Let bots play at least `turns` turns; kill a web process every `every` seconds, at least `kills` times.

    Raises AssertionError if an event is missing, comes twice or is out of order.
    """
    tokens = json.loads(site.python("manage.py", "shell", "-v0", "-c", CAST.replace("COUNT", "4")).splitlines()[-1])
    stop, rng = Flag(), random.Random(seed)
    bots = [Bot(name, Client(site.url, token), stop) for name, token in tokens.items()]
    playing = [Thread(target=bot.play, daemon=True) for bot in bots]
    for thread in playing:
        thread.start()
    while not all(bot.numbers for bot in bots):
        time.sleep(0.05)
    watches: list[Watch] = []
    watching: list[Thread] = []
    began = last = moved = time.monotonic()
    killed = played_before = 0
    seen = (0, 0)
    hosts = [Client(site.url, token) for token in tokens.values()]
    while (goes_on := sum(bot.played for bot in bots) < turns or killed < kills) or any(
        thread.is_alive() for thread in watching
    ):
        open_now, played = sum(thread.is_alive() for thread in watching), sum(bot.played for bot in bots)
        if seen != (seen := (played, open_now)):
            moved = time.monotonic()
        assert time.monotonic() < moved + PATIENCE, "the bots do not get on"
        if goes_on and open_now < 2:
            host, guest = rng.sample(range(len(hosts)), 2)
            code = hosts[host].open_table(rng.choice(games), pace="1d")["code"]
            hosts[guest].join(code)
            watches.append(Watch(code))
            watching.append(Thread(target=watches[-1].listen, args=(site.url,), daemon=True))
            watching[-1].start()
        # Not before the bots have played on: on a slow machine, a process takes longer than that to start.
        if time.monotonic() > last + every and played >= played_before + 10:
            site.kill(f"web-{1 + killed % 2}")
            killed, played_before, last = killed + 1, played, time.monotonic()
        time.sleep(0.05)
    truth = json.loads(site.python("manage.py", "shell", "-v0", "-c", TRUTH).splitlines()[-1])
    _caught_up(bots, truth["calls"])
    stop.set()
    for client in (*hosts, *(bot.client for bot in bots)):
        client.close()
    for watch in watches:
        assert watch.ended, watch.code
        assert watch.plies == list(range(truth["plies"][watch.code])), watch.code
    for bot in bots:
        assert bot.numbers == sorted(set(bot.numbers)), bot.name
    heard = Counter(call for bot in bots for call in bot.heard)
    expected = Counter(tuple(call) for call in truth["calls"])
    assert heard == expected, (heard - expected, expected - heard)
    return {
        "actions": sum(bot.played for bot in bots),
        "calls": sum(heard.values()),
        "entries": sum(len(watch.plies) for watch in watches),
        "matches": len(watches),
        "killed": killed,
        "seconds": round(time.monotonic() - began),
    }


def _caught_up(bots: list[Bot], calls: list[Any]) -> None:
    """Wait until all calls have been received, at most PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while sum(len(bot.heard) for bot in bots) < len(calls) and time.monotonic() < end:
        time.sleep(0.1)


def main() -> None:
    """Measure on a site of its own."""
    parser = ArgumentParser(prog="python -m tests.bench.streams", description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two kills")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, RunningSite(Path(folder), WEB_PROCESSES="2", AI_PROCESSES="1") as site:
        print(json.dumps(measure(site, turns=asked.turns, every=asked.every)))


if __name__ == "__main__":
    main()
