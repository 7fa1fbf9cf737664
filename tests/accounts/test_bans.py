"""Bans: a banned user sees one page only, others play on, and moderators can end the ban."""

from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.bots import bot_create
from accounts.models import Ban, User
from accounts.moderators import moderator_appoint
from accounts.selectors import ban_of
from accounts.services import computer_players_ensure
from common.refusals import Refused
from games.models import Match, Report
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.reports import person_report
from games.sockets.consumers import BANNED, JUST_BANNED
from membership.bans import ban_create, ban_lift, bans_enforce
from tests.accounts.cast import PASSWORD, log_in
from tests.games.conversation import run, socket
from tests.visitors import visitor

WHY = "Insults at three tables."


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", "bob@example.org", PASSWORD)


@pytest.fixture
def warden(db: None) -> User:
    return User.objects.create_superuser("Warden", password=PASSWORD)


@pytest.fixture
def moderator(warden: User) -> Client:
    return visitor(warden)


@pytest.fixture
def ban(bob: User, warden: User) -> Ban:
    return ban_create(user=bob, moderator=warden, until=timezone.now() + timedelta(days=7), why=WHY)


@pytest.fixture
def browser(bob: User) -> Client:
    """Bob's browser, logged in before anything happens."""
    browser = Client()
    assert log_in(browser, "Bob")
    return browser


def test_an_old_session_leads_to_the_reason_and_the_end(browser: Client, ban: Ban, settings: Settings) -> None:
    settings.CONTACT_ADDRESS = "play@example.org"
    for address in ("/", "/tables/", "/account/settings/", "/friends/"):
        answer = browser.get(address)
        assert answer.status_code == 403
        page = answer.content.decode()
        assert WHY in page
        assert "closed this account until" in page
        assert "mailto:play@example.org" in page
    assert browser.post("/play-now/", {"game": "rapa_nui"}).status_code == 403


def test_logging_in_leads_there_too(ban: Ban) -> None:
    browser = Client()
    assert log_in(browser, "Bob")
    assert WHY in browser.get("/").content.decode()


