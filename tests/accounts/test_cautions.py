"""Cautions: a moderator tells someone what not to do again; the person reads it, gets a notice, and it is counted."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.html import escape

from accounts.models import Caution, User
from accounts.services import computer_players_ensure
from common.refusals import Refused
from deliveries.words import text_of
from games.models import Report
from games.services.moderation.reports import person_report
from membership.cautions import caution_create, cautions_read
from notices.kinds import Kind
from notices.models import Notice
from tests.accounts.cast import PASSWORD
from tests.visitors import visitor as browser_of

WHY = "Do not shout at others. <b>Really.</b>"


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", password=PASSWORD)


@pytest.fixture
def warden(db: None) -> User:
    return User.objects.create_user("Warden", password=PASSWORD)


def test_every_page_says_so_until_it_is_read(bob: User, warden: User) -> None:
    browser = browser_of(bob)
    assert "No moderator has written" in browser.get("/account/cautions/").content.decode()
    caution_create(user=bob, moderator=warden, why=WHY)
    assert "/account/cautions/" in browser.get("/tables/").content.decode()
    page = browser.get("/account/cautions/").content.decode()
    assert "Do not shout at others. &lt;b&gt;Really.&lt;/b&gt;" in page
    assert "Warden" not in page
    browser.post("/account/cautions/")
    assert "/account/cautions/" not in browser.get("/tables/").content.decode()
    assert "Do not shout" in browser.get("/account/cautions/").content.decode()
    assert Caution.objects.get().read_at is not None


def test_it_is_told_by_notice_in_words_that_lead_to_the_page(bob: User, warden: User) -> None:
    caution_create(user=bob, moderator=warden, why=WHY)
    words = text_of(Notice.objects.get(user=bob, kind=Kind.CAUTION))
    assert words.path == "/account/cautions/"
    assert "shout" not in words.title + words.text


def test_reading_says_nothing_about_one_that_comes_later(bob: User, warden: User) -> None:
    first = caution_create(user=bob, moderator=warden, why=WHY)
    cautions_read(user=bob)
    caution_create(user=bob, moderator=warden, why="And again.")
    bob.refresh_from_db()
    assert bob.cautioned_at is not None
    assert Caution.objects.get(read_at=None) != first


def test_computers_and_empty_words_are_refused(bob: User, warden: User) -> None:
    for user, why in ((computer_players_ensure()[0], WHY), (bob, " \n")):
        with pytest.raises(Refused):
            caution_create(user=user, moderator=warden, why=why)
    assert not Caution.objects.exists()


def test_a_moderator_cautions_from_the_queue_in_their_own_words(bob: User, warden: User) -> None:
    call_command("moderators", "--appoint", "\uff57arden")
    alice = User.objects.create_user("Alice", password=PASSWORD)
    report = person_report(person=bob, reporter=alice, reason="insult", text="")
    moderator = browser_of(User.objects.get(pk=warden.pk))
    chosen = {"action": "caution", "_selected_action": [report.pk]}
    asking = moderator.post("/admin/games/report/", chosen)
    assert "This goes to:" in asking.content.decode()
    empty = moderator.post("/admin/games/report/", chosen | {"cautioning": "1", "why": " "})
    assert (empty.status_code, Caution.objects.count()) == (200, 0)
    moderator.post("/admin/games/report/", chosen | {"cautioning": "1", "why": WHY})
    caution = Caution.objects.get()
    assert (caution.user, caution.made_by, caution.why) == (bob, warden, WHY)
    assert Report.objects.get().settled_by == warden
    second = person_report(person=bob, reporter=alice, reason="insult", text="")
    page = moderator.get(f"/admin/games/report/{second.pk}/change/").content.decode()
    assert "<b>Warning</b>" in page
    assert escape(WHY) in page


def test_moderators_are_appointed_and_dismissed_by_name(bob: User, warden: User, capsys: Any) -> None:
    call_command("moderators", "--appoint", "Bob", "Warden")
    call_command("moderators", "--dismiss", "Bob")
    assert capsys.readouterr().out.split() == ["Bob", "Warden", "Warden"]
    for user, comes in ((bob, False), (warden, True)):
        user = User.objects.get(pk=user.pk)
        rights = [user.has_perm(right) for right in ("games.change_report", "accounts.add_caution")]
        assert [user.is_staff, *rights] == [comes] * 3
        assert not user.has_perm("accounts.change_user")
    with pytest.raises(CommandError, match="Nobody"):
        call_command("moderators", "--appoint", "Nobody")
