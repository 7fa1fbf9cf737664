"""The deal of the day in the API: one try, and of others' games nothing before the own one is over."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from daily.calendar import end_of
from daily.models import Try
from daily.pages.mark import MARK
from games.engine import GAMES
from games.models import Friendship, Match
from games.services.play.resignation import resign
from tests.daily.conftest import MORNING
from tests.daily.playing import GAME, result, tried, whole
from tests.first import first
from tests.visitors import program as of
from tests.visitors import visitor

TODAY = MORNING.date()
OVERVIEW = "/api/v1/daily"
PAGE = f"{OVERVIEW}/{GAME}"
BEGIN = f"{PAGE}/begin"
UNPLAYED = {"state": "new", "match": None, "points": None, "place": None}


def began(client: Client, game: str = GAME) -> Any:
    """The response to a program that begins its try."""
    return client.post(f"{OVERVIEW}/{game}/begin", content_type="application/json")


def listed(client: Client, game: str = GAME) -> dict[str, Any]:
    """A deal in the list of today's, without what is the same for everyone."""
    (found,) = (deal for deal in client.get(OVERVIEW).json()["deals"] if deal["game"] == game)
    return {name: value for name, value in found.items() if name not in ("game", "level")}


# --- the one try ------------------------------------------------------------------------------------------------------


def test_the_list_has_a_deal_of_each_game(alice: User) -> None:
    overview = of(None).get(OVERVIEW).json()
    assert (overview["day"], overview["ends_at"]) == ("2026-06-03", "2026-06-04T00:00:00Z")
    assert [deal["game"] for deal in overview["deals"]] == list(GAMES)
    assert {deal["level"] for deal in overview["deals"]} == {"solid"}
    assert overview["streak"] == {"now": 0, "best": 0, "today": False}
    assert of(alice).get(OVERVIEW).json() == overview
    assert listed(of(alice)) == UNPLAYED | {"people": 0}


def test_a_program_begins_the_try_once_and_plays_it_as_a_match(alice: User) -> None:
    program = of(alice)
    code = began(program).json()["match"]
    assert began(program).json()["match"] == code == Match.objects.get().code
    assert listed(program) == {"state": "running", "match": code, "points": None, "place": None, "people": 0}
    page = program.get(PAGE).json()
    assert (page["state"], page["match"], page["table"]) == ("running", code, None)
    seen = program.get(f"/api/v1/matches/{code}").json()
    assert (seen["status"], seen["rated"], seen["seat"]) == ("running", False, Try.objects.get().deal.seat)
    assert seen["view"] is not None


@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_a_try_can_be_played_to_its_end(game: str, alice: User) -> None:
    match = whole(alice, Random(3), game)
    page = of(alice).get(f"{OVERVIEW}/{game}").json()
    assert (page["state"] in ("won", "drawn", "lost"), page["match"], page["place"]) == (True, match.code, 1)
    assert page["table"]["own"]["points"] == page["points"] == page["table"]["points"][0]["points"]
    assert page["streak"] == {"now": 1, "best": 1, "today": True}


def test_who_may_not_begin(alice: User) -> None:
    assert began(of(None)).status_code == 401
    assert began(of(alice, ApiToken.Scope.READ, ApiToken.Scope.PLAY)).status_code == 403
    assert began(of(alice), "chess").status_code == 404
    refused = began(of(bot_create(owner=alice, name="Robo")))
    said = "The deal of the day is for people: bots cannot play it."
    assert (refused.status_code, refused.json()["detail"]) == (422, said)
    assert not Match.objects.exists()


def test_the_browser_in_which_it_was_begun_has_no_second_try(alice: User, bob: User) -> None:
    """By page or by API: both leave the same mark, and both look for it."""
    client = visitor(alice)
    assert began(client).status_code == 200
    assert MARK.cookie in client.cookies
    client.force_login(bob)
    assert listed(client)["state"] == client.get(PAGE).json()["state"] == "used"
    refused = began(client)
    assert (refused.status_code, refused.json()["code"]) == (422, "already_played_here")
    assert client.post(f"/daily/{GAME}/begin/")["Location"] == f"/daily/{GAME}/"
    assert Try.objects.get().user == alice


def test_a_program_with_a_token_is_no_browser(alice: User) -> None:
    program = of(alice)
    assert began(program).status_code == 200
    assert MARK.cookie not in program.cookies


# --- everyone's results -----------------------------------------------------------------------------------------------


