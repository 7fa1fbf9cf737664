"""Friends, blocks and reports in the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import ApiToken, User
from accounts.tokens import token_create
from clubs.services.founding import club_found
from games.models import Block, Friendship, Match, Report
from games.services.lobby.matches import match_create, match_join
from games.services.people.chat import message_write
from tests.visitors import program as of

pytestmark = pytest.mark.django_db


def caller(user: User) -> Any:
    """A program that may read, and deal with people."""
    return of(user, "read", "people")


def post(client: Client, path: str, **body: Any) -> Any:
    """The response to a POST."""
    return client.post(f"/api/v1/{path}", body, content_type="application/json")


def test_friends_are_asked_accepted_and_ended(alice: User, bob: User) -> None:
    assert post(caller(alice), "friends/ask", name="bob").json() == {"relation": "asked"}
    assert caller(alice).get("/api/v1/friends").json() == {"friends": [], "asking": [], "asked": ["Bob"]}
    assert caller(bob).get("/api/v1/friends").json() == {"friends": [], "asking": ["Alice"], "asked": []}
    assert post(caller(bob), "friends/accept", name="Alice").json() == {"relation": "friends"}
    assert not bob.notices.filter(kind="friend", seen_at=None).exists()
    assert post(caller(bob), "friends/ask", name="Alice").json() == {"relation": "friends"}
    assert caller(alice).get("/api/v1/friends").json() == {"friends": ["Bob"], "asking": [], "asked": []}
    assert post(caller(alice), "friends/end", name="Bob").json() == {"relation": "none"}
    assert not Friendship.objects.exists()


def test_a_member_is_muted_blocked_and_let_back(alice: User, bob: User) -> None:
    Friendship.objects.create(asker=alice, asked=bob, since=timezone.now())
    assert post(caller(alice), "blocks", name="Bob", only_mutes=True).status_code == 204
    (muted,) = caller(alice).get("/api/v1/blocks").json()["blocks"]
    assert (muted["name"], muted["only_mutes"]) == ("Bob", True)
    assert post(caller(alice), "blocks", name="Bob").status_code == 204
    assert [each["only_mutes"] for each in caller(alice).get("/api/v1/blocks").json()["blocks"]] == [False]
    assert caller(bob).get("/api/v1/blocks").json() == {"blocks": []}
    assert not Friendship.objects.exists()
    refused = post(caller(bob), "friends/ask", name="Alice")
    assert (refused.status_code, refused.json()["code"]) == (422, "refused")
    assert post(caller(alice), "blocks/end", name="Bob").status_code == 204
    assert not Block.objects.exists()


def test_a_member_is_reported(alice: User, bob: User) -> None:
    said = {"name": "alice", "reason": "stalling", "text": "She waits on purpose."}
    assert [post(caller(bob), "reports/person", **said).status_code for _ in range(2)] == [204, 204]
    report = Report.objects.get()
    assert (report.person, report.reporter, report.reason, report.message) == (alice, bob, "stalling", None)
    answers = [
        post(caller(bob), "reports/person", **(said | wrong)).status_code
        for wrong in ({"text": " "}, {"reason": "boredom"}, {"name": "Bob"}, {"name": "Nobody"})
    ]
    assert answers == [422, 422, 422, 404]
    assert Report.objects.count() == 1


def test_a_message_is_reported_by_those_who_can_read_it(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    Match.objects.filter(pk=match.pk).update(access=Match.Access.LINK)
    message = message_write(match=match, user=alice, text="Begone, slug")
    about = {"match": match.code, "message": message.pk, "reason": "insult"}
    stranger = User.objects.create_user("Charlie")
    answers = [post(caller(user), "reports/message", **about).status_code for user in (stranger, alice, bob)]
    assert answers == [404, 422, 204]
    assert Report.objects.get().message == message


def test_bots_have_no_friends(alice: User, bob: User) -> None:
    robo = bot_create(owner=alice, name="Robo")
    answers = [post(caller(robo), "friends/ask", name="Bob"), post(caller(bob), "friends/ask", name="Robo")]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert answers[0].json()["detail"] == "Bots have no friends list."
    assert post(caller(robo), "blocks", name="Bob").status_code == 204, "it can keep away whom it does not want"


def test_bots_report_nothing_as_their_owners_report_it_once(alice: User, bob: User) -> None:
    robo = bot_create(owner=alice, name="Robo")
    match = match_join(match=match_create(host=bob, game="rapa_nui", others=[None]), user=robo)
    message = message_write(match=match, user=bob, text="Begone, slug")
    club = club_found(founder=bob, name="Slugs")
    for path, said in {
        "person": {"name": "Bob", "text": "Slugs everywhere."},
        "message": {"match": match.code, "message": message.pk},
        "club": {"club": club.code, "text": "Slugs."},
    }.items():
        answer = post(caller(robo), f"reports/{path}", reason="insult", **said)
        assert (answer.status_code, "Bots cannot report" in answer.json()["detail"]) == (422, True)
    assert not Report.objects.exists()


@pytest.mark.parametrize("path", ["friends/ask", "friends/accept", "friends/end", "blocks", "blocks/end"])
def test_other_tokens_change_nothing_about_people(path: str, alice: User, bob: User) -> None:
    for client in (of(alice), of(alice, "people")):
        answer = post(client, path, name="Bob")
        assert (answer.status_code == 403) is (client.get("/api/v1/account").status_code == 200)
    assert post(of(alice), path, name="Bob").json()["scope"] == "people"


def test_the_release_before_knows_all_scopes_that_are_stored_as_text(alice: User) -> None:
    token, _secret = token_create(user=alice, name="phone", scopes=["read", "people"], days=None)
    assert (token.scopes, token.scope_list) == ("read", ["read", "people"])
    assert "friends and blocks" in token.scopes_in_words
    assert ApiToken.objects.get().scope_list == ["read", "people"]
