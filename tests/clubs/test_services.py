"""Clubs from their founding until nobody is left in them: Alice founds one, Bob and Charlie come and go."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import User
from accounts.services import computer_players_ensure
from clubs.models import Club, Member
from clubs.selectors import (
    club_for,
    clubs_listed,
    clubs_of,
    host_of,
    is_inside,
    member_of,
    members_of,
    people_in,
    public_memberships_of,
)
from clubs.services import founding, joining
from clubs.services.founding import club_change, club_close, club_found, club_reopen, invite_renew
from clubs.services.joining import (
    club_join,
    club_leave,
    host_hand_on,
    member_admit,
    member_decline,
    member_invite,
    member_remove,
)
from common.refusals import Refused
from games.models import Block
from games.selectors.records.lists import BadCursor
from membership.bans import ban_create, bans_enforce
from membership.deletion import account_delete

pytestmark = pytest.mark.django_db

Standing = Member.Standing


def standing(club: Club, user: User) -> str | None:
    """The user's standing in the club; None without one."""
    member = member_of(club, user)
    return None if member is None else member.standing


def asking(founder: User) -> Club:
    """A club whose host admits people."""
    return club_found(founder=founder, name="Asking", entry=Club.Entry.ASKING)


def by_link(founder: User) -> Club:
    """A club that only members see."""
    return club_found(founder=founder, name="Hidden", is_public=False)


def test_the_founder_of_a_club_hosts_it(alice, club):
    assert standing(club, alice) == Standing.HOST
    assert host_of(club) == club.founder == alice
    assert people_in(club) == 1


@pytest.mark.parametrize(
    "name", ["Andes Club", "ANDES CLUB", " andes   club ", "Ándes-Club", "Andesclub", "Ande$ Club"]
)
def test_no_two_clubs_have_names_that_look_alike(bob, club, name):
    with pytest.raises(Refused):
        club_found(founder=bob, name=name)
    assert Club.objects.count() == 1


@pytest.mark.parametrize("name", ["", "Ab", "x" * 41, "Club\x00", "<b>", "Клуб", "Admin", "Mod erator", "&&&", "安des"])
def test_what_cannot_be_the_name_of_a_club(alice, name):
    with pytest.raises(Refused):
        club_found(founder=alice, name=name)


@pytest.mark.parametrize("name", ["Four Cities", "Südsee & Co.", "Őrült d'Inka 2", "马丘比丘", "3 Llamas"])
def test_a_name_may_have_letters_and_signs_of_many_languages(alice, name):
    assert club_found(founder=alice, name=f"  {name} ").name == name


def test_clubs_are_for_people(alice, club):
    computer_players_ensure()
    for somebody in (
        User.objects.create_user("Guest-7", is_guest=True),
        bot_create(owner=alice, name="Robot"),
        User.objects.exclude(level="").first(),
    ):
        for do in (
            lambda user: club_found(founder=user, name="Another"),
            lambda user: club_join(club=club, user=user),
            lambda user: member_invite(club=club, host=alice, user=user),
        ):
            with pytest.raises(Refused):
                do(somebody)
    assert people_in(club) == 1


def test_no_member_hosts_too_many(alice, bob):
    clubs = [club_found(founder=alice, name=f"Club {number}") for number in range(founding.MOST_HOSTED)]
    with pytest.raises(Refused):
        club_found(founder=alice, name="One more")
    other = club_found(founder=bob, name="Of Bob")
    club_join(club=other, user=alice)
    with pytest.raises(Refused):
        host_hand_on(club=other, host=bob, user=alice)
    assert host_of(other) == bob
    club_leave(club=clubs[0], user=alice)
    host_hand_on(club=other, host=bob, user=alice)
    assert host_of(other) == alice


def test_no_member_is_in_too_many(bob, club, monkeypatch):
    monkeypatch.setattr(founding, "MOST_JOINED", 1)
    club_found(founder=bob, name="Of Bob")
    with pytest.raises(Refused):
        club_join(club=club, user=bob)


