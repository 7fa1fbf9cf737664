"""A server that keeps the worker waiting is left alone for a while, longer each time, and holds up nobody else."""

import re
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from common.valkey import valkey
from deliveries import safe_http, slow_servers
from deliveries.safe_http import Unreachable, post
from deliveries.slow_servers import FIRST_PAUSE, LONGEST_PAUSE, left_alone_until, server_of
from notices.kinds import Channel
from notices.models import Delivery
from notices.outbox import notify
from tests.notices.cast import Device, StandIn, with_webhook
from tests.notices.workers import deliver

pytestmark = pytest.mark.django_db
State = Delivery.State
SECOND = timedelta(seconds=1)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer counts as slow."""
    monkeypatch.setattr(slow_servers, "SLOW", 0.0)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The clock of the site, which stands still unless it is moved."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def states() -> list[str]:
    """The states of all deliveries to servers named by users, in the order in which they were planned."""
    outside = Delivery.objects.filter(channel__in=[Channel.PUSH, Channel.WEBHOOK])
    return list(outside.order_by("id").values_list("state", flat=True))


def elsewhere(stand_in: StandIn) -> str:
    """The same server under another name."""
    return stand_in.url.replace("localhost", "127.0.0.1")


@pytest.mark.usefixtures("slow")
def test_a_slow_server_is_left_alone_for_a_while(
    alice: User, bob: User, stand_in: StandIn, clock: time_machine.Traveller
) -> None:
    for user in (alice, bob):
        with_webhook(user, stand_in.url)
    notify(kind="test", users=[alice, bob], channel=Channel.WEBHOOK)
    deliver()
    assert len(stand_in.posts) == 1
    assert Delivery.objects.get(channel=Channel.WEBHOOK, state=State.WAITING).attempts == 0
    clock.shift(FIRST_PAUSE + SECOND)
    deliver()
    assert states() == [State.SENT, State.SENT]


@pytest.mark.half_second
@pytest.mark.usefixtures("slow")
def test_each_slow_answer_doubles_the_pause_up_to_an_hour(
    alice: User, stand_in: StandIn, clock: time_machine.Traveller
) -> None:
    with_webhook(alice, stand_in.url)
    pauses = []
    for number in range(1, 9):
        notify(kind="test", users=[alice], channel=Channel.WEBHOOK)
        deliver()
        assert len(stand_in.posts) == number
        until = left_alone_until(alice.pk, server_of(stand_in.url))
        assert until is not None
        pauses.append(round((until - timezone.now()) / FIRST_PAUSE))
        clock.move_to(until - SECOND)
        notify(kind="test", users=[alice], channel=Channel.WEBHOOK)
        deliver()
        assert len(stand_in.posts) == number, "the pause is not over yet"
        Delivery.objects.filter(state=State.WAITING).delete()
        clock.move_to(until + SECOND)
    assert pauses == [1, 2, 4, 8, 16, 32, LONGEST_PAUSE / FIRST_PAUSE, LONGEST_PAUSE / FIRST_PAUSE]


@pytest.mark.half_second
@pytest.mark.usefixtures("slow")
def test_slow_servers_of_one_person_do_not_use_up_the_time_of_all(
    alice: User, stand_in: StandIn, clock: time_machine.Traveller
) -> None:
    """The pause of a person grows with the number of their slow servers, whichever comes next."""
    for url in (stand_in.url, elsewhere(stand_in)):
        Device().allow(alice, url)
    notify(kind="test", users=[alice], channel=Channel.PUSH)
    deliver()
    assert len(stand_in.posts) == 1
    clock.shift(FIRST_PAUSE + SECOND)
    deliver()
    assert states() == [State.SENT, State.SENT]
    until = left_alone_until(alice.pk, "a-third-one.example")
    assert until == timezone.now() + 2 * FIRST_PAUSE


@pytest.mark.half_second
def test_a_server_that_is_slow_for_one_person_keeps_nobody_else_waiting_for_long(
    alice: User, bob: User, stand_in: StandIn, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a server of many, each with an address of their own, one of these may be slow on purpose."""
    with_webhook(alice, f"{stand_in.url}/hangs")
    with_webhook(bob, f"{stand_in.url}/bob")
    server = server_of(stand_in.url)
    for _time in range(4):
        with monkeypatch.context() as while_it_hangs:
            while_it_hangs.setattr(slow_servers, "SLOW", 0.0)
            notify(kind="test", users=[alice], channel=Channel.WEBHOOK)
            deliver()
        for_bob = left_alone_until(bob.pk, server)
        assert for_bob == timezone.now() + FIRST_PAUSE
        clock.move_to(for_bob + SECOND)
        notify(kind="test", users=[bob], channel=Channel.WEBHOOK)
        deliver()
        assert stand_in.posts[-1].path == "/bob"
        assert left_alone_until(bob.pk, server) is None
        until = left_alone_until(alice.pk, server)
        clock.move_to((until or timezone.now()) + SECOND)


