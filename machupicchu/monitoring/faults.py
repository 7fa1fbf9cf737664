"""Reporting errors of the site to a Sentry-compatible server (such as GlitchTip), if SENTRY_DSN names one.

A report contains the error and its place in the code. It says nothing about the visitor and contains no values of
variables: a deal, a hand or a password could be among them.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk

from machupicchu.version import version

KEPT = ("url", "method")
"""The fields of a request that are reported."""


def report_to(dsn: str, *, site: str) -> None:
    """Report errors of this process from now on."""
    sentry_sdk.init(
        dsn=dsn,
        release=f"machupicchu@{version()}",
        environment=site,
        server_name="",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=None,
        before_send=bare,
    )


def bare(event: Any, _hint: Any) -> Any:
    """The event without the visitor's data: only the URL and method of the request remain."""
    request = event.get("request") or {}
    event["request"] = {name: request[name] for name in KEPT if name in request}
    for name in ("user", "extra", "breadcrumbs"):
        event.pop(name, None)
    return event
