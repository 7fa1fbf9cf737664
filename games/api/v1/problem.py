"""Problem details (RFC 9457): error responses for programs."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

MEDIA_TYPE = "application/problem+json"


def problem(status: int, detail: str, code: str, **more: Any) -> HttpResponse:
    """A problem response: `code` is for programs, `detail` for people."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, "code": code}
    return HttpResponse(json.dumps(body | more), status=status, content_type=MEDIA_TYPE)


def banned() -> HttpResponse:
    """The response to people who may not use the site for now."""
    return problem(403, _("You can’t play here"), "banned")


def too_many_requests() -> HttpResponse:
    """The response to more requests than one address or person may send."""
    said = _("Your connection has sent too many requests. Wait a minute, then try again.")
    return problem(429, said, "too_many_requests")
