"""Some hundred challenges, answers, results and expiring steps, compared with a second, plainer ladder."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from ladders.models import Bout
from ladders.services.challenging import bout_accept, bout_decline, bout_withdraw
from ladders.services.joining import ladder_join, ladder_leave
from ladders.tasks import sweep
from tests.ladders.standing import GAME, challenge, ladder_of, order, win

pytestmark = pytest.mark.django_db

ANSWER, AGAIN, GIVE_WAY = 12, 28, 112
"""In steps of six hours."""


class Plain:
    """A ladder as a list of names, with challenges as notes: all that a ladder does, in the plainest way."""

    def __init__(self, people: list[str]) -> None:
        self.order = list(people)
        self.open: dict[tuple[str, str], int | None] = {}  # the step of the challenge; None: they play
        self.met: dict[frozenset[str], int] = {}
        self.stale: set[tuple[str, str]] = set()  # someone has left in the meantime

    def may(self, one: str, other: str, step: int) -> bool:
        if one not in self.order or other not in self.order:
            return False
        distance = self.order.index(one) - self.order.index(other)
        pair = {one, other}
        since = step - self.met.get(frozenset(pair), -999)
        others = sum(other == each[1] for each in self.open)
        return (
            1 <= distance <= 5
            and not any(pair == set(each) for each in self.open)
            and sum(one == each[0] for each in self.open) < 2
            and others < 2
            and since >= AGAIN
            and (others == 0 or since >= GIVE_WAY)
        )

    def over(self, pair: tuple[str, str], step: int, how: str) -> None:
        one, other = pair
        del self.open[pair]
        if how != "void":
            self.met[frozenset(pair)] = step
        if pair in self.stale:
            self.stale.discard(pair)
            return
        mine, theirs = self.order.index(one), self.order.index(other)
        if mine < theirs or how in ("lost", "drawn", "withdrawn", "void"):
            return
        if how == "won":
            self.order.remove(one)
            self.order.insert(theirs, one)
        else:
            self.order[mine], self.order[theirs] = other, one

    def leave(self, who: str, step: int) -> None:
        for pair in [pair for pair in self.open if who in pair]:
            self.stale.add(pair)
            if self.open[pair] is not None:
                self.over(pair, step, "withdrawn" if who == pair[0] else "void")
        self.order.remove(who)

    def hours_pass(self, step: int) -> None:
        late = [pair for pair, asked in self.open.items() if asked is not None and step - asked >= ANSWER]
        for pair in sorted(late, key=list(self.open).index):
            self.over(pair, step, "silent")


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_always_the_order_of_the_plain_one(people: list[User], seed: int) -> None:
    rng = Random(seed)
    users = {person.username: person for person in people}
    ladder = ladder_of(people)
    plain = Plain(list(users))
    start = timezone.now()
    done = dict.fromkeys(["challenge", "refused", "won", "lost", "drawn", "declined", "withdrawn", "left", "back"], 0)
    for step in range(250):
        with time_machine.travel(start + timedelta(hours=6 * step), tick=False):
            plain.hours_pass(step)
            sweep()
            _do(rng, plain, users, ladder, step, done)
            assert order(ladder) == plain.order
            kept = Bout.objects.filter(outcome="").values_list("challenger__username", "challenged__username")
            assert set(kept) == set(plain.open)
    assert min(done.values()) > 0, done
    assert Bout.objects.count() > 50
    assert Bout.objects.filter(outcome="silent").exists()


def _do(rng, plain, users, ladder, step, done) -> None:
    """Do one random thing."""
    what = rng.choice(["challenge"] * 6 + ["answer"] * 6 + ["leave"] * (rng.random() < 0.2) + ["join"])
    if what == "challenge":
        one, other = rng.sample(sorted(plain.order), 2)
        if rng.random() < 0.8 and plain.order.index(one) < plain.order.index(other):
            one, other = other, one
        if (one, other) in plain.open:
            return
        if plain.may(one, other, step):
            challenge(ladder, users[one], users[other])
            plain.open[one, other] = step
            done["challenge"] += 1
        else:
            with pytest.raises(Refused):
                challenge(ladder, users[one], users[other])
            done["refused"] += 1
    elif what == "answer" and plain.open:
        pair = rng.choice(sorted(plain.open))
        bout = Bout.objects.get(outcome="", challenger=users[pair[0]], challenged=users[pair[1]])
        if plain.open[pair] is None:
            how = rng.choice(["won", "won", "lost", "drawn"])
            assert bout.match is not None
            win(bout.match, {"won": users[pair[0]], "lost": users[pair[1]]}.get(how))
            plain.over(pair, step, how)
        else:
            how = rng.choice(["accept", "accept", "accept", "declined", "withdrawn"])
            if how == "accept":
                bout_accept(bout=bout, user=users[pair[1]])
                plain.open[pair] = None
                return
            if how == "declined":
                bout_decline(bout=bout, user=users[pair[1]])
            else:
                bout_withdraw(bout=bout, user=users[pair[0]])
            plain.over(pair, step, how)
        done[how] += 1
    elif what == "leave" and len(plain.order) > 6:
        who = rng.choice(sorted(plain.order))
        ladder_leave(ladder=ladder, user=users[who])
        plain.leave(who, step)
        done["left"] += 1
    elif what == "join":
        gone = sorted(set(users) - set(plain.order))
        if gone:
            ladder_join(game=GAME, user=users[gone[0]])
            plain.order.append(gone[0])
            done["back"] += 1
