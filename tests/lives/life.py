"""A life: a few people, and random steps that they take until the seed is used up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any, NoReturn

import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from accounts.services import computer_players_ensure
from common.refusals import Refused
from cups import tasks as of_cups
from games import tasks
from games.engine.contract import IllegalAction
from games.models import Heartbeat, Match
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from ladders import tasks as of_ladders
from tests.lives.laws import broken_laws, broken_laws_of_groups

MEMBERS = 4
KEPT = 60
"""How many pages that were loaded earlier are kept: sometimes people act on an old one."""

TOLD = 40
"""How many of the last steps a failure shows."""


class Nothing(Exception):
    """There is nothing in this life with which the step could be taken."""


def nothing() -> NoReturn:
    """Give the step up. As an expression: `match.host or nothing()`."""
    raise Nothing


Step = Callable[["Life"], object]

STEPS: list[tuple[Step, int]] = []
"""All steps, each with its weight: how often it is taken."""


def step(weight: int) -> Callable[[Step], Step]:
    """Enter a function among the steps."""

    def entered(taken: Step) -> Step:
        STEPS.append((taken, weight))
        return taken

    return entered


@dataclass
class Life:
    """What there is to choose from, and what has happened so far."""

    clock: time_machine.Traveller
    rng: Random
    members: list[User] = field(default_factory=list)
    guests: list[User] = field(default_factory=list)
    computers: list[User] = field(default_factory=lambda: computer_players_ensure()[:2])
    moderator: User = field(default_factory=lambda: User.objects.create_user("Keeper", is_staff=True))
    told: list[str] = field(default_factory=list)
    _born: int = 0
    _pages: list[Match] = field(default_factory=list)
    _lawful: dict[int, tuple[object, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for _member in range(MEMBERS):
            self.member_comes()
        self.guest_comes()

    def live(self, steps: int) -> None:
        """Take so many random steps. Raises AssertionError when one breaks a law, and whatever a service should not."""
        for _step in range(steps):
            (taken, _weight), *_ = self.rng.choices(STEPS, [weight for _taken, weight in STEPS])
            self.told.append(taken.__name__)
            try:
                taken(self)
            except (Refused, IllegalAction) as refusal:
                self.note(f"is refused: {refusal}")
            except Nothing:
                self.told.pop()
            self._judge()

    def note(self, *facts: object) -> None:
        """Add facts to the story, for a failure to tell."""
        self.told[-1] += "".join(f" {fact}" for fact in facts)

    def member_comes(self) -> None:
        """Someone signs up, and reads in one of the site's languages."""
        self._born += 1
        name = f"Person-{self._born}"
        language = self.rng.choice(["", "de", "hu", "zh-hans"])
        user = User.objects.create_user(name, email=f"{name}@example.org", language=language)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        self.members.append(user)

    def guest_comes(self) -> None:
        """A guest comes along."""
        self._born += 1
        self.guests.append(User.objects.create_user(f"Guest-{self._born}", is_guest=True))

    def member(self) -> User:
        """A member, as the database knows them now."""
        return self._now(self.rng.choice(self.members))

    def anyone(self) -> User:
        """A member or a guest, as the database knows them now."""
        return self._now(self.rng.choice([*self.members, *self.guests]))

    def someone_at(self, match: Match) -> User:
        """A person who sits at the match; now and then anyone."""
        sitting = [seat.user for seat in seats_of(match) if seat.user is not None and not seat.user.is_computer]
        if not sitting or self.rng.random() < 0.1:
            return self.anyone()
        return self._now(self.rng.choice(sitting))

    def match(self, *status: str, **facts: Any) -> Match:
        """A match with one of these states and these facts; now and then as an old page shows it."""
        found = list(Match.objects.filter(status__in=status, **facts).order_by("pk"))
        match = self.rng.choice(found or nothing())
        self.note(match)
        pages = [page for page in self._pages if page.pk == match.pk]
        if pages and self.rng.random() < 0.2:
            return self.rng.choice(pages)
        self._pages = [*self._pages[-KEPT:], match]
        return match

    def computer(self) -> User:
        """A computer player."""
        return self.rng.choice(self.computers)

    def choice(self, match: Match) -> str:
        """A legal action of the seat to move, as text."""
        if match.status != Match.Status.RUNNING:
            raise Nothing
        return self.rng.choice([str(action) for action in game_of(match).legal_actions(state_of(match))])

    def time_passes(self, minutes: int, *, is_up: bool = True) -> None:
        """Let time pass, while the site is up or down, and then the clocks ring whose time is over."""
        self.note(minutes, "minutes")
        self.clock.shift(timedelta(minutes=minutes))
        if is_up:
            Heartbeat.objects.update(last_beat_at=timezone.now(), last_page_served_at=timezone.now())
        tasks.clocks()

    def everything_goes_on(self) -> None:
        """Run what beat runs every few seconds for cups and ladders, and check their laws: a round of byes alone takes
        one run.
        """
        for _run in range(3):
            of_cups.sweep()
        of_ladders.sweep()
        broken = list(broken_laws_of_groups())
        assert not broken, (broken, self.told[-TOLD:])

    def _now(self, user: User) -> User:
        self.note(user)
        return User.objects.get(pk=user.pk)

    def _judge(self) -> None:
        """Check the laws for every match that has changed since it was last checked."""
        for match in Match.objects.order_by("pk"):
            now = (match.ply, match.status, match.changed_at, match.deadline, match.asked_at)
            if self._lawful.get(match.pk) != now:
                broken = list(broken_laws(match))
                assert not broken, (broken, match, self.told[-TOLD:])
                self._lawful[match.pk] = now
