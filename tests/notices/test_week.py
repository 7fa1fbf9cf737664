"""A week of day games, hour by hour: who is notified of what, when and how, and what happens to clocks and ratings.

Alice and Bob play at a table with two computer players, which pauses on weekends, and a duel, which does not. They
visit at certain hours; Bob goes on vacation, the site is down for a night, and on Friday Alice disappears. The expected
notices are computed here, in whole hours, only from who had to decide at the end of each hour and who visited when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from accounts.models import User
from accounts.selectors import computer_player
from deliveries.tasks import deliver, outside
from games import tasks
from games.ai import LEVELS
from games.engine import GAMES
from games.engine.contract import on_turn
from games.models import Action, Heartbeat, Match, Rating, RatingChange, Seat
from games.models.match import RESIGNED, TIMED_OUT
from games.selectors.people import profiles
from games.selectors.position.engines import state_of
from games.services.computer import thinking
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.locking import STAND_IN
from games.services.play.resignation import resign
from games.services.play.timeouts import win_take
from membership.vacations import vacation_begin
from notices.kinds import Channel, Kind
from notices.models import Delivery, Notice
from notices.seeing import match_seen
from tests.games.playing import legal, play_once
from tests.notices.cast import Device, StandIn, with_address, with_webhook

WEDNESDAY = datetime(2026, 11, 18, 8, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), 24
WEEK = 7 * DAY
VISITS = {"Alice": (9, 19), "Bob": (12, 21)}
"""The hours of the day at which they visit, and play whatever awaits them."""
VANISHES = datetime(2026, 11, 20, 10, tzinfo=UTC)
"""Alice does not visit any more after this."""
LEAVES, RETURNS = datetime(2026, 11, 19, 13, tzinfo=UTC), datetime(2026, 11, 20, 13, tzinfo=UTC)
"""Bob's vacation."""
FAILS, COMES_UP = datetime(2026, 11, 19, 2, tzinfo=UTC), datetime(2026, 11, 19, 7, tzinfo=UTC)
"""The time in which the site is down."""
TURN = BANK = DAY
"""The hours that a day game gives for a turn, and in addition."""

Message = tuple[str, str, str, str, datetime]
"""A person, a kind, a channel, the match, and when it was sent."""


@dataclass
class Table:
    """A match, and who had to decide in it at the end of each hour, with the kind of the call."""

    match: Match
    weekends_off: bool
    started: tuple[str, ...] = ()
    """People whom the start did not call to decide."""
    hours: list[tuple[str, str]] = field(default_factory=list)
    timed_out: datetime | None = None
    ended: datetime | None = None

    @property
    def code(self) -> str:
        return self.match.code


@dataclass
class Week:
    """The two matches over the week."""

    people: dict[str, User]
    tables: list[Table]
    clock: time_machine.Traveller
    visits: dict[str, list[datetime]] = field(default_factory=lambda: {name: [] for name in VISITS})

    def hour(self, now: datetime) -> None:
        """Let beat and workers run, then people visit, then computer players move."""
        self.clock.move_to(now)
        if FAILS < now < COMES_UP:
            self.look(now)
            return
        if now != COMES_UP:  # beat has run all through the hour, not only now
            lately = now - timedelta(seconds=5)
            Heartbeat.objects.update(last_beat_at=lately, last_page_served_at=lately)
        for task in (tasks.clocks, tasks.sweep, deliver, outside):
            task()
        self.think()
        for name, hours in VISITS.items():
            away = name == "Bob" and LEAVES < now < RETURNS
            if now.hour in hours and now > WEDNESDAY and not away and not (name == "Alice" and now > VANISHES):
                self.visit(name, now)
        if now == LEAVES:
            vacation_begin(user=self.people["Bob"], days=1)
        self.look(now)

    def visit(self, name: str, now: datetime) -> None:
        """Visit all matches, and play until others decide; in the duel, take the win once time has run out."""
        self.visits[name].append(now)
        user = self.people[name]
        for table in self.tables:
            match = self.fresh(table)
            if match.claimable_by is not None:
                match = win_take(match=match, user=user)
            while decider(match) == user:
                match = play_once(match, legal(match)[0])
            match_seen(match=match, user_id=user.pk)
        self.think()

    def think(self) -> None:
        """Let the computer players decide, as their tasks do."""
        for table in self.tables:
            match = self.fresh(table)
            while match.asked_at is not None:
                tasks.think(match.code, match.ply)
                match = self.fresh(table)

    def look(self, now: datetime) -> None:
        """Record who has to decide at the end of the hour."""
        for table in self.tables:
            match = self.fresh(table)
            user = decider(match)
            kind = ""
            if user is not None:
                assert match.to_move is not None
                kind = Kind.TURN if on_turn(state_of(match), match.to_move) == match.to_move else Kind.QUESTION
            table.hours.append((user.username if user is not None else "", kind))
            if table.timed_out is None and match.actions.filter(kind=Action.Kind.TIMEOUT).exists():
                table.timed_out = now
            if table.ended is None and match.status == Match.Status.FINISHED:
                table.ended = now

    def fresh(self, table: Table) -> Match:
        table.match = Match.objects.get(pk=table.match.pk)
        return table.match


