"""Texts longer than anyone types: they cost no more than others, and are no error of the site's."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import normal
from accounts.passwords import one_spelling, spellings
from games.models import Match
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from tests.first import first

pytestmark = pytest.mark.django_db

MARKS = "a" + 20_000 * "\u0315" + 20_000 * "\u0300"
"""Combining characters out of order, which Python sorts in seconds."""
LETTERS = 60_000 * "x"
"""More than SQLite looks for."""
MOST = 1.0
"""Seconds of the processor that a request may take."""

Sent = Callable[[Client, str], object]


def post(path: str, field: str, **others: str) -> Sent:
    return lambda client, text: client.post(path, others | {field: text})


def get(path: str) -> Sent:
    return lambda client, text: client.get(path.format(text))


BY_NOBODY = {
    "a name to log in with": post("/account/login/", "login", password="seven stone condors"),
    "an address to log in with": lambda client, text: client.post(
        "/account/login/", {"login": f"{text}@example.org", "password": "seven stone condors"}
    ),
    "a password": post("/account/login/", "password", login="Alice"),
    "a name to sign up with": post("/account/signup/", "username", password1="seven stone condors"),
    "a name at a device": post("/device/", "name_1", name_2="Bob"),
    "a profile": get("/people/{}/"),
    "a profile in the API": get("/api/v1/people/{}"),
    "a player in the archive": get("/archive/?player={}"),
    "a player in the archive of the API": get("/api/v1/archive?player={}"),
    "a club": get("/clubs/?q={}"),
    "a page that is not there": get("/nowhere/{}/"),
    "the address of a frame": get("/oembed?url=https://{}/"),
}
BY_MEMBERS = {
    "a friend": post("/friends/", "name", do="ask"),
    "somebody blocked": post("/friends/", "name", do="block"),
    "a new name": post("/account/settings/", "username"),
    "a bot": get("/account/bots/{}/"),
    "a webhook": lambda client, text: client.post("/notices/webhook/", {"url": f"https://{text}/", "style": "discord"}),
}


def seconds_for(send: Sent, client: Client, text: str) -> float:
    """The seconds of the processor that a request with a text takes, once a short one has warmed everything up."""
    send(client, "x")
    began = time.thread_time()
    send(client, text)
    return time.thread_time() - began


@pytest.mark.parametrize("text", first([MARKS], of=[MARKS, LETTERS]), ids=["marks", "letters"])
@pytest.mark.parametrize("send", BY_NOBODY.values(), ids=BY_NOBODY)
def test_a_stranger_keeps_no_process_busy_with_one_text(send: Sent, text: str, client: Client, alice: User) -> None:
    assert seconds_for(send, client, text) < MOST


@pytest.mark.parametrize("text", first([LETTERS], of=[MARKS, LETTERS]), ids=["marks", "letters"])
@pytest.mark.parametrize("send", BY_MEMBERS.values(), ids=BY_MEMBERS)
def test_a_member_keeps_no_process_busy_with_one_text(send: Sent, text: str, client: Client, alice: User) -> None:
    client.force_login(alice)
    assert seconds_for(send, client, text) < MOST


@pytest.mark.parametrize("text", [MARKS, LETTERS], ids=["marks", "letters"])
def test_the_password_of_a_table_keeps_no_process_busy(text: str, client: Client, alice: User, bob: User) -> None:
    terms = TableTerms(access=Match.Access.PASSWORD, password="quipu")
    table = match_create(host=alice, game="rapa_nui", others=[None], terms=terms)
    client.force_login(bob)
    assert seconds_for(post(reverse("match_join", args=[table.code]), "password"), client, text) < MOST


def test_a_very_long_password_is_hashed_as_it_is_typed() -> None:
    assert one_spelling(MARKS) == MARKS
    assert spellings(MARKS) == [MARKS]
    assert one_spelling("e\u0301" * 100) == "\u00e9" * 100


def test_a_text_that_is_too_long_for_a_name_stays_too_long() -> None:
    assert len(normal(LETTERS)) == 300
