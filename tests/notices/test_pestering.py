"""Nobody floods others with notifications by inviting them."""

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from accounts.bots import bot_create
from accounts.models import User
from clubs.services.founding import club_found
from clubs.services.joining import club_leave, member_invite
from deliveries.services.digests import MOST_INVITATIONS
from games.models import Match
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from notices.kinds import Channel, Kind
from notices.models import Delivery
from notices.seeing import MOST_UNSEEN, list_seen
from tests.notices.cast import pass_time, with_address
from tests.notices.workers import deliver
from tests.visitors import program

pytestmark = pytest.mark.django_db


def invite(host: User, guest: User) -> Match:
    """Invite `guest` to another table of `host`."""
    table = match_create(host=host, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))
    invitation_create(match=table, host=host, name=guest.username)
    return table


def count(user: User, kind: Kind) -> int:
    return user.notices.filter(kind=kind).count()


def test_one_host_sends_few_invitations_to_a_member_who_has_not_seen_them(
    alice: User, bob: User, charlie: User
) -> None:
    for _number in range(MOST_UNSEEN + 2):
        table = invite(alice, bob)
    assert count(bob, Kind.INVITATION) == MOST_UNSEEN
    assert table.invitations.filter(user=bob, state="waiting").exists(), "he is invited all the same"
    invite(charlie, bob)
    assert count(bob, Kind.INVITATION) == MOST_UNSEEN + 1
    list_seen(user_id=bob.pk)
    invite(alice, bob)
    assert count(bob, Kind.INVITATION) == MOST_UNSEEN + 2


def test_a_host_with_bots_sends_no_more(alice: User, bob: User) -> None:
    for host in (alice, *(bot_create(owner=alice, name=f"Robo-{number}") for number in range(2))):
        for _number in range(2):
            invite(host, bob)
    assert count(bob, Kind.INVITATION) == MOST_UNSEEN


def test_invitations_by_bots_count_for_their_owner(alice: User, bob: User, charlie: User, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"invite": "1/h/user"}
    robo = bot_create(owner=alice, name="Robo")

    def invited(host: User, guest: User) -> int:
        table = match_create(host=host, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))
        path = f"/api/v1/tables/{table.code}/invite"
        answer = program(host).post(path, {"name": guest.username}, content_type="application/json")
        return int(answer.status_code)

    assert [invited(robo, bob), invited(robo, charlie), invited(alice, charlie)] == [200, 429, 429]
    assert invited(charlie, bob) == 200


def test_a_host_of_one_club_after_the_other_is_not_heard_for_ever(alice: User, bob: User) -> None:
    for number in range(MOST_UNSEEN + 2):
        club = club_found(founder=alice, name=f"Club {number} of Alice")
        member_invite(club=club, host=alice, user=bob)
        club_leave(club=club, user=alice)
    assert count(bob, Kind.CLUB) == MOST_UNSEEN


@pytest.mark.half_second
def test_many_hosts_together_cause_few_emails_an_hour(alice: User) -> None:
    with_address(alice)
    sent = []
    for number in range(MOST_INVITATIONS + 4):
        invite(User.objects.create_user(f"Host-{number}"), alice)
        deliver()
        Delivery.objects.filter(channel=Channel.MAIL, state="waiting").update(due=timezone.now())
        deliver()
        sent.append(len(mail.outbox))
    assert sent == [*range(1, MOST_INVITATIONS + 2), *[MOST_INVITATIONS + 1] * 3], "then one as for other kinds"
    pass_time(minutes=61)
    deliver()
    assert len(mail.outbox) == MOST_INVITATIONS + 2, "the others come together"
