"""Times are in the reader's time zone: that of the settings, else of the device, else UTC."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.models import NameChange, User
from accounts.services import NAME_CHANGES_WITHIN
from accounts.zones import REGIONS, is_zone, place, zone_named, zone_of, zones_by_region
from tests.accounts.cast import PASSWORD, log_in, send_letters, user_of
from tests.markup import squeezed
from tests.refusing import database_refuses

SETTINGS = "/account/settings/"
FACTS = {"username": "Alice", "theme": "system", "confirm_turns": "slow"}
AWAY = datetime(2031, 1, 31, 20, tzinfo=UTC)


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    """Alice's browser; her vacation ends on 31 January in UTC, on 1 February in Kolkata."""
    User.objects.filter(pk=alice.pk).update(away_until=AWAY)
    log_in(client, "Alice")
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def day(browser: Client) -> str:
    """The day on which the vacation ends, according to the settings page."""
    page = browser.get(SETTINGS).content.decode()
    return next(day for day in ("31 January", "1 February") if f"until {day}" in page)


@pytest.mark.half_second
@pytest.mark.django_db
def test_a_page_tells_times_by_the_chosen_zone_else_by_that_of_the_device(browser: Client) -> None:
    assert day(browser) == "31 January"
    browser.cookies["zone"] = "Asia/Kolkata"
    assert day(browser) == "1 February"
    browser.post(SETTINGS, FACTS | {"time_zone": "America/New_York"})
    assert day(browser) == "31 January"
    del browser.cookies["zone"]
    browser.post(SETTINGS, FACTS | {"time_zone": ""})
    assert day(browser) == "1 February", "the device's zone is known from before"


@pytest.mark.django_db
def test_the_zone_of_the_device_is_written_once_and_only_if_there_is_one(
    browser: Client, alice: User, django_assert_max_num_queries: Any
) -> None:
    for sent, known in (("No/Where", ""), ("Asia/Kolkata", "Asia/Kolkata"), ("../etc", "Asia/Kolkata")):
        browser.cookies["zone"] = sent
        browser.get("/rules/")
        assert user_of(browser).device_zone == known
    browser.cookies["zone"] = "Asia/Kolkata"
    with django_assert_max_num_queries(8) as asked:
        browser.get("/rules/")
    assert [query["sql"] for query in asked.captured_queries if "UPDATE" in query["sql"]] == []


@pytest.mark.django_db(transaction=True)
def test_a_page_comes_although_the_zone_cannot_be_written(browser: Client) -> None:
    browser.cookies["zone"] = "Asia/Kolkata"
    with database_refuses():
        assert day(browser) == "1 February"
    assert user_of(browser).device_zone == ""


@pytest.mark.half_second
@pytest.mark.django_db
def test_the_settings_offer_the_guess_and_every_place(browser: Client) -> None:
    assert ">Same as my device<" in browser.get(SETTINGS).content.decode()
    browser.cookies["zone"] = "Europe/Berlin"
    page = browser.get(SETTINGS).content.decode()
    assert ">Same as my device: Berlin<" in page
    assert '<option value="Asia/Kolkata">Kolkata</option>' in page
    browser.post(SETTINGS, FACTS | {"time_zone": "Asia/Kolkata"})
    assert '<option value="Asia/Kolkata" selected>Kolkata</option>' in browser.get(SETTINGS).content.decode()
    assert '<html lang="en" data-zone="Asia/Kolkata">' in squeezed(browser.get("/rules/").content.decode())
    browser.post(SETTINGS, FACTS)  # a page loaded before this setting existed
    assert user_of(browser).time_zone == "Asia/Kolkata"
    assert "Select a valid choice" in browser.post(SETTINGS, FACTS | {"time_zone": "No/Where"}).content.decode()


@pytest.mark.django_db
def test_a_guest_has_a_zone_too(guest_browser: Client) -> None:
    guest_browser.cookies["zone"] = "Asia/Kolkata"
    guest_browser.get("/rules/")
    assert zone_of(user_of(guest_browser)) == "Asia/Kolkata"


@pytest.mark.django_db
def test_a_mail_about_the_account_tells_when_in_the_zone_of_its_reader(browser: Client, alice: User) -> None:
    browser.cookies["zone"] = "America/New_York"
    browser.post(SETTINGS, FACTS | {"time_zone": "Asia/Kolkata"})
    new = "a-quite-new-passphrase"
    browser.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    send_letters()
    assert "(Asia/Kolkata)" in mail.outbox[-1].body


@pytest.mark.django_db
def test_the_day_of_the_next_change_of_name_is_that_of_the_reader(client: Client, alice: User) -> None:
    late = AWAY - NAME_CHANGES_WITHIN
    for old in ("Alina", "Alma"):
        NameChange.objects.create(user=alice, old=old, new="Alice")
    NameChange.objects.update(at=late)
    client.cookies["zone"] = "Asia/Kolkata"
    with time_machine.travel(late, tick=False):
        client.force_login(alice)
        refused = client.post(SETTINGS, FACTS | {"username": "Alicia"}).content.decode()
    assert "can change it again on 1 Feb 2031" in refused


def test_places_have_their_names_in_every_language() -> None:
    vienna = {"en": "Vienna", "de": "Wien", "hu": "Bécs", "zh-hans": "维也纳"}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            regions = zones_by_region()
            assert place("Europe/Vienna") == vienna[language]
        assert len(regions) == len(REGIONS)
        zones = [name for _region, towns in regions for name, _town in towns]
        assert len(zones) == len(set(zones)) > 350
        assert all(map(is_zone, zones))
        for _region, towns in regions:
            assert len({town for _name, town in towns}) == len(towns)
    assert zone_named("No/Where") is UTC
