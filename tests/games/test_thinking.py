"""Computer players at real tables: asked once, answered once, asked again when the answer got lost."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
import time_machine
from celery.contrib.testing.worker import start_worker
from celery.signals import setup_logging
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import User
from common.queues import lengths
from common.valkey import valkey
from games.ai import LEVELS, Choice, choose
from games.models import Action, Match, Seat
from games.services.computer import leases, thinking
from games.services.computer.leases import held, lease, lost
from games.services.computer.thinking import (
    ASK_AGAIN_SLOWLY_AFTER,
    PATIENCE,
    WHILE_OTHERS_WAIT,
    ask_again,
    seconds_for,
    think,
)
from games.services.computer.work import ASK_AGAIN_AFTER
from games.services.lobby.matches import match_create
from games.services.play.turns import play
from machupicchu.celery import app
from tests.games.playing import legal, play_once
from tests.games.sweeping import assert_asked_once, dies_of


@pytest.fixture
def computers_turn(alice: User, computers: list[User]) -> Match:
    """A match of Alice against the easiest computer player, whose turn it is."""
    chinchilla = next(user for user in computers if user.level == "beginner")
    match = match_create(host=alice, game="rapa_nui", others=[chinchilla])
    while not match.seats.get(number=match.to_move).user.is_computer:
        match = play_once(match, legal(match)[-1])
    return match


def test_the_computer_player_plays_a_legal_action(computers_turn: Match) -> None:
    choices = legal(computers_turn)
    assert think(code=computers_turn.code, ply=computers_turn.ply)
    entry = computers_turn.actions.get(ply=computers_turn.ply)
    assert entry.text in choices
    assert entry.source == Action.Source.COMPUTER
    assert entry.thought_ms is not None


def test_a_task_that_runs_twice_plays_once(computers_turn: Match) -> None:
    assert think(code=computers_turn.code, ply=computers_turn.ply)
    count = computers_turn.actions.count()
    assert not think(code=computers_turn.code, ply=computers_turn.ply)
    assert computers_turn.actions.count() == count


def test_nothing_is_thought_for_people_for_unknown_and_for_finished_matches(two_play: Match) -> None:
    assert not think(code=two_play.code, ply=two_play.ply)
    assert not think(code="nosuch", ply=0)
    assert two_play.actions.count() == two_play.ply


def test_a_match_that_cannot_be_read_is_set_aside_and_not_asked_for_again(computers_turn: Match) -> None:
    Match.objects.filter(pk=computers_turn.pk).update(state={"nonsense": 1})
    assert not think(code=computers_turn.code, ply=computers_turn.ply)
    computers_turn.refresh_from_db()
    assert (computers_turn.status, computers_turn.asked_at) == (Match.Status.BROKEN, None)
    assert ask_again() == 0


def test_a_database_that_is_away_is_no_fault_of_the_match(
    computers_turn: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_facts: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(thinking, "choose", away)
    with pytest.raises(OperationalError):
        think(code=computers_turn.code, ply=computers_turn.ply)
    computers_turn.refresh_from_db()
    assert (computers_turn.status, computers_turn.asked_at is None) == (Match.Status.RUNNING, False)


def test_a_match_with_a_longer_log_than_its_row_says_is_set_aside(computers_turn: Match) -> None:
    Action.objects.create(match=computers_turn, ply=computers_turn.ply, seat=0, text="x", made_at=timezone.now())
    assert not think(code=computers_turn.code, ply=computers_turn.ply)
    computers_turn.refresh_from_db()
    assert (computers_turn.status, computers_turn.asked_at) == (Match.Status.BROKEN, None)


def test_a_match_in_which_an_answer_cannot_be_entered_is_set_aside(
    computers_turn: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object, **_facts: object) -> None:
        raise KeyError("standing order")

    monkeypatch.setattr("games.services.play.turns.settle", fails)
    assert not think(code=computers_turn.code, ply=computers_turn.ply)
    computers_turn.refresh_from_db()
    assert (computers_turn.status, computers_turn.asked_at) == (Match.Status.BROKEN, None)
    assert "standing order" in computers_turn.trouble
    assert computers_turn.actions.count() == computers_turn.ply
    assert ask_again() == 0


@pytest.fixture
def _stopped() -> Iterator[None]:
    """The time stands still, however busy the machine is."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.mark.usefixtures("_stopped")
