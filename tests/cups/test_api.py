"""Cups in the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.dateparse import parse_datetime

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from cups.models import Cup, Pairing
from cups.services.entering import closes_at, cup_begin, cup_enter, cup_open
from cups.services.rounds import cup_go_on
from games.models import Match
from games.selectors.access import seats_of
from games.services.play.resignation import resign
from tests.visitors import program as of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(people: list[User]) -> Cup:
    """An open cup with three people in it."""
    cup = cup_open(host=people[0], name="Spring", system="swiss", game="maya", size=2, pace="live")
    for person in people[:3]:
        cup_enter(cup=cup, user=person)
    return cup


def test_the_list_and_one_cup(people, cup):
    [listed] = of(people[1]).get("/api/v1/cups").json()["cups"]
    assert (listed["code"], listed["people"], listed["entered"], listed["host"]) == (cup.code, 3, True, "Player-1")
    assert of(None).get("/api/v1/cups?status=over").json() == {"cups": [], "after": ""}
    assert of(None).get("/api/v1/cups?status=gone").json()["errors"][0]["at"] == ["query", "status"]
    facts = of(None).get(f"/api/v1/cups/{cup.code}").json()
    assert sorted(facts["entries"]) == ["Player-1", "Player-2", "Player-3"]
    assert (facts["round"], facts["standings"], facts["wanted_rounds"]) == (None, [], 2)
    assert of(None).get("/api/v1/cups/nothing").status_code == 404


def test_the_host_sets_the_time_limit_and_reads_until_when_to_start(people, cup):
    program = of(people[0])
    address = f"/api/v1/cups/{cup.code}"
    start_by = parse_datetime(program.get(address).json()["start_by"])
    assert abs(start_by - closes_at(cup)) < timedelta(seconds=1)
    days = {"days": 9}
    assert of(people[1]).post(f"{address}/days", days, content_type="application/json").status_code == 422
    assert program.post(f"{address}/days", {"days": 61}, content_type="application/json").status_code == 422
    assert program.post(f"{address}/days", days, content_type="application/json").status_code == 204
    cup_begin(cup=cup, user=people[0])
    facts = program.get(address).json()
    assert (facts["round_days"], facts["start_by"]) == (9, None)


@pytest.mark.half_second
def test_enter_and_leave(people, cup):
    program = of(people[4])
    for _ in range(2):
        assert program.post(f"/api/v1/cups/{cup.code}/enter", content_type="application/json").status_code == 204
    assert cup.entries.filter(user=people[4], left_at=None).count() == 1
    assert program.post(f"/api/v1/cups/{cup.code}/leave", content_type="application/json").status_code == 204
    assert not cup.entries.filter(user=people[4], left_at=None).exists()
    reading = of(people[4], ApiToken.Scope.READ, ApiToken.Scope.PLAY)
    assert reading.post(f"/api/v1/cups/{cup.code}/enter", content_type="application/json").status_code == 403


def test_bots_are_refused_and_told_why(people, cup):
    answer = of(bot_create(owner=people[0], name="Robo")).post(
        f"/api/v1/cups/{cup.code}/enter", content_type="application/json"
    )
    assert (answer.status_code, answer.json()["detail"]) == (422, "Cups are for people: bots cannot take part.")
    assert cup.entries.count() == 3


@pytest.mark.half_second
def test_rounds_and_standings(people, cup, django_assert_num_queries):
    cup_begin(cup=cup, user=people[0])
    for _ in range(3):
        cup_go_on(cup=cup)
        for pairing in Pairing.objects.filter(round__cup=cup, match__status=Match.Status.RUNNING):
            resign(match=pairing.match, user=seats_of(pairing.match)[0].user)
    with django_assert_num_queries(6):
        facts = Client().get(f"/api/v1/cups/{cup.code}").json()
    assert (facts["status"], facts["rounds"], facts["round"]["number"], facts["round"]["over"]) == (
        "over",
        2,
        2,
        True,
    )
    assert [line["place"] for line in facts["standings"]][0] == 1
    assert sum(line["points"] for line in facts["standings"]) == 4
    first = Client().get(f"/api/v1/cups/{cup.code}?round=1").json()["round"]
    assert sorted(len(table["players"]) for table in first["tables"]) == [1, 2]
    played = next(table for table in first["tables"] if table["match"])
    assert Client().get(f"/api/v1/matches/{played['match']}").status_code == 200
    assert played["ranks"] == [2, 1]
    assert Client().get(f"/api/v1/cups/{cup.code}?round=3").status_code == 404


def test_a_knock_out_tells_who_survived(people):
    cup = cup_open(host=people[0], name="Out", system="knock", game="", size=2, pace="live")
    for person in people[:2]:
        cup_enter(cup=cup, user=person)
    cup_begin(cup=cup, user=people[0])
    cup_go_on(cup=cup)
    facts = Client().get(f"/api/v1/cups/{cup.code}").json()
    assert facts["game"] is None
    assert [line["survived"] for line in facts["standings"]] == [0, 0]
    assert facts["standings"][0]["points"] is None


def test_a_host_opens_starts_and_calls_off(people):
    program = of(people[0])
    opened = program.post(
        "/api/v1/cups",
        {"name": "Autumn", "system": "robin", "game": "maya", "seats": 2, "pace": "2d", "round_days": 7},
        content_type="application/json",
    )
    assert opened.status_code == 201
    facts = opened.json()
    cup = Cup.objects.get(code=facts["code"])
    assert (cup.host, cup.system, cup.game, cup.size, cup.pace) == (people[0], "robin", "maya", 2, "2d")
    assert (cup.round_days, cup.wanted_rounds, facts["host"], facts["seats"]) == (7, None, "Player-1", 2)
    at = f"/api/v1/cups/{cup.code}"
    alone = program.post(f"{at}/start", content_type="application/json")
    assert (alone.status_code, alone.json()["detail"]) == (422, "The cup needs at least 2 players.")
    for person in people[:3]:
        cup_enter(cup=cup, user=person)
    strange = of(people[1])
    for do in ("start", "close"):
        assert strange.post(f"{at}/{do}", content_type="application/json").status_code == 422
    assert program.post(f"{at}/start", content_type="application/json").status_code == 204
    cup.refresh_from_db()
    assert cup.status == Cup.Status.RUNNING
    late = program.post(f"{at}/close", content_type="application/json")
    assert "cannot be called off" in late.json()["detail"]
    other = program.post("/api/v1/cups", {"name": "Other", "seats": 2}, content_type="application/json").json()
    assert other["game"] is None
    assert program.post(f"/api/v1/cups/{other['code']}/close", content_type="application/json").status_code == 204
    assert not Cup.objects.filter(code=other["code"]).exists()


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"game": "ludo"}, "There is no such game here."),
        ({"game": "rapa_nui", "seats": 5}, "can be played with 5 seats"),
        ({"seats": 5}, "can be played with 5 seats. Possible numbers of seats: 2, 3, 4."),
        ({"name": " "}, "Give the cup a name."),
        ({"pace": "none"}, "pace"),
        ({"system": "ladder"}, "system"),
    ],
)
def test_a_cup_that_cannot_be_is_refused_with_the_reason(people, facts, says):
    answer = of(people[0]).post("/api/v1/cups", {"name": "Odd"} | facts, content_type="application/json")
    assert answer.status_code == 422
    assert says in answer.text
    assert not Cup.objects.exists()


def test_whom_the_host_removes_does_not_come_back(people, cup):
    remove, whom = f"/api/v1/cups/{cup.code}/remove", {"name": "\uff50layer-2"}  # a full-width p
    assert of(people[2]).post(remove, whom, content_type="application/json").status_code == 422
    for _ in range(2):
        assert of(people[0]).post(remove, whom, content_type="application/json").status_code == 204
    again = of(people[1]).post(f"/api/v1/cups/{cup.code}/enter", content_type="application/json")
    assert (again.status_code, again.json()["detail"]) == (422, "The host has removed you from this cup.")
    nobody = of(people[0]).post(remove, {"name": "Nobody"}, content_type="application/json")
    assert nobody.status_code == 404
    own = of(people[2])
    assert own.post(f"/api/v1/cups/{cup.code}/leave", content_type="application/json").status_code == 204
    assert own.post(f"/api/v1/cups/{cup.code}/enter", content_type="application/json").status_code == 204


def test_a_list_of_many_cups_is_as_many_queries(people, django_assert_num_queries):
    for number, person in enumerate(people[:4]):
        cup_open(host=person, name=f"Cup {number}", system="swiss", game="maya", size=2, pace="live")
    with django_assert_num_queries(3):
        listed = Client().get("/api/v1/cups").json()["cups"]
    assert {cup["host"] for cup in listed} == {"Player-1", "Player-2", "Player-3", "Player-4"}
    assert {cup["club"] for cup in listed} == {None}


def test_what_is_done_in_cups_is_limited(people, cup, settings):
    settings.LIMITS = settings.LIMITS | {"cup": "1/h/user"}
    program = of(people[0])

    def post(path: str, **body: object) -> int:
        return program.post(f"/api/v1/cups{path}", body, content_type="application/json").status_code

    assert post(f"/{cup.code}/enter") == 204
    answers = [post(f"/{cup.code}/{deed}") for deed in ("enter", "leave", "start", "close")]
    answers += [post(f"/{cup.code}/days", days=3), post(f"/{cup.code}/remove", name="Player-2")]
    assert {*answers, post("", name="Summer", game="maya")} == {429}
