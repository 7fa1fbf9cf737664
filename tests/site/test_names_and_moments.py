"""Names and moments on pages are cached: under everything that they depend on."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import set_script_prefix
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import override

from accounts.models import User
from common.times import moment_in_words, span_in_words
from games.templatetags.shell import person

DEADLINE = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


def test_a_name_is_linked_for_who_has_a_profile() -> None:
    ann = User(pk=1, username="Ann")
    assert person(ann) == '<a class="person" href="/people/Ann/">Ann</a>'
    assert person(ann, "Ann 2") == '<a class="person" href="/people/Ann/">Ann 2</a>'
    for stranger in (
        User(pk=1, username="Ann", is_guest=True),
        User(pk=1, username="Ann", is_active=False),
        User(username="Ann"),
    ):
        assert person(stranger) == "Ann"
    assert person(None, "Seat 3") == "Seat 3"


def test_a_name_is_escaped_even_if_the_same_was_safe_before() -> None:
    name = "<i>Ann</i>"
    assert person(None, mark_safe(name)) == name
    assert person(None, name) == "&lt;i&gt;Ann&lt;/i&gt;"


def test_an_empty_seat_is_named_in_the_language_of_the_reader() -> None:
    said = []
    for language in ("en", "de", "en"):
        with override(language):
            said.append(person(None))
    assert said[0] == said[2] != said[1]


@pytest.fixture
def elsewhere() -> Iterator[None]:
    """The site below a path."""
    set_script_prefix("/games/")
    yield
    set_script_prefix("/")


def test_a_profile_is_linked_below_the_path_of_the_site(elsewhere: None) -> None:
    assert 'href="/games/people/Ann/"' in person(User(pk=1, username="Ann"))


def test_a_moment_is_said_in_the_zone_and_language_of_the_reader() -> None:
    said = {}
    for language in ("en", "de"):
        for zone in ("Europe/Berlin", "Asia/Tokyo", "UTC"):
            for _time in range(2):
                with override(language), timezone.override(zone):
                    said[language, zone] = moment_in_words(DEADLINE, "SHORT_DATETIME_FORMAT")
    assert len({*said.values()}) == len(said)
    assert "13:30" in said["de", "Europe/Berlin"]
    assert "21:30" in said["de", "Asia/Tokyo"]
    assert "12:30" in said["de", "UTC"]
    assert "UTC" in said["de", "UTC"]


def test_a_span_is_said_in_its_two_largest_units_without_blanks_in_chinese() -> None:
    span = timedelta(days=1, hours=4, minutes=30)
    said = {}
    for language in ("en", "hu", "zh-hans"):
        with override(language):
            said[language] = span_in_words(span)
    assert said == {"en": "1 day 4 hours", "hu": "1 nap 4 óra", "zh-hans": "1天4小时"}
