"""Metrics for Prometheus: only with the token, and without anything about individuals."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import Client
from django.utils import timezone
from prometheus_client.metrics import MetricWrapperBase

from accounts.models import Letter
from common import metrics
from games.models import Action, Analysis
from machupicchu.celery import app
from machupicchu.version import version
from tests.games.playing import begin, legal, play_once
from tests.site.figures import Figures, figures

pytestmark = pytest.mark.django_db

ASKED = re.compile(r"\bsite_[a-z_]+")


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = "count-me"


def asked() -> Figures:
    answer = Client().get("/metrics", headers={"Authorization": "Bearer count-me"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    return figures(answer.content.decode())


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer count-m", "Bearer é", "Basic count-me"])
def test_for_all_others_there_is_no_page(client: Client, given: str) -> None:
    assert client.get("/metrics", headers={"Authorization": given}).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer count-me"])
def test_without_a_token_no_visitor_gets_it(client: Client, given: str, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": given}).status_code == 404


def test_it_tells_what_waits_and_what_was_played() -> None:
    match, _clients = begin("maya", 2)
    match = play_once(match, legal(match)[0])
    stood = Action.objects.filter(match=match).count()
    before = asked()
    assert before["site_version", (version(),)] == 1
    assert before["site_matches", ("running",)] == 1
    assert before["site_waiting_seconds", ("thinking",)] == 0
    play_once(match, legal(match)[0])
    written = Action.objects.filter(match=match).count() - stood
    long_ago = timezone.now() - timedelta(seconds=90)
    type(match).objects.update(asked_at=long_ago, to_move_since=long_ago)
    app.send_task("games.think", ["nothing", 0], queue="analysis")
    try:
        after = asked()
    finally:
        with app.connection_for_write() as connection:
            connection.default_channel.queue_purge("analysis")
    assert after["site_actions_total", ()] - before["site_actions_total", ()] == written > 0
    assert 90 <= after["site_waiting_seconds", ("thinking",)] < 150
    assert after["site_queue_length", ("analysis",)] == 1
    assert after["site_up", ("valkey",)] == after["site_up", ("database",)] == 1


def test_account_emails_and_analyses_that_wait_are_told() -> None:
    now = timezone.now()
    match, _clients = begin("maya", 2)
    Letter.objects.create(address="alice@games.example", template="welcome", due=now - timedelta(seconds=700))
    analysis = Analysis.objects.create(match=match, version="1", steps=3, worked_at=now)
    Analysis.objects.update(asked_at=now - timedelta(seconds=300))
    found = asked()
    assert 700 <= found["site_waiting_seconds", ("letters",)] < 760
    assert 300 <= found["site_waiting_seconds", ("analyses",)] < 360
    Letter.objects.update(state=Letter.State.SENT, ended_at=now)
    Analysis.objects.filter(pk=analysis.pk).update(trouble="its rules are gone")
    found = asked()
    assert found["site_waiting_seconds", ("letters",)] == found["site_waiting_seconds", ("analyses",)] == 0


def test_alerts_are_about_figures_and_labels_that_there_are() -> None:
    [group] = yaml.safe_load((settings.BASE_DIR / "deploy/alerts.yml").read_text())["groups"]
    asked_for = " ".join(rule["expr"] for rule in group["rules"])
    found = asked()
    counted = {name for each in vars(metrics).values() if isinstance(each, MetricWrapperBase) for name in _names(each)}
    assert set(ASKED.findall(asked_for)) <= counted | {name for name, _labels in found}
    for name, values in re.findall(r'(site_\w+)\{(?:for|queue|status)=~?"([\w|]+)"', asked_for):
        assert {(name, (value,)) for value in values.split("|")} <= found.keys()
    assert all(rule["annotations"]["summary"] for rule in group["rules"])
    [job] = yaml.safe_load((settings.BASE_DIR / "deploy/prometheus.yml").read_text())["scrape_configs"]
    assert f'job="{job["job_name"]}"' in asked_for


def test_where_valkey_is_away_the_rest_is_told(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    values = asked()
    assert values["site_up", ("valkey",)] == 0
    assert values["site_up", ("database",)] == 1
    assert ("site_queue_length", ("ai",)) not in values


def test_the_board_asks_for_figures_that_there_are() -> None:
    board = json.loads((settings.BASE_DIR / "deploy/grafana.json").read_text())
    asked_for = {
        name for panel in board["panels"] for target in panel["targets"] for name in ASKED.findall(target["expr"])
    }
    counted = {name for each in vars(metrics).values() if isinstance(each, MetricWrapperBase) for name in _names(each)}
    known = counted | {name for name, _labels in asked()}
    assert asked_for <= known
    assert len(board["panels"]) > 10
    bases = {re.sub("_(bucket|count|sum|total|created)$", "", name) for name in asked_for}
    assert {re.sub("_(bucket|count|sum|total|created)$", "", name) for name in known} - bases == set(), (
        "the board shows every metric"
    )


def _names(metric: MetricWrapperBase) -> set[str]:
    [family] = metric.collect()
    ends = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(family.type, [""])
    return {family.name + end for end in ends}
