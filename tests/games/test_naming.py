"""Names of guests: chosen when they sit down, or while they wait."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create
from tests.accounts.cast import user_of
from tests.visitors import visitor

BY_LOT = re.compile(r"Guest-\d+")


def sit_down(table: Match, name: str) -> Client:
    browser = Client()
    browser.post(reverse("play_now"), {"table": table.code, "name": name})
    return browser


@pytest.fixture
def table(alice: User) -> Match:
    return match_create(host=alice, game="rapa_nui", others=[None, None, None])


def test_guests_choose_a_name_when_they_sit_down(table: Match, alice: User) -> None:
    assert 'name="name"' in Client().get(table.get_absolute_url()).content.decode()
    names = [user_of(sit_down(table, name)).username for name in ("Anna", "ánna", "")]
    assert names[:2] == ["Guest-Anna", "Guest-ánna-2"]
    assert BY_LOT.fullmatch(names[2])
    assert "Guest-Anna" in visitor(alice).get(Match.objects.get().get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("name", "said"),
    [("An na", "A name can have 2 to 24"), ("Owl", "is reserved"), ("Annamariabettina", "at most 14 characters")],
)
def test_a_name_that_no_member_may_have_makes_no_guest(table: Match, name: str, said: str) -> None:
    browser = sit_down(table, name)
    assert said in browser.get(table.get_absolute_url()).content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_guests_who_wait_say_once_what_to_call_them(table: Match, alice: User) -> None:
    browser = sit_down(table, "")
    address = reverse("match_name", args=[table.code])
    before = visitor(alice).get(table.get_absolute_url()).content.decode()
    form = browser.get(table.get_absolute_url()).content.decode()
    assert "What should the others call you?" in form
    assert browser.post(address, {"name": " "}).status_code == 422
    key = {"once": re.findall(r'name="once" value="([^"]+)"', form)[0]}
    for _time in range(2):
        assert browser.post(address, key | {"name": "Anna"}).status_code == 302
    assert user_of(browser).username == "Guest-Anna"
    named = browser.get(table.get_absolute_url()).content.decode()
    assert "What should the others call you?" not in named
    again = browser.post(address, {"name": "Bella"})
    assert "You have already chosen your name." in again.content.decode()
    after = visitor(alice).get(table.get_absolute_url()).content.decode()
    marks = [re.findall(r'data-wait="([^"]+)"', page)[0] for page in (before, after)]
    assert marks[0] != marks[1]


def test_members_keep_the_name_that_they_have(table: Match, alice: User) -> None:
    assert "What should the others call you?" not in visitor(alice).get(table.get_absolute_url()).content.decode()
    assert visitor(alice).post(reverse("match_name", args=[table.code]), {"name": "Bella"}).status_code == 422
    assert User.objects.get(pk=alice.pk).username == "Alice"
