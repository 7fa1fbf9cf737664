"""Rows that are read with cached SQL equal those that Django reads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model, QuerySet
from django.utils import timezone

from accounts.models import User
from common.lookups import Lookup, Numbers
from common.sessions import SessionStore
from games.models import Match, Seat
from games.selectors.access import seats_kept, seats_of
from games.services.play.resignation import resign

pytestmark = pytest.mark.django_db

matches = Lookup(lambda code: Match.objects.filter(code=code), str)
seats = Lookup(lambda match: Seat.objects.filter(match_id=match).order_by("-number"), int, along=("user", "stand_in"))


def waiting(match_id: int, code: str, since: datetime) -> QuerySet[Match, Any]:
    found = Match.objects.filter(pk=match_id, created_at__gte=since).exclude(code=code)
    return found.values_list("ply", "seat_count")


numbers = Numbers(waiting, int, str, datetime)


def facts(row: Model) -> dict[str, Any]:
    """Every column, with its Python type."""
    assert not row.get_deferred_fields()
    assert not row._state.adding
    return {field.attname: (type(value := getattr(row, field.attname)), value) for field in row._meta.concrete_fields}


def test_a_row_is_what_django_reads(two_play: Match, django_assert_num_queries: Callable[..., Any]) -> None:
    Match.objects.filter(pk=two_play.pk).update(deadline=timezone.now(), lowest_rating=-3, weekends_off=True)
    matches(two_play.code)
    with django_assert_num_queries(1):
        (found,) = matches(two_play.code)
    assert found == two_play
    assert facts(found) == facts(Match.objects.get(pk=two_play.pk))
    assert matches("nosuchmatch") == []


def test_numbers_are_what_django_reads(two_play: Match, django_assert_num_queries: Callable[..., Any]) -> None:
    long_ago, soon = two_play.created_at, timezone.now() + timedelta(days=1)
    usual = waiting(two_play.pk, "", long_ago).get()
    numbers(two_play.pk, "", long_ago)
    with django_assert_num_queries(1):
        assert numbers(two_play.pk, "", long_ago) == usual == (two_play.ply, 2)
    assert numbers(two_play.pk, two_play.code, long_ago) == numbers(two_play.pk, "", soon) == ()
    assert numbers(two_play.pk + 1, "", long_ago) == ()
    with pytest.raises(AssertionError, match="does not depend on a key"):
        Numbers(lambda pk, code: Match.objects.filter(pk=pk).values_list("ply"), int, str)(1, "a")


def test_what_it_refers_to_comes_along(
    two_play: Match, alice: User, computers: list[User], django_assert_num_queries: Callable[..., Any]
) -> None:
    Seat.objects.filter(match=two_play, number=1).update(bank=timedelta(minutes=3), plan=["a", "b"])
    resign(match=two_play, user=alice)
    usual = list(Seat.objects.filter(match=two_play).select_related("user", "stand_in").order_by("-number"))
    seats(two_play.pk)
    with django_assert_num_queries(1):
        found = seats(two_play.pk)
        users = [(seat.user, seat.stand_in) for seat in found]
    assert [facts(seat) for seat in found] == [facts(seat) for seat in usual]
    assert users == [(seat.user, seat.stand_in) for seat in usual]
    assert [facts(seat.user) for seat in found if seat.user] == [facts(seat.user) for seat in usual if seat.user]


def test_a_row_is_made_at_one_go_and_has_all_that_django_gives_it(
    two_play: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    (usual,) = Seat.objects.filter(match=two_play, number=1).select_related("user", "stand_in")

    def column_by_column(*_given: object) -> None:
        raise AssertionError("made column by column")

    seats(two_play.pk)
    monkeypatch.setattr(Model, "__init__", column_by_column)
    found, _other = seats(two_play.pk)
    for ours, django in ((found, usual), (found.user, usual.user)):
        assert ours is not None
        assert django is not None
        assert vars(ours) | {"_state": None} == vars(django) | {"_state": None}
        assert vars(ours._state) == vars(django._state)
    assert found.stand_in is None


def test_a_seat_without_a_user_has_none(two_play: Match) -> None:
    Seat.objects.filter(match=two_play).update(user=None)
    assert [(seat.user, seat.stand_in) for seat in seats(two_play.pk)] == [(None, None)] * 2


def test_what_was_changed_is_read_anew_and_saved_as_ever(two_play: Match) -> None:
    (found,) = matches(two_play.code)
    found.salt = "new"
    found.save(update_fields=["salt"])
    assert matches(two_play.code)[0].salt == "new"


@pytest.mark.django_db(transaction=True)
def test_every_thread_reads_by_its_own_connection(two_play: Match) -> None:
    def read() -> tuple[dict[str, Any], int]:
        try:
            return facts(matches(two_play.code)[0]), id(connection.connection)
        finally:
            connection.close()

    here = facts(matches(two_play.code)[0])
    with ThreadPoolExecutor(2) as threads:
        there = [thread.result() for thread in [threads.submit(read) for _number in range(4)]]
    assert all(facts_there == here and where != id(connection.connection) for facts_there, where in there)


def test_seats_that_are_kept_are_the_same_until_the_match_is_read_anew(two_play: Match) -> None:
    kept = seats_kept(two_play)
    kept[0].plan = ["mine"]
    assert [id(seat) for seat in seats_of(two_play)] == [id(seat) for seat in kept]
    two_play.refresh_from_db()
    assert seats_of(two_play)[0].plan == []


def test_a_session_ends_where_it_is_read_next(django_assert_num_queries: Callable[..., Any]) -> None:
    session = SessionStore()
    session["who"] = "me"
    session.save()
    key = session.session_key
    with django_assert_num_queries(1):
        assert SessionStore(key)["who"] == "me"
    Session.objects.filter(pk=key).update(expire_date=timezone.now())
    late = SessionStore(key)
    assert "who" not in late
    assert late.session_key is None
    Session.objects.filter(pk=key).update(expire_date=timezone.now() + timedelta(days=1))
    assert SessionStore(key)["who"] == "me"
    session.flush()
    assert "who" not in SessionStore(key)
