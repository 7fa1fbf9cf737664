"""The outbox under stress: turns are written while the processes that send are killed again and again.

    .venv/bin/python -m tests.bench.notices [TURNS] [SECONDS]

Fails unless every turn has exactly one notice on every wanted channel, or was past before it was due. Nobody can tell
whether what a sender held when it was killed was sent: a mail or a push is sent again with the same identity; a message
to a webhook is marked as unsure and not sent again.

Two senders read one database; one of them is killed with SIGKILL every SECONDS seconds. A mail server, a push service
and a webhook on this machine take everything they send; it is compared with the database.

Turns are passed without playing by the rules: this measures the way from the outbox to the outlet.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from games.console import arguments
from tests.bench.house import house
from tests.notices.outlets import Letters

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from notices.models import Delivery, Notice
    from tests.notices.cast import StandIn

TURNS = 1000
PEOPLE = 40
SENDERS = 2
KILL_EVERY = 8.0
AT_MOST_WAITING = 300
"""The most deliveries waiting while turns are written; with more, nearly all would be past before they are due."""


def main(turns: int, kill_every: float) -> bool:
    """Print what was wanted, what arrived, and what arrived twice. Returns whether all is as it must be."""
    os.environ.pop("DATABASE_URL", None)
    letters = Letters()
    many = {"DJANGO_SETTINGS_MODULE": "tests.stack.crowd"}  # each person gets more messages than the site allows
    with house(EMAIL_URL=letters.url, LOG_LEVEL="WARNING", ALLOW_LOCAL_TARGETS="true", **many):
        from tests.notices.cast import StandIn  # only now: it needs the tables

        with letters.open(), StandIn().open() as outside:
            killed = _run(turns, kill_every, outside)
            return _report(turns, killed, letters, outside)


def _run(turns: int, kill_every: float, outside: StandIn) -> int:
    """Write the turns and wait until all are settled. Returns the number of senders killed."""
    from django.db import transaction

    from games.models import Match
    from games.selectors.access import seats_of
    from notices.kinds import Kind
    from notices.models import Delivery, Notice
    from notices.outbox import notify_seat

    matches = _furnish(outside)
    chance = random.Random(1)
    senders = [_sender() for _ in range(SENDERS)]
    killed, last_kill, began = 0, time.monotonic(), time.monotonic()

    def kill_sometimes() -> int:
        nonlocal last_kill
        if time.monotonic() - last_kill < kill_every:
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
                match.ply, match.to_move = match.ply + 1, 1 - (match.to_move or 0)
                match.save(update_fields=["ply", "to_move"])
                notify_seat(kind=Kind.TURN, match=match, seat=seats_of(match)[match.to_move])
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
    return killed


def _waiting(notice: type[Notice], delivery: type[Delivery]) -> int:
    return notice.objects.filter(planned=False, kind="turn").count() + delivery.objects.filter(state="waiting").count()


def _sender() -> subprocess.Popen[bytes]:
    """A process that has begun to send: on a busy machine, one that is only starting would be killed over and over."""
    sender = subprocess.Popen([sys.executable, "-m", "tests.bench.notice_sender"], stdout=subprocess.PIPE)
    assert sender.stdout is not None
    if not sender.stdout.readline():
        raise RuntimeError("A sender does not start: see above.")
    return sender


def _furnish(outside: StandIn) -> list[int]:
    """Create people with all channels, and matches between them. Returns the keys of the matches."""
    from allauth.account.models import EmailAddress

    from accounts.models import User
    from games.services.lobby.matches import match_create
    from games.services.lobby.terms import TableTerms
    from notices.models import Notice, Webhook
    from tests.notices.cast import Device

    device = Device()
    people = [User.objects.create_user(f"Player-{number}") for number in range(PEOPLE)]
    for user in people:
        EmailAddress.objects.create(user=user, email=f"{user.pk}@example.org", primary=True, verified=True)
        Webhook.objects.create(user=user, url=f"{outside.url}/hook/{user.pk}", style="slack")
        device.allow(user, f"{outside.url}/push/{user.pk}")
    pairs = [(people[a], people[b]) for a in range(PEOPLE) for b in range(a + 1, PEOPLE) if (a + b) % 6 == 0]
    matches = [
        match_create(host=one, game="maya", others=[other], terms=TableTerms(pace="none")).pk for one, other in pairs
    ]
    Notice.objects.all().delete()
    return matches


@dataclass(frozen=True, slots=True)
class Row:
    """What became of the turns on one channel, and what the outlet received."""

    wanted: int
    sent: int
    unsure: int
    past: int
    other: int
    arrived: int
    lost: int
    """Marked as sent, but never received by the outlet."""
    again: int
    """Received again with the identity of an earlier one: of mails and pushes, people still see only one."""

    def troubles(self, channel: str, turns: int, killed: int) -> Iterator[str]:
        """Everything that is wrong, in sentences."""
        if self.wanted != turns:
            yield f"{turns} turns have {self.wanted} deliveries by {channel}: one each is wanted."
        if self.other:
            yield f"{self.other} deliveries by {channel} are neither sent nor past."
        if self.lost:
            yield f"{self.lost} deliveries by {channel} are marked as sent and never arrived."
        if channel == "webhook" and self.again:
            yield f"{self.again} messages came twice into a channel."
        if max(self.again, self.unsure) > killed:
            yield f"{self.again} came again and {self.unsure} are unsure by {channel}, but only {killed} senders died."


def _report(turns: int, killed: int, letters: Letters, outside: StandIn) -> bool:
    """Print what was wanted, what arrived and what is wrong. Returns whether nothing is wrong."""
    rows = {"mail": _mails(letters), "push": _pushes(outside), "webhook": _calls(outside)}
    names = [field.name for field in fields(Row)]
    print(f"{'channel':10}" + "".join(f"{name:>9}" for name in names))
    for channel, row in rows.items():
        print(f"{channel:10}" + "".join(f"{getattr(row, name):>9}" for name in names))
    print("a mail tells of several turns; again: with the same Message-ID, topic, or key as before")
    troubles = [trouble for channel, row in rows.items() for trouble in row.troubles(channel, turns, killed)]
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return not troubles


def _row(channel: str, *, arrived: int, lost: int, again: int) -> Row:
    from notices.models import Delivery

    states = Counter(_deliveries(channel).values_list("state", flat=True))
    state = Delivery.State
    known = {
        name: states[value] for name, value in (("sent", state.SENT), ("unsure", state.UNSURE), ("past", state.PAST))
    }
    other = states.total() - sum(known.values())
    return Row(wanted=states.total(), **known, other=other, arrived=arrived, lost=lost, again=again)


def _deliveries(channel: str) -> QuerySet[Delivery]:
    """The deliveries of turns on a channel, each with its notice."""
    from notices.models import Delivery

    return Delivery.objects.filter(channel=channel, notice__kind="turn").select_related("notice__match", "user", "head")


def _mails(letters: Letters) -> Row:
    bodies = {str(letter["Message-ID"]).strip("<>").partition("@")[0]: str(letter) for letter in letters.taken}
    lost = sum(_path(delivery) not in bodies.get(_code(delivery), "") for delivery in _sent("mail"))
    arrived = len(letters.taken)
    return _row("mail", arrived=arrived, lost=lost, again=arrived - len(bodies))


def _pushes(outside: StandIn) -> Row:
    came = Counter((post.path, post.headers["Topic"]) for post in outside.posts if post.path.startswith("/push"))
    due = Counter((f"/push/{delivery.user_id}", _topic(delivery)) for delivery in _sent("push"))
    return _row("push", arrived=came.total(), lost=(due - came).total(), again=(came - due).total())


def _calls(outside: StandIn) -> Row:
    came = Counter(post.headers["Idempotency-Key"] for post in outside.posts if post.path.startswith("/hook"))
    lost = sum(f"notice-{delivery.pk}" not in came for delivery in _sent("webhook"))
    return _row("webhook", arrived=came.total(), lost=lost, again=came.total() - len(came))


def _sent(channel: str) -> QuerySet[Delivery]:
    return _deliveries(channel).filter(state="sent")


def _path(delivery: Delivery) -> str:
    assert delivery.notice.match is not None
    return delivery.notice.match.get_absolute_url()


def _code(delivery: Delivery) -> str:
    from deliveries.services.digests import code_of

    assert delivery.head is not None
    return code_of(delivery.head)


def _topic(delivery: Delivery) -> str:
    from deliveries.channels.push import tag_of
    from deliveries.words import text_of

    return tag_of(text_of(delivery.notice))


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.bench.notices", description=__doc__)
    parser.add_argument("turns", nargs="?", type=arguments.positive, default=TURNS, help="that are written")
    parser.add_argument("seconds", nargs="?", type=arguments.seconds, default=KILL_EVERY, help="between two kills")
    asked = parser.parse_args()
    sys.exit(not main(asked.turns, asked.seconds))