@pytest.mark.half_second
@pytest.mark.usefixtures("slow")
def test_a_server_that_is_slow_for_many_is_tried_less_and_less(
    alice: User, bob: User, charlie: User, stand_in: StandIn, clock: time_machine.Traveller
) -> None:
    for number, user in enumerate((alice, bob, charlie)):
        with_webhook(user, stand_in.url)
        notify(kind="test", users=[user], channel=Channel.WEBHOOK)
        deliver()
        assert left_alone_until(0, server_of(stand_in.url)) == timezone.now() + FIRST_PAUSE * 2**number
        clock.shift(FIRST_PAUSE * 2**number + SECOND)


@pytest.mark.half_second
@pytest.mark.usefixtures("slow")
def test_what_waits_for_hours_is_given_up(alice: User, stand_in: StandIn, clock: time_machine.Traveller) -> None:
    with_webhook(alice, stand_in.url)
    for _time in range(2):
        notify(kind="test", users=[alice], channel=Channel.WEBHOOK)
    stand_in.status = 503
    deliver()
    assert states() == [State.WAITING, State.WAITING]
    clock.shift(timedelta(hours=9))
    deliver()
    assert states() == [State.WAITING, State.FAILED], "one of them was tried again"


def test_a_slow_server_is_one_however_it_is_spelt() -> None:
    ways = ["https://a.example/hook", "https://A.EXAMPLE:443/", "https://a.example./x"]
    assert {server_of(way) for way in ways} == {"a.example"}


@pytest.mark.half_second
@pytest.mark.usefixtures("slow")
def test_the_settings_say_what_waits_for_a_slow_server(
    alice: User, stand_in: StandIn, client: Client, clock: time_machine.Traveller
) -> None:
    client.force_login(alice)
    with_webhook(alice, stand_in.url)
    Device().allow(alice, f"{elsewhere(stand_in)}/push")
    quiet = client.get("/notices/settings/").content.decode()
    assert "waits until" not in quiet
    assert "waiting until" not in quiet
    notify(kind="test", users=[alice], channel=Channel.WEBHOOK)
    deliver()
    page = client.get("/notices/settings/").content.decode()
    assert re.search(r"This server was slow\. What we have for it waits until <time[^>]*>[\d:]+ UTC</time>\.", page)
    assert re.search(r"waiting until <time[^>]*>[\d:]+ UTC</time>, as its server was slow", page)


@pytest.mark.usefixtures("slow")
def test_a_full_valkey_keeps_nothing_from_being_sent(alice: User) -> None:
    try:
        with slow_servers.timed(alice.pk, "hooks.example"):
            valkey().config_set("maxmemory", 1)
    finally:
        valkey().config_set("maxmemory", 0)
    assert left_alone_until(alice.pk, "hooks.example") is None


# --- names that nobody answers for ------------------------------------------------------------------------------------


@pytest.fixture
def mute_names(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """Name servers that never answer."""
    over = threading.Event()

    def wait(*_args: object, **_more: object) -> None:
        over.wait()
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    monkeypatch.setattr(safe_http, "PATIENCE", 0.2)
    yield
    over.set()


@pytest.mark.usefixtures("mute_names")
def test_a_name_that_nobody_answers_for_is_given_up() -> None:
    with pytest.raises(Unreachable, match="the server was not found"):
        post("https://mute.example/hook", b"", {})


def test_a_server_whose_name_took_all_the_time_is_not_asked(monkeypatch: pytest.MonkeyPatch, stand_in: StandIn) -> None:
    """The alarm goes off before there is a connection that it could cut."""
    connection = safe_http._Checked("localhost", int(stand_in.url.rpartition(":")[2]), False)
    connection.cut()
    with pytest.raises(TimeoutError):
        connection.connect()
    connection.close()
