"""Tokens that programs of operators send with their requests."""

import secrets

from django.http import HttpRequest


def bears(request: HttpRequest, token: str) -> bool:
    """Whether a request has this token in its Authorization header. No request has an empty one."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return bool(token) and secrets.compare_digest(given.encode(), token.encode())
