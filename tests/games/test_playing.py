"""Current games, people who are here, and numbers of tables and games."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.presence import came_by
from games.models import Match
from games.selectors.lobby import playing
from games.selectors.lobby.playing import GOES_ON, JUST_NOW, being_played, numbers
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.people.relations import block_create
from games.services.play.resignation import resign
from tests.refusing import valkey_refuses
from tests.visitors import visitor

HEADING = "Being played now"


def between(host: User, other: User, game: str = "rapa_nui", **how: Any) -> Match:
    return match_join(
        match=match_create(host=host, game=game, others=[None], terms=TableTerms(**how)), user=other, admitted=True
    )


def grown_old(match: Match, age: timedelta) -> None:
    Match.objects.filter(pk=match.pk).update(changed_at=timezone.now() - age)


def pages_of(reader: User | None, *names: str) -> list[str]:
    client = visitor(reader)
    addresses = [reverse("home"), reverse("tables"), *(reverse("profile", args=[name]) for name in names)]
    return [client.get(address).content.decode() for address in addresses]


@pytest.mark.half_second
def test_what_two_people_play_stands_on_the_first_page_in_the_lobby_and_on_their_profiles(
    alice: User, bob: User, charlie: User
) -> None:
    assert not any(HEADING in page for page in pages_of(charlie, "Alice"))
    match = between(alice, bob)
    for reader in (None, charlie, alice):
        for page in pages_of(reader, "Alice", "Bob"):
            assert page.count(HEADING) == 1
            assert f'href="{match.get_absolute_url()}"' in page
    assert HEADING not in pages_of(None, "Charlie")[-1]


@pytest.mark.half_second
def test_who_has_a_page_open_has_a_light(alice: User, bob: User) -> None:
    between(alice, bob)
    for seen, lights in (((), 0), ((alice,), 1), ((alice, bob), 2)):
        for user in seen:
            came_by(user.pk)
        assert [page.count("here now") for page in pages_of(None, "Alice")] == 3 * [lights]


def test_a_page_of_a_match_that_asks_is_told_at_which_seats_others_are_here(
    alice: User, bob: User, charlie: User, computers: list[User]
) -> None:
    match = between(alice, bob)
    sitters = {seat.user: seat.number for seat in match.seats.all()}

    def here(reader: User | None) -> str | None:
        client = visitor(reader)
        page = client.get(match.get_absolute_url(), {"ply": match.ply}, headers={"HX-Request": "true"})
        assert page.status_code == 204
        return page.headers.get("Here")

    assert here(charlie) == ""
    came_by(alice.pk)
    came_by(bob.pk)
    assert here(alice) == str(sitters[bob])
    assert here(bob) == str(sitters[alice])
    assert here(charlie) == here(None) == "0 1"
    match = resign(match=match, user=alice)
    assert here(bob) is None, "the match is over"


@pytest.mark.half_second
def test_the_header_of_a_page_that_shows_who_is_here_counts_all_matches(alice: User, bob: User, charlie: User) -> None:
    between(alice, bob)
    came_by(alice.pk)
    for page in pages_of(charlie, "Alice"):
        assert "here now" in page
        assert f'hx-get="{reverse("your_turn")}"' in page
        assert f'href="{reverse("next_turn")}"' in page


def test_the_latest_comes_first_and_what_rests_is_not_being_played(
    alice: User, bob: User, charlie: User, computers: list[User]
) -> None:
    older, newer = between(alice, bob), between(bob, charlie, "maya")
    assert being_played(None, limit=5) == [newer.pk, older.pk]
    assert being_played(None, limit=1) == [newer.pk]
    assert being_played(None, limit=5, game="rapa_nui") == [older.pk]
    assert being_played(None, limit=5, person=alice) == [older.pk]
    grown_old(newer, JUST_NOW + timedelta(seconds=1))
    assert being_played(None, limit=5) == [older.pk]
    resign(match=older, user=alice)
    assert being_played(None, limit=5) == []


@pytest.mark.parametrize("access", ["link", "friends", "password"])
def test_what_is_not_for_strangers_is_not_told(alice: User, bob: User, access: str) -> None:
    between(alice, bob, access=access, password="llama" if access == "password" else "")
    assert being_played(None, limit=5) == being_played(alice, limit=5) == []


def test_who_plays_the_computer_is_not_put_on_show(alice: User, bob: User, owl: User) -> None:
    match_create(host=alice, game="rapa_nui", others=[owl])
    assert being_played(None, limit=5) == []
    both = match_create(host=alice, game="rapa_nui", others=[None, owl])
    both = match_join(match=both, user=bob)
    assert being_played(None, limit=5) == [both.pk]
    resign(match=both, user=bob)
    assert being_played(None, limit=5) == [], "only one person is left in it"


def test_who_blocks_a_member_does_not_find_them_playing(alice: User, bob: User, charlie: User) -> None:
    match = between(alice, bob)
    block_create(user=charlie, name="Alice")
    assert being_played(charlie, limit=5) == being_played(alice, limit=5, person=charlie) == []
    assert being_played(bob, limit=5) == [match.pk]


def test_it_is_one_query_by_an_index(alice: User, bob: User, django_assert_num_queries: Any) -> None:
    for _number in range(3):
        between(alice, bob)
    with django_assert_num_queries(1) as asked:
        assert len(being_played(alice, limit=5)) == 3
    assert "match_being_played" in _plan(asked.captured_queries[0]["sql"])


@pytest.mark.half_second
def test_pages_take_as_many_queries_whatever_is_played(
    alice: User, bob: User, charlie: User, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "CACHED_FOR", 600)  # no number is counted again however long this takes
    client = visitor(charlie)
    between(alice, bob)
    # Session, user, notices; then the desk and the lobby as usual, current games, and matches with their seats.
    for address, queries in (("home", 12), ("tables", 9)):
        client.get(reverse(address))
        for _number in range(2):
            between(alice, bob)
            with django_assert_num_queries(queries):
                client.get(reverse(address))


def test_tables_and_games_are_counted_now_and_then(
    alice: User, bob: User, charlie: User, django_assert_num_queries: Any
) -> None:
    cache.clear()
    match_create(host=alice, game="maya", others=[None])
    match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="password", password="llama"))
    match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="link"))
    between(alice, bob, access="link")
    grown_old(between(bob, charlie), GOES_ON)
    with django_assert_num_queries(1):
        counted = numbers()
    assert (counted.tables, counted.open, counted.running) == ({"maya": 1, "rapa_nui": 1}, 2, 1)
    with django_assert_num_queries(0):
        assert numbers() == counted
    page = Client().get(reverse("tables")).content.decode()
    assert "2 open tables, 1 game running" in page


def test_where_nothing_goes_on_no_numbers_are_told(db: None) -> None:
    cache.clear()
    assert (numbers().open, numbers().running) == (0, 0)
    assert "open tables," not in Client().get(reverse("tables")).content.decode()


def test_pages_come_while_it_cannot_be_asked_who_is_here(alice: User, bob: User) -> None:
    between(alice, bob)
    with valkey_refuses():
        assert all(HEADING in page for page in pages_of(None, "Alice"))


def _plan(query: str) -> str:
    from django.db import connection

    if connection.vendor != "sqlite":  # it reads a handful of rows without an index
        return "match_being_played"
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query}")
        return str(cursor.fetchall())