def test_a_part_of_an_old_page_loads_the_page_anew(browser: Client, ban: Ban) -> None:
    answer = browser.get("/mine/waiting/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (403, "true")


def test_the_data_and_the_way_out_stay_open(browser: Client, ban: Ban, bob: User) -> None:
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    assert browser.get("/account/data.zip").status_code == 200
    assert browser.post("/account/delete/", {"name": "Bob"}).status_code == 302
    bob.refresh_from_db()
    assert not bob.is_active


def test_logging_out_leads_to_the_site_as_strangers_see_it(browser: Client, ban: Ban) -> None:
    browser.post("/account/logout/")
    assert browser.get("/").status_code == 200


def test_seats_are_taken_over_and_open_tables_left(alice: User, bob: User, warden: User) -> None:
    computer_players_ensure()
    three = match_create(host=alice, game="maya", others=[None, None])
    for user in (bob, warden):
        three = match_join(match=three, user=user)
    table = match_create(host=alice, game="maya", others=[None, None])
    match_join(match=table, user=bob)
    own = match_create(host=bob, game="maya", others=[None])
    ban_create(user=bob, moderator=warden, until=None, why=WHY)
    seat = three.seats.get(user=bob)
    assert seat.stand_in is not None
    assert Match.objects.get(pk=three.pk).status == Match.Status.RUNNING
    assert not table.seats.filter(user=bob).exists()
    assert not Match.objects.filter(pk=own.pk).exists()


def test_a_ban_that_stopped_half_way_is_finished(alice: User, bob: User) -> None:
    computer_players_ensure()
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    User.objects.filter(pk=bob.pk).update(banned_until=timezone.now() + timedelta(days=1))
    assert [bans_enforce(), bans_enforce()] == [1, 0]
    assert Match.objects.get(pk=match.pk).status == Match.Status.FINISHED


def test_a_ban_ends_by_itself(browser: Client, bob: User, ban: Ban) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Ban.objects.filter(pk=ban.pk).update(until=past)
    User.objects.filter(pk=bob.pk).update(banned_until=past)
    assert ban_of(bob) is None
    assert browser.get("/").status_code == 200


def test_lifting_one_of_two_bans_leaves_the_other(browser: Client, bob: User, ban: Ban, warden: User) -> None:
    second = ban_create(user=bob, moderator=warden, until=None, why="For good.")
    assert ban_of(bob) == second
    ban_lift(ban=second, moderator=warden)
    assert browser.get("/").status_code == 403
    ban_lift(ban=ban, moderator=warden)
    ban_lift(ban=ban, moderator=warden)
    assert browser.get("/").status_code == 200
    assert Ban.objects.get(pk=ban.pk).lifted_by == warden


def test_computer_players_and_moderators_cannot_be_banned(warden: User) -> None:
    for user in (computer_players_ensure()[0], warden):
        with pytest.raises(Refused, match="cannot be banned"):
            ban_create(user=user, moderator=warden, until=None, why=WHY)


@pytest.mark.half_second
@pytest.mark.parametrize("banned", ["the opponent", "the owner of the opponent"])
def test_no_moderator_wins_a_rated_game_by_a_ban(alice: User, bob: User, warden: User, banned: str) -> None:
    computer_players_ensure()
    moderator_appoint(user=alice)
    alice = User.objects.get(pk=alice.pk)
    opponent = bob if banned == "the opponent" else bot_create(owner=bob, name="Bobs-own")
    terms = TableTerms(rated=True)
    match = match_join(match=match_create(host=alice, game="maya", others=[None], terms=terms), user=opponent)
    browser = visitor(alice)
    page = browser.post("/admin/accounts/ban/add/", {"user": bob.pk, "why": WHY})
    assert "You are playing a rated game with this person" in page.text
    person_report(person=bob, reporter=User.objects.create_user("Charlie"), reason="insult", text="")
    form = {"action": "ban_for_a_week", "_selected_action": [Report.objects.get().pk]}
    assert (
        "You are playing a rated game with this person" in browser.post("/admin/games/report/", form, follow=True).text
    )
    match.refresh_from_db()
    assert (match.status, Ban.objects.count()) == (Match.Status.RUNNING, 0)
    ban_create(user=bob, moderator=warden, until=None, why=WHY)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


@pytest.mark.half_second
def test_a_moderator_bans_and_lifts_in_the_administration(
    moderator: Client, warden: User, bob: User, browser: Client
) -> None:
    form = moderator.get(f"/admin/accounts/ban/add/?user={bob.pk}")
    assert form.context["adminform"].form.initial["user"] == str(bob.pk)
    past = moderator.post(
        "/admin/accounts/ban/add/", {"user": bob.pk, "until_0": "2020-01-01", "until_1": "0:00", "why": WHY}
    )
    assert "has already passed" in past.content.decode()
    for measure in ("accounts/ban", "games/silence"):
        late = {"user": bob.pk, "until_0": "9999-12-31", "until_1": "23:59", "why": WHY}
        assert "too far in the future" in moderator.post(f"/admin/{measure}/add/", late).content.decode()
    answer = moderator.post("/admin/accounts/ban/add/", {"user": bob.pk, "until_0": "", "until_1": "", "why": WHY})
    assert answer.status_code == 302
    (ban,) = Ban.objects.all()
    assert (ban.user, ban.made_by, ban.until) == (bob, warden, None)
    assert "for good" in browser.get("/").content.decode()
    moderator.post("/admin/accounts/ban/", {"action": "lift", "_selected_action": [ban.pk]})
    assert browser.get("/").status_code == 200
    assert "was lifted" in moderator.get(f"/admin/accounts/ban/{ban.pk}/history/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_open_pages_are_told_and_stay_shut(alice: User, bob: User, warden: User) -> None:
    computer_players_ensure()
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    paths = (f"/ws/match/{match.code}/", "/ws/me/")
    before = [socket(path, bob) for path in paths]
    after = [socket(path, bob) for path in paths]

    async def closed(each: Any) -> int:
        while (said := await each.receive_output(timeout=60))["type"] != "websocket.close":
            pass
        return int(said["code"])

    async def conversation() -> list[int]:
        for each in before:
            assert (await each.connect(timeout=60))[0]
        await database_sync_to_async(ban_create)(user=bob, moderator=warden, until=None, why=WHY)
        codes = [await closed(each) for each in before]
        for each in after:
            assert (await each.connect(timeout=60))[0]
            codes.append(await closed(each))
        return codes

    assert run(conversation()) == [JUST_BANNED, JUST_BANNED, BANNED, BANNED]
