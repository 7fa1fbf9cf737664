"""The site's own counters and timings, for Prometheus: see `machupicchu.monitoring.metrics_page`.

All processes that share METRICS_DIR write to files there, which any web process adds up. Without METRICS_TOKEN nobody
can read them: then the numbers stay in each process, and database statements and tasks are not timed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import signals
from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse

WANTED = bool(settings.METRICS_TOKEN)
if WANTED:  # before importing the library, which reads it only once
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)

from prometheus_client import Counter, Gauge, Histogram  # noqa: E402

QUICK = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
THOUGHTS = (0.01, 0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Upper bounds of histogram buckets in seconds: for requests and statements, and for what takes longer."""

REQUESTS = Histogram("site_request_seconds", "Answers of pages by view and status.", ["view", "status"], buckets=QUICK)
SOCKETS = Gauge("site_sockets", "Sockets that are open, by what they tell.", ["kind"], multiprocess_mode="livesum")
QUERIES = Histogram("site_database_seconds", "Statements to the database.", ["kind"], buckets=QUICK)
TASKS = Histogram("site_task_seconds", "Tasks of workers by how they ended.", ["task", "state"], buckets=THOUGHTS)
THINKING = Histogram("site_thinking_seconds", "Decisions of computer players.", ["game", "level"], buckets=THOUGHTS)
DELIVERIES = Counter("site_deliveries", "Ends of deliveries by channel and result.", ["channel", "result"])

READING = ("SELECT", "EXPLAIN", "PRAGMA")
"""The first words of statements that only read."""


class MetricsMiddleware:
    """Times every request, labelled with the name of its view and the status, never with the URL."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        found = request.resolver_match
        view = (found.view_name or "unnamed") if found is not None else "none"
        REQUESTS.labels(view, str(response.status_code)).observe(time.perf_counter() - began)
        return response


@contextmanager
def open_socket(kind: str) -> Iterator[None]:
    """Count a socket as open for the duration of the block."""
    SOCKETS.labels(kind).inc()
    try:
        yield
    finally:
        SOCKETS.labels(kind).dec()


def forget_the_dead(folder: Path) -> None:
    """Drop the open-socket counts of processes that no longer exist, including killed ones."""
    for file in folder.glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        if not Path("/proc", process).exists():
            file.unlink(missing_ok=True)


def _time_statement(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        kind = "read" if str(sql).lstrip("( \n").startswith(READING) else "write"
        QUERIES.labels(kind).observe(time.perf_counter() - began)


def _time_statements(connection: Any, **_news: Any) -> None:
    if _time_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_time_statement)


_begun: dict[str, float] = {}


def _task_begins(task_id: str = "", **_news: Any) -> None:
    _begun[task_id] = time.perf_counter()


def _task_ends(task_id: str = "", task: Any = None, state: str | None = None, **_news: Any) -> None:
    began = _begun.pop(task_id, None)
    if began is not None:
        TASKS.labels(task.name, (state or "unknown").lower()).observe(time.perf_counter() - began)


if WANTED:
    connection_created.connect(_time_statements)
    signals.task_prerun.connect(_task_begins)
    signals.task_postrun.connect(_task_ends)