def decider(match: Match) -> User | None:
    """The user who has to decide in a running match; None if there is none."""
    return None if match.to_move is None else match.seats.get(number=match.to_move).decider


# --- the expected notices, by the hour --------------------------------------------------------------------------------


def counts(name: str, hour: datetime, weekends_off: bool) -> bool:
    """Whether the hour that begins then counts on someone's clock."""
    if weekends_off and hour.isoweekday() > 5:
        return False
    return not (FAILS <= hour < COMES_UP) and not (name == "Bob" and LEAVES <= hour < RETURNS)


def next_sweep(moment: datetime) -> datetime:
    """The first sweep of the outbox after a moment, which is at a full hour."""
    return COMES_UP if FAILS <= moment < COMES_UP else moment + HOUR


def waits(week: Week, table: Table, name: str) -> Iterator[tuple[datetime, datetime | None, str]]:
    """The unbroken stretches in which someone had to decide, with the call's kind; the last one may still be open."""
    since, kind = None, ""
    for number, (who, called) in enumerate(table.hours):
        now = WEDNESDAY + number * HOUR
        if since is not None and (who != name or now in week.visits[name]):
            yield since, now, kind
            since = None
        if since is None and who == name:
            since, kind = now, called
    if since is not None:
        yield since, None, kind


def expected(week: Week) -> Counter[Message]:
    """Everything that should be sent in the week."""
    counted: Counter[Message] = Counter()
    ways = {"Alice": (Channel.MAIL, Channel.PUSH), "Bob": (Channel.MAIL, Channel.WEBHOOK)}
    quiet = {(Kind.STARTED, Channel.MAIL), (Kind.VACATION, Channel.PUSH), (Kind.VACATION, Channel.WEBHOOK)}
    end = WEDNESDAY + WEEK * HOUR

    def tell(table: Table, name: str, kind: str, channels: tuple[str, ...], at: datetime) -> None:
        for channel in channels:
            if (kind, channel) not in quiet and at <= end:
                counted[name, kind, channel, table.code, at] += 1

    def tell_unless_seen(table: Table, name: str, kind: str, moment: datetime) -> None:
        if moment not in week.visits[name]:
            tell(table, name, kind, (Channel.PAGES, *ways[name]), next_sweep(moment))

    for table in week.tables:
        for name in table.started:
            tell_unless_seen(table, name, Kind.STARTED, WEDNESDAY)
        for name in ways:
            bank = BANK
            for since, until, kind in waits(week, table, name):
                if until is None or until >= next_sweep(since):
                    tell(table, name, kind, ways[name], next_sweep(since))
                spent, now, left = 0, since, [(Kind.HALF, 50), (Kind.LAST, 80)]
                while now < (until or end):
                    spent += counts(name, now, table.weekends_off)
                    now += HOUR
                    is_up = not FAILS < now < COMES_UP
                    while is_up and left and 100 * spent >= left[0][1] * (TURN + bank) and now != table.timed_out:
                        tell(table, name, left.pop(0)[0], (Channel.PAGES, *ways[name]), now)
                bank = min(bank, TURN + bank - spent)
        tell_unless_seen(table, "Alice", Kind.VACATION, LEAVES)
        assert table.timed_out is not None
        tell(table, "Bob", Kind.TAKEN_OVER, (Channel.PAGES,), table.timed_out)  # in the sweep that saw the time run out
        if table.timed_out not in week.visits["Bob"]:
            tell(table, "Bob", Kind.TAKEN_OVER, ways["Bob"], next_sweep(table.timed_out))
        if table.ended is not None:
            assert table.ended in week.visits["Bob"], "Bob took the win"
    return counted


def sent() -> Counter[Message]:
    """Everything that was sent."""
    return Counter(
        (delivery.user.username, delivery.notice.kind, delivery.channel, delivery.notice.match.code, delivery.ended_at)
        for delivery in Delivery.objects.filter(state=Delivery.State.SENT).select_related("user", "notice__match")
    )