@pytest.mark.parametrize(("pace", "after"), [("none", ASK_AGAIN_AFTER), ("2d", ASK_AGAIN_SLOWLY_AFTER)])
def test_a_lost_decision_is_asked_for_again_once(computers_turn: Match, pace: str, after: timedelta) -> None:
    just_before = timezone.now() - after + timedelta(seconds=4)
    Match.objects.filter(pk=computers_turn.pk).update(asked_at=just_before, pace=pace, deadline=None)
    assert ask_again() == 0
    Match.objects.filter(pk=computers_turn.pk).update(asked_at=just_before - timedelta(seconds=10))
    assert ask_again() == 1
    assert ask_again() == 0


def test_a_match_at_which_too_many_workers_died_is_set_aside(computers_turn: Match) -> None:
    for _worker in range(leases.TRIES):
        dies_of(computers_turn.code, computers_turn.ply)
    assert not think(code=computers_turn.code, ply=computers_turn.ply)
    computers_turn.refresh_from_db()
    assert (computers_turn.status, computers_turn.asked_at) == (Match.Status.BROKEN, None)
    assert "died" in computers_turn.trouble


def test_the_last_worker_may_live(computers_turn: Match) -> None:
    for _worker in range(leases.TRIES - 1):
        dies_of(computers_turn.code, computers_turn.ply)
    assert think(code=computers_turn.code, ply=computers_turn.ply)


@pytest.mark.parametrize(("trouble", "deadly"), [(MemoryError, True), (OperationalError, False), (KeyError, False)])
def test_only_what_kills_is_counted(trouble: type[Exception], deadly: bool) -> None:
    for _worker in range(leases.TRIES + 1):
        with pytest.raises(trouble), lease("abc", 7):
            raise trouble
    with lease("abc", 7):
        assert leases.is_hopeless("abc", 7) is deadly
    with lease("abc", 7):
        assert not leases.is_hopeless("abc", 7), "someone finished it"


@pytest.mark.usefixtures("_stopped")
@pytest.mark.parametrize("facts", [{"pace": "none"}, {"pace": "2d"}, {"exhibition": True}])
def test_a_decision_whose_worker_died_is_asked_for_again_soon_at_any_pace(
    computers_turn: Match, facts: dict[str, Any]
) -> None:
    asked_at = timezone.now() - ASK_AGAIN_AFTER
    Match.objects.filter(pk=computers_turn.pk).update(asked_at=asked_at + timedelta(seconds=4), **facts)
    dies_of(computers_turn.code, computers_turn.ply)
    assert ask_again() == 0
    Match.objects.filter(pk=computers_turn.pk).update(asked_at=asked_at - timedelta(seconds=1))
    assert ask_again() == 1
    assert think(code=computers_turn.code, ply=computers_turn.ply)


def test_a_lost_decision_that_was_asked_for_again_waits_like_one_that_was_never_taken_up(computers_turn: Match) -> None:
    facts = {"asked_at": timezone.now() - 2 * ASK_AGAIN_AFTER, "pace": "2d"}
    Match.objects.filter(pk=computers_turn.pk).update(**facts)
    dies_of(computers_turn.code, computers_turn.ply)
    assert ask_again() == 1
    Match.objects.filter(pk=computers_turn.pk).update(**facts)
    assert ask_again() == 0
    dies_of(computers_turn.code, computers_turn.ply)
    assert ask_again() == 1


