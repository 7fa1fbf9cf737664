"""The page of a person in the administration."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import NameChange, User


@pytest.mark.django_db
def test_the_page_of_a_person_lists_name_changes_if_there_are_any_with_their_zone(
    client: Client, alice: User, keeper: User
) -> None:
    moment = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
    User.objects.filter(pk=alice.pk).update(date_joined=moment, last_login=moment)
    client.force_login(keeper)
    address = reverse("admin:accounts_user_change", args=[alice.pk])
    assert "Name changes" not in client.get(address).content.decode()
    NameChange.objects.create(user=alice, old="Alicia", new="Alice")
    NameChange.objects.update(at=moment)
    page = client.get(address).content.decode()
    assert "Name changes" in page
    assert page.count("05:06 UTC") == page.count("05:06") == 3


@pytest.mark.django_db
def test_lists_of_the_administration_say_where_they_are_in_utc(client: Client, alice: User, keeper: User) -> None:
    client.force_login(keeper)
    reports = reverse("admin:games_report_changelist")
    assert "Times are in UTC." in client.get(reports).text
    User.objects.filter(pk=keeper.pk).update(time_zone="Europe/Budapest")
    assert "Times are in UTC." not in client.get(reports).text
