"""CORS: what pages of other sites may do with the API."""

from __future__ import annotations

from typing import TypeVar

from django.http.response import HttpResponseBase

TOLD = "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"
"""Headers that scripts of other sites may read besides those that browsers always show them."""

Answer = TypeVar("Answer", bound=HttpResponseBase)


def open_to_reading(response: Answer) -> Answer:
    """Let pages of other sites read what is public or what a token allows; they never send cookies (SameSite)."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Allow-Methods"] = "GET, OPTIONS"
    response["Access-Control-Allow-Headers"] = "Authorization, If-None-Match, Last-Event-ID"
    response["Access-Control-Expose-Headers"] = TOLD
    return response
