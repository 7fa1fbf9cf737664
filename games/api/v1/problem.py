"""Problem details (RFC 9457): error responses for programs."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

MEDIA_TYPE = "application/problem+json"


def problem(status: int, detail: str, code: str, **more: Any) -> HttpResponse:
    """A problem response: `code` is for programs, `detail` for people."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, "code": code}
    return HttpResponse(json.dumps(body | more), status=status, content_type=MEDIA_TYPE)
