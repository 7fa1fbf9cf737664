"""The pages of the deal of the day: one button, then everyone's results."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from daily.calendar import end_of
from daily.models import Deal, Try
from daily.pages.histogram import histogram
from daily.pages.mark import MARK
from games.engine import GAMES
from games.models import Friendship, Match
from games.services.moderation.repairs import match_call_off, match_quarantine_by_hand
from games.services.play.resignation import resign
from tests.daily.conftest import MORNING
from tests.daily.playing import GAME, result, tried
from tests.markup import words
from tests.visitors import visitor

TODAY = MORNING.date()
OVERVIEW = "/daily/"
PAGE = f"/daily/{GAME}/"
BEGIN = f"/daily/{GAME}/begin/"


# --- the single try ---------------------------------------------------------------------------------------------------


def test_a_button_begins_the_try_and_a_second_press_goes_on_with_it(alice: User) -> None:
    client = visitor(alice)
    assert client.get(OVERVIEW).content.count(b'id="begin-') == len(GAMES)
    first = client.post(BEGIN)
    match = Match.objects.get()
    assert first["Location"] == client.post(BEGIN)["Location"] == match.get_absolute_url()
    assert f'id="go-on-{GAME}"' in client.get(OVERVIEW).content.decode()
    assert Match.objects.count() == 1


@pytest.mark.parametrize(("zone", "ends"), [("", "00:00 UTC"), ("Asia/Kolkata", "05:30")])
def test_the_end_of_the_day_is_told_in_the_time_of_the_reader(zone: str, ends: str, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    for page in (OVERVIEW, PAGE, "/puzzles/"):
        assert f"until {ends} (" in words(visitor(alice).get(page))


def test_a_guest_plays_without_an_account(alice: User) -> None:
    client = Client()
    match = client.post(BEGIN)["Location"]
    assert client.get(match).status_code == 200
    assert Try.objects.get().user.is_guest


def test_a_second_account_of_the_same_browser_has_no_try(alice: User, bob: User) -> None:
    client = visitor(alice)
    client.post(BEGIN)
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.post(BEGIN)["Location"] == PAGE
    client.force_login(bob)
    assert client.post(BEGIN)["Location"] == PAGE
    assert "Already played in this browser" in words(client.get(PAGE))
    assert (Try.objects.count(), User.objects.filter(is_guest=True).count()) == (1, 0)
    client.post("/daily/maya/begin/")
    assert Try.objects.get(deal__game="maya").user == bob


def test_the_mark_of_a_browser_is_signed_kept_from_scripts_and_of_one_day(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    client = visitor(alice)
    client.post(BEGIN)
    mark = client.cookies[MARK.cookie]
    assert (mark["httponly"], mark["samesite"]) == (True, "Lax")
    assert mark["max-age"] >= 24 * 60 * 60
    assert "Alice" not in mark.value
    other = visitor(bob)
    other.cookies[MARK.cookie] = f"{TODAY}.maya:forged"
    assert other.post("/daily/maya/begin/")["Location"] == Match.objects.latest("pk").get_absolute_url()
    travel.shift(timedelta(days=1))
    client.force_login(bob)
    assert client.post(BEGIN)["Location"] != PAGE


def test_a_browser_that_lost_its_mark_has_it_again_from_a_member_who_has_played(alice: User, bob: User) -> None:
    tried(alice)
    client = visitor(alice)
    client.get(OVERVIEW)
    client.force_login(bob)
    assert client.post(BEGIN)["Location"] == PAGE


def test_there_is_nothing_for_unknown_games_and_days_to_come(alice: User) -> None:
    client = visitor(alice)
    tomorrow = TODAY + timedelta(days=1)
    for path in (
        "/daily/chess/",
        f"{PAGE}{tomorrow}/",
        f"{PAGE}yesterday/",
        f"{PAGE}20260603/",
        f"/daily/chess/{TODAY}/",
    ):
        assert client.get(path).status_code == 404
    assert client.post("/daily/chess/begin/").status_code == 404
    assert client.get(BEGIN).status_code == 405


# --- everyone's results ----------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_table_is_shown_after_the_own_try_and_not_before(alice: User, bob: User, charlie: User) -> None:
    result(bob, 77)
    client = visitor(alice)
    assert "Bob" not in words(client.get(PAGE))
    assert "1 person has finished it" in words(client.get(OVERVIEW))
    match = tried(alice)
    assert "Bob" not in words(client.get(PAGE))
    resign(match=match, user=alice)
    assert "Bob" in words(client.get(PAGE))
    assert "77" not in words(visitor(charlie).get(PAGE))
    assert "77" not in words(Client().get(PAGE))


def test_the_page_tells_place_points_friends_bars_and_streak(alice: User, bob: User, charlie: User) -> None:
    Friendship.objects.create(asker=alice, asked=bob, since=timezone.now())
    for user, points in ((alice, 41), (bob, 35), (charlie, 52)):
        result(user, points)
    page = visitor(alice).get(PAGE)
    text = words(page)
    assert "Your place: 2 of 3" in text
    assert [line.seat.user for line in page.context["table"].friends] == [alice, bob]
    assert "3 of 3 beat the computer" in text
    assert [(bar.least, bar.count, bar.is_own) for bar in page.context["bars"] if bar.count] == [
        (52, 1, False),
        (40, 1, True),
        (34, 1, False),
    ]
    assert page.context["streak"].now == 1
    assert page.content.decode().count('’s game">') == 2  # one's own game, twice
    assert "Place 2 of 3" in words(visitor(alice).get(OVERVIEW))


@pytest.mark.parametrize(
    ("language", "result_there", "own"),
    [
        ("en", "drew", "You drew with 41 points"),
        ("de", "unentschieden", "Unentschieden mit 41 Punkten"),
        ("hu", "döntetlen", "Döntetlen 41 ponttal"),
        ("zh-hans", "平", "以41分战平"),
    ],
)
def test_a_draw_is_told_as_a_draw(language: str, result_there: str, own: str, alice: User) -> None:
    result(alice, 41, drawn=True)
    client = visitor(alice)
    page = client.get(PAGE, headers={"accept-language": language})
    (row,) = re.findall(r'<tr class="is-me.*?</tr>', page.content.decode(), re.DOTALL)
    assert result_there in row
    assert own in words(page)
    assert own in words(client.get(OVERVIEW, headers={"accept-language": language}))
    if language == "en":
        assert "0 of 1 beat the computer" in words(page)


def test_a_game_that_a_moderator_called_off_is_told_so_and_not_as_left(alice: User) -> None:
    match = match_quarantine_by_hand(match=tried(alice), trouble="a quarrel")
    match_call_off(match=match)
    for address in (PAGE, OVERVIEW):
        said = words(visitor(alice).get(address))
        assert "Called off by a moderator" in said, address
        assert "You left the game" not in said, address


def test_a_game_that_was_called_off_after_its_day_is_told_so_and_not_as_late(
    alice: User, travel: time_machine.Traveller
) -> None:
    match = match_quarantine_by_hand(match=tried(alice), trouble="a quarrel")
    travel.move_to(end_of(TODAY))
    match_call_off(match=match)
    said = words(visitor(alice).get(f"{PAGE}{TODAY}/"))
    assert "Called off by a moderator" in said
    assert "You did not finish it that day" not in said


def test_a_game_that_a_moderator_called_off_leaves_the_streak_as_it_was(
    alice: User, travel: time_machine.Traveller
) -> None:
    result(alice, 41)
    travel.shift(timedelta(days=1))
    match_call_off(match=match_quarantine_by_hand(match=tried(alice), trouble="a quarrel"))
    for address in (PAGE, OVERVIEW):
        said = words(visitor(alice).get(address))
        assert "now 1 day" in said, address
        assert "so today cannot break your streak" in said, address


def test_after_the_day_all_visitors_see_the_table_and_every_game(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    mine, his = result(alice, 41).match, result(bob, 35).match
    travel.move_to(end_of(TODAY))
    page = Client().get(f"{PAGE}{TODAY}/")
    for match in (mine, his):
        assert match.get_absolute_url() in page.content.decode()
        assert Client().get(match.get_absolute_url()).status_code == 200


def test_a_game_that_came_too_late_is_told_so_and_counts_nowhere(alice: User, travel: time_machine.Traveller) -> None:
    match = tried(alice)
    travel.move_to(end_of(TODAY))
    resign(match=match, user=alice)
    text = words(visitor(alice).get(f"{PAGE}{TODAY}/"))
    assert "You did not finish it that day" in text
    assert "Nobody finished this deal on its day" in text


def test_days_gone_by_lead_from_one_to_the_next_that_was_played(alice: User, travel: time_machine.Traveller) -> None:
    result(alice, 41)
    travel.shift(timedelta(days=3))
    result(alice, 35)
    travel.shift(timedelta(days=2))
    client = visitor(alice)
    days = [TODAY + timedelta(days=number) for number in (0, 3, 5)]
    assert f"{PAGE}{days[1]}/" in client.get(PAGE).content.decode()
    page = client.get(f"{PAGE}{days[1]}/").content.decode()
    assert [f"{PAGE}{day}/" in page for day in days] == [True, True, True]
    missed = client.get(f"{PAGE}{days[1] + timedelta(days=1)}/")
    assert "Nobody played this deal" in words(missed)
    assert not Deal.objects.filter(day=days[2]).exists()


def test_the_day_ends_by_the_clock_of_the_reader(alice: User) -> None:
    client = visitor(alice)
    assert "until 00:00" in words(client.get(OVERVIEW))
    client.cookies["zone"] = "Asia/Tokyo"
    assert "until 09:00" in words(client.get(OVERVIEW))


@pytest.mark.parametrize(("path", "queries"), [(OVERVIEW, 8), (PAGE, 13)])
def test_pages_take_as_many_queries_however_many_have_played(
    path: str, queries: int, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    result(alice, 41)
    client = visitor(alice)
    client.get(path)
    for number in range(3):
        with django_assert_num_queries(queries):
            client.get(path)
        result(User.objects.create_user(f"Player-{number}"), 30 + number)


def test_bars_cover_all_points_in_a_few_equal_steps() -> None:
    assert histogram({}, None) == []
    bars = histogram({-3: 1, 4: 2, 5: 4, 40: 1}, 5)
    assert {bar.most - bar.least for bar in bars} == {4}
    assert [(bar.least, bar.count, bar.width, bar.is_own) for bar in bars if bar.count] == [
        (40, 1, 25.0, False),
        (5, 4, 100.0, True),
        (0, 2, 50.0, False),
        (-5, 1, 25.0, False),
    ]
    assert [bar.is_single for bar in histogram({7: 2}, None)] == [True]


def test_the_addresses_are_those_of_the_links() -> None:
    assert [reverse("daily"), reverse("daily_game", args=[GAME]), reverse("daily_begin", args=[GAME])] == [
        OVERVIEW,
        PAGE,
        BEGIN,
    ]
