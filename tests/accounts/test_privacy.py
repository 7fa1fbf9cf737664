"""The pages about privacy, terms and the site's operator: they say what the code does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.tasks import tidy
from deliveries.services import tidying
from deliveries.tasks import tidy as notices_tidy
from games.models import Event
from games.selectors.open_games import open_name
from games.services.live.events import events_number
from machupicchu.checks import check_imprint
from machupicchu.operating.privacy import ABOUT_NOBODY, ABOUT_PEOPLE, OF_COMPUTERS, Kept, goes_with_the_account
from membership import guests
from membership.deletion import account_delete
from membership.export import TOLD, UNTOLD
from notices.kinds import Kind
from notices.models import Delivery, Notice
from tests.accounts.cast import PASSWORD, log_in

LANGUAGES = ("en", "de", "hu", "zh-hans")
SESSION_DAYS = 365


def test_every_model_is_on_the_page_or_has_no_person_in_it() -> None:
    """A new model must say in machupicchu/operating/privacy.py what it stores about people."""
    shown = {label for kept in ABOUT_PEOPLE for label in (*kept.inside, *(label for label, _field in kept.rows))}
    every = {model._meta.label for model in apps.get_models()}
    through = {"accounts.User_groups", "accounts.User_user_permissions"}
    assert shown - through | ABOUT_NOBODY.keys() == every
    assert not shown & ABOUT_NOBODY.keys()


def test_whatever_leads_to_a_person_is_on_the_page_once() -> None:
    rows = [row for kept in ABOUT_PEOPLE for row in kept.rows]
    assert len(rows) == len(set(rows))
    assert set(rows) | OF_COMPUTERS == TOLD.keys() | UNTOLD.keys()


@pytest.mark.parametrize("kept", ABOUT_PEOPLE, ids=lambda kept: str(kept.title))
def test_what_is_told_together_ends_together(kept: Kept) -> None:
    assert len({goes_with_the_account(*row) for row in kept.rows} - {kept.goes_with_the_account}) <= (
        kept.title == "What moderators do"
    )


def test_what_goes_with_the_account_is_gone_after_it(alice: User) -> None:
    browser = Client(headers={"User-Agent": "Anything"})
    assert log_in(browser, "Alice", PASSWORD)
    assert UserSession.objects.filter(user=alice).exists()
    account_delete(user=alice)
    for kept in ABOUT_PEOPLE:
        for label, field in kept.rows if kept.goes_with_the_account else ():
            assert not apps.get_model(label)._base_manager.filter(**{field: alice}).exists(), label


def test_notices_and_what_programs_are_told_of_them_are_gone_in_the_time_that_is_told(alice: User) -> None:
    (entry,) = (kept for kept in ABOUT_PEOPLE if ("notices.Notice", "user") in kept.rows)
    notice = Notice.objects.create(user=alice, kind=Kind.FRIEND)
    Delivery.objects.create(user=alice, notice=notice, channel="mail", due=timezone.now())
    events_number(user_id=alice.pk)
    assert entry.at_most is not None
    long_ago = timezone.now() - entry.at_most - timedelta(days=1)
    for model in (Notice, Event):
        model.objects.update(made_at=long_ago)
    notices_tidy()
    for label, field in entry.rows:
        assert not apps.get_model(label)._base_manager.filter(**{field: alice}).exists(), label


def test_where_a_login_came_from_is_forgotten_when_it_has_ended(alice: User) -> None:
    browsers = [Client(headers={"User-Agent": agent}) for agent in ("stays", "ends", "has just ended")]
    for browser in browsers:
        assert log_in(browser, "Alice")
    long_ago = timezone.now() - timedelta(days=2)
    UserSession.objects.filter(user_agent__in=["stays", "ends"]).update(created_at=long_ago)
    ended = UserSession.objects.exclude(user_agent="stays").values_list("session_key", flat=True)
    Session.objects.filter(session_key__in=list(ended)).update(expire_date=long_ago)
    tidy()
    assert set(UserSession.objects.values_list("user_agent", flat=True)) == {"stays", "has just ended"}


def test_no_person_is_named_in_what_is_given_away_before_they_choose_it(alice: User, client: Client) -> None:
    """As the privacy page says."""
    assert open_name(0, alice) == "Player 1"
    assert "It does not unless you turn this on." in client.get("/privacy/").content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_strangers_read_them_in_four_languages_without_a_query(
    client: Client, settings: Settings, language: str, django_assert_num_queries: object, db: None
) -> None:
    settings.IMPRINT, settings.CONTACT_ADDRESS = ["The Club", "Street 1"], "play@example.org"
    texts = {}
    for page in ("privacy", "terms", "imprint"):
        with django_assert_num_queries(0):  # type: ignore[operator]
            answer = client.get(f"/{page}/", headers={"Accept-Language": language})
        assert answer.status_code == 200
        texts[page] = answer.content.decode()
        assert "play@example.org" in texts[page]
    assert "The Club<br>Street 1" in texts["imprint"]
    unit = "天" if language == "zh-hans" else " "
    for days in (SESSION_DAYS, tidying.KEPT.days, guests.FORGET_AFTER.days):
        assert f"{days}{unit}" in texts["privacy"]
    heading = {"en": "Privacy", "de": "Datenschutz", "hu": "Adatvédelem", "zh-hans": "隐私"}[language]
    assert f"<h1>{heading}</h1>" in texts["privacy"]


def test_the_imprint_is_there_when_a_setting_says_so(client: Client, settings: Settings, db: None) -> None:
    settings.IMPRINT, settings.CONTACT_ADDRESS = [], ""
    assert client.get("/imprint/").status_code == 404
    home = client.get("/").content.decode()
    assert "/privacy/" in home
    assert "/terms/" in home
    assert "/imprint/" not in home
    settings.CONTACT_ADDRESS = "play@example.org"
    assert client.get("/imprint/").status_code == 200
    assert "/imprint/" in client.get("/").content.decode()


def test_production_says_who_runs_it(settings: Settings) -> None:
    settings.PRODUCTION, settings.IMPRINT, settings.CONTACT_ADDRESS = True, [], ""
    assert [message.id for message in check_imprint()] == ["machupicchu.W004"]
    settings.IMPRINT, settings.CONTACT_ADDRESS = ["The Club"], "play@example.org"
    assert check_imprint() == []
    settings.PRODUCTION, settings.IMPRINT = False, []
    assert check_imprint() == []
