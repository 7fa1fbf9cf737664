"""Every URL of the site, and all that it answers to one visitor about one match."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator
from functools import cache as once
from typing import Any, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from clubs.models import Club
from cups.models import Cup
from daily.calendar import today
from games.api.v1.addresses import schema
from games.models import Challenge, Match
from games.pages.match import patches
from games.selectors.position.timelines import forget_timelines
from ladders.models import Bout, Final
from machupicchu.monitoring import tracing
from puzzles.models import Puzzle

UNTOLD = {
    "Set-Cookie",
    "Expires",
    "Content-Length",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    patches.HEADER,
    tracing.HEADER,
}
"""Headers that depend on the time, on earlier requests or on chance, or that repeat what the content already tells."""

HTMX = {"HX-Request": "true"}
JUNK = "x"
"""A value for arguments of URLs that have nothing to do with matches: keys from mails, files of the administration."""


class Address(NamedTuple):
    """A URL pattern of the site, with its arguments."""

    name: str
    arguments: frozenset[str]

    @property
    def is_of_a_match(self) -> bool:
        """Whether the URL belongs to one match."""
        return "code" in self.arguments


def addresses() -> set[Address]:
    """All URL patterns of the site; those without a name redirect to others."""
    return set(_walk(get_resolver().url_patterns, (), frozenset()))


def _walk(
    patterns: list[URLPattern | URLResolver], spaces: tuple[str, ...], arguments: frozenset[str]
) -> Iterator[Address]:
    for pattern in patterns:
        taken = arguments | set(pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, (*spaces, *filter(None, [pattern.namespace])), taken)
        elif pattern.name:
            yield Address(":".join((*spaces, pattern.name)), frozenset(taken))


def filled(address: Address, match: Match) -> str:
    """The URL with the arguments of `match`. Raises NoReverseMatch for an argument that is not known here."""
    known = {
        "code": match.code,
        "cup": Cup.objects.order_by("pk").values_list("code", flat=True).first() or JUNK,
        "club": Club.objects.order_by("pk").values_list("code", flat=True).first() or JUNK,
        "invite": Club.objects.order_by("pk").values_list("invite", flat=True).first() or JUNK,
        "bout": str(Bout.objects.order_by("pk").values_list("pk", flat=True).first() or 0),
        "challenge": Challenge.objects.order_by("pk").values_list("token", flat=True).first() or JUNK,
        "puzzle": str(Puzzle.objects.order_by("pk").values_list("pk", flat=True).first() or 0),
        "season": Final.objects.order_by("pk").values_list("season", flat=True).first() or JUNK,
        "secret": match.invite,
        "game": match.game,
        "object_id": str(match.pk),
        "content_type_id": str(ContentType.objects.get_for_model(Match).pk),
        "app_label": "games",
        "id": str(match.host_id),
        "number": "1",  # of a lesson
        "day": today().isoformat(),
        "name": str(match.host),
        "pk": "1",  # of a passkey
        "key": JUNK,
        "token": JUNK,
        "uidb36": JUNK,
        "step": str(max(0, match.ply - 1)),
        "rest": JUNK,
        "file": JUNK,
    }
    unknown = address.arguments - known.keys()
    if unknown:
        raise NoReverseMatch(f"say here what stands for {', '.join(sorted(unknown))} in the address {address.name}")
    return reverse(address.name, kwargs={name: known[name] for name in address.arguments})


def questions(address: Address, match: Match) -> list[dict[str, str]]:
    """The queries with which to request a URL."""
    return {
        "match": [{}, {"ply": "0"}],
        "match_replay": [{}, {"step": str(match.ply // 2)}, {"step": str(match.ply - 1)}, {"eyes": "all"}],
        "api:step": [{}, {"eyes": "all"}, {"eyes": "nobody"}, {"eyes": "0"}],
        "api:match_events": [{}, {"after": "0-0"}],
        "example": [{"step": "1"}],
        "daily_side_by_side": [{}, {"of": match.code}, {"of": match.code, "step": "1"}],
    }.get(address.name, [{}])


def send(client: Client, name: str, path: str, form: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
    """Send `form` to an address: as JSON to the API, as a form to pages."""
    if name.startswith("api:"):
        return client.post(path, json.dumps(form, default=str), content_type="application/json", headers=headers)
    return client.post(path, form, headers=headers)


def fetched(match: Match, client: Client, among: Container[str] | None = None) -> dict[str, bytes]:
    """Everything that a browser can GET at the match's own URLs, or at those in `among`, as pages and as fragments."""
    return _fetched(match, client, _of_a_match(among))