def test_into_an_open_club_all_members_come_and_once(bob, club):
    first = club_join(club=club, user=bob)
    assert club_join(club=club, user=bob) == first
    assert standing(club, bob) == Standing.MEMBER
    assert people_in(club) == 2


def test_where_one_asks_the_host_decides(alice, bob, charlie):
    club = asking(alice)
    for person in (bob, bob, charlie):
        club_join(club=club, user=person)
    assert [member.user for member in members_of(club, Standing.ASKS).rows] == [charlie, bob]
    member_admit(club=club, host=alice, user=bob)
    member_admit(club=club, host=alice, user=bob)
    member_decline(club=club, host=alice, user=charlie)
    assert (standing(club, bob), standing(club, charlie)) == (Standing.MEMBER, None)
    with pytest.raises(Refused):
        member_admit(club=club, host=alice, user=charlie)


def test_a_link_leads_in_until_it_is_renewed(alice, bob, charlie):
    club = by_link(alice)
    old = club.invite
    with pytest.raises(Refused):
        club_join(club=club, user=bob)
    club_join(club=club, user=bob, invite=old)
    assert invite_renew(club=club, user=alice).invite != old
    with pytest.raises(Refused):
        club_join(club=club, user=charlie, invite=old)
    assert (standing(club, bob), standing(club, charlie)) == (Standing.MEMBER, None)


def test_a_member_who_has_asked_is_let_in_by_the_link(alice, bob):
    club = asking(alice)
    club_join(club=club, user=bob)
    club_join(club=club, user=bob, invite=club.invite)
    assert standing(club, bob) == Standing.MEMBER


def test_whom_the_host_removes_stays_out_until_invited_again(alice, bob, club):
    club_join(club=club, user=bob)
    member_remove(club=club, host=alice, user=bob)
    club_leave(club=club, user=bob)  # which forgets nothing
    for invite in ("", club.invite):
        with pytest.raises(Refused, match="removed"):
            club_join(club=club, user=bob, invite=invite)
    member_invite(club=club, host=alice, user=bob)
    assert not is_inside(club, bob)
    club_join(club=club, user=bob)
    assert is_inside(club, bob)


def test_whom_the_host_has_blocked_stays_out_and_who_has_blocked_the_host_is_not_invited(alice, bob, charlie, club):
    Block.objects.create(user=alice, blocked=bob)
    Block.objects.create(user=charlie, blocked=alice)
    with pytest.raises(Refused):
        club_join(club=club, user=bob)
    with pytest.raises(Refused):
        member_invite(club=club, host=alice, user=charlie)
    club_join(club=club, user=charlie)
    assert people_in(club) == 2


@pytest.mark.parametrize("by_host", [True, False])
def test_an_invitation_is_hidden_while_host_or_invited_person_blocks_the_other(alice, bob, charlie, club, by_host):
    for person in (bob, charlie):
        member_invite(club=club, host=alice, user=person)
    one, other = (alice, bob) if by_host else (bob, alice)
    block = Block.objects.create(user=one, blocked=other, only_mutes=True)
    assert clubs_of(bob, Standing.INVITED) == [club]
    block.only_mutes = False
    block.save()
    assert (clubs_of(bob, Standing.INVITED), clubs_of(charlie, Standing.INVITED)) == ([], [club])
    assert clubs_of(alice) == [club]
    block.delete()
    assert clubs_of(bob, Standing.INVITED) == [club]


def test_when_its_host_leaves_the_longest_standing_member_hosts_it(alice, bob, charlie, club):
    club_join(club=club, user=charlie)
    club_join(club=club, user=bob)
    club_leave(club=club, user=alice)
    club_leave(club=club, user=alice)
    assert (host_of(club), people_in(club)) == (charlie, 2)
    assert club.founder == alice


