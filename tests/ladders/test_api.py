"""Ladders in the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from accounts.services import computer_players_ensure
from games.models import Match
from games.selectors.records.lists import PAGE
from ladders.models import Bout, Final, Rung
from ladders.services.joining import ladder_join
from notices.models import Notice
from tests.ladders.standing import win
from tests.visitors import program as of
from tests.visitors import visitor

pytestmark = pytest.mark.django_db

GAME = "maya"


@pytest.fixture
def people(db: None) -> list[User]:
    """Three people on the ladder, the first one at the top."""
    people = [User.objects.create_user(name) for name in ("Alice", "Bob", "Charlie")]
    for person in people:
        ladder_join(game=GAME, user=person)
    return people


def post(client: Client, path: str, **body: Any) -> Any:
    """The response to a POST."""
    return client.post(f"/api/v1/ladders/{path}", body, content_type="application/json")


def challenged(challenger: User, other: User) -> int:
    """The number of a new challenge."""
    answer = post(of(challenger), f"{GAME}/challenge", rung=Rung.objects.get(user=other).pk)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["challenge"])


def test_the_list_and_one_ladder(people):
    listed = {each["game"]: each for each in of(people[1]).get("/api/v1/ladders").json()["ladders"]}
    assert (listed[GAME]["people"], listed[GAME]["place"]) == (3, 2)
    assert listed[GAME]["first"] == ["Alice", "Bob", "Charlie"]
    facts = of(people[1]).get(f"/api/v1/ladders/{GAME}").json()
    assert [(rung["name"], rung["place"], rung["challengeable"]) for rung in facts["rungs"]] == [
        ("Alice", 1, True),
        ("Bob", 2, False),
        ("Charlie", 3, False),
    ]
    assert (facts["people"], facts["place"], facts["after"], facts["challenges"]) == (3, 2, "", [])
    assert [rung["obstacle"] for rung in facts["rungs"]] == [None, None, "You can only challenge players above you."]
    challenged(people[1], people[0])
    [above, *_rest] = of(people[1]).get(f"/api/v1/ladders/{GAME}").json()["rungs"]
    assert (above["challengeable"], above["obstacle"]) == (False, "There is already a challenge between you two.")
    facts = of(None).get(f"/api/v1/ladders/{GAME}").json()
    assert (facts["place"], [rung["challengeable"] for rung in facts["rungs"]]) == (None, [False, False, False])
    assert {rung["obstacle"] for rung in facts["rungs"]} == {None}
    assert of(None).get("/api/v1/ladders/ludo").status_code == 404


def test_a_ladder_that_no_member_has_joined_is_empty(db):
    facts = of(None).get(f"/api/v1/ladders/{GAME}").json()
    assert (facts["people"], facts["place"], facts["rungs"], facts["after"]) == (0, None, [], "")


def test_a_long_ladder_comes_in_pages(people, django_assert_num_queries):
    crowd = [User.objects.create_user(f"Player-{number}") for number in range(1, PAGE + 1)]
    for person in crowd:
        ladder_join(game=GAME, user=person)
    reader = visitor(crowd[-1])
    challenged(crowd[-1], crowd[-2])
    path = f"/api/v1/ladders/{GAME}"
    reader.get(path)  # fills what is cached about the reader
    with django_assert_num_queries(10):
        first = reader.get(path).json()
    with django_assert_num_queries(11):
        second = reader.get(path, {"after": first["after"]}).json()
    rungs = first["rungs"] + second["rungs"]
    assert [rung["place"] for rung in rungs] == list(range(1, PAGE + 4))
    assert [rung["name"] for rung in rungs] == ["Alice", "Bob", "Charlie", *(person.username for person in crowd)]
    assert (len(first["rungs"]), second["after"]) == (PAGE, "")
    assert [rung["place"] for rung in rungs if rung["challengeable"]] == list(range(PAGE - 2, PAGE + 2))
    for page in (first, second):
        assert (page["people"], page["place"], len(page["challenges"])) == (PAGE + 3, PAGE + 3, 1)
    assert reader.get(path, {"after": "999"}).json()["rungs"] == []
    assert reader.get(path, {"after": "nonsense"}).status_code == 404


def test_joining_and_leaving(people):
    dora = User.objects.create_user("Dora")
    for _ in range(2):
        assert post(of(dora), f"{GAME}/join").status_code == 204
    assert Rung.objects.filter(user=dora).count() == 1
    assert post(of(dora), f"{GAME}/leave").status_code == 204
    assert not Rung.objects.filter(user=dora).exists()
    assert post(of(dora, ApiToken.Scope.READ, ApiToken.Scope.PLAY), f"{GAME}/join").status_code == 403
    refused = post(of(bot_create(owner=dora, name="Robo")), f"{GAME}/join")
    assert (refused.status_code, refused.json()["detail"]) == (422, "Ladders are for people: bots cannot take part.")


@pytest.mark.half_second
def test_a_challenge_is_accepted(people):
    number = challenged(people[1], people[0])
    [shown] = of(people[0]).get(f"/api/v1/ladders/{GAME}").json()["challenges"]
    assert (shown["challenge"], shown["challenger"], shown["challenged"], shown["match"]) == (
        number,
        "Bob",
        "Alice",
        None,
    )
    assert shown["until"] is not None
    assert of(people[2]).get(f"/api/v1/ladders/{GAME}").json()["challenges"] == []
    path = f"{GAME}/challenges/{number}/accept"
    for stranger in (people[1], people[2]):
        assert post(of(stranger), path).status_code == 404
    code = post(of(people[0]), path).json()["match"]
    assert post(of(people[0]), path).json()["match"] == code
    assert of(people[0]).get(f"/api/v1/matches/{code}").json()["rated"]
    [shown] = of(people[1]).get(f"/api/v1/ladders/{GAME}").json()["challenges"]
    assert (shown["match"], shown["until"]) == (code, None)


def test_a_challenge_is_declined_or_taken_back(people):
    number = challenged(people[1], people[0])
    assert post(of(people[0]), f"{GAME}/challenges/{number}/withdraw").status_code == 404
    assert post(of(people[1]), f"{GAME}/challenges/{number}/withdraw").status_code == 204
    number = challenged(people[2], people[0])
    assert post(of(people[0]), f"{GAME}/challenges/{number}/decline").status_code == 204
    assert Bout.objects.get(pk=number).outcome == Bout.Outcome.DECLINED
    assert Notice.objects.filter(user=people[2], kind="ladder", facts__event="declined").count() == 1
    assert of(None).get(f"/api/v1/ladders/{GAME}").json()["rungs"][0]["name"] == "Charlie"


@pytest.mark.half_second
def test_strangers_read_what_others_play_and_how_it_ended(people):
    path = f"/api/v1/ladders/{GAME}/challenges"
    assert of(None).get(path).json() == {"challenges": [], "after": "", "results": []}
    number = challenged(people[1], people[0])
    dora = User.objects.create_user("Dora")
    [shown] = of(dora).get(path).json()["challenges"]
    assert (shown["challenge"], shown["challenger"], shown["match"]) == (number, "Bob", None)
    code = post(of(people[0]), f"{GAME}/challenges/{number}/accept").json()["match"]
    facts = of(None).get(path).json()
    assert [each["match"] for each in facts["challenges"]] == [code]
    computer_players_ensure()  # one takes over for Alice, who resigns
    win(Match.objects.get(code=code), people[1])
    taken_back = challenged(people[2], people[0])
    assert post(of(people[2]), f"{GAME}/challenges/{taken_back}/withdraw").status_code == 204
    facts = of(None).get(path).json()
    [result] = facts["results"]
    assert {name: result[name] for name in ("challenger", "challenged", "outcome", "place", "match")} == {
        "challenger": "Bob",
        "challenged": "Alice",
        "outcome": "won",
        "place": 1,
        "match": code,
    }
    assert facts["challenges"] == []
    assert of(None).get("/api/v1/ladders/ludo/challenges").status_code == 404


def test_all_challenges_are_read_page_by_page(people):
    others = [User.objects.create_user(f"Climber-{number}") for number in range(PAGE + 2)]
    top = Rung.objects.get(user=people[0])
    made = [
        Bout(ladder=top.ladder, challenger=other, challenged=people[0], above=top, answer_by=timezone.now())
        for other in others
    ]
    Bout.objects.bulk_create(made)
    path, found, after = f"/api/v1/ladders/{GAME}/challenges", [], ""
    while True:
        page = of(None).get(path, {"after": after}).json()
        found += [each["challenger"] for each in page["challenges"]]
        after = page["after"]
        if not after:
            break
    assert found == [other.username for other in others[::-1]]
    assert of(None).get(path, {"after": "nonsense"}).status_code == 404


def test_past_seasons_and_their_ends(people):
    path = f"/api/v1/ladders/{GAME}/seasons"
    assert of(None).get(path).json() == {"seasons": []}
    crowd = [*people, *(User.objects.create_user(f"Player-{number}") for number in range(PAGE))]
    ladder = Rung.objects.get(user=people[0]).ladder
    for place, person in enumerate(crowd, 1):
        Final.objects.create(ladder=ladder, season="2026-2", place=place, user=person)
    Final.objects.create(ladder=ladder, season="2026-1", place=1, user=people[2])
    assert of(None).get(path).json() == {"seasons": ["2026-2", "2026-1"]}
    first = of(None).get(f"{path}/2026-2").json()
    second = of(None).get(f"{path}/2026-2", {"after": first["after"]}).json()
    places = first["places"] + second["places"]
    assert [(each["place"], each["name"]) for each in places] == [
        (place, person.username) for place, person in enumerate(crowd, 1)
    ]
    assert (len(first["places"]), second["after"]) == (PAGE, "")
    assert of(None).get(f"{path}/2026-3").status_code == 404
    assert of(None).get("/api/v1/ladders/ludo/seasons").status_code == 404
    assert of(None).get("/api/v1/ladders/rapa_nui/seasons").json() == {"seasons": []}


def test_what_cannot_be_is_refused_with_the_reason(people):
    below = Rung.objects.get(user=people[2]).pk
    answer = post(of(people[1]), f"{GAME}/challenge", rung=below)
    assert (answer.status_code, answer.json()["detail"]) == (422, "You can only challenge players above you.")
    stranger = User.objects.create_user("Dora")
    answer = post(of(stranger), f"{GAME}/challenge", rung=below)
    assert answer.json()["detail"] == "Join the ladder first."
    assert post(of(None), f"{GAME}/challenge", rung=below).status_code == 401
    assert not Bout.objects.exists()


def test_what_is_done_on_ladders_is_limited(people, settings):
    settings.LIMITS = settings.LIMITS | {"ladder": "1/h/user"}
    key = challenged(people[1], people[0])
    program = of(people[1])
    answers = [post(program, f"{GAME}/{deed}") for deed in ("join", "leave")]
    answers += [post(program, f"{GAME}/challenge", rung=Rung.objects.get(user=people[0]).pk)]
    answers += [post(program, f"{GAME}/challenges/{key}/{deed}") for deed in ("accept", "decline", "withdraw")]
    assert {answer.status_code for answer in answers} == {429}
    assert Bout.objects.get(pk=key).ended_at is None
