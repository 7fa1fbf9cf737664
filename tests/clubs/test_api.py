"""Clubs in the API: Alice hosts, Bob and Charlie come and go."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from accounts.tokens import token_create
from clubs.models import Club
from clubs.selectors import is_inside
from clubs.services.founding import club_close, club_found
from clubs.services.joining import club_join
from games.models import Rating

pytestmark = pytest.mark.django_db


def of(user: User | None, *scopes: str) -> Any:
    """A client with a token of the user, or without one."""
    if user is None:
        return Client()
    _row, secret = token_create(user=user, name="program", scopes=scopes or ("read", "tables"), days=None)
    return Client(headers={"Authorization": f"Bearer {secret}"})


def post(client: Client, path: str, **body: Any) -> Any:
    """The response to a POST."""
    return client.post(f"/api/v1/{path}", body, content_type="application/json")


def test_the_list_and_one_club(alice, bob, club, django_assert_num_queries):
    club_join(club=club, user=bob)
    [listed] = of(None).get("/api/v1/clubs").json()["clubs"]
    assert (listed["code"], listed["name"], listed["people"], listed["entry"]) == (club.code, "Andes Club", 2, "open")
    assert of(None).get("/api/v1/clubs?q=llama").json() == {"clubs": [], "after": ""}
    assert of(None).get("/api/v1/clubs?after=nonsense").status_code == 404
    with django_assert_num_queries(5):
        page = Client().get(f"/api/v1/clubs/{club.code}").json()
    assert (page["host"], page["standing"]) == ("Alice", None)
    assert [member["name"] for member in page["members"]] == ["Bob"]
    assert of(bob).get(f"/api/v1/clubs/{club.code}").json()["standing"] == "member"
    assert [each["code"] for each in of(bob).get("/api/v1/clubs?mine=true").json()["clubs"]] == [club.code]
    assert of(None).get("/api/v1/clubs?mine=true").status_code == 401


def test_the_leaderboard_of_a_club_has_its_members_alone(alice, bob, club):
    for user in (alice, bob):
        facts = {"mu": 25, "sigma": 1, "standing": 25, "games": 30, "last_at": timezone.now()}
        Rating.objects.create(user=user, game="maya", **facts)
    found = of(None).get(f"/api/v1/clubs/{club.code}/leaderboards/maya").json()
    assert [line["name"] for line in found["lines"]] == ["Alice"]
    assert (found["players"], found["after"], found["before"]) == (1, "", "")
    assert of(None).get(f"/api/v1/clubs/{club.code}/leaderboards/chess").status_code == 404
    assert of(None).get(f"/api/v1/clubs/{club.code}/leaderboards/maya?after=nonsense").status_code == 404


def test_who_comes_in_and_leaves(alice, bob, club):
    program = of(bob)
    assert post(program, f"clubs/{club.code}/join").json() == {"standing": "member"}
    assert is_inside(club, bob)
    assert post(program, f"clubs/{club.code}/leave").status_code == 204
    assert not is_inside(club, bob)
    reading = of(bob, ApiToken.Scope.READ, ApiToken.Scope.PLAY)
    assert post(reading, f"clubs/{club.code}/join").status_code == 403


def test_one_asks_where_one_must(alice, bob):
    club = club_found(founder=alice, name="Asking", entry=Club.Entry.ASKING)
    assert post(of(bob), f"clubs/{club.code}/join").json() == {"standing": "asks"}
    page = of(bob).get(f"/api/v1/clubs/{club.code}").json()
    assert (page["standing"], page["members"]) == ("asks", [])


def test_bots_are_refused(alice, club):
    answer = post(of(bot_create(owner=alice, name="Robo")), f"clubs/{club.code}/join")
    assert (answer.status_code, answer.json()["detail"]) == (422, "Clubs are for people: bots can’t join.")


def test_a_hidden_club_is_not_there_for_others(alice, bob, charlie):
    club = club_found(founder=alice, name="Hidden Club", is_public=False)
    for program in (of(None), of(bob)):
        assert program.get(f"/api/v1/clubs/{club.code}").status_code == 404
        assert "Hidden Club" not in program.get("/api/v1/clubs").text
    for do in ("join", "leave"):
        assert post(of(bob), f"clubs/{club.code}/{do}").status_code == 404
    assert post(of(bob), f"clubs/{club.code}/join", invite="wrong").status_code == 404
    assert post(of(bob), f"clubs/{club.code}/join", invite=club.invite).json() == {"standing": "member"}
    assert of(bob).get(f"/api/v1/clubs/{club.code}").json()["public"] is False
    assert club.invite not in of(alice).get(f"/api/v1/clubs/{club.code}").text
    club_close(club=club)
    assert of(alice).get(f"/api/v1/clubs/{club.code}").status_code == 404


def test_what_is_done_in_clubs_is_limited(alice, bob, club, settings):
    settings.LIMITS = settings.LIMITS | {"club": "1/h/user"}
    program = of(bob)
    post(program, f"clubs/{club.code}/join")
    answer = post(program, f"clubs/{club.code}/leave")
    assert (answer.status_code, "That’s too many changes at once." in answer.json()["detail"]) == (429, True)
    assert is_inside(club, bob)
