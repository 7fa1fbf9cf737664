"""A match that is quarantined notifies the people who may repair it: once each, while it rests, and nobody else."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.moderators import moderator_appoint, moderator_dismiss
from games.models import Match
from games.services.lobby.matches import match_create
from games.services.moderation.quarantine import match_quarantine
from games.services.moderation.repairs import match_call_off, match_quarantine_by_hand, match_rebuild
from notices.kinds import Channel, Kind
from notices.models import Delivery, Notice
from tests.notices.cast import pass_time, with_address
from tests.notices.workers import deliver

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(charlie: User) -> User:
    moderator_appoint(user=charlie)
    return with_address(charlie)


def break_(match: Match) -> None:
    """Make the match unreadable, and open its page."""
    Match.objects.filter(pk=match.pk).update(ply=99)
    Client().get(match.get_absolute_url())
    match.refresh_from_db()
    assert match.status == Match.Status.BROKEN


def notified() -> list[User]:
    return [notice.user for notice in Notice.objects.filter(kind=Kind.QUARANTINED).order_by("pk")]


def test_those_who_may_mend_are_told_once_however_often_it_is_opened(two_play: Match, moderator: User) -> None:
    chief = User.objects.create_superuser("Chief-of-all")
    User.objects.create_user("Clerk", is_staff=True)
    for _time in range(3):
        break_(two_play)
    assert set(notified()) == {moderator, chief}
    assert len(notified()) == 2


@pytest.mark.half_second
def test_a_letter_leads_to_the_match_in_the_administration_and_does_not_say_what_broke(
    two_play: Match, moderator: User, client: Client
) -> None:
    break_(two_play)
    pass_time(minutes=11)
    deliver()
    pass_time(minutes=11)
    deliver()
    [letter] = [letter for letter in mail.outbox if letter.to == ["charlie@example.org"]]
    assert letter.subject == "A game of Rapa Nui is on hold"
    assert f"/admin/games/match/{two_play.pk}/change/" in letter.body
    assert two_play.trouble not in letter.body
    client.force_login(moderator)
    assert client.get(f"/admin/games/match/{two_play.pk}/change/").status_code == 200


@pytest.mark.half_second
def test_many_make_one_letter(alice: User, bob: User, moderator: User) -> None:
    matches = [match_create(host=alice, game="maya", others=[bob]) for _number in range(5)]
    for match in matches:
        break_(match)
    deliver()
    pass_time(minutes=11)
    deliver()
    [letter] = [letter for letter in mail.outbox if letter.to == ["charlie@example.org"]]
    assert all(f"/{match.pk}/change/" in letter.body for match in matches)


@pytest.mark.parametrize("mend", [match_rebuild, match_call_off])
def test_what_is_mended_or_called_off_is_not_told_any_more(two_play: Match, moderator: User, mend) -> None:
    match_quarantine(match_id=two_play.pk, ply=None, trouble="thinking: a riddle")
    deliver()
    mend(match=two_play)
    pass_time(minutes=11)
    deliver()
    assert not Delivery.objects.filter(notice__kind=Kind.QUARANTINED, channel=Channel.MAIL, state="sent").exists()


@pytest.mark.half_second
def test_what_breaks_again_after_it_was_mended_is_told_again(two_play: Match, moderator: User) -> None:
    for _time in range(2):
        match_quarantine(match_id=two_play.pk, ply=None, trouble="thinking: a riddle")
        deliver()
        pass_time(minutes=11)
        deliver()
        assert notified() == [moderator]
        match_rebuild(match=two_play)
        pass_time(hours=2)
    assert [letter.to for letter in mail.outbox] == [["charlie@example.org"]] * 2


def test_who_has_looked_or_has_set_it_aside_or_is_dismissed_gets_no_letter(
    two_play: Match, alice: User, bob: User, moderator: User, client: Client
) -> None:
    seen, own, late = two_play, *(match_create(host=alice, game="maya", others=[bob]) for _number in range(2))
    break_(seen)
    client.force_login(moderator)
    client.get(f"/admin/games/match/{seen.pk}/change/")
    match_quarantine_by_hand(match=own, trouble="a quarrel", moderator=moderator)
    break_(late)
    moderator_dismiss(user=moderator)
    pass_time(minutes=11)
    deliver()
    pass_time(minutes=11)
    deliver()
    assert [letter.to for letter in mail.outbox] == []
    assert len(notified()) == 2


def test_only_those_who_may_mend_choose_how_they_are_told(alice: User, moderator: User, client: Client) -> None:
    for user, is_there in ((alice, False), (moderator, True)):
        client.force_login(user)
        page = client.get("/notices/settings/").content.decode()
        assert ('name="aside-mail"' in page) == is_there
