"""The app of the operators' tools, set up in every process."""

from __future__ import annotations

from typing import Any

from celery import signals
from django.apps import AppConfig
from django.conf import settings


class OperatingConfig(AppConfig):
    """Commands, checks, metrics and logs for operators."""

    name = "machupicchu.operating"

    def ready(self) -> None:
        """Load modules that register signals and checks; if logs are JSON, keep Celery from setting its own format."""
        from common import metrics  # noqa: F401 (connects signals)
        from machupicchu import checks  # noqa: F401 (registers checks)
        from machupicchu.monitoring import tracing  # noqa: F401 (connects signals)

        if settings.LOG_FORMAT == "json":
            signals.setup_logging.connect(_logs_are_set_up, dispatch_uid="logs")


def _logs_are_set_up(**_news: Any) -> None:
    """Do nothing: Django has set up LOGGING, and with any connected receiver, Celery leaves that alone."""