def grow_old() -> None:
    """Pretend that every decision was asked for long ago."""
    Match.objects.update(asked_at=timezone.now() - 2 * ASK_AGAIN_SLOWLY_AFTER)


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("facts", [{"pace": "none"}, {"pace": "2d"}, {"exhibition": True}])
def test_however_long_no_worker_comes_a_decision_stands_in_the_queue_once(
    computers_turn: Match, facts: dict[str, Any]
) -> None:
    Match.objects.update(**facts)
    assert_asked_once(ask_again, grow_old)
    assert lengths(["ai", "default"]) == {"ai": 1, "default": 0}


@pytest.mark.django_db(transaction=True)
def test_what_the_broker_has_lost_is_asked_for_again_although_others_stand_in_the_queue(
    computers_turn: Match, alice: User, computers: list[User]
) -> None:
    chinchilla = next(user for user in computers if user.level == "beginner")
    other = match_create(host=alice, game="maya", others=[chinchilla])
    if other.asked_at is None:
        other = play(match=other, seat=0, user=alice, text=legal(other)[0], ply=other.ply)
    cache.clear()
    for match in (computers_turn, other):
        Match.objects.filter(pk=match.pk).update(asked_at=timezone.now() - 2 * ASK_AGAIN_AFTER)
    assert ask_again() == 2
    cache.clear()
    app.send_task("games.think", [other.code, other.ply], priority=0)
    grow_old()
    assert ask_again() == 1
    assert lengths(["ai"]) == {"ai": 2}


def test_what_was_thought_about_to_the_end_is_not_lost_and_what_failed_is() -> None:
    with lease("abc", 7):
        assert lost([("abc", 7)]) == set()
    with pytest.raises(OperationalError), lease("abc", 8):
        raise OperationalError("server closed the connection")
    assert lost([("abc", 7), ("abc", 8), ("abc", 9)]) == {("abc", 8)}


def test_a_decision_of_a_person_is_never_asked_for(two_play: Match) -> None:
    assert two_play.asked_at is None
    assert ask_again() == 0


def test_what_a_worker_thinks_about_is_left_to_it(computers_turn: Match) -> None:
    code, ply = computers_turn.code, computers_turn.ply
    Match.objects.filter(pk=computers_turn.pk).update(asked_at=timezone.now() - 2 * ASK_AGAIN_AFTER)
    with lease(code, ply) as is_ours:
        assert is_ours
        assert not think(code=code, ply=ply)
        assert ask_again() == 0
    assert ask_again() == 1
    assert think(code=code, ply=ply)


@pytest.mark.half_second
def test_a_lease_that_was_lost_is_left_to_the_worker_that_has_it_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_EVERY", 0.1)
    key = cache.make_key("thinking:abc:7")
    with lease("abc", 7):
        valkey().set(key, "somebody else", px=300)
        time.sleep(0.5)
        assert held([("abc", 7)]) == set(), "it is not renewed for them"
        valkey().set(key, "somebody else", px=60_000)
    assert held([("abc", 7)]) == {("abc", 7)}


def test_leases_that_are_renewed_need_no_connections_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_EVERY", 0.01)

    def connections() -> int:
        return int(valkey().info("clients")["connected_clients"])

    def renewed(ply: int) -> None:
        """Wait until the lease has been renewed."""
        key = cache.make_key(f"thinking:abc:{ply}")
        left = valkey().pttl(key)
        while (now := valkey().pttl(key)) <= left:
            left = now

    with lease("abc", 0):
        renewed(0)
    before = connections()
    for ply in range(1, 6):
        with lease("abc", ply):
            renewed(ply)
    assert connections() <= before


def test_a_lease_of_a_dead_worker_ends_before_the_sweep_comes_twice() -> None:
    key = cache.make_key("thinking:abc:7")
    with lease("abc", 7):
        left = valkey().pttl(key) / 1000
    assert 2 * leases.RENEW_EVERY < left <= leases.SECONDS
    assert held([("abc", 7)]) == set()
    sweep = settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]
    assert max(leases.SECONDS, ASK_AGAIN_AFTER.total_seconds()) + sweep <= 10


