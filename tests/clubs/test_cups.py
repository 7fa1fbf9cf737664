"""Cups of a club: Alice and Bob are members, Charlie is not."""

from __future__ import annotations

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from clubs.models import Club
from clubs.services.founding import club_change, club_found
from clubs.services.joining import club_join, club_leave
from common.refusals import Refused
from cups.models import Cup
from cups.selectors import cup_for, cups_seen
from cups.services.entering import cup_close, cup_enter, cup_open
from cups.services.telling import LATELY
from deliveries.selectors.history import entries_of, history
from deliveries.selectors.relevance import notices_by_id, obsolete_reason
from deliveries.words import text_of
from games.services.people.relations import block_create
from notices.kinds import Kind
from notices.models import Notice
from tests.markup import squeezed
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

FORM = {"name": "Summer", "system": "swiss", "game": "maya", "size": "2", "pace": "live"}


def opened(host: User, club: Club) -> Cup:
    """A cup of the club that people can enter."""
    return cup_open(host=host, club=club, name="Summer", system="swiss", game="maya", size=2, pace="live")


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
    with time_machine.travel(timezone.now() + LATELY):
        opened(bob, inside)
    assert len(heard(alice)) == 2


def test_a_host_who_opens_cups_and_calls_them_off_again_is_heard_once_in_a_while(alice, bob, inside):
    for _time in range(3):
        cup_close(cup=opened(bob, inside), user=bob)
    assert len(heard(alice)) == 1
    with time_machine.travel(timezone.now() + LATELY):
        opened(bob, inside)
    assert len(heard(alice)) == 2


def test_of_a_cup_that_is_called_off_no_member_is_told_any_more(alice, bob, inside):
    cup_close(cup=opened(bob, inside), user=bob)
    assert [notice.seen_at is None for notice in alice.notices.filter(kind=Kind.CUP)] == [False]


GONE = "It is gone, or you can no longer see it."


def shown(user: User) -> list[tuple[str, str, str]]:
    """The user's notices as their page and the API show them: title, text and the page that they lead to."""
    by_pages = [
        (entry.wording.title, entry.wording.text, entry.wording.path)
        for line in history(user)[0]
        for entry in line.entries
    ]
    by_api = [(entry.wording.title, entry.wording.text, entry.wording.path) for entry in entries_of(user)[0]]
    assert by_pages == by_api
    for _title, _text, path in by_pages:
        assert of(user).get(path).status_code == 200
    return by_pages


def is_sent(notice: Notice) -> bool:
    """Whether the notice would still be sent."""
    return not obsolete_reason(notices_by_id([notice.pk])[notice.pk])


def test_the_notice_of_a_cup_that_is_called_off_leads_to_none(alice, bob, charlie, inside):
    club_join(club=inside, user=charlie)
    cup = opened(bob, inside)
    club_leave(club=inside, user=charlie)
    cup_close(cup=cup, user=bob)
    for user in (alice, charlie):
        assert user.notices.get(kind=Kind.CUP).seen_at is not None
        assert shown(user) == [("News from a cup", GONE, "/cups/")]


def test_who_has_left_a_hidden_club_is_told_nothing_more_of_its_cups(alice, bob, charlie, inside):
    club_join(club=inside, user=charlie)
    club_change(club=inside, user=alice, name="Andes Club", description="", entry=Club.Entry.LINK, is_public=False)
    cup = opened(alice, inside)
    (notice,) = charlie.notices.filter(kind=Kind.CUP)
    assert is_sent(notice)
    club_leave(club=inside, user=charlie)
    assert not is_sent(notice)
    assert shown(charlie) == [("News from a cup", GONE, "/cups/")]
    page = of(charlie).get("/notices/").text
    assert not [word for word in ("Summer", "Andes", cup.code, inside.code) if word in page]
    assert shown(bob)[0][::2] == ("Summer: a new cup of Andes Club", cup.get_absolute_url())


def test_who_sees_a_cup_is_the_same_for_many_and_for_one(alice, bob, charlie, inside):
    dora = User.objects.create_user("Dora")
    club_join(club=inside, user=charlie)
    club_join(club=inside, user=dora)
    open_one, hidden, called_off = (opened(alice, inside) for _cup in range(3))
    Cup.objects.filter(pk=hidden.pk).update(is_hidden=True)
    cup_enter(cup=hidden, user=charlie)
    cup_close(cup=called_off, user=alice)
    for user in (charlie, dora):
        club_leave(club=inside, user=user)
    codes = [cup.code for cup in (open_one, hidden, called_off)]
    asked = {(code, user.pk) for code in codes for user in (alice, bob, charlie, dora)}
    users = {user.pk: user for user in (alice, bob, charlie, dora)}
    assert cups_seen(asked) == {(code, user) for code, user in asked if cup_for(users[user], code) is not None}
    assert (hidden.code, dora.pk) not in cups_seen(asked)


@pytest.mark.half_second
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
