"""Games with the same deal side by side: for everyone once the day is over, and for nobody before."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from daily.calendar import end_of
from daily.models import Deal
from daily.pages.side_by_side import parting
from daily.services.trying import try_begin
from games.models import Match
from games.selectors.position.timelines import timeline_of
from games.services.play.resignation import resign
from tests.daily.conftest import MORNING
from tests.daily.playing import GAME, result, tried, whole
from tests.first import first
from tests.games.playing import legal, play_once
from tests.markup import words
from tests.visitors import visitor

TODAY = MORNING.date()
PAGE = reverse("daily_side_by_side", args=[GAME, TODAY.isoformat()])
DEAL = reverse("daily_deal", args=[GAME, TODAY.isoformat()])


POINTS = (41, 35, 52)


@transaction.atomic
def begun(user: User, chance: Random, decisions: int) -> Match:
    """The deal of today after `decisions` random decisions, also the computer player's, as that is faster."""
    match = try_begin(user=user, game=GAME).match
    for _decision in range(decisions):
        match = play_once(match, chance.choice(legal(match)))
    return match


@pytest.fixture
def played(alice: User, bob: User, charlie: User, travel: time_machine.Traveller) -> list[Match]:
    """The games of Alice, Bob and Charlie with the deal of a past day: of different lengths and courses."""
    matches = []
    for number, user in enumerate((alice, bob, charlie)):
        matches.append(begun(user, Random(number), 10 + 2 * number))
        result(user, POINTS[number])
    travel.move_to(end_of(TODAY))
    return matches


def asked(client: Client, *matches: Match, **more: Any) -> Any:
    """The page with these games."""
    return client.get(PAGE, {"of": [match.code for match in matches], **more})


def shown(page: Any) -> list[Match]:
    """The matches on a page."""
    return [side.match for side in page.context["sides"]]


# --- the first different choice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("courses", "step"),
    [
        (["abc", "abc"], None),
        (["abc", "xbc"], 1),
        (["abcd", "abxd"], 3),
        (["ab", "abcd"], None),
        (["ab", "abcd", "abcx"], 4),
        (["abc", "abc", "abx"], 3),
        (["", "a"], None),
    ],
)
def test_games_part_at_the_first_choice_that_is_not_the_same(courses: list[str], step: int | None) -> None:
    assert parting([list(course) for course in courses]) == step


def test_the_page_begins_where_the_games_part_and_says_so(played: list[Match]) -> None:
    page = asked(visitor(None), *played[:2])
    first, second = ([str(action) for action in timeline_of(match).actions] for match in played[:2])
    step = next(number for number, pair in enumerate(zip(first, second, strict=False), 1) if pair[0] != pair[1])
    assert page.context["steps"]["now"] == page.context["parted"] == step
    assert f"First difference: step {step}" in words(page)
    assert first[: step - 1] == second[: step - 1]
    link = f"{PAGE}?step={step}&amp;of={played[0].code}&amp;of={played[1].code}"
    assert link in page.content.decode()


