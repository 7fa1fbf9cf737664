"""Every address of the site, and all that it answers to one visitor about one match."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.models import Match
from games.pages import patches
from games.selectors.timelines import forget_timelines

UNTOLD = {"Set-Cookie", "Expires", "Content-Length", patches.HEADER}
"""Headers that tell the time, what the content tells too, and names that are drawn by lot."""

HTMX = {"HX-Request": "true"}
JUNK = "x"
"""Arguments of addresses that have nothing to do with matches: keys from mails, files of the administration."""


class Address(NamedTuple):
    """A pattern of the site with the arguments that it takes."""

    name: str
    arguments: frozenset[str]

    @property
    def is_of_a_match(self) -> bool:
        """Whether the address is that of one match."""
        return "code" in self.arguments


def addresses() -> set[Address]:
    """All that the site answers to; those without a name are redirects of others."""
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
    """The address with the arguments of `match`. Raises NoReverseMatch for an argument that is not known here."""
    known = {
        "code": match.code,
        "secret": match.invite,
        "game": match.game,
        "object_id": str(match.pk),
        "content_type_id": str(ContentType.objects.get_for_model(Match).pk),
        "app_label": "games",
        "id": str(match.host_id),
        "number": "1",  # of a lesson
        "name": str(match.host),
        "pk": "1",  # of a passkey
        "key": JUNK,
        "token": JUNK,
        "uidb36": JUNK,
    }
    unknown = address.arguments - known.keys()
    if unknown:
        raise NoReverseMatch(f"say here what stands for {', '.join(sorted(unknown))} in the address {address.name}")
    return reverse(address.name, kwargs={name: known[name] for name in address.arguments})


def questions(address: Address, match: Match) -> list[dict[str, str]]:
    """The queries with which an address is asked."""
    return {
        "match": [{}, {"ply": "0"}],
        "match_replay": [{}, {"step": str(match.ply // 2)}, {"step": str(match.ply - 1)}, {"eyes": "all"}],
        "example": [{"step": "1"}],
    }.get(address.name, [{}])


def visitor(user: User | None) -> Client:
    """The browser of somebody, or of nobody in particular."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def fetched(match: Match, client: Client, among: Container[str] | None = None) -> dict[str, bytes]:
    """What a browser can fetch of a match on its own addresses, or on those `among` them, whole and as fragments."""
    return _fetched(match, client, _of_a_match(among))


def fetched_elsewhere(match: Match, client: Client) -> dict[str, bytes]:
    """What a browser can fetch on all other addresses of the site while there is this match."""
    return _fetched(match, client, {address for address in addresses() if not address.is_of_a_match})


def _of_a_match(among: Container[str] | None) -> set[Address]:
    return {address for address in addresses() if address.is_of_a_match and (among is None or address.name in among)}


def _fetched(match: Match, client: Client, asked: set[Address]) -> dict[str, bytes]:
    cache.clear()  # nobody has asked too often yet
    found = {}
    for address in sorted(asked):
        path = filled(address, match)
        for query in questions(address, match):
            found[f"{address.name} {query}"] = told(client.get(path, query))
        if not address.name.startswith("admin:"):  # the administration has no fragments
            found[f"{address.name}, fragment"] = told(client.get(path, query, headers=HTMX))
    return found


def posted(match: Match, client: Client, actions: list[str], among: Container[str] | None = None) -> dict[str, bytes]:
    """What the addresses of the match, or those `among` them, answer to forms: each action is played, all else is
    done once.

    Nothing of it stays. Answers that end the match are left out: then everything is open.
    """
    found = {}
    for address in sorted(_of_a_match(among)):
        for action in actions if address.name == "match_play" else actions[:1]:
            form = {"action": action, "ply": str(match.ply), "level": "beginner", "order-none": "ask"}
            forget_timelines()  # of what was done for the answer before
            with transaction.atomic():
                page = client.get(match.get_absolute_url(), headers=HTMX | {patches.HEADER: "new"})
                kept = {patches.HEADER: page.get(patches.HEADER, "new")}  # what is left out may tell nothing either
                said: HttpResponse = client.post(filled(address, match), form, headers=HTMX | kept)
                assert patches.HEADER not in said or b"<!--=" in said.content
                answer = told(said)
                if Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING).exists():
                    found[f"{address.name} {action}"] = answer
                transaction.set_rollback(True)
    return found


def told(answer: HttpResponse) -> bytes:
    """Status, headers and content of an answer, but for the form tokens, keys and what tells the time of the answer."""
    assert answer.status_code < 500
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    content = re.sub(rb'name="csrfmiddlewaretoken" value="[A-Za-z0-9]+"', b"", content)
    content = re.sub(rb'name="once" value="[A-Za-z0-9_-]+"', b"", content)
    content = re.sub(rb"&quot;X-CSRFToken&quot;: ?&quot;[A-Za-z0-9]+&quot;", b"", content)
    content = re.sub(rb"<time [^>]*>[^<]*</time>", b"", content)
    content = re.sub(rb'value="[0-9:-]+" class="v(Date|Time)Field"', b"", content)  # the administration proposes now
    content = re.sub(rb'name="initial-[a-z_]+_at_[01]" value="[0-9:-]+"', b"", content)
    headers = sorted((name, value) for name, value in answer.items() if name not in UNTOLD)
    return f"{answer.status_code} {headers}\n".encode() + content