def test_the_table_is_told_after_the_own_game_and_not_before(alice: User, bob: User, charlie: User) -> None:
    result(bob, 77)
    assert listed(of(alice)) == UNPLAYED | {"people": 1}
    match = tried(alice)
    for program in (of(alice), of(charlie), of(None), of(bot_create(owner=alice, name="Robo"))):
        text = program.get(PAGE).text
        assert '"table": null' in text
        assert "Bob" not in text
        assert "77" not in text
    resign(match=match, user=alice)
    deal = of(alice).get(PAGE).json()
    assert [(line["name"], line["result"]) for line in deal["table"]["best"]] == [("Bob", "won"), ("Alice", "left")]
    assert '"table": null' in of(charlie).get(PAGE).text


def test_the_table_has_places_friends_points_and_only_the_own_game(alice: User, bob: User, charlie: User) -> None:
    Friendship.objects.create(asker=alice, asked=bob, since=timezone.now())
    mine = result(alice, 41).match
    result(bob, 35, rank=2)
    result(charlie, 52)
    program = of(alice)
    deal = program.get(PAGE).json()
    own = {"place": 2, "name": "Alice", "result": "won", "points": 41, "match": mine.code}
    his = {"place": 3, "name": "Bob", "result": "lost", "points": 35, "match": None}
    best = {"place": 1, "name": "Charlie", "result": "won", "points": 52, "match": None}
    assert deal["table"] == {
        "people": 3,
        "won": 2,
        "points": [{"points": points, "people": 1} for points in (52, 41, 35)],
        "best": [best, own, his],
        "friends": [own, his],
        "own": own,
    }
    assert (deal["state"], deal["points"], deal["place"]) == ("won", 41, 2)
    assert listed(program) == {"state": "won", "match": mine.code, "points": 41, "place": 2, "people": 3}


def test_a_draw_is_told_as_a_draw(alice: User, bob: User) -> None:
    result(alice, 41, drawn=True)
    result(bob, 35)
    told = of(alice).get(PAGE).json()
    table = told["table"]
    assert [(line["name"], line["place"], line["result"]) for line in table["best"]] == [
        ("Bob", 1, "won"),
        ("Alice", 2, "drawn"),
    ]
    assert (told["state"], told["place"], table["own"]["result"], table["won"]) == ("drawn", 2, "drawn", 1)
    today = listed(of(alice))
    assert (today["state"], today["place"]) == ("drawn", 2)


def test_after_the_day_all_programs_read_the_table_and_every_game(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    codes = {result(user, 40).match.code for user in (alice, bob)}
    travel.move_to(end_of(TODAY))
    deal = of(None).get(f"{PAGE}/{TODAY}").json()
    assert {line["match"] for line in deal["table"]["best"]} == codes
    for code in codes:
        assert of(None).get(f"/api/v1/matches/{code}").status_code == 200
    assert (deal["later"], deal["earlier"]) == ("2026-06-04", None)
    today = of(alice).get(PAGE).json()
    assert (today["day"], today["earlier"], today["state"], today["table"]) == ("2026-06-04", "2026-06-03", "new", None)


def test_a_game_that_came_too_late_is_told_so(alice: User, travel: time_machine.Traveller) -> None:
    match = tried(alice)
    travel.move_to(end_of(TODAY))
    deal = of(alice).get(f"{PAGE}/{TODAY}").json()
    assert (deal["state"], deal["match"], deal["place"], deal["table"]["people"]) == ("late", match.code, None, 0)


def test_there_is_nothing_for_unknown_games_and_days_to_come(alice: User) -> None:
    program = of(alice)
    tomorrow = TODAY + timedelta(days=1)
    for path in (
        f"{OVERVIEW}/chess",
        f"{OVERVIEW}/chess/{TODAY}",
        f"{PAGE}/{tomorrow}",
        f"{PAGE}/x",
        f"{PAGE}/20260603",
    ):
        assert program.get(path).status_code == 404
    assert program.get(BEGIN).status_code == 405
    missed = program.get(f"{PAGE}/{TODAY - timedelta(days=1)}").json()
    assert (missed["state"], missed["table"], missed["later"]) == ("new", None, "2026-06-03")


@pytest.mark.parametrize(("path", "queries"), [(OVERVIEW, 7), (PAGE, 12)])
def test_it_takes_as_many_queries_however_many_have_played(
    path: str, queries: int, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    result(alice, 41)
    client = visitor(alice)
    client.get(path)
    for number in range(3):
        with django_assert_num_queries(queries):
            client.get(path)
        result(User.objects.create_user(f"Player-{number}"), 30 + number)
