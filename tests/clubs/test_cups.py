"""Cups of a club: Alice and Bob are members, Charlie is not."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from clubs.models import Club
from clubs.services.founding import club_found
from clubs.services.joining import club_join, club_leave
from common.refusals import Refused
from cups.models import Cup
from cups.services.entering import cup_close, cup_enter, cup_open
from deliveries.words import text_of
from games.services.people.relations import block_create
from notices.kinds import Kind
from tests.markup import squeezed

pytestmark = pytest.mark.django_db

FORM = {"name": "Summer", "system": "swiss", "game": "maya", "size": "2", "pace": "live"}


def opened(host: User, club: Club) -> Cup:
    """A cup of the club that people can enter."""
    return cup_open(host=host, club=club, name="Summer", system="swiss", game="maya", size=2, pace="live")


def of(user: User | None) -> Client:
    """The browser of the user, or of nobody."""
    browser = Client()
    if user is not None:
        browser.force_login(user)
    return browser


@pytest.fixture
def inside(club: Club, bob: User) -> Club:
    """The club with Bob in it."""
    club_join(club=club, user=bob)
    return club


def test_only_members_enter(alice, bob, charlie, inside):
    cup = opened(bob, inside)
    cup_enter(cup=cup, user=alice)
    with pytest.raises(Refused, match="members of a club"):
        cup_enter(cup=cup, user=charlie)
    with pytest.raises(Refused):
        opened(charlie, inside)
    assert [entry.user for entry in cup.entries.all()] == [alice]


def heard(user: User) -> list[tuple[str, str]]:
    """What the user was told about cups."""
    return [
        (text_of(notice).title, text_of(notice).text) for notice in user.notices.filter(kind=Kind.CUP).order_by("pk")
    ]


def test_members_hear_of_a_new_cup(alice, bob, charlie, inside):
    dora, emil = User.objects.create_user("Dora"), User.objects.create_user("Emil")
    for user in (dora, emil):
        club_join(club=inside, user=user)
    block_create(user=dora, name="Bob")
    club_leave(club=inside, user=emil)
    opened(bob, inside)
    news = ("Summer: a new cup of Andes Club", "See how it is played, and enter if you like.")
    assert heard(alice) == [news]
    assert heard(bob) == heard(charlie) == heard(dora) == heard(emil) == []


def test_who_has_not_looked_yet_is_told_of_one_new_cup_only(alice, bob, inside):
    for _time in range(2):
        opened(bob, inside)
        cup_close(cup=opened(bob, inside), user=bob)
    assert len(heard(alice)) == 1
    of(alice).get("/notices/")
    opened(bob, inside)
    assert len(heard(alice)) == 2


def test_of_a_cup_that_is_called_off_nobody_is_told_any_more(alice, bob, inside):
    cup_close(cup=opened(bob, inside), user=bob)
    assert [notice.seen_at is None for notice in alice.notices.filter(kind=Kind.CUP)] == [False]


def test_a_cup_is_opened_on_the_page_of_the_club(alice, bob, charlie, inside):
    address = f"/cups/new/?club={inside.code}"
    assert address in of(bob).get(f"/clubs/{inside.code}/").text
    assert "Only members of Andes Club can enter this cup." in squeezed(of(bob).get(address).text)
    of(bob).post(address, FORM)
    cup = Cup.objects.get()
    assert cup.club == inside
    assert of(charlie).get(address).status_code == of(charlie).post(address, FORM).status_code == 404
    for reader in (None, bob):
        assert cup.get_absolute_url() in of(reader).get(f"/clubs/{inside.code}/").text


def test_its_page_says_for_whom_it_is(alice, bob, charlie, inside):
    cup = opened(alice, inside)
    for reader, may in ((bob, True), (charlie, False), (None, False)):
        page = squeezed(of(reader).get(cup.get_absolute_url()).text)
        assert ("Only members of a club can enter this cup." not in page) == may
        assert ("Enter the cup" in page) == may
        assert inside.get_absolute_url() in page
    assert "This cup is for members of a club." in of(charlie).post(f"{cup.get_absolute_url()}enter/", follow=True).text


def test_of_a_hidden_club_only_members_hear(alice, bob):
    hidden = club_found(founder=alice, name="Hidden Club", is_public=False)
    cup = opened(alice, hidden)
    assert cup.get_absolute_url() not in of(bob).get("/cups/").text
    assert "Hidden Club" not in of(bob).get(cup.get_absolute_url()).text
    assert cup.get_absolute_url() in of(alice).get(hidden.get_absolute_url()).text


def test_a_cup_outlives_its_club(alice, club):
    cup = opened(alice, club)
    cup_enter(cup=cup, user=alice)
    club_leave(club=club, user=alice)
    cup.refresh_from_db()
    assert (cup.club, cup.entries.count()) == (None, 1)