# --- the week ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def begin(
    alice: User, bob: User, computers: list[User], stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Week]]:
    """A function that starts the week: both tables full, the clock at Wednesday morning."""
    quick = {key: replace(level, seconds=0.01) for key, level in LEVELS.items()}
    monkeypatch.setattr(thinking, "LEVELS", quick)
    Device().allow(with_address(alice), f"{stand_in.url}/push")
    with_webhook(with_address(bob), f"{stand_in.url}/hook")

    with time_machine.travel(WEDNESDAY, tick=False) as clock:
        Heartbeat.objects.create(pk=Heartbeat.ONLY, last_beat_at=WEDNESDAY)

        def table(game: str, *others: User | None, weekends_off: bool) -> Table:
            assert None not in others, "the computer players are there"
            match = match_create(
                host=alice,
                game=game,
                others=[None, *others],
                terms=TableTerms(rated=True, pace="1d", weekends_off=weekends_off),
            )
            match = match_join(match=match, user=bob)
            called = decider(match)
            idle = tuple(user.username for user in (alice, bob) if user != called)
            return Table(match, weekends_off, started=idle)

        def begun(game: str) -> Week:
            four = table(game, computer_player("beginner"), computer_player("casual"), weekends_off=True)
            two = table(game, weekends_off=False)
            week = Week({"Alice": alice, "Bob": bob}, [four, two], clock)
            week.think()
            week.look(WEDNESDAY)
            return week

        yield begun


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_week_of_day_games(begin: Callable[[str], Week], stand_in: StandIn, game: str) -> None:
    week = begin(game)
    four, two = week.tables
    for number in range(1, WEEK + 1):
        week.hour(WEDNESDAY + number * HOUR)
    assert sent() == expected(week)

    kinds = Counter((name, kind, channel) for name, kind, channel, _code, _at in sent())
    print(f"{game}: " + ", ".join(f"{' '.join(what)} {count}" for what, count in sorted(kinds.items())))
    for channels in ((Channel.MAIL, Channel.PUSH), (Channel.MAIL, Channel.WEBHOOK)):
        assert {kind for _name, kind, channel in kinds if channel in channels} >= {Kind.TURN}
    assert all(kinds["Alice", kind, channel] == 2 for kind in (Kind.HALF, Kind.LAST) for channel in ("mail", "push"))
    assert kinds["Alice", Kind.VACATION, Channel.MAIL] == 2
    _check_letters(stand_in)
    _check_clocks(week, four, two)
    _check_ratings(week, four, two)


def _check_letters(stand_in: StandIn) -> None:
    """Check that each person gets one email at a time with all that is due, never two in an hour, and no repeats."""
    mails = Delivery.objects.filter(channel=Channel.MAIL, state=Delivery.State.SENT)
    together = Counter(mails.values_list("user__email", "ended_at"))
    assert len(mail.outbox) == len(together)
    several = (" new notifications", " games are waiting for you")
    digests = [letter for letter in mail.outbox if letter.subject.endswith(several)]
    assert len(digests) == sum(count > 1 for count in together.values()) > 0
    posted = Counter(post.path for post in stand_in.posts)
    assert posted == {
        path: Delivery.objects.filter(channel=channel, state=Delivery.State.SENT).count()
        for path, channel in (("/push", Channel.PUSH), ("/hook", Channel.WEBHOOK))
    }
    assert not Notice.objects.filter(planned=False, due__lte=WEDNESDAY + WEEK * HOUR).exists()
    assert not Delivery.objects.filter(state=Delivery.State.WAITING, due__lte=WEDNESDAY + WEEK * HOUR).exists()


def _check_clocks(week: Week, four: Table, two: Table) -> None:
    """Check that both clocks ran out after all counted hours; the table went on, and Bob, who stayed, won the duel."""
    for table in week.tables:
        *before, (since, until, _kind) = waits(week, table, "Alice")
        bank = BANK
        for begun, done, _called in before:
            assert done is not None
            bank = min(bank, TURN + bank - spent(table, "Alice", begun, done))
        assert until == table.timed_out
        assert spent(table, "Alice", since, until) == TURN + bank
        late = Seat.objects.get(match=table.match, user=week.people["Alice"])
        assert late.stand_in == computer_player(STAND_IN)
    assert four.timed_out is not None
    assert two.timed_out is not None
    assert four.timed_out.isoweekday() == 2
    assert two.timed_out.isoweekday() == 7
    over = any(since < RETURNS and (until is None or until > LEAVES) for since, until, _kind in waits(week, two, "Bob"))
    assert over, "a match waited for Bob during his vacation"
    assert (two.match.status, two.match.reason) == (Match.Status.FINISHED, TIMED_OUT)
    assert four.match.status == Match.Status.RUNNING


def spent(table: Table, name: str, since: datetime, until: datetime | None) -> int:
    """The counted hours between two moments."""
    assert until is not None
    hours = int((until - since) / HOUR)
    return sum(counts(name, since + number * HOUR, table.weekends_off) for number in range(hours))


def _check_ratings(week: Week, four: Table, two: Table) -> None:
    """Check that Alice, who disappeared, loses the duel, and the table too once Bob leaves, who gains nothing by it."""
    alice, bob = week.people["Alice"], week.people["Bob"]
    tasks.rate(two.match.game)
    moved = {change.user: change.mu_after - change.mu_before for change in RatingChange.objects.all()}
    assert moved.keys() == {alice, bob}
    assert moved[alice] < 0 < moved[bob]
    assert {seat.user: seat.rank for seat in two.match.seats.all()} == {bob: 1, alice: 2}
    match = resign(match=four.match, user=bob)
    assert (match.status, match.reason) == (Match.Status.FINISHED, RESIGNED)
    tasks.rate(match.game)
    later = RatingChange.objects.filter(rated_match__match=match)
    assert {change.user: change.mu_after < change.mu_before for change in later} == {alice: True, bob: True}
    assert profiles.record_of(alice).left == 2
    assert profiles.record_of(bob).left == 1
    assert Rating.objects.filter(game=match.game, season="", seats=0).count() >= 2
