"""The short rules link to existing paragraphs."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.pages.titles import PRESENTERS


@pytest.mark.parametrize("game", PRESENTERS)
@pytest.mark.django_db
def test_every_reminder_leads_to_a_paragraph(game: str) -> None:
    page = Client().get(reverse("rules", args=[game])).content.decode()
    anchors = set(re.findall(r'id="([A-Z]+-[0-9.]+)"', page))
    assert {reminder.paragraph for reminder in PRESENTERS[game].REMINDERS} <= anchors


@pytest.mark.parametrize("game", PRESENTERS)
def test_no_place_has_two_reminders(game: str) -> None:
    places = [place for reminder in PRESENTERS[game].REMINDERS for place in reminder.places.split()]
    assert len(places) == len(set(places))