def test_games_with_the_same_choices_are_said_to_be_the_same(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    for user in (alice, bob):
        resign(match=tried(user, decisions=4), user=user)
    travel.move_to(end_of(TODAY))
    page = visitor(None).get(PAGE)
    assert page.context["parted"] is None
    assert page.context["steps"]["now"] == 0
    assert "The choices are the same until the first game ends." in words(page)


# --- whose games ------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_own_game_stands_beside_the_best_one(played: list[Match], alice: User, bob: User, charlie: User) -> None:
    mine, his, best = played
    assert shown(visitor(alice).get(PAGE)) == [mine, best]
    assert shown(visitor(bob).get(PAGE)) == [his, best]
    assert shown(visitor(charlie).get(PAGE)) == [best, mine]
    assert shown(visitor(None).get(PAGE)) == [best, mine]


@pytest.mark.half_second
def test_two_or_three_games_are_chosen_by_name(played: list[Match], alice: User) -> None:
    client = visitor(alice)
    assert shown(asked(client, *played[1:])) == played[1:]
    assert shown(asked(client, *reversed(played))) == played[::-1]
    assert shown(asked(client, played[1])) == [played[1], played[0]]
    assert shown(asked(client, played[1], played[1])) == [played[1], played[0]]
    page = client.get(PAGE, {"of": [played[2].code, played[1].code, ""]})
    assert shown(page) == [played[2], played[1]]
    text = page.content.decode()
    for match in played[1:]:
        assert f'<option value="{match.code}" selected>' in text
    assert text.count('<select class="select" name="of">') == 3
    for name in ("Alice", "Bob", "Charlie"):
        assert name in words(page)


def test_a_player_far_down_in_the_table_is_found_too(played: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daily.selectors.MOST", 2)
    page = asked(visitor(None), played[1], played[2])
    assert shown(page) == [played[1], played[2]]
    assert [line.place for line in page.context["everybody"]] == [1, 2, 3]


@pytest.mark.half_second
def test_there_is_nothing_beside_games_of_another_deal(played: list[Match], alice: User, bob: User) -> None:
    client = visitor(alice)
    elsewhere = [tried(user) for user in (alice, bob)]  # of the next day
    assert asked(client, *elsewhere).status_code == 404
    assert asked(client, played[0], elsewhere[0]).status_code == 404
    assert client.get(PAGE, {"of": "nothing"}).status_code == 404
    assert client.get(PAGE.replace(GAME, "maya")).status_code == 404
    assert client.get(PAGE.replace(GAME, "chess")).status_code == 404
    assert asked(client, *played, step="x").status_code == 404


def test_one_game_alone_has_nothing_beside_it(alice: User, travel: time_machine.Traveller) -> None:
    resign(match=tried(alice), user=alice)
    travel.move_to(end_of(TODAY))
    assert visitor(alice).get(PAGE).status_code == 404
    assert PAGE not in visitor(alice).get(DEAL).content.decode()


# --- step by step -----------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_all_boards_stand_at_the_same_step_and_at_their_end_after_it(played: list[Match]) -> None:
    client = visitor(None)
    lasts = [len(timeline_of(match).actions) for match in played]
    assert lasts == sorted(set(lasts))
    for step in (0, 3, min(lasts), max(lasts)):
        page = asked(client, *played, step=step)
        assert [side.step for side in page.context["sides"]] == [min(step, last) for last in lasts]
        assert [side.is_over for side in page.context["sides"]] == [step > last for last in lasts]
    text = words(asked(client, *played, step=max(lasts)))
    for name, last in zip(("Alice", "Bob"), lasts, strict=False):
        assert f"{name}: over after step {last}" in text
    assert "Charlie: over" not in text
    assert asked(client, *played, step=10**6).context["steps"]["now"] == max(lasts)


@pytest.mark.half_second
def test_links_lead_on_without_a_script(played: list[Match]) -> None:
    page = asked(visitor(None), *played[:2], step=3)
    codes = "&amp;".join(f"of={match.code}" for match in played[:2])
    for step in (0, 2, 4, page.context["steps"]["last"]):
        assert f'href="{PAGE}?step={step}&amp;{codes}"' in page.content.decode()
    part = visitor(None).get(PAGE, {"step": 3}, headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div id="replay"')


def test_no_name_is_given_twice_on_the_page(played: list[Match]) -> None:
    text = asked(visitor(None), *played, step=20).content.decode()
    found = [part.split('"', 1)[0] for part in text.split(' id="')[1:]]
    assert len(found) == len(set(found))


@pytest.mark.long
def test_points_are_told_at_each_step_and_in_the_end_those_that_counted(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    played = [whole(user, Random(number), GAME) for number, user in enumerate((alice, bob))]
    travel.move_to(end_of(TODAY))
    client = visitor(None)
    start = asked(client, *played, step=0)
    assert {side.points for side in start.context["sides"]} == {0}
    end = asked(client, *played, step=10**6)
    number = deal_on_day().seat
    seats = [match.seats.get(number=number) for match in played]
    assert [side.points for side in end.context["sides"]] == [seat.points for seat in seats]
    assert [curve.final for curve in end.context["picture"].curves] == [seat.points for seat in seats]
    for side, match in zip(end.context["sides"], played, strict=True):
        others = match.seats.exclude(number=number)
        assert [other.points for other in side.others] == [seat.points for seat in others]
    middle = asked(client, *played, step=12).context
    row = next(row for row in middle["picture"].rows if row.is_now)
    assert list(row.values) == [side.points for side in middle["sides"]]


def deal_on_day() -> Deal:
    """The deal of the day that is over."""
    return Deal.objects.get(game=GAME, day=TODAY)


@pytest.mark.half_second
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("more", first([3], of=[0, 3]))
def test_it_takes_as_many_queries_however_many_have_played(
    count: int, more: int, played: list[Match], alice: User, django_assert_num_queries: Any
) -> None:
    for number in range(more):
        begun_at_its_time(f"Player-{number}", points=number)
    client = visitor(alice)
    asked(client, *played[:count])
    with django_assert_num_queries(8 + 4 * count):
        asked(client, *played[:count], step=4)


def begun_at_its_time(name: str, *, points: int) -> None:
    """Someone else finishes the deal on its day."""
    with time_machine.travel(MORNING, tick=False):
        result(User.objects.create_user(name), points)


# --- while the day lasts ----------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_no_visitor_gets_to_it_before_the_day_is_over(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    """Neither for someone who has finished the deal, nor for a superuser."""
    matches = [tried(user, decisions=3) for user in (alice, bob)]
    for match, user in zip(matches, (alice, bob), strict=True):
        resign(match=match, user=user)
    keeper = User.objects.create_superuser("Keeper", password="quiet-terrace-8")
    clients = [visitor(user) for user in (alice, bob, charlie, keeper, None)]
    travel.move_to(end_of(TODAY) - timedelta(seconds=1))
    for client in clients:
        assert PAGE not in client.get(DEAL).content.decode()
        for headers in ({}, {"HX-Request": "true"}):
            for query in ({}, {"of": [match.code for match in matches]}, {"of": matches[0].code, "step": 1}):
                assert client.get(PAGE, query, headers=headers).status_code == 404
    travel.shift(timedelta(seconds=1))
    for user in (alice, charlie, keeper, None):  # sessions of a day ago may have ended
        client = visitor(user)
        assert client.get(PAGE).status_code == 200
        assert PAGE in client.get(DEAL).content.decode()
