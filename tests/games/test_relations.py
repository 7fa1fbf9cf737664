"""Friends by mutual consent, blocks and mutes."""

from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games.models import Block, Friendship, Invitation, Match
from games.selectors.people.relations import asked_by, asking, friends_of
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join
from games.services.people.relations import (
    LATELY,
    block_create,
    block_end,
    friendship_accept,
    friendship_ask,
    friendship_end,
)
from membership.bans import ban_create
from notices.seeing import requests_seen
from tests.games.racing import race
from tests.visitors import visitor


def test_friends_are_those_who_both_want_it(alice: User, bob: User) -> None:
    friendship_ask(user=alice, name="bob")
    assert (friends_of(alice), asking(bob), asked_by(alice)) == ([], [alice], [bob])
    assert bob.notices.filter(kind="friend").count() == 1
    friendship_accept(user=bob, name="Alice")
    assert (friends_of(alice), friends_of(bob), asking(bob)) == ([bob], [alice], [])
    friendship_end(user=alice, name="Bob")
    assert friends_of(bob) == []


def test_who_asks_back_is_a_friend_at_once(alice: User, bob: User) -> None:
    friendship_ask(user=alice, name="Bob")
    friendship_ask(user=alice, name="Bob")
    assert friends_of(alice) == []
    friendship_ask(user=bob, name="Alice")
    assert friends_of(alice) == [bob]


def test_no_member_accepts_for_the_other(alice: User, bob: User) -> None:
    friendship_ask(user=alice, name="Bob")
    with pytest.raises(Refused):
        friendship_accept(user=alice, name="Bob")
    assert friends_of(alice) == []


@pytest.mark.parametrize("name", ["", "Nobody-Here", "Alice", "Owl", "Guest-1000"])
def test_a_user_who_cannot_be_a_friend_is_refused(name: str, alice: User, computers: list[User]) -> None:
    User.objects.create(username="Guest-1000", is_guest=True)
    with pytest.raises(Refused):
        friendship_ask(user=alice, name=name)
    assert not Friendship.objects.exists()


def test_no_member_is_told_again_and_again_of_requests_by_the_same_person(alice: User, bob: User) -> None:
    for _time in range(3):
        friendship_ask(user=alice, name="Bob")
        friendship_end(user=bob, name="Alice")
        requests_seen(user_id=bob.pk)
    assert bob.notices.count() == 1
    with time_machine.travel(timezone.now() + LATELY):
        friendship_ask(user=alice, name="Bob")
    assert bob.notices.count() == 2


def test_a_block_ends_friendship_and_invitations_but_no_shared_game(two_play: Match, alice: User, bob: User) -> None:
    friendship_ask(user=alice, name="Bob")
    friendship_accept(user=bob, name="Alice")
    table = match_create(host=bob, game="rapa_nui", others=[None])
    invitation_create(match=table, host=bob, name="Alice")
    block_create(user=alice, name="Bob")
    assert friends_of(bob) == []
    assert not Invitation.objects.exists()
    assert Match.objects.get(pk=two_play.pk).status == Match.Status.RUNNING
    for one, other in ((alice, "Bob"), (bob, "Alice")):
        with pytest.raises(Refused, match="can’t send"):
            friendship_ask(user=one, name=other)
    own = match_create(host=alice, game="rapa_nui", others=[None])
    with pytest.raises(Refused, match="not want to play"):
        match_join(match=own, user=bob)
    block_end(user=alice, name="Bob")
    match_join(match=own, user=bob)


def test_a_mute_keeps_no_member_from_a_table(alice: User, bob: User) -> None:
    friendship_ask(user=alice, name="Bob")
    block_create(user=alice, name="Bob", only_mutes=True)
    match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    assert asking(bob) == [alice]


def test_a_guest_reads_what_it_takes_to_have_friends(db: None) -> None:
    page = visitor(User.objects.create(username="Guest-1000", is_guest=True)).get("/friends/").content.decode()
    assert "Guests have no friends list." in page
    assert f'href="{reverse("account_claim")}"' in page.partition("<main")[2]
    assert "Your friends" not in page


@pytest.mark.parametrize("deed", ["ask", "block", "mute"])
def test_the_page_does_what_its_buttons_say(deed: str, alice: User, bob: User) -> None:
    client = visitor(alice)
    assert client.post("/friends/", {"do": deed, "name": "Bob"}).status_code == 302
    assert Friendship.objects.filter(asker=alice, asked=bob).exists() == (deed == "ask")
    assert Block.objects.filter(user=alice, blocked=bob).exists() == (deed != "ask")
    assert "Bob" in client.get("/friends/").content.decode()
    assert client.post("/friends/", {"do": "end" if deed == "ask" else "release", "name": "Bob"}).status_code == 302
    assert not Friendship.objects.exists()
    assert not Block.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"do": "hug", "name": "Bob"}, {"do": "ask", "name": "Nobody"}, {"do": "block"}])
def test_the_page_says_what_it_cannot_do(sent: dict[str, str], alice: User, bob: User) -> None:
    answer = visitor(alice).post("/friends/", sent)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_the_page_takes_as_many_queries_whatever_its_length(alice: User, django_assert_num_queries: Any) -> None:
    client = visitor(alice)
    for batch in range(2):
        for number in range(3):
            friend, asker, blocked = (User.objects.create_user(f"{who}-{batch}-{number}") for who in ("F", "A", "B"))
            Friendship.objects.create(asker=alice, asked=friend, since="2026-01-01T00:00Z")
            Friendship.objects.create(asker=asker, asked=alice)
            Block.objects.create(user=alice, blocked=blocked)
        # session, user, turns in the header; friends, asking, asked, blocks; whether a request is new
        with django_assert_num_queries(8):
            client.get("/friends/")


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_the_same_moment_are_friends(alice: User, bob: User) -> None:
    assert race(lambda: friendship_ask(user=alice, name="Bob"), lambda: friendship_ask(user=bob, name="Alice")) == []
    assert Friendship.objects.count() == 1
    assert friends_of(alice) == [bob]


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_no_request_outlives_a_block_made_at_the_same_moment(alice: User, bob: User) -> None:
    for _time in range(10):
        race(lambda: friendship_ask(user=alice, name="Bob"), lambda: block_create(user=bob, name="Alice"))
        assert Block.objects.filter(user=bob, blocked=alice).exists()
        assert not Friendship.objects.exists()
        block_end(user=bob, name="Alice")


def test_a_banned_member_is_neither_invited_nor_asked(alice: User, bob: User, charlie: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    ban_create(user=bob, moderator=charlie, until=None, why="Insults.")
    with pytest.raises(Refused, match="You can’t invite"):
        invitation_create(match=table, host=alice, name="Bob")
    with pytest.raises(Refused, match="You can’t send"):
        friendship_ask(user=alice, name="Bob")
    assert not Invitation.objects.exists()
    assert not Friendship.objects.exists()
