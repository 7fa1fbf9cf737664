"""The health page: what machines see, and what strangers do not."""

import os
import subprocess
import sys
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import machupicchu
from accounts.models import User
from common.queues import QUEUES
from games.models import Heartbeat
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.upkeep.heartbeat import beat
from machupicchu.celery import app
from notices.models import Delivery, Notice
from tests.stack.site import ROOT


@pytest.fixture
def alive(db: None) -> None:
    """Beat and a worker have just run."""
    beat()


def test_a_site_that_works_says_so_and_nothing_else(client: Client, alive: None) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert "no-store" in answer.headers["Cache-Control"]


def test_without_beat_or_workers_it_is_down(client: Client, alive: None) -> None:
    Heartbeat.objects.update(last_beat_at=timezone.now() - timedelta(minutes=2))
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (503, {"ok": False})


def test_valkey_away_is_down(client: Client, alive: None, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.HEALTH_TOKEN = "let-me-see"
    answer = client.get("/health/", headers={"Authorization": "Bearer let-me-see"})
    assert answer.status_code == 503
    assert answer.json()["valkey"] == {"reached": False, "ok": False, "trouble": "ConnectionError"}
    assert answer.json()["database"]["ok"] is True


ASK = """
import django
django.setup()
from django.test import Client
answer = Client().get("/health/", headers={"Authorization": "Bearer let-me-see", "Host": "localhost"})
print(answer.status_code, answer.json()["database"], answer.json()["valkey"]["ok"])
"""


@pytest.mark.long
def test_a_database_that_does_not_answer_is_down_and_the_page_still_says_so() -> None:
    away = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "HEALTH_TOKEN": "let-me-see"}
    environment = os.environ | away | {"DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    down = {"reached": False, "ok": False, "trouble": "OperationalError"}
    assert done.stdout.splitlines()[-1] == f"503 {down} True"


@pytest.mark.parametrize("column", ["asked_at", "deadline"])
def test_what_waits_too_long_is_down(client: Client, alive: None, column: str) -> None:
    host, other = (User.objects.create_user(name) for name in ("Alice", "Bob"))
    match = match_join(match=match_create(host=host, game="maya", others=[None]), user=other)
    long_ago = timezone.now() - timedelta(minutes=5)
    type(match).objects.filter(pk=match.pk).update(**{column: long_ago, "to_move_since": long_ago})
    assert client.get("/health/").status_code == 503


def test_a_day_game_may_wait_longer_for_a_computer_player(client: Client, alive: None) -> None:
    host, other = (User.objects.create_user(name) for name in ("Alice", "Bob"))
    match = match_join(
        match=match_create(host=host, game="maya", others=[None], terms=TableTerms(pace="1d")), user=other
    )
    for waited, status in ((timedelta(minutes=5), 200), (timedelta(hours=2), 503)):
        since = timezone.now() - waited
        type(match).objects.filter(pk=match.pk).update(asked_at=since, to_move_since=since)
        assert client.get("/health/").status_code == status


@pytest.mark.parametrize("planned", [False, True])
def test_what_is_not_sent_is_down(client: Client, alive: None, planned: bool) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    notice = Notice.objects.create(user=User.objects.create_user("Alice"), kind="test", due=long_ago, planned=planned)
    if planned:
        Delivery.objects.create(notice=notice, user=notice.user, channel="mail", due=long_ago)
    assert client.get("/health/").status_code == 503
    Notice.objects.update(planned=True)
    Delivery.objects.update(due=timezone.now())
    assert client.get("/health/").status_code == 200


@pytest.mark.parametrize("priority", [0, 9])
def test_queues_are_as_long_as_the_broker_made_them(client: Client, alive: None, settings: Any, priority: int) -> None:
    app.send_task("games.think", ["nothing", 0], queue="analysis", priority=priority)
    settings.HEALTH_TOKEN = "let-me-see"
    try:
        answer = client.get("/health/", headers={"Authorization": "Bearer let-me-see"}).json()
        assert answer["valkey"]["queues"] == dict.fromkeys(QUEUES, 0) | {"analysis": 1}
    finally:
        with app.connection_for_write() as connection:
            connection.default_channel.queue_purge("analysis")


def test_details_are_for_staff_and_the_token(client: Client, alive: None, settings: Any) -> None:
    member = User.objects.create_user("Alice")
    client.force_login(member)
    assert client.get("/health/").json() == {"ok": True}
    User.objects.filter(pk=member.pk).update(is_staff=True)
    assert client.get("/health/").json()["valkey"]["queues"] == dict.fromkeys(QUEUES, 0)
    settings.HEALTH_TOKEN = "let-me-see"
    assert "database" in Client().get("/health/", headers={"Authorization": "Bearer let-me-see"}).json()
    for wrong in ("Bearer ", "Bearer let-me", "", "Bearer é"):
        assert Client().get("/health/", headers={"Authorization": wrong}).json() == {"ok": True}


def test_it_asks_little_of_the_database(
    client: Client, alive: None, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/health/")
    monkeypatch.setattr(
        "machupicchu.monitoring.storage_probe.EVERY", 1e9
    )  # the occasional check of storage has already run
    with django_assert_max_num_queries(7):
        client.get("/health/")


def test_pages_out_of_reach_are_down_although_this_one_answers(client: Client, alive: None, settings: Any) -> None:
    settings.HEALTH_TOKEN = "let-me-see"
    last = Heartbeat.objects.get()
    Heartbeat.objects.update(last_page_served_at=last.last_beat_at - timedelta(minutes=2))
    answer = client.get("/health/", headers={"Authorization": "Bearer let-me-see"})
    assert answer.status_code == 503
    assert (answer.json()["pages"]["ok"], answer.json()["database"]["ok"]) == (False, True)


def test_a_heartbeat_from_the_future_is_none(client: Client, alive: None) -> None:
    Heartbeat.objects.update(
        last_beat_at=timezone.now() + timedelta(days=1), last_page_served_at=timezone.now() + timedelta(days=1)
    )
    assert client.get("/health/").status_code == 503


@pytest.mark.django_db
def test_where_no_beat_has_ever_come_it_is_well_for_a_minute(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds, status in ((30, 200), (61, 503)):
        monkeypatch.setattr(machupicchu, "STARTED", time.monotonic() - seconds)
        assert client.get("/health/").status_code == status


def test_the_administration_says_in_one_line_that_all_is_well_and_in_words_what_is_not(
    admin_client: Client, alive: None, settings: Any
) -> None:
    page = admin_client.get("/admin/").content.decode()
    assert "<dt>Servers</dt>" in page
    assert "is-bad" not in page
    Heartbeat.objects.update(last_beat_at=timezone.now() - timedelta(minutes=2))
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    page = admin_client.get("/admin/").content.decode()
    assert "<dt>Servers</dt>" not in page
    assert "<dt>Regular jobs</dt>" in page
    assert "not running since" in page
    assert "<dt>Valkey</dt>" in page
    assert page.count("is-bad") == 2
