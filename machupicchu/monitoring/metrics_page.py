"""`/metrics`: the site's metrics for Prometheus, for holders of METRICS_TOKEN; a 404 for everyone else.

Besides the counters of the processes, it reports the current state of the database and Valkey: the lengths of the
queues, and how long things have been waiting.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from django import db
from django.conf import settings
from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from redis import Redis
from redis.exceptions import RedisError

from accounts.models import Letter
from common import metrics
from common.queues import QUEUES, lengths
from games.models import Action, Analysis, Heartbeat, Match
from machupicchu.monitoring.bearer import bears
from machupicchu.version import version
from notices.models import Delivery, Notice


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """All metrics in Prometheus' text format."""
    if not bears(request, settings.METRICS_TOKEN):
        raise Http404
    registry = CollectorRegistry()
    metrics.forget_the_dead(settings.METRICS_DIR)
    MultiProcessCollector(registry, str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    registry.register(Now())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class Now:
    """Metrics read on request. If a part does not answer, its metrics are missing and its `site_up` is 0."""

    def collect(self) -> Iterator[Metric]:
        """All metrics of the database and Valkey."""
        release = GaugeMetricFamily("site_version", "The release; always 1.", labels=["version"])
        release.add_metric([version()], 1)
        yield release
        up = GaugeMetricFamily("site_up", "Whether a part answers.", labels=["part"])
        ping = GaugeMetricFamily("site_ping_seconds", "How long the smallest question takes.", labels=["part"])
        for part, knock, ask in (
            ("database", _knock_at_the_database, _database),
            ("valkey", _knock_at_valkey, _valkey),
        ):
            began = time.perf_counter()
            try:
                knock()
                answered = time.perf_counter() - began
                found = list(ask())
            except (db.Error, RedisError):
                up.add_metric([part], 0)
            else:
                up.add_metric([part], 1)
                ping.add_metric([part], answered)
                yield from found
        yield up
        yield ping


def _knock_at_the_database() -> None:
    with db.connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _knock_at_valkey() -> None:
    with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as valkey:
        valkey.ping()


def _database() -> Iterator[Metric]:
    now = timezone.now()
    last = Action.objects.aggregate(last=Max("pk"))["last"]
    # Entries are only ever added, so the last key grows with what is played on all machines together.
    yield CounterMetricFamily("site_actions", "Entries in the logs of matches.", value=last or 0)
    states = GaugeMetricFamily("site_matches", "Matches that are not over, by state.", labels=["status"])
    going_on = [Match.Status.OPEN, Match.Status.RUNNING, Match.Status.BROKEN]
    counted = Match.objects.filter(status__in=going_on).order_by().values_list("status").annotate(Count("pk"))
    for status, count in (dict.fromkeys(going_on, 0) | dict(counted)).items():
        states.add_metric([status], count)
    yield states
    waits = GaugeMetricFamily("site_waiting_seconds", "For how long the first one waits or is overdue.", labels=["for"])
    running = Match.objects.filter(status=Match.Status.RUNNING)
    unsent = Delivery.objects.filter(state=Delivery.State.WAITING)
    under_way = Analysis.objects.filter(finished_at=None, trouble="")
    since = {
        "thinking": running.filter(asked_at__isnull=False).aggregate(at=Min("to_move_since"))["at"],
        "clocks": running.aggregate(at=Min("deadline"))["at"],
        "planning": Notice.objects.filter(planned=False).aggregate(at=Min("due"))["at"],
        "sending": unsent.aggregate(at=Min("due"))["at"],
        "letters": Letter.objects.filter(state=Letter.State.WAITING).aggregate(at=Min("due"))["at"],
        "analyses": under_way.aggregate(at=Min("asked_at"))["at"],
        "beat": Heartbeat.objects.aggregate(at=Min("last_beat_at"))["at"],
    }
    for name, at in since.items():
        waits.add_metric([name], 0.0 if at is None else max(0.0, (now - at).total_seconds()))
    yield waits


def _valkey() -> Iterator[Metric]:
    queues = GaugeMetricFamily("site_queue_length", "Messages that no worker has taken.", labels=["queue"])
    for queue, length in lengths(QUEUES).items():
        queues.add_metric([queue], length)
    yield queues
