"""Puzzles in the API: five a day, one try each, and nothing about the best action before it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from games.engine import GAMES
from games.engine.record import final_state
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.skill import mu_from
from puzzles.models import Answer, Puzzle
from puzzles.services.answering import answer_give
from puzzles.services.shelving import puzzle_keep
from tests.first import first
from tests.games.playing import play_out
from tests.puzzles.shelf import some_puzzle, take_away, twins
from tests.visitors import program as of
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("travel")

TODAY = "/api/v1/puzzles"


def answered(client: Client, puzzle: Puzzle, action: str) -> Any:
    """The response to an answer."""
    return client.post(f"{TODAY}/{puzzle.pk}/answer", {"action": action}, content_type="application/json")


def test_today_has_five_as_their_seats_saw_them(alice: User, shelf: list[Puzzle]) -> None:
    today = of(alice).get(TODAY).json()
    assert (today["day"], today["ends_at"]) == ("2026-06-03", "2026-06-04T00:00:00Z")
    assert len({task["puzzle"] for task in today["puzzles"]}) == 5
    for task in today["puzzles"]:
        puzzle = Puzzle.objects.get(pk=task["puzzle"])
        assert (task["game"], task["seat"], task["seats"]) == (puzzle.game, puzzle.seat, puzzle.seat_count)
        assert task["view"] is not None
        assert set(dict(puzzle.left)) < set(task["legal"])
        assert task["result"] is None
    assert of(None).get(TODAY).json() == today


def test_a_puzzle_that_is_taken_away_is_replaced_or_left_out(alice: User, bob: User, shelf: list[Puzzle]) -> None:
    program = of(alice)
    answered_one, lost, *others = (
        Puzzle.objects.get(pk=task["puzzle"]) for task in program.get(TODAY).json()["puzzles"]
    )
    answered(program, answered_one, answered_one.best)
    for puzzle in (answered_one, lost):
        take_away(puzzle, bob)
    told = [task["puzzle"] for task in program.get(TODAY).json()["puzzles"]]
    assert len(told) == 4
    assert told[1:] == [puzzle.pk for puzzle in others]
    assert told[0] not in (answered_one.pk, lost.pk)
    assert program.get(f"{TODAY}/{answered_one.pk}").status_code == 404


def test_without_puzzles_there_are_none_today(db: None) -> None:
    assert of(None).get(TODAY).json()["puzzles"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_has_every_choice_and_what_happened_before(game: str, alice: User) -> None:
    found = some_puzzle(game=game)
    puzzle, _new = puzzle_keep(found=found)
    page = of(alice).get(f"{TODAY}/{puzzle.pk}").json()
    assert page["legal"] == [str(action) for action in GAMES[game].legal_actions(final_state(found.record))]
    assert [ply["seat"] for ply in page["log"]] == [ply.seat for ply in found.record.plies]
    own = [ply.text for ply in found.record.plies if ply.seat == puzzle.seat]
    assert [ply["action"] for ply in page["log"] if ply["seat"] == puzzle.seat] == own
    assert (page["result"], page["verdict"]) == (None, None)


@pytest.mark.parametrize(
    ("place", "result", "kept"),
    [
        (0, "solved", 700),
        pytest.param(1, "nearly", 620, marks=pytest.mark.long),
        (2, "missed", 300),
        pytest.param(3, "missed", None, marks=pytest.mark.long),
    ],
    ids=("best", "second", "third", "not weighed"),
)
def test_the_one_try_is_told_what_it_was_worth(
    place: int, result: str, kept: int | None, alice: User, shelf: list[Puzzle]
) -> None:
    program = of(alice)
    puzzle = Puzzle.objects.get(pk=program.get(TODAY).json()["puzzles"][0]["puzzle"])
    address = f"{TODAY}/{puzzle.pk}"
    legal = program.get(address).json()["legal"]
    verdict = answered(program, puzzle, legal[place]).json()
    assert (verdict["action"], verdict["result"], verdict["best"]) == (legal[place], result, legal[0])
    assert (verdict["chance"], verdict["kept"], verdict["least"]) == (700, kept, 300)
    assert (verdict["rating_before"], verdict["match"]) == (1500, None)
    assert (verdict["rating_after"] > 1500) == (result != "missed")
    assert [(ply["seat"], ply["action"]) for ply in verdict["line"]] == [(puzzle.seat, legal[0])]
    assert answered(program, puzzle, legal[0]).json() == verdict
    assert Answer.objects.get().action == legal[place]
    page = program.get(address).json()
    assert (page["result"], page["verdict"], page["legal"]) == (result, verdict, legal)
    others = {task["puzzle"]: task["result"] for task in program.get(TODAY).json()["puzzles"]}
    assert others[puzzle.pk] == result
    assert set(others.values()) == {result, None}


def test_who_may_not_answer(alice: User, shelf: list[Puzzle]) -> None:
    puzzle = shelf[0]
    illegal = answered(of(alice), puzzle, "fly away")
    assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal_action")
    assert answered(of(None), puzzle, puzzle.best).status_code == 401
    assert answered(of(alice, ApiToken.Scope.READ, ApiToken.Scope.TABLES), puzzle, puzzle.best).status_code == 403
    refused = answered(of(bot_create(owner=alice, name="Robo")), puzzle, puzzle.best)
    assert (refused.status_code, refused.json()["detail"]) == (422, "Puzzles are for people: bots cannot solve them.")
    assert not Answer.objects.exists()


def test_the_rating_is_that_of_the_pages(alice: User, shelf: list[Puzzle]) -> None:
    new = {"rating": 1500, "provisional": True, "answers": 0, "streak": 0, "best_streak": 0}
    assert of(alice).get(f"{TODAY}/rating").json() == new
    for task in of(alice).get(TODAY).json()["puzzles"]:
        puzzle = Puzzle.objects.get(pk=task["puzzle"])
        last = answered(of(alice), puzzle, puzzle.best).json()
    rating = of(alice).get(f"{TODAY}/rating").json()
    assert rating == {
        "rating": last["rating_after"],
        "provisional": True,
        "answers": 5,
        "streak": 1,
        "best_streak": 1,
    }
    assert of(None).get(f"{TODAY}/rating").status_code == 401


def test_mistakes_are_for_their_owner_alone(alice: User, bob: User) -> None:
    mistake, _new = puzzle_keep(found=some_puzzle(), owner=alice)
    address = f"{TODAY}/{mistake.pk}"
    assert of(alice).get(address).json()["puzzle"] == mistake.pk
    for program in (of(bob), of(None)):
        assert program.get(address).status_code == 404
    assert answered(of(bob), mistake, mistake.best).status_code == 404
    verdict = answered(of(alice), mistake, mistake.best).json()
    assert (verdict["result"], verdict["rating_before"], verdict["rating_after"]) == ("solved", None, None)
    assert of(alice).get(f"{TODAY}/0").status_code == 404


def test_a_browser_answers_once_for_rating_and_a_program_for_each_of_its_people(
    alice: User, bob: User, shelf: list[Puzzle]
) -> None:
    browser = Client()
    for user, rated in ((alice, True), (bob, False)):
        browser.force_login(user)
        verdict = answered(browser, shelf[0], shelf[0].best).json()
        assert (verdict["rating_after"] is not None) == rated
    for user in (alice, bob):
        assert answered(of(user), shelf[1], shelf[1].best).json()["rating_after"] is not None


def test_own_mistakes_are_listed_for_their_owner_without_a_word_about_the_answer(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mine = [puzzle_keep(found=some_puzzle(game=game), owner=alice)[0] for game in ("maya", "rapa_nui")]
    path = f"{TODAY}/mistakes"
    listed = of(alice).get(path).json()["puzzles"]
    assert [(each["puzzle"], each["game"], each["result"]) for each in listed] == [
        (mine[1].pk, "rapa_nui", None),
        (mine[0].pk, "maya", None),
    ]
    assert [(each["seat"], each["seats"]) for each in listed] == [(each.seat, each.seat_count) for each in mine[::-1]]
    before = of(alice).get(path).content
    Puzzle.objects.update(left=[["fly away", 512]], line=["fly away"], mu=mu_from(1777), sigma=1.5)
    assert of(alice).get(path).content == before
    assert of(bob).get(path).json() == {"puzzles": []}
    assert of(None).get(path).status_code == 401
    Answer.objects.create(puzzle=mine[0], user=alice, action="fly away", result="missed", day="2026-06-03")
    reader = visitor(alice)
    reader.get(path)
    with django_assert_num_queries(4):
        listed = reader.get(path).json()["puzzles"]
    assert [each["result"] for each in listed] == [None, "missed"]


def test_the_match_is_named_after_the_try_if_strangers_may_see_it(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=bob, game="rapa_nui", others=[None]), user=User.objects.create_user("C"))
    match = play_out(match, Random(1))
    puzzle, _new = puzzle_keep(found=some_puzzle(), match=match)
    address = f"{TODAY}/{puzzle.pk}"
    assert match.code not in of(alice).get(address).text
    assert answered(of(alice), puzzle, puzzle.best).json()["match"] == match.code
    Match.objects.update(access=Match.Access.LINK)
    assert match.code not in of(alice).get(address).text


@pytest.mark.parametrize("game", first(["machu_picchu", "princes"], of=GAMES))
def test_no_byte_tells_the_answer_before_it_is_given(game: str, alice: User, bob: User) -> None:
    puzzle, _new = puzzle_keep(found=some_puzzle(game=game))
    addresses = (TODAY, f"{TODAY}/{puzzle.pk}")
    program = of(alice)
    before = [program.get(address).content for address in addresses]
    legal = program.get(addresses[1]).json()["legal"]
    other = {"left": [[legal[-1], 512], [legal[1], 137]], "line": [legal[-1]], "mu": mu_from(1777), "sigma": 1.5}
    Puzzle.objects.update(**other)
    assert [program.get(address).content for address in addresses] == before
    answer_give(user=bob, puzzle=Puzzle.objects.get(), text=legal[-1])
    assert [program.get(address).content for address in addresses] == before
    texts = [answered(program, puzzle, legal[0]).text, program.get(addresses[1]).text]
    assert all(f'"best": {_quoted(legal[-1])}, "chance": 512' in text for text in texts)


@pytest.mark.parametrize("game", first(["maya", "princes"], of=GAMES))
def test_every_byte_is_the_same_for_what_the_seat_cannot_tell_apart(game: str, alice: User) -> None:
    found, twin = twins(game)
    puzzle, _new = puzzle_keep(found=found)
    addresses, program = (TODAY, f"{TODAY}/{puzzle.pk}"), of(alice)
    real = [program.get(address).content for address in addresses]
    Puzzle.objects.update(deal=twin.deal, plies=[[ply.seat, ply.text] for ply in twin.plies])
    assert [program.get(address).content for address in addresses] == real
    if twin.seats not in GAMES[game].OPEN_SEATS:
        assert (twin.deal, twin.plies) != (found.record.deal, found.record.plies)


def test_puzzles_cost_few_queries(
    alice: User, shelf: list[Puzzle], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reader = visitor(alice)
    reader.get(TODAY)
    with django_assert_num_queries(7):
        reader.get(TODAY)
    with django_assert_num_queries(4):
        reader.get(f"{TODAY}/{shelf[0].pk}")
    with django_assert_num_queries(4):
        reader.get(f"{TODAY}/rating")


def _quoted(text: str) -> str:
    return f'"{text}"'
