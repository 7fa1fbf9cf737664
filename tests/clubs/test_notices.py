"""Notices about clubs: Alice hosts, Bob and Charlie come and go."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from accounts.models import User
from clubs.models import Club
from clubs.selectors import clubs_seen
from clubs.services.founding import club_close, club_found
from clubs.services.joining import (
    club_join,
    club_leave,
    clubs_hand_on,
    host_hand_on,
    member_admit,
    member_decline,
    member_invite,
)
from deliveries.selectors.history import history
from deliveries.selectors.relevance import notices_by_id, obsolete_reason
from deliveries.words import text_of
from games.models import Block
from notices.kinds import Kind
from notices.models import Notice
from tests.visitors import visitor
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(alice: User) -> Club:
    """A club whose host admits people."""
    return club_found(founder=alice, name="Lake Club", entry=Club.Entry.ASKING)


def heard(user: User) -> list[tuple[str, str, str]]:
    """The user's notices about clubs, with the pages that they link to."""
    words = [text_of(notice) for notice in user.notices.filter(kind=Kind.CLUB).order_by("pk")]
    return [(word.title, word.text, word.path) for word in words]


def holds(user: User) -> list[bool]:
    """Whether each of the user's notices would still be sent."""
    found = notices_by_id(user.notices.order_by("pk").values_list("pk", flat=True))
    return [not obsolete_reason(found[key]) for key in sorted(found)]


def test_a_member_who_is_invited_hears_it_once(alice, bob, charlie, club):
    for _ in range(2):
        member_invite(club=club, host=alice, user=bob)
    assert heard(bob) == [
        ("Alice invites you to the club Andes Club", "See who is in it, and join if you like.", f"/clubs/{club.code}/")
    ]
    assert heard(alice) == heard(charlie) == []
    club_join(club=club, user=bob)
    assert (heard(alice), len(heard(bob))) == ([], 1)


def test_an_invitation_is_not_sent_any_more_once_the_host_is_blocked(alice, bob, club):
    member_invite(club=club, host=alice, user=bob)
    assert holds(bob) == [True]
    Block.objects.create(user=bob, blocked=alice)
    assert holds(bob) == [False]


def test_the_host_hears_who_wants_to_join(alice, bob, charlie, asking):
    for person in (bob, bob, charlie):
        club_join(club=asking, user=person)
    path, text = f"/clubs/{asking.code}/members/", "You host the club: let them in, or decline."
    assert heard(alice) == [
        ("Bob wants to join Lake Club", text, path),
        ("Charlie wants to join Lake Club", text, path),
    ]
    member_admit(club=asking, host=alice, user=bob)
    host_hand_on(club=asking, host=alice, user=bob)
    club_join(club=asking, user=User.objects.create_user("Dora"))
    assert [title for title, _text, _path in heard(bob)] == [
        "You are in the club Lake Club",
        "You now host the club Lake Club",
        "Dora wants to join Lake Club",
    ]
    assert len(heard(alice)) == 2


def test_a_member_who_asks_again_and_again_is_told_of_once(alice, bob, asking):
    for _ in range(3):
        club_join(club=asking, user=bob)
        club_leave(club=asking, user=bob)
    assert len(heard(alice)) == 1
    Notice.objects.update(seen_at=asking.founded_at)
    club_join(club=asking, user=bob)
    assert len(heard(alice)) == 2


def test_who_can_no_longer_see_a_club_is_told_nothing_of_it(alice, bob, charlie):
    hidden = club_found(founder=alice, name="Lake Club", is_public=False)
    for person in (bob, charlie):
        member_invite(club=hidden, host=alice, user=person)
    member_decline(club=hidden, host=alice, user=bob)
    for person, sees in ((bob, False), (charlie, True)):
        assert holds(person) == [sees]
        ((word,),) = [[entry.wording for entry in line.entries] for line in history(person)[0]]
        assert (("Lake" in word.title), (hidden.code in word.path)) == (sees, sees)
        assert of(person).get(word.path).status_code == 200
        assert clubs_seen([(hidden.code, person.pk)]) == ({(hidden.code, person.pk)} if sees else set())
    club_close(club=hidden)
    assert clubs_seen([(hidden.code, charlie.pk)]) == set()


@pytest.mark.parametrize("invited", [True, False])
def test_a_member_who_is_let_in_hears_it(alice, bob, asking, invited):
    club_join(club=asking, user=bob)
    (member_invite if invited else member_admit)(club=asking, host=alice, user=bob)
    said = ("You are in the club Lake Club", "Alice has let you in.", asking.get_absolute_url())
    assert heard(bob) == [said]


def test_no_member_becomes_host_without_hearing_it(alice, bob, charlie, club):
    said = ("You now host the club Andes Club", "See who is in it. You can also make someone else the host.")
    for user in (bob, charlie):
        club_join(club=club, user=user)
    host_hand_on(club=club, host=alice, user=bob)
    assert [words[:2] for words in heard(bob)] == [said]
    bob.notices.update(seen_at=timezone.now())
    club_leave(club=club, user=bob)
    assert [words[:2] for words in heard(alice)] == [said], "she was in it longest"
    alice.notices.update(seen_at=timezone.now())
    clubs_hand_on(user=alice)
    assert [words[:2] for words in heard(charlie)] == [said]


def test_in_an_open_club_the_host_needs_not_be_told(alice, bob, club):
    club_join(club=club, user=bob)
    assert not Notice.objects.exists()


def test_what_no_member_waits_for_any_more_is_not_sent(alice, bob, charlie, asking):
    club_join(club=asking, user=bob)
    member_invite(club=asking, host=alice, user=charlie)
    assert holds(alice) == holds(charlie) == [True]
    club_leave(club=asking, user=bob)
    member_decline(club=asking, host=alice, user=charlie)
    assert holds(alice) == holds(charlie) == [False]
    club_join(club=asking, user=bob)
    member_invite(club=asking, host=alice, user=charlie)
    assert all(holds(alice) + holds(charlie))
    club_close(club=asking)
    assert not any(holds(alice) + holds(charlie))


def test_that_takes_two_queries_for_all(alice, asking, django_assert_num_queries):
    for number in range(4):
        club_join(club=asking, user=User.objects.create_user(f"Dora-{number}"))
    with django_assert_num_queries(4):  # which notices there are, what they need, who still waits, who sees the club
        assert holds(alice) == [True] * 4


@pytest.mark.parametrize("page", ["", "members/"])
def test_the_pages_of_the_club_settle_it(alice, bob, charlie, asking, page):
    club_join(club=asking, user=bob)
    member_invite(club=asking, host=alice, user=charlie)
    for reader, seen in ((None, 0), (bob, 0), (alice, 1), (charlie, 2)):
        browser = visitor(reader)
        assert browser.get(f"/clubs/{asking.code}/{page}").status_code == 200
        assert Notice.objects.exclude(seen_at=None).count() == seen


@pytest.mark.parametrize("language", ["de", "hu", "zh-hans"])
def test_it_is_told_in_every_language(alice, bob, charlie, asking, language):
    club_join(club=asking, user=bob)
    member_invite(club=asking, host=alice, user=charlie)
    member_admit(club=asking, host=alice, user=bob)
    for reader in (alice, bob, charlie):
        english = heard(reader)
        with translation.override(language):
            said = heard(reader)
        assert said[0][:2] != english[0][:2]
        assert "Lake Club" in said[0][0]
        assert not any("{" in word for word in said[0])
