"""The operators' tools, set up in every process."""

from __future__ import annotations

from typing import Any

from celery import signals
from django.apps import AppConfig
from django.conf import settings


class OperatingConfig(AppConfig):
    """Commands, checks, figures and logs for operators."""

    name = "machupicchu.operating"

    def ready(self) -> None:
        """Connect to workers, too; and if logs are JSON, keep Celery from setting up its own format."""
        from common import metrics  # noqa: F401 (it connects itself)
        from machupicchu import checks, tracing  # noqa: F401 (they connect themselves)

        if settings.LOG_FORMAT == "json":
            signals.setup_logging.connect(_logs_are_set_up, dispatch_uid="logs")


def _logs_are_set_up(**_news: Any) -> None:
    """Do nothing: Django has set up LOGGING, and a connected receiver is enough for Celery to leave it alone."""
