"""Fills a running site with people and matches of every kind: `python -m tests.fuzz.stage`, in its environment.

Prints as JSON the material for requests: see `Facts`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Facts:
    """Names by role, session cookies by role, paths and forms by the name of their URL."""

    names: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    paths: dict[str, list[str]] = field(default_factory=dict)
    forms: dict[str, list[dict[str, str]]] = field(default_factory=dict)


def furnish() -> Facts:
    """Fill the database. Needs Django to be set up."""
    from django.conf import settings
    from django.urls import NoReverseMatch

    from tests.permissions.cast import ADDRESSES, MATCHES, Stage
    from tests.visitors import visitor

    stage, facts = Stage(), Facts()
    for role, user in stage.people.items():
        facts.names[role] = user.username
        browser = visitor(user)
        facts.sessions[role] = browser.cookies[settings.SESSION_COOKIE_NAME].value
    for name, address in ADDRESSES.items():
        for about in MATCHES if address.is_of_a_match else ("",):
            try:
                facts.paths.setdefault(name, []).append(stage.path(name, about))
                facts.forms.setdefault(name, []).append(_texts(stage.form(name, about)))
            except (NoReverseMatch, AssertionError, LookupError):
                facts.paths.setdefault(name, [])
    return facts


def _texts(form: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in form.items()}


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(furnish())))
