"""Finding a game now: someone who waits is found, and two who press at once meet each other."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import User
from accounts.presence import came_by, who_is_here
from accounts.tokens import token_create
from games.models import Match, Seat
from games.services.lobby.matches import match_create
from games.services.lobby.pairing import LOOKED_AT, pair
from games.services.lobby.terms import TableTerms
from games.services.people.relations import block_create
from tests.games.racing import race
from tests.visitors import visitor

GAME = "rapa_nui"


@pytest.fixture(autouse=True)
def _all_here(request: pytest.FixtureRequest, alice: User, bob: User) -> None:
    cache.clear()
    for user in (alice, bob):
        came_by(user.pk)


def test_who_waits_and_is_here_is_met_at_once(alice: User, bob: User) -> None:
    table = pair(user=alice, game=GAME)
    assert (table.status, table.pace, table.access, table.rated) == ("open", "live", "anybody", False)
    assert pair(user=alice, game=GAME) == table, "a player who waits stays there"
    match = pair(user=bob, game=GAME)
    assert (match, match.status) == (table, Match.Status.RUNNING)
    assert pair(user=bob, game=GAME) != match


def test_a_table_from_the_lobby_that_lacks_one_is_met_too(alice: User, bob: User, owl: User) -> None:
    table = match_create(host=alice, game=GAME, others=[owl, None])
    assert pair(user=bob, game="maya") != table
    assert pair(user=bob, game=GAME) == table


@pytest.mark.parametrize(
    "other",
    [
        {"others": [None, None]},
        {"terms": TableTerms(pace="1d")},
        {"terms": TableTerms(access=Match.Access.LINK)},
        {"terms": TableTerms(access=Match.Access.FRIENDS)},
        {"terms": TableTerms(access=Match.Access.PASSWORD, password="llama")},
        {"terms": TableTerms(rated=True)},
        {"terms": TableTerms(host_starts=True)},
        {"terms": TableTerms(rating_range=(1900, None))},
        {"terms": TableTerms(least_reliability=90)},
    ],
)
def test_tables_of_another_kind_are_left_to_the_lobby(alice: User, bob: User, other: dict) -> None:
    table = match_create(host=alice, game=GAME, **{"others": [None]} | other)
    assert pair(user=bob, game=GAME) != table


def test_a_table_whose_host_has_gone_is_passed_over(alice: User, bob: User) -> None:
    table = pair(user=alice, game=GAME)
    cache.clear()
    assert who_is_here([alice.pk, bob.pk]) == set()
    assert pair(user=bob, game=GAME) != table


@pytest.mark.half_second
def test_no_number_of_tables_left_alone_hides_who_is_here(alice: User, bob: User, charlie: User) -> None:
    left_alone(LOOKED_AT + 1)
    own = pair(user=bob, game=GAME)
    for waits_since in (own.created_at, own.created_at - timedelta(days=1)):
        Match.objects.filter(pk=own.pk).update(created_at=waits_since)
        assert pair(user=bob, game=GAME) == own, "one's own table is found behind them"
    table = match_create(host=alice, game=GAME, others=[None])
    own.delete()
    assert pair(user=charlie, game=GAME) == table


def test_who_has_waited_longest_is_met_first(alice: User, bob: User, charlie: User) -> None:
    first, _second = (match_create(host=host, game=GAME, others=[None]) for host in (alice, bob))
    assert pair(user=charlie, game=GAME) == first


def left_alone(count: int) -> None:
    """Create `count` tables whose hosts have gone."""
    gone = User.objects.bulk_create(User(username=f"Gone-{number}") for number in range(count))
    columns = {"game": GAME, "seat_count": 2, "rules_version": "1", "pace": Match.Pace.LIVE}
    tables = Match.objects.bulk_create(
        Match(code=f"gone{number}", invite="x", host=host, **columns) for number, host in enumerate(gone)
    )
    Seat.objects.bulk_create(
        Seat(match=table, number=number, user=user)
        for table, host in zip(tables, gone, strict=True)
        for number, user in enumerate((host, None))
    )


def test_two_who_are_apart_are_not_brought_together(alice: User, bob: User) -> None:
    block_create(user=alice, name="Bob")
    assert pair(user=alice, game=GAME) != pair(user=bob, game=GAME)


@pytest.mark.half_second
def test_it_costs_the_same_however_many_wait(alice: User, bob: User, django_assert_max_num_queries: Callable) -> None:
    for number in range(6):
        pair(user=User.objects.create_user(f"Gone-{number}"), game=GAME)
    with django_assert_max_num_queries(11):
        pair(user=bob, game=GAME)


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_those_who_press_at_the_same_moment_meet(alice: User, bob: User) -> None:
    for _round in range(3):
        people = [User.objects.create_user(f"P{_round}-{number}") for number in range(4)]
        assert race(*(lambda person=person: pair(user=person, game=GAME) for person in people)) == []
        assert not Match.objects.filter(status=Match.Status.OPEN).exists()
        assert Match.objects.filter(status=Match.Status.RUNNING).count() == 2 * (_round + 1)


@pytest.mark.django_db(transaction=True)
def test_one_who_presses_twice_at_once_waits_once(alice: User) -> None:
    assert race(lambda: pair(user=alice, game=GAME), lambda: pair(user=alice, game=GAME)) == []
    assert Match.objects.get().host == alice


def test_guests_press_too_and_wait_on_the_page_of_the_table(client: Client, db: None) -> None:
    assert 'action="/pair/"' in client.get("/tables/").content.decode()
    first, second = client, Client()
    page = first.post(reverse("pair"), {"game": GAME})["Location"]
    assert Match.objects.get().status == Match.Status.OPEN
    assert second.post(reverse("pair"), {"game": GAME})["Location"] == page
    assert Match.objects.get().status == Match.Status.RUNNING
    assert client.post(reverse("pair"), {"game": "chess"}).status_code == 404


def test_after_a_minute_a_computer_player_is_offered(client: Client, alice: User, computers: list[User]) -> None:
    table = pair(user=alice, game=GAME)
    client.force_login(alice)
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'id="alone"' not in page
    assert "load delay:" in page
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in page
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'id="alone" name="level" value="beginner"' in page
    client.post(reverse("match_start", args=[table.code]), {"level": "beginner"})
    table.refresh_from_db()
    assert table.status == Match.Status.RUNNING


# --- by a program -----------------------------------------------------------------------------------------------------


def asks(user: User, game: str = GAME) -> Any:
    """The answer to a program of `user` that wants a game now."""
    return visitor(user).post("/api/v1/tables/pair", {"game": game}, content_type="application/json")


@pytest.mark.half_second
def test_programs_find_a_game_now_too(alice: User, bob: User) -> None:
    waiting, found = asks(alice).json(), asks(bob).json()
    assert (waiting["status"], found["status"], found["code"]) == ("open", "running", waiting["code"])
    assert asks(alice, "chess").json()["detail"] == "There is no such game here."


@pytest.mark.parametrize("path", ["events", "matches/{code}", "matches/{code}/events"])
def test_who_waits_by_a_program_is_met_while_it_listens(path: str, alice: User, bob: User) -> None:
    table = asks(alice).json()["code"]
    cache.clear()
    came_by(bob.pk)
    assert pair(user=bob, game=GAME).code != table, "nobody was there any more"
    visitor(alice).get(f"/api/v1/{path.format(code=table)}")
    assert who_is_here([alice.pk]) == {alice.pk}
    Match.objects.filter(host=bob).delete()
    assert pair(user=bob, game=GAME).code == table


def test_bots_are_not_paired(alice: User, bob: User) -> None:
    table = pair(user=alice, game=GAME)
    robo = bot_create(owner=bob, name="Robo")
    _row, secret = token_create(user=robo, name="program", scopes=["tables"], days=None)
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    answer = program.post("/api/v1/tables/pair", {"game": GAME}, content_type="application/json")
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "Bots are not paired: people choose to play a bot. Open a table instead.",
    )
    table.refresh_from_db()
    assert table.status == Match.Status.OPEN
