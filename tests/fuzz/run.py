"""Runs a site of its own with some visitors, each with a random stream, and collects the results."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from threading import Thread

from tests.fuzz.people import ROLES, Person, fitting
from tests.fuzz.requests import Maker
from tests.fuzz.sockets import knock
from tests.fuzz.stage import Facts
from tests.fuzz.tally import HEALTH, Tally
from tests.fuzz.wire import ask
from tests.stack.site import RunningSite

SOCKET_EVERY = 40
"""One in this many requests opens a socket."""
THREADS = 2
"""Visitors at the same time. Each has its own random stream; only their interleaving depends on the machine."""


def fuzz(site: RunningSite, *, requests: int, seed: int) -> Tally:
    """Fill the site, then send `requests` requests. Returns the tally."""
    facts = Facts(**json.loads(site.python("-m", "tests.fuzz.stage").splitlines()[-1]))
    tally = Tally()
    visits = [
        Thread(target=_visit, args=(site.port, facts, Random(f"{seed}/{number}"), requests // THREADS, tally))
        for number in range(THREADS)
    ]
    for visit in visits:
        visit.start()
    for visit in visits:
        visit.join()
    tally.failures += [f"in the log: {line}" for line in troubles(site.log())]
    return tally


def troubles(log: str) -> list[str]:
    """The failures in the log of a site, whatever was answered: each line of an error, with its traceback.

    It is none that the page about its health says what is late.
    """
    found: list[list[str]] = []
    open_of: dict[str, list[str]] = {}
    for line in log.splitlines():
        part, _bar, said = line.partition("| ")
        if re.match(r"\[?\d{4}-\d\d-\d\d ", said):
            open_of.pop(part, None)
            if said.endswith(f"Service Unavailable: /{HEALTH}/"):
                continue
            if re.search(r" (ERROR|CRITICAL) (?!django\.security)|: (ERROR|CRITICAL)/", said):
                open_of[part] = [line]
                found.append(open_of[part])
        elif part in open_of:
            open_of[part].append(said)
    return ["\n".join(lines) for lines in found]


def _visit(port: int, facts: Facts, rng: Random, requests: int, tally: Tally) -> None:
    maker = Maker(rng, port, facts)
    people = [
        Person(port, role, facts.names.get(role, ""), facts.sessions.get(role, ""), Random(rng.random()))
        for role in ROLES
    ]
    for person in people:
        if person.role not in ("nobody", "guest"):
            person.come_again()  # with a password: some pages require a recent login
    shift = rng.randrange(len(maker.addresses))
    codes = [path.split("/")[2] for path in facts.paths["match"]]
    for number in range(requests):
        who = rng.choice(people)
        if number % SOCKET_EVERY == 0:
            knock(rng, port, who, codes, tally)
            continue
        # Every URL in order, so that even a short run reaches all, alternating with random ones.
        turn = (number // 2 + shift) % len(maker.addresses)
        address = maker.addresses[turn] if number % 2 else rng.choice(maker.addresses)
        who = fitting(rng, people, address)
        request = maker.make(who, address)
        answer = ask(port, who.source, request.method, request.raw)
        location = answer.header("location")
        tally.count(address, request.method, who.role, answer.status, location, request.raw)
        maker.learn(who, request, answer)
        who.saw(answer)


def run(folder: Path, *, requests: int, seed: int) -> Tally:
    """Run the fuzzer on a site in an empty folder."""
    with RunningSite(folder, WEB_PROCESSES="2", AI_PROCESSES="1") as site:
        return fuzz(site, requests=requests, seed=seed)
