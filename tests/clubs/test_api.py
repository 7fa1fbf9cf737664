"""Clubs in the API: Alice hosts, Bob and Charlie come and go."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from clubs.models import Club
from clubs.selectors import host_of, is_inside
from clubs.services.founding import club_close, club_found
from clubs.services.joining import club_join
from games.models import Match, Rating
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from tests.visitors import program as of

pytestmark = pytest.mark.django_db


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
    assert club.invite not in of(bob).get(f"/api/v1/clubs/{club.code}").text
    assert of(alice).get(f"/api/v1/clubs/{club.code}").json()["invite"].endswith(f"/link/{club.invite}/")
    club_close(club=club)
    assert of(alice).get(f"/api/v1/clubs/{club.code}").status_code == 404


def test_what_is_done_in_clubs_is_limited(alice, bob, club, settings):
    settings.LIMITS = settings.LIMITS | {"club": "1/h/user"}
    program = of(bob)
    post(program, f"clubs/{club.code}/join")
    answer = post(program, f"clubs/{club.code}/leave")
    assert (answer.status_code, "That’s too many changes at once." in answer.json()["detail"]) == (429, True)
    assert is_inside(club, bob)


@pytest.mark.parametrize(("do", "what"), [("change", {"name": "Other Club"}), ("renew", {})])
def test_the_settings_and_the_link_of_a_club_are_limited_too(alice, club, settings, do, what):
    settings.LIMITS = settings.LIMITS | {"club": "1/h/user"}
    answers = [post(of(alice), f"clubs/{club.code}/{do}", **what) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]


# --- for hosts --------------------------------------------------------------------------------------------------------


def names(user: User, club: Club, which: str) -> list[str]:
    """The people outside the club whom its host is shown."""
    found = of(user).get(f"/api/v1/clubs/{club.code}/people", {"which": which})
    assert found.status_code == 200, found.text
    return [person["name"] for person in found.json()["people"]]


def test_a_club_is_founded_changed_and_gets_a_new_link(alice, bob):
    program = of(alice)
    founded = post(program, "clubs", name="Llamas", description="We meet on Sundays", entry="asking")
    assert founded.status_code == 201, founded.text
    facts = founded.json()
    club = Club.objects.get(code=facts["code"])
    assert (host_of(club), club.entry, club.is_public, facts["people"]) == (alice, "asking", True, 1)
    assert facts["invite"] == f"/clubs/{club.code}/link/{club.invite}/"
    at = f"clubs/{club.code}"
    changed = post(program, f"{at}/change", name="Alpacas", public=False).json()
    assert (changed["name"], changed["description"]) == ("Alpacas", "")
    assert (changed["entry"], changed["public"]) == ("link", False)
    renewed = post(program, f"{at}/renew").json()["invite"]
    assert renewed != facts["invite"]
    assert post(of(bob), f"{at}/join", invite=club.invite).status_code == 404
    assert post(of(bob), f"{at}/join", invite=renewed.split("/")[-2]).json() == {"standing": "member"}
    for path, body in ((f"{at}/change", {"name": "Bobs"}), (f"{at}/renew", {}), (f"{at}/remove", {"name": "Alice"})):
        refused = post(of(bob), path, **body)
        assert (refused.status_code, refused.json()["detail"]) == (422, "Only the host of the club can do this.")
    assert of(bob).get(f"/api/v1/{at}/people").status_code == 404
    page = of(bob).get(f"/api/v1/{at}").json()
    assert (page["invite"], page["asking"]) == (None, None)


def test_a_name_that_is_taken_is_refused(alice, club):
    refused = post(of(alice), "clubs", name="andes club")
    assert (refused.status_code, "This name is taken" in refused.json()["detail"]) == (422, True)
    assert post(of(bot_create(owner=alice, name="Robo")), "clubs", name="Robots").status_code == 422
    assert Club.objects.count() == 1


@pytest.mark.half_second
def test_the_host_decides_who_comes_in(alice, bob, charlie):
    club = club_found(founder=alice, name="Asking", entry=Club.Entry.ASKING)
    program, at = of(alice), f"clubs/{club.code}"
    for user in (bob, charlie):
        post(of(user), f"{at}/join")
    assert program.get(f"/api/v1/{at}").json()["asking"] == 2
    assert names(alice, club, "asks") == ["Charlie", "Bob"]
    assert post(program, f"{at}/admit", name="bob").status_code == 204
    assert post(program, f"{at}/decline", name="Charlie").status_code == 204
    assert (is_inside(club, bob), names(alice, club, "asks")) == (True, [])
    assert post(program, f"{at}/remove", name="Bob").status_code == 204
    assert (is_inside(club, bob), names(alice, club, "removed")) == (False, ["Bob"])
    assert post(program, f"{at}/invite", name="Bob").status_code == 204
    assert names(alice, club, "invited") == ["Bob"]
    assert [each["code"] for each in of(bob).get("/api/v1/clubs?inviting=true").json()["clubs"]] == [club.code]
    post(of(bob), f"{at}/join")
    assert post(program, f"{at}/host", name="Bob").status_code == 204
    assert host_of(club) == bob
    assert names(bob, club, "removed") == []
    nobody = post(of(bob), f"{at}/invite", name="Nobody")
    assert (nobody.status_code, "No member is called “Nobody”." in nobody.json()["detail"]) == (422, True)
    assert of(bob).get(f"/api/v1/{at}/people?which=eaten").status_code == 422


def test_invitations_share_the_limit_of_the_pages(alice, bob, club, settings):
    settings.LIMITS = settings.LIMITS | {"invite": "1/h/user"}
    answers = [post(of(alice), f"clubs/{club.code}/invite", name="Bob") for _time in range(2)]
    assert [answer.status_code for answer in answers] == [204, 429]


def test_what_a_club_plays_is_shown_to_those_who_may_see_it(alice, bob, charlie, club, django_assert_num_queries):
    club_join(club=club, user=bob)
    terms = TableTerms(club=club.pk)
    table, running, over = (match_create(host=alice, game="maya", others=[None], terms=terms) for _number in range(3))
    for match in (running, over):
        match_join(match=match, user=bob)
    resign(match=over, user=bob)
    hidden = match_create(
        host=alice, game="maya", others=[None], terms=TableTerms(club=club.pk, access=Match.Access.LINK)
    )
    reader = Client()
    with django_assert_num_queries(6):
        played = reader.get(f"/api/v1/clubs/{club.code}/matches").json()
    found = {kind: [row["code"] for row in rows] for kind, rows in played.items()}
    assert found == {"tables": [table.code], "running": [running.code], "finished": [over.code]}
    assert hidden.code in of(alice).get(f"/api/v1/clubs/{club.code}/matches").text
    secret = club_found(founder=alice, name="Hidden Club", is_public=False)
    assert of(charlie).get(f"/api/v1/clubs/{secret.code}/matches").status_code == 404


# --- tables and cups of a club ----------------------------------------------------------------------------------------


def test_a_table_is_opened_for_the_members_of_a_club(alice, bob, charlie, club):
    club_join(club=club, user=bob)
    opened = post(of(alice), "tables", game="maya", club=club.code)
    assert opened.status_code == 201, opened.text
    assert Match.objects.get().club == club
    join = f"tables/{opened.json()['code']}/join"
    assert "members of a club" in post(of(charlie), join).json()["detail"]
    assert post(of(bob), join).json()["status"] == "running"
    assert post(of(charlie), "tables", game="maya", club=club.code).status_code == 404


def test_a_table_of_a_club_that_only_members_see_is_for_them(alice, bob, charlie):
    club = club_found(founder=alice, name="Hidden Club", is_public=False)
    club_join(club=club, user=bob, invite=club.invite)
    refused = post(of(alice), "tables", game="maya", club=club.code)
    assert (refused.status_code, "Only members see this club." in refused.json()["detail"]) == (422, True)
    opened = post(of(alice), "tables", game="maya", club=club.code, access="club").json()["code"]
    assert of(charlie).get(f"/api/v1/matches/{opened}").status_code == 404
    changed = post(of(alice), f"tables/{opened}/change", access="club", pace="live")
    assert changed.status_code == 200, changed.text
    assert post(of(bob), f"tables/{opened}/join").json()["status"] == "running"
    alone = post(of(alice), "tables", game="maya", access="club").json()["detail"]
    assert alone == "This table belongs to no club."


def test_a_cup_of_a_club_is_listed_with_it(alice, bob, charlie, club):
    club_join(club=club, user=bob)
    opened = post(of(bob), "cups", name="Summer", game="maya", club=club.code)
    assert (opened.status_code, opened.json()["club"]) == (201, club.code)
    post(of(alice), "cups", name="Winter", game="maya")
    found = {path: of(None).get(f"/api/v1/cups{path}").json()["cups"] for path in ("", f"?club={club.code}")}
    assert {path: [cup["name"] for cup in cups] for path, cups in found.items()} == {
        "": ["Winter", "Summer"],
        f"?club={club.code}": ["Summer"],
    }
    cup = opened.json()["code"]
    assert "members of a club" in post(of(charlie), f"cups/{cup}/enter").json()["detail"]
    assert post(of(charlie), "cups", name="Autumn", game="maya", club=club.code).status_code == 404
    assert of(None).get("/api/v1/cups?club=nothing").status_code == 404


def test_a_hidden_club_is_not_named_by_its_cups(alice, bob, charlie):
    club = club_found(founder=alice, name="Hidden Club", is_public=False)
    club_join(club=club, user=bob, invite=club.invite)
    cup = post(of(alice), "cups", name="Summer", game="maya", club=club.code).json()["code"]
    post(of(bob), f"cups/{cup}/enter")
    assert [each["code"] for each in of(bob).get(f"/api/v1/cups?club={club.code}").json()["cups"]] == [cup]
    for reader in (charlie, None):
        assert of(reader).get(f"/api/v1/cups?club={club.code}").status_code == 404
        assert cup not in of(reader).get("/api/v1/cups").text
    assert of(bob).get(f"/api/v1/cups/{cup}").json()["club"] == club.code
    post(of(bob), f"clubs/{club.code}/leave")
    assert of(bob).get(f"/api/v1/cups/{cup}").json()["club"] is None
