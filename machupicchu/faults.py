"""Report faults of the site to a Sentry-compatible server (such as GlitchTip), if SENTRY_DSN names one.

A report holds the fault and where in the code it happened. Nothing about a visitor is sent, and no values of variables:
a deal, a hand or a password could be among them.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk

from machupicchu.version import version

KEPT = ("url", "method")
"""What is reported about a request."""


def report_to(dsn: str, *, site: str) -> None:
    """Report from now on, in every process of the site."""
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
    """The event without what a visitor has sent: cookies, headers, and the query string."""
    request = event.get("request") or {}
    event["request"] = {name: request[name] for name in KEPT if name in request}
    for name in ("user", "extra", "breadcrumbs"):
        event.pop(name, None)
    return event
