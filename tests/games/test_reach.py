"""Pages that cannot be reached: the sweep notices by requesting one, clocks stop, and get the time back later."""

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import time_machine
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from deliveries.services.fan_out import fan_out
from games import tasks
from games.models import Action, Heartbeat, Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.upkeep import heartbeat
from games.services.upkeep.site_probe import pages_are_served
from tests.games.monday import MONDAY

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def nobody(settings: Any) -> Iterator[None]:
    """A URL at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, so nobody else can listen there
        settings.WEB_ADDRESS = f"http://127.0.0.1:{taken.getsockname()[1]}"
        yield


def begun(alice: User, bob: User, pace: str) -> Match:
    return match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace=pace)), user=bob
    )


def sweep(clock: time_machine.Traveller, span: timedelta, step: timedelta = 5 * SECOND) -> None:
    """Run the sweep for a while, as beat does."""
    for _again in range(span // step):
        clock.shift(step)
        tasks.clocks()


# --- asking ---------------------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_a_site_that_serves_pages_is_found_although_no_reader_visits_it(live_server: LiveServer, settings: Any) -> None:
    settings.WEB_ADDRESS = live_server.url
    assert pages_are_served()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("names", [["games.example"], [".games.example", "*"], ["*"]])
def test_the_site_is_asked_by_its_own_name(live_server: LiveServer, settings: Any, names: list[str]) -> None:
    settings.WEB_ADDRESS, settings.ALLOWED_HOSTS = live_server.url, names
    assert pages_are_served()


@pytest.mark.django_db(transaction=True)
def test_a_site_that_is_not_well_is_there_all_the_same(live_server: LiveServer, settings: Any) -> None:
    settings.WEB_ADDRESS = live_server.url
    Heartbeat.objects.create(pk=Heartbeat.ONLY, last_beat_at=datetime.now(UTC) - HOUR)  # its health page says 503
    assert pages_are_served()


def test_where_no_process_listens_no_page_is_served(nobody: None) -> None:
    assert not pages_are_served()


def test_another_server_at_the_address_is_not_the_site(settings: Any) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(502)
            self.end_headers()
            self.wfile.write(b"<h1>Bad Gateway</h1>")

        def log_message(self, *_what: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        settings.WEB_ADDRESS = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert not pages_are_served()
        thread.join()


def test_without_an_address_pages_are_taken_for_granted(settings: Any) -> None:
    settings.WEB_ADDRESS = ""
    assert pages_are_served()


# --- the consequences -----------------------------------------------------------------------------------------------
@pytest.mark.half_second
def test_while_no_page_is_served_no_player_runs_out_of_time_and_all_of_it_comes_back(
    clock: time_machine.Traveller, alice: User, bob: User, settings: Any, nobody: None
) -> None:
    away, settings.WEB_ADDRESS = settings.WEB_ADDRESS, ""
    live, day = begun(alice, bob, "live"), begun(alice, bob, "1d")
    assert live.deadline is not None
    assert day.deadline is not None
    tasks.clocks()
    settings.WEB_ADDRESS = away
    sweep(clock, HOUR, MINUTE / 3)
    assert not Action.objects.filter(kind=Action.Kind.TIMEOUT).exists()
    assert Match.objects.get(pk=live.pk).deadline == live.deadline, "it is not known yet how long it will take"
    assert fan_out() > 0, "notices that are not reminders are sent all the same"
    settings.WEB_ADDRESS = ""
    clock.shift(SECOND)
    for _twice in range(2):
        tasks.clocks()
    for match, before in ((live, live.deadline), (day, day.deadline)):
        fresh = Match.objects.get(pk=match.pk)
        assert (fresh.deadline, fresh.claimable_by) == (before + HOUR + SECOND, None)


def test_a_short_break_gives_nothing_back(
    clock: time_machine.Traveller, alice: User, bob: User, settings: Any, nobody: None
) -> None:
    away, settings.WEB_ADDRESS = settings.WEB_ADDRESS, ""
    match = begun(alice, bob, "live")
    tasks.clocks()
    settings.WEB_ADDRESS = away
    sweep(clock, 20 * SECOND)
    settings.WEB_ADDRESS = ""
    sweep(clock, MINUTE)
    assert Match.objects.get(pk=match.pk).deadline == match.deadline


def test_pages_that_come_back_after_the_sweep_get_the_whole_silence_back(
    clock: time_machine.Traveller, alice: User, bob: User, settings: Any, nobody: None
) -> None:
    away, settings.WEB_ADDRESS = settings.WEB_ADDRESS, ""
    match = begun(alice, bob, "1d")
    assert match.deadline is not None
    tasks.clocks()
    clock.shift(6 * HOUR)  # nothing runs at all
    settings.WEB_ADDRESS = away
    sweep(clock, MINUTE)  # the sweep runs again, the pages do not
    assert heartbeat.beat() == timedelta()
    settings.WEB_ADDRESS = ""
    clock.shift(SECOND)
    assert heartbeat.beat() == 6 * HOUR + MINUTE + SECOND
    assert Match.objects.get(pk=match.pk).deadline == match.deadline + 6 * HOUR + MINUTE + SECOND


@pytest.mark.django_db
def test_the_log_of_the_site_says_it_once(
    clock: time_machine.Traveller, settings: Any, nobody: None, caplog: pytest.LogCaptureFixture
) -> None:
    away, settings.WEB_ADDRESS = settings.WEB_ADDRESS, ""
    tasks.clocks()
    settings.WEB_ADDRESS = away
    sweep(clock, 2 * MINUTE)
    settings.WEB_ADDRESS = ""
    sweep(clock, MINUTE)
    assert [record.levelname for record in caplog.records if record.name == heartbeat.__name__] == ["ERROR", "WARNING"]


def test_a_heartbeat_from_before_pages_were_asked_for_counts(clock: time_machine.Traveller, alice: User) -> None:
    Heartbeat.objects.create(pk=Heartbeat.ONLY, last_beat_at=MONDAY - HOUR)
    assert not heartbeat.is_up(MONDAY)
    assert heartbeat.beat() == HOUR
    assert heartbeat.is_up(MONDAY)
