"""What takes long happens outside of transactions, also for a request with a key: meanwhile others can write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.db import connection
from django.test import Client

from accounts.models import Press, User
from games.models import Match, Seat
from games.pages.boards import plan_context
from games.selectors.access import Visitor, seats_of
from games.selectors.position import planning
from games.selectors.position.positions import position
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from tests.games.playing import play_randomly
from tests.visitors import visitor

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "a-key-of-a-program"
WORDS = "quiet condor"


@contextmanager
def observed(*functions: Callable[..., Any]) -> Iterator[list[bool]]:
    """Notes at each call of these functions whether a transaction is open."""
    codes, calls = {function.__code__ for function in functions}, []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in codes:
            calls.append(connection.in_atomic_block)

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(f"/api/v1/{path}", body, content_type="application/json", headers={"Idempotency-Key": KEY})


def test_a_program_looks_ahead_for_its_plan(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    match = play_randomly(match, Random(1), until=6)
    seat = next(seat for seat in seats_of(match) if seat.number != match.to_move)
    text = plan_context(position(match, Visitor(seat.user)), is_open=True)["plannable"][0].choices[0].value
    client = visitor(seat.user)
    with observed(planning.prospects) as looked:
        answers = [post(client, f"matches/{match.code}/plan", action=text, place=0) for _time in range(2)]
    assert looked == [False], "once, and before the key is stored"
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1]["Idempotency-Replayed"] == "true"
    assert Seat.objects.get(pk=seat.pk).plan == [text]


@pytest.mark.half_second
def test_passwords_of_tables_are_hashed_and_checked_ahead(alice: User, bob: User) -> None:
    with observed(hashers.make_password, hashers.check_password) as hashed:
        opened = post(visitor(alice), "tables", game="maya", access="password", password=WORDS)
        path = f"tables/{opened.json()['code']}"
        changed = post(visitor(alice), f"{path}/change", access="password", password=WORDS * 2, pace="live")
        wrong = post(visitor(bob), f"{path}/join", password=WORDS)
        joined = post(visitor(bob), f"{path}/join", password=WORDS * 2)
    assert [each.status_code for each in (opened, changed, wrong, joined)] == [201, 200, 422, 200]
    assert "Wrong password" in wrong.json()["detail"]
    assert len(hashed) >= 4
    assert not any(hashed)
    assert Press.objects.count() == 3, "what was refused may be sent again"


def test_forms_hash_the_passwords_of_tables_ahead(alice: User) -> None:
    client = visitor(alice)
    form = {"seats": "2", "place_2": "somebody", "access": "password", "password": WORDS, "pace": "live", "once": KEY}
    with observed(hashers.make_password) as hashed:
        assert client.post("/tables/new/?game=maya", form).status_code == 302
        match = Match.objects.get()
        client.post(f"/match/{match.code}/change/", form | {"password": WORDS * 2})
    assert hashed == [False, False]
    assert hashers.check_password(WORDS * 2, Match.objects.get().password)


def test_what_makes_no_sense_is_left_to_the_operation(alice: User) -> None:
    match = match_create(host=alice, game="maya", others=[None], terms=TableTerms())
    client = visitor(alice)
    assert post(client, f"matches/{match.code}/plan", action="x").status_code == 422
    assert post(client, "matches/nonsense/plan", action="x", place=0).status_code == 404
    assert post(client, f"matches/{match.code}/plan", action="x", place=0).status_code == 422
    assert post(Client(), f"matches/{match.code}/plan", action="x", place=0).status_code == 401
    assert not Press.objects.exists()