def test_a_club_without_members_is_gone(alice, bob):
    club = asking(alice)
    club_join(club=club, user=bob)
    club_leave(club=club, user=alice)
    assert not Club.objects.exists()
    assert not Member.objects.exists()
    for do in (lambda: club_join(club=club, user=bob), lambda: invite_renew(club=club, user=alice)):
        with pytest.raises(Refused):
            do()
    club_leave(club=club, user=bob)


def test_who_deletes_the_account_leaves_the_clubs(alice, bob, club):
    alone = by_link(alice)
    club_join(club=club, user=bob)
    account_delete(user=alice)
    assert list(Club.objects.all()) == [club]
    assert alone.pk not in Club.objects.values_list("pk", flat=True)
    assert (host_of(club), people_in(club)) == (bob, 1)


def test_the_host_hands_on(alice, bob, charlie, club):
    with pytest.raises(Refused):
        host_hand_on(club=club, host=alice, user=bob)
    club_join(club=club, user=bob)
    host_hand_on(club=club, host=alice, user=bob)
    assert (standing(club, alice), standing(club, bob)) == (Standing.MEMBER, Standing.HOST)
    with pytest.raises(IntegrityError), transaction.atomic():
        club.members.filter(user=alice).update(standing=Standing.HOST)


OF_HOSTS: list[Callable[[Club, User, User], Any]] = [
    lambda club, user, other: member_remove(club=club, host=user, user=other),
    lambda club, user, other: member_invite(club=club, host=user, user=other),
    lambda club, user, other: member_admit(club=club, host=user, user=other),
    lambda club, user, other: member_decline(club=club, host=user, user=other),
    lambda club, user, other: host_hand_on(club=club, host=user, user=other),
    lambda club, user, other: invite_renew(club=club, user=user),
    lambda club, user, other: club_change(
        club=club, user=user, name="Mine", description="", entry="open", is_public=True
    ),
]


@pytest.mark.parametrize("do", OF_HOSTS)
def test_members_decide_nothing_about_others(alice, bob, charlie, club, do):
    for person in (bob, charlie):
        club_join(club=club, user=person)
    before = list(Member.objects.order_by("pk").values_list("user", "standing"))
    with pytest.raises(Refused, match="host"):
        do(club, bob, charlie)
    assert list(Member.objects.order_by("pk").values_list("user", "standing")) == before


def test_the_host_is_not_removed(alice, club):
    with pytest.raises(Refused):
        member_remove(club=club, host=alice, user=alice)
    assert host_of(club) == alice


def test_what_is_settled_can_be_changed(alice, bob, club):
    club_found(founder=bob, name="Taken")
    with pytest.raises(Refused):
        club_change(club=club, user=alice, name="taken", description="", entry="open", is_public=True)
    changed = club_change(club=club, user=alice, name="ANDES club", description=" x ", entry="open", is_public=False)
    changed.refresh_from_db()
    assert (changed.name, changed.description, changed.entry) == ("ANDES club", "x", Club.Entry.LINK)


def test_a_description_turns_no_words_around_it(bob):
    said = "Evenings\u202e in\nthe \u2067mountains \u05e9\u05dc\u05d5\u05dd"
    club = club_found(founder=bob, name="Lake Club", description=said)
    assert club.description == "Evenings in\nthe mountains \u05e9\u05dc\u05d5\u05dd"


def test_a_hidden_club_is_seen_by_those_inside_and_with_its_link(alice, bob, charlie):
    club = by_link(alice)
    assert club_for(alice, club.code) == club
    assert club_for(bob, club.code) is club_for(None, club.code) is club_for(bob, "nonesuch") is None
    assert club_for(None, club.code, invite=club.invite) == club
    assert club_for(None, club.code, invite="wrong") is None
    member_invite(club=club, host=alice, user=bob)
    assert club_for(bob, club.code) == club
    club_join(club=club, user=bob)
    member_remove(club=club, host=alice, user=bob)
    assert club_for(bob, club.code) is None
    assert clubs_listed().rows == ()


