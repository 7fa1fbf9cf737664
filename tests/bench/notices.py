"""The outbox under fire: turns are written while the processes that send are killed again and again.

    .venv/bin/python -m tests.bench.notices 10000

Two senders read one database; one of them is killed with SIGKILL every `KILL_EVERY` seconds. Everything they send is
taken by a mail server, a push service and a webhook on this machine, and compared with what the database says.
Turns are passed without playing by the rules: what is measured is the way from the outbox to the outlet.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from tests.bench.house import house
from tests.notices.outlets import Letters

if TYPE_CHECKING:
    from tests.notices.cast import StandIn

PEOPLE = 40
SENDERS = 2
KILL_EVERY = 8.0
AT_MOST_WAITING = 300
"""Deliveries waiting while new turns are written: else nearly all would be past before they are due."""

SENDER = """
import django
django.setup()
from datetime import timedelta
import time
from notices import kinds
from notices.services import delivering, letters, marking
# Waiting is not what is measured: nothing waits, and what a dead sender held is free after ten seconds.
kinds.WAIT.update(dict.fromkeys(kinds.WAIT, timedelta()))
letters.HOUR = timedelta()
marking.LEASE = letters.LEASE = timedelta(seconds=10)
print("at work", flush=True)
while True:
    delivering.deliver(seconds=5)
    time.sleep(0.05)
"""


def main(turns: int) -> None:
    """Print what was wanted, what arrived, and what arrived twice."""
    os.environ.pop("DATABASE_URL", None)
    letters = Letters()
    with house(EMAIL_URL=letters.url, LOG_LEVEL="WARNING", ALLOW_LOCAL_TARGETS="true"):
        from tests.notices.cast import StandIn  # only now: it needs the tables

        with letters.open(), StandIn().open() as outside:
            _run(turns, outside)
            _report(turns, letters, outside)


def _run(turns: int, outside: StandIn) -> None:
    from django.db import transaction

    from games.models import Match
    from games.selectors.access import seats_of
    from notices.kinds import Kind
    from notices.models import Delivery, Notice
    from notices.services.outbox import notify_seat

    matches = _furnish(outside)
    chance = random.Random(1)
    senders = [_sender() for _ in range(SENDERS)]
    killed, last_kill, began = 0, time.monotonic(), time.monotonic()

    def kill_sometimes() -> int:
        nonlocal last_kill
        if time.monotonic() - last_kill < KILL_EVERY:
            return 0
        place = chance.randrange(SENDERS)
        os.kill(senders[place].pid, signal.SIGKILL)
        senders[place].wait()
        senders[place] = _sender()
        last_kill = time.monotonic()
        return 1

    try:
        for turn in range(turns):
            with transaction.atomic():
                match = Match.objects.select_for_update().get(pk=chance.choice(matches))
                match.ply, match.awaited = match.ply + 1, 1 - (match.awaited or 0)
                match.save(update_fields=["ply", "awaited"])
                notify_seat(kind=Kind.TURN, match=match, seat=seats_of(match)[match.awaited])
            killed += kill_sometimes()
            while turn % 20 == 0 and _waiting(Notice, Delivery) > AT_MOST_WAITING:
                killed += kill_sometimes()
                time.sleep(0.1)
        written = time.monotonic() - began
        while _waiting(Notice, Delivery):
            killed += kill_sometimes()
            time.sleep(0.2)
    finally:
        for sender in senders:
            sender.kill()
            sender.wait()
    print(f"{turns} turns written in {written:.0f} s, all settled after {time.monotonic() - began:.0f} s")
    print(f"senders killed: {killed}")


def _waiting(notice: type, delivery: type) -> int:
    waiting: int = notice.objects.filter(planned=False, kind="turn").count()
    return waiting + delivery.objects.filter(state="waiting").count()


def _sender() -> subprocess.Popen[bytes]:
    """A process that has begun to send: on a busy machine one that only starts would be killed again and again."""
    sender = subprocess.Popen([sys.executable, "-c", SENDER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert sender.stdout is not None
    sender.stdout.readline()
    return sender


def _furnish(outside: StandIn) -> list[int]:
    """People with every way, and matches between them. Returns the keys of the matches."""
    from allauth.account.models import EmailAddress

    from accounts.models import User
    from games.services.matches import match_create
    from notices.models import Notice, Webhook
    from tests.notices.cast import Device

    device = Device()
    people = [User.objects.create_user(f"Player-{number}") for number in range(PEOPLE)]
    for user in people:
        EmailAddress.objects.create(user=user, email=f"{user.pk}@example.org", primary=True, verified=True)
        Webhook.objects.create(user=user, url=f"{outside.url}/hook/{user.pk}", style="slack")
        device.allow(user, f"{outside.url}/push/{user.pk}")
    pairs = [(people[a], people[b]) for a in range(PEOPLE) for b in range(a + 1, PEOPLE) if (a + b) % 6 == 0]
    matches = [match_create(host=one, game="maya", others=[other], pace="none").pk for one, other in pairs]
    Notice.objects.all().delete()
    return matches


def _report(turns: int, letters: Letters, outside: StandIn) -> None:
    from notices.models import Delivery, Notice

    assert Notice.objects.filter(kind="turn").count() == turns
    print(f"{'channel':10}{'wanted':>8}{'sent':>8}{'past':>8}{'other':>8}{'arrived':>9}{'lost':>6}{'twice':>7}")
    bodies = {str(letter["Message-ID"]).strip("<>").partition("@")[0]: str(letter) for letter in letters.taken}
    hooks = Counter(post.headers["Idempotency-Key"] for post in outside.posts if post.path.startswith("/hook"))
    pushes = Counter((post.path, post.headers["Topic"]) for post in outside.posts if post.path.startswith("/push"))
    for channel in ("mail", "push", "webhook"):
        deliveries = Delivery.objects.filter(channel=channel, notice__kind="turn")
        states = Counter(deliveries.values_list("state", flat=True))
        sent = deliveries.filter(state="sent").select_related("notice__match", "user", "head")
        if channel == "mail":
            lost = sum(_path(delivery) not in bodies.get(_code(delivery), "") for delivery in sent)
            arrived, twice = len(letters.taken), len(letters.taken) - len(bodies)
        elif channel == "webhook":
            lost = sum(f"notice-{delivery.pk}" not in hooks for delivery in sent)
            arrived, twice = hooks.total(), hooks.total() - len(hooks)
        else:
            due = Counter((f"/push/{delivery.user_id}", _topic(delivery)) for delivery in sent)
            lost, twice = (due - pushes).total(), (pushes - due).total()
            arrived = pushes.total()
        other = states.total() - states["sent"] - states["past"]
        row = (states.total(), states["sent"], states["past"], other, arrived, lost, twice)
        print(
            f"{channel:10}"
            + "".join(f"{number:>{width}}" for number, width in zip(row, (8, 8, 8, 8, 9, 6, 7), strict=True))
        )
    print("a mail tells of several turns; twice: with the same Message-ID, topic, or key as before")


def _path(delivery: object) -> str:
    return str(delivery.notice.match.get_absolute_url())  # type: ignore[attr-defined]


def _code(delivery: object) -> str:
    from notices.services.letters import code_of

    return code_of(delivery.head)  # type: ignore[attr-defined]


def _topic(delivery: object) -> str:
    from notices.channels.push import tag_of
    from notices.words import told

    return tag_of(told(delivery.notice))  # type: ignore[attr-defined]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