def fetched_elsewhere(match: Match, client: Client) -> dict[str, bytes]:
    """Everything that a browser can GET at all other URLs of the site while this match exists."""
    return _fetched(match, client, {address for address in addresses() if not address.is_of_a_match})


def _of_a_match(among: Container[str] | None) -> set[Address]:
    return {address for address in addresses() if address.is_of_a_match and (among is None or address.name in among)}


def _fetched(match: Match, client: Client, asked: set[Address]) -> dict[str, bytes]:
    cache.clear()  # reset the rate limits
    found = {}
    for address in sorted(asked):
        path = filled(address, match)
        for query in questions(address, match):
            found[f"{address.name} {query}"] = comparable(client.get(path, query))
        if not address.name.startswith("admin:"):  # the administration has no fragments
            found[f"{address.name}, fragment"] = comparable(client.get(path, query, headers=HTMX))
    return found


def posted(match: Match, client: Client, actions: list[str], among: Container[str] | None = None) -> dict[str, bytes]:
    """The responses of the match's URLs, or of those in `among`, to forms: each action is played, everything else is
    done once.

    Changes are rolled back. Responses that end the match are left out: after that, everything is open.
    """
    found = {}
    for address in sorted(_of_a_match(among)):
        for action in actions if address.name in ("match_play", "api:play") else actions[:1]:
            path = filled(address, match)
            form = {"action": action, "ply": str(match.ply), "level": "beginner", "order-none": "ask"}
            if address.name.startswith("api:"):
                form = _taken(path, form)
            forget_timelines()  # of the previous response
            with transaction.atomic():
                page = client.get(match.get_absolute_url(), headers=HTMX | {patches.HEADER: "new"})
                kept = {patches.HEADER: page.get(patches.HEADER, "new")}  # what it leaves out must tell nothing either
                said: HttpResponse = send(client, address.name, path, form, HTMX | kept)
                assert address.name != "api:play" or b'"code": "invalid"' not in said.content, "nothing was tried"
                assert patches.HEADER not in said or b"<!--=" in said.content
                answer = comparable(said)
                if Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING).exists():
                    found[f"{address.name} {action}"] = answer
                transaction.set_rollback(True)
    return found


def _taken(path: str, form: dict[str, str]) -> dict[str, str]:
    """The fields of a form that an address of the API takes: it refuses a body with others."""
    fitting = [(pattern.pattern.count("+"), fields) for pattern, fields in _bodies() if pattern.fullmatch(path)]
    fields = min(fitting, default=(0, frozenset[str]()))[1]
    return {name: text for name, text in form.items() if name in fields}


@once
def _bodies() -> list[tuple[re.Pattern[str], frozenset[str]]]:
    """The paths of the API that take a body, each with the fields it may have."""
    document = schema()
    bodies = {
        path: operations["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for path, operations in document["paths"].items()
        if "requestBody" in operations.get("post", {})
    }
    return [
        (
            re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(path))),
            frozenset(document["components"]["schemas"][name]["properties"]),
        )
        for path, name in bodies.items()
    ]


def comparable(answer: Any) -> bytes:
    """Status, headers and content of a response, without form tokens, keys and what depends on the time."""
    assert answer.status_code < 500
    if hasattr(answer, "begun"):  # a stream of the API: everything it sends before anything happens
        content = answer.begun
    else:
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    content = re.sub(rb'name="csrfmiddlewaretoken" value="[A-Za-z0-9]+"', b"", content)
    content = re.sub(rb'name="once" value="[A-Za-z0-9_-]+"', b"", content)
    content = re.sub(rb"&quot;X-CSRFToken&quot;: ?&quot;[A-Za-z0-9]+&quot;", b"", content)
    content = re.sub(rb"<time [^>]*>[^<]*</time>", b"", content)
    content = re.sub(rb'value="[0-9:-]+" class="v(Date|Time)Field"', b"", content)  # the administration suggests now
    content = re.sub(rb'name="initial-[a-z_]+_at_[01]" value="[0-9:-]+"', b"", content)
    headers = sorted((name, value) for name, value in answer.items() if name not in UNTOLD)
    return f"{answer.status_code} {headers}\n".encode() + content


def differing(real: dict[str, bytes], imaginary: dict[str, bytes]) -> set[str]:
    """The names of the URLs with different responses to any question."""
    return {question.split(" ")[0] for question in real if real[question] != imaginary[question]}