def test_a_club_that_moderators_close_is_seen_by_no_visitor(alice, bob, club):
    club_close(club=club)
    assert club_for(alice, club.code) is None
    assert clubs_listed().rows == ()
    assert clubs_of(alice) == public_memberships_of(alice) == []
    with pytest.raises(Refused):
        club_join(club=club, user=bob)
    club_reopen(club=club, moderator=bob)
    assert clubs_of(alice) == [club]


def test_the_list_is_paged_and_searched(alice, bob, django_assert_num_queries):
    names = ["Inca Friends", "Rapa Nui Friends", "Maya"]
    clubs = [club_found(founder=alice, name=name) for name in names]
    club_join(club=clubs[0], user=bob)
    with django_assert_num_queries(2):
        first = clubs_listed(limit=2)
    assert [club.name for club in first.rows] == ["Maya", "Rapa Nui Friends"]
    second = clubs_listed(limit=2, cursor=first.following)
    assert [(club.name, club.people) for club in second.rows] == [("Inca Friends", 2)]
    assert second.following == ""
    assert [club.name for club in clubs_listed(sought=" FRIÉNDS").rows] == ["Rapa Nui Friends", "Inca Friends"]
    with pytest.raises(BadCursor):
        clubs_listed(cursor="nonsense")


def test_my_clubs_and_those_others_see(alice, bob, club):
    hidden = by_link(alice)
    club_join(club=club, user=bob)
    assert clubs_of(alice) == [club, hidden]
    assert clubs_of(bob) == [member.club for member in public_memberships_of(alice)] == [club]
    assert [found.people for found in clubs_of(alice)] == [2, 1]
    member_invite(club=hidden, host=alice, user=bob)
    assert clubs_of(bob, Standing.INVITED) == [hidden]


def test_only_so_many_wait_to_be_let_in(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr(joining, "MOST_ASKING", 1)
    club = asking(alice)
    club_join(club=club, user=bob)
    with pytest.raises(Refused):
        club_join(club=club, user=charlie)
    assert standing(club, charlie) is None


# --- hosts who are banned ---------------------------------------------------------------------------------------------


@pytest.fixture
def keeper(db: None) -> User:
    """A moderator."""
    return User.objects.create_superuser("Keeper")


def test_who_is_banned_for_good_hosts_no_club(club: Club, alice: User, bob: User, charlie: User, keeper: User) -> None:
    """Nobody could be admitted or removed any more. The next host is the first member who is not banned."""
    alone = club_found(founder=alice, name="Alone")
    for user in (bob, charlie):
        club_join(club=club, user=user)
    week = timezone.now() + timedelta(days=7)
    ban_create(user=bob, moderator=keeper, until=week, why="Enough")
    ban_create(user=alice, moderator=keeper, until=week, why="Enough")
    assert host_of(club) == alice, "they come back"
    ban_create(user=alice, moderator=keeper, until=None, why="Enough")
    assert host_of(club) == charlie
    assert standing(club, alice) == Standing.MEMBER
    assert host_of(alone) == alice, "nobody else is there"


def test_a_club_whose_host_was_banned_half_way_is_passed_on(club: Club, alice: User, bob: User, keeper: User) -> None:
    ban_create(user=alice, moderator=keeper, until=None, why="Enough")
    club_join(club=club, user=bob)
    bans_enforce()
    bans_enforce()
    assert host_of(club) == bob


def test_a_host_who_leaves_is_followed_by_a_member_who_is_not_banned(
    club: Club, alice: User, bob: User, charlie: User, keeper: User
) -> None:
    for user in (bob, charlie):
        club_join(club=club, user=user)
    ban_create(user=bob, moderator=keeper, until=None, why="Enough")
    club_leave(club=club, user=alice)
    assert host_of(club) == charlie
