"""Tables that nobody joins are closed in the end."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from deliveries.words import text_of
from games.models import Match
from games.services.lobby.matches import match_create, match_join, match_leave, player_remove
from games.services.lobby.old_tables import WAITS
from games.tasks import tidy
from notices.kinds import Kind
from notices.models import Notice


def test_only_tables_that_have_waited_long_are_closed_and_say_so_before(client: Client, alice: User, bob: User) -> None:
    old, young = (match_create(host=alice, game="rapa_nui", others=[None]) for _table in range(2))
    running = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    now = timezone.now()
    Match.objects.exclude(pk=young.pk).update(created_at=now - WAITS - timedelta(minutes=1))
    Match.objects.filter(pk=young.pk).update(created_at=now - WAITS + timedelta(days=2))
    tidy()
    tidy()
    assert set(Match.objects.all()) == {young, running}
    day = date_format(now + timedelta(days=2), "MONTH_DAY_FORMAT")
    assert f"not started by {day}, the table closes" in client.get(young.get_absolute_url()).content.decode()
    assert client.get(old.get_absolute_url()).status_code == 404


def test_who_waits_at_a_table_is_told_once_that_it_is_closed(client: Client, alice: User, bob: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, owl, None])
    match_join(match=match, user=bob)
    Match.objects.update(created_at=timezone.now() - WAITS - timedelta(minutes=1))
    tidy()
    tidy()
    notices = Notice.objects.filter(kind=Kind.CLOSED)
    assert {notice.user for notice in notices} == {alice, bob}
    assert notices.count() == 2
    words = text_of(notices[0])
    assert words.title == "The table for Rapa Nui has been closed"
    assert words.text == "Too few players joined in time."
    assert words.path == "/tables/"
    client.force_login(bob)
    assert words.title in client.get("/notices/").content.decode()


def test_whose_host_closes_the_table_is_told_by_whom(alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="maya", others=[None, None, None])
    for guest in (bob, charlie):
        match_join(match=match, user=guest)
    match_leave(match=match, user=charlie)
    match_leave(match=match, user=alice)
    notice = Notice.objects.get(kind=Kind.CLOSED)
    assert notice.user == bob
    assert text_of(notice).text == "Alice closed it."


def test_a_member_who_is_removed_is_told_by_whom(client: Client, alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="maya", others=[None, None, None])
    for guest in (bob, charlie):
        match_join(match=match, user=guest)
    player_remove(match=match, host=alice, user_id=bob.pk)
    notice = Notice.objects.get(kind=Kind.CLOSED)
    assert notice.user == bob
    assert text_of(notice).title == "You are no longer at the table for Maya"
    assert text_of(notice).text == "Alice has given your seat to someone else."
    client.force_login(bob)
    assert text_of(notice).title in client.get("/notices/").content.decode()
