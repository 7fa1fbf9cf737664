"""Reporting errors of the site to a Sentry-compatible server (such as GlitchTip), if SENTRY_DSN names one.

A report contains the error and its place in the code. It says nothing about the visitor and contains no values of
variables: a deal, a hand or a password could be among them. Nor does it contain the secrets of links.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sentry_sdk

from machupicchu.monitoring.masking import hidden, secrets_in, secrets_quoted, url_without_secrets, without_secrets
from machupicchu.version import version

KEPT = ("url", "method")
"""The fields of a request that are reported."""

DROPPED = ("user", "extra", "breadcrumbs")
"""The fields of a report that are not sent: they hold what the visitor sent, and what tasks were given."""

QUOTING = {"logentry", "message", "transaction"}
"""The fields of a report, besides the text of the exception, that may quote what was requested."""


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
    """The event without the visitor's data or the secrets of links.

    Of the request, only the URL and the method remain, the URL without secrets and query. What was secret in it, in the
    URL of the page before, or in one that the error names, is also masked where the error quotes it alone.
    """
    request = event.get("request") or {}
    headers = {str(name).lower(): str(value) for name, value in (request.get("headers") or {}).items()}
    urls = [f"{request.get('url', '')}?{request.get('query_string', '')}", headers.get("referer", "")]
    secrets = [secret for url in urls for secret in secrets_in(url)]
    told = {name: value for name, value in event.items() if name not in DROPPED}
    for error in (told.get("exception") or {}).get("values") or ():
        secrets += secrets_quoted(str(error.get("value", "")))
    bared: dict[str, Any] = _each_text(told, without_secrets)
    for name in QUOTING & bared.keys():
        bared[name] = _each_text(bared[name], lambda text: hidden(text, secrets))
    for error in (bared.get("exception") or {}).get("values") or ():
        error["value"] = _each_text(error.get("value"), lambda text: hidden(text, secrets))
    bared["request"] = {name: request[name] for name in KEPT if name in request}
    if "url" in bared["request"]:
        bared["request"]["url"] = url_without_secrets(request["url"])
    return bared


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """The value with all texts in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _each_text(each, change) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_each_text(each, change) for each in value]
    return value
