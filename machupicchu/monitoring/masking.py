"""Masks secrets in the site's own URLs before these are reported or logged.

A link that lets people in, confirms an address, resets a password or unsubscribes works for anyone who reads it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.urls import resolve

HIDDEN = "…"
"""Replaces a secret."""

NOWHERE = f"/{HIDDEN}"
"""Replaces a path that the site does not have: it may be a link with a typo."""

SHOWN = frozenset(
    {
        "app_label",
        "bout",
        "club",
        "code",
        "content_type_id",
        "cup",
        "day",
        "file",
        "game",
        "id",
        "name",
        "number",
        "object_id",
        "pk",
        "puzzle",
        "season",
        "step",
    }
)
"""URL arguments that are no secrets: names and codes that pages show. All others are masked."""

SOCKETS = "/ws/"
"""Paths of sockets: they hold no secrets, and Django's URLs do not list them."""

LEAST = 6
"""The least length of a secret, in characters, that is also looked for in other words."""

URL = re.compile(r"(?P<origin>https?://[^/\s\"'<>?#]*)?(?P<path>/[^\s\"'<>?#\\]*)(?P<rest>[?#][^\s\"'<>\\]*)?")
AFTER = ".,:;!)]}"
"""Punctuation after a URL in a sentence."""


def url_without_secrets(url: str) -> str:
    """A requested URL without query and fragment, and with its secret arguments masked.

    The path is masked entirely if the site has no such path; a URL that cannot be parsed is left out.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    path = unquote(parts.path)
    if not path.startswith(SOCKETS):
        secrets = _secrets_of(path)
        path = NOWHERE if secrets is None else _path(path, secrets)
    return parts._replace(path=path, query="", fragment="").geturl()


def without_secrets(text: str) -> str:
    """The text in which the site's URLs have no secret arguments, query or fragment. Other URLs and paths stay."""
    return URL.sub(_masked, text)


def secrets_in(url: str) -> list[str]:
    """The secrets in a URL of this site: the arguments that are not `SHOWN`, and the values of its query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    values = [value for _name, value in parse_qsl(parts.query)]
    return [secret for secret in (*(_secrets_of(unquote(parts.path)) or ()), *values) if len(secret) >= LEAST]


def secrets_quoted(text: str) -> list[str]:
    """The secrets in the URLs of this site that a text contains."""
    paths = (unquote(found["path"].rstrip(AFTER)) for found in URL.finditer(text))
    return [secret for path in paths for secret in _secrets_of(path) or () if len(secret) >= LEAST]


def hidden(text: str, secrets: Iterable[str]) -> str:
    """The text with `HIDDEN` in place of each secret."""
    for secret in sorted(set(secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text


def _masked(found: re.Match[str]) -> str:
    written = found["path"].rstrip(AFTER)
    path = unquote(written)
    secrets = _secrets_of(path)
    if secrets is None:
        secrets = _secrets_of(f"{path}/")  # Django would add the slash
    if secrets is None:
        return found[0]
    shown = _path(path, secrets) if secrets else written
    after = f"?{HIDDEN}" if found["rest"] else found["path"][len(written) :]
    return f"{found['origin'] or ''}{shown}{after}"


def _path(path: str, secrets: Collection[str]) -> str:
    """The path with `HIDDEN` in place of each part that has something of a secret."""
    found = hidden(path, [secret for secret in secrets if len(secret) >= LEAST])
    return "/".join(HIDDEN if part in secrets or HIDDEN in part else part for part in found.split("/"))


def _secrets_of(path: str) -> list[str] | None:
    """The values in a path that are masked; None if the site has no such path.

    An error while the site's URLs are loaded counts as no such path: it may be what is being reported.
    """
    try:
        found = resolve(path)
    except Exception:
        return None
    arguments: Mapping[str, Any] = found.kwargs
    values = [str(value) for name, value in arguments.items() if name not in SHOWN]
    return [value for value in (*values, *map(str, found.args)) if value]
