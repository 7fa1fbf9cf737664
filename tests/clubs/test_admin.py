"""What moderators do about clubs."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import User
from accounts.moderators import moderator_appoint
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


def test_moderators_close_a_club_and_open_it_again(club, keeper):
    browser = visitor(keeper)
    assert "Andes Club" in browser.get("/admin/clubs/club/").text
    assert "Evenings in the mountains" in browser.get(f"/admin/clubs/club/{club.pk}/change/").text
    for action, status in (("close", 404), ("reopen", 200)):
        browser.post("/admin/clubs/club/", {"action": action, "_selected_action": [club.pk]})
        assert Client().get(club.get_absolute_url()).status_code == status
    assert LogEntry.objects.filter(user=keeper, object_id=str(club.pk)).count() == 2


def test_no_moderator_opens_their_own_club_again(club, alice):
    moderator_appoint(user=alice)
    browser = visitor(alice)
    browser.post("/admin/clubs/club/", {"action": "close", "_selected_action": [club.pk]})
    again = {"action": "reopen", "_selected_action": [club.pk]}
    assert "You host this club yourself" in browser.post("/admin/clubs/club/", again, follow=True).text
    assert Client().get(club.get_absolute_url()).status_code == 404
    User.objects.filter(pk=alice.pk).update(is_superuser=True)  # she runs the site, perhaps alone
    browser.post("/admin/clubs/club/", again)
    assert Client().get(club.get_absolute_url()).status_code == 200
