"""Responses that pages of other sites may read: they are for everyone, and for no one in particular."""

from __future__ import annotations

from typing import TypeVar

from django.http.response import HttpResponseBase

Answer = TypeVar("Answer", bound=HttpResponseBase)


def for_other_sites(response: Answer) -> Answer:
    """Let scripts of other sites read the response too."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