@pytest.mark.django_db(transaction=True)
def test_two_workers_think_about_a_decision_once(computers_turn: Match) -> None:
    ready = Barrier(2)

    def work() -> bool:
        ready.wait()
        try:
            return think(code=computers_turn.code, ply=computers_turn.ply)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(future.result() for future in [pool.submit(work) for _ in range(2)]) == [False, True]
    assert computers_turn.actions.filter(ply=computers_turn.ply).count() == 1


@pytest.mark.parametrize("level", LEVELS)
def test_alone_a_decision_has_the_time_of_its_level(level: str) -> None:
    assert seconds_for(LEVELS[level], 1) == LEVELS[level].seconds


def test_a_day_game_gives_way_while_a_player_waits_who_plays_now() -> None:
    expert = LEVELS["expert"]
    assert seconds_for(expert, 0, slow=True) == expert.seconds
    assert seconds_for(expert, 1, slow=True) == WHILE_OTHERS_WAIT < seconds_for(expert, 1)


def test_budgets_shrink_when_many_wait() -> None:
    """So even the last of them waits no longer than anyone should."""
    for waiting in (20, 50, 1000):
        assert waiting * seconds_for(LEVELS["expert"], waiting) == pytest.approx(PATIENCE * settings.AI_PROCESSES)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Records the time limit of each decision; the real search is shorter."""
    times: list[float] = []

    def noting(*asked: Any, seconds: float) -> Choice:
        times.append(seconds)
        return choose(*asked, iterations=1)

    monkeypatch.setattr(thinking, "choose", noting)
    return times


def waiting_too(match: Match, number: int, **columns: object) -> None:
    """Add so many matches in which a computer player has to decide, each for someone else."""
    for count in range(number):
        other = copy(match)
        other.pk, other.code, other.invite, other._state.adding = None, f"w{count}", f"w{count}", True
        for name, value in columns.items():
            setattr(other, name, value)
        other.save()
        Seat.objects.create(match=other, number=0, user=User.objects.create_user(f"waits{count}"))


@pytest.mark.parametrize(
    ("others", "columns", "own", "expected"),
    [
        (0, {}, {}, 10),
        (40, {}, {}, PATIENCE / 41),
        (40, {"pace": "2d"}, {}, 10),
        (40, {"exhibition": True}, {}, 10),
        (0, {}, {"pace": "2d"}, 10),
        (1, {}, {"pace": "2d"}, WHILE_OTHERS_WAIT),
        (0, {}, {"exhibition": True}, WHILE_OTHERS_WAIT),
    ],
)
def test_the_time_of_a_decision_is_shared_with_those_who_wait_for_one_now(
    computers_turn: Match,
    given: list[float],
    settings: Any,
    others: int,
    columns: dict[str, object],
    own: dict[str, object],
    expected: float,
) -> None:
    settings.AI_PROCESSES = 1
    jaguar = User.objects.get(level="expert")
    computers_turn.seats.filter(number=computers_turn.to_move).update(user=jaguar)
    waiting_too(computers_turn, others, **columns)
    Match.objects.filter(pk=computers_turn.pk).update(**own)
    assert think(code=computers_turn.code, ply=computers_turn.ply)
    assert given == [pytest.approx(expected)]


def leave_logging_alone(**_facts: Any) -> None:
    """A receiver of Celery's `setup_logging`: without one, a worker would raise the level of the whole process."""


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_the_task_reaches_a_worker_through_the_broker(computers_turn: Match) -> None:
    """The message that the services publish runs the task: a real queue in a real Valkey, a worker in a thread."""
    import time

    setup_logging.connect(leave_logging_alone)
    with start_worker(app, queues=["ai"], pool="solo", perform_ping_check=False):
        app.send_task("games.think", args=[computers_turn.code, computers_turn.ply])
        deadline = time.monotonic() + 120
        while computers_turn.actions.count() == computers_turn.ply and time.monotonic() < deadline:
            time.sleep(0.05)
    assert computers_turn.actions.count() > computers_turn.ply
