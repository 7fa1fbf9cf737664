"""The leaderboards of a club: Alice and Bob are members, Charlie is not."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from clubs.models import Club
from clubs.services.founding import club_found
from clubs.services.joining import club_join, member_remove
from games.models import Rating
from games.selectors.ratings.leaderboards import Pool, leaderboard
from games.selectors.records.lists import PAGE
from tests.visitors import visitor

pytestmark = pytest.mark.django_db

GAME = "maya"


def rated(user: User, mu: float, game: str = GAME) -> Rating:
    """A rating that is not provisional."""
    now = timezone.now()
    return Rating.objects.create(user=user, game=game, mu=mu, sigma=1, standing=mu, games=30, firsts=30, last_at=now)


def names(club: Club) -> list[tuple[int | None, str]]:
    """Places and names on the leaderboard of a club."""
    board = leaderboard(Pool(GAME, club=club.pk))
    return [(line.place, line.rating.user.username) for line in board.lines]


def test_members_only_have_a_place(alice, bob, charlie, club):
    for person, mu in ((alice, 20), (charlie, 25), (bob, 30)):
        rated(person, mu)
        rated(person, 50 - mu, "rapa_nui")
    club_join(club=club, user=bob)
    assert names(club) == [(1, "Bob"), (2, "Alice")]
    assert leaderboard(Pool(GAME, club=club.pk)).players == 2
    member_remove(club=club, host=alice, user=bob)
    assert names(club) == [(1, "Alice")]
    club_found(founder=alice, name="Another")  # someone in two clubs has one line in each
    assert names(club) == [(1, "Alice")]


def test_its_page_is_that_of_the_site_for_members(alice, bob, charlie, club):
    rated(alice, 20)
    rated(charlie, 30)
    browser = Client()
    page = browser.get(f"/clubs/{club.code}/leaderboard/{GAME}/").text
    assert "Alice" in page
    assert "Charlie" not in page
    assert "No member has finished a rated match" in browser.get(f"/clubs/{club.code}/leaderboard/rapa_nui/").text
    for path in (f"{club.code}/leaderboard/chess", f"nobody/leaderboard/{GAME}"):
        assert browser.get(f"/clubs/{path}/").status_code == 404
    assert browser.get(f"/clubs/{club.code}/leaderboard/{GAME}/?after=x").status_code == 404
    assert f"/clubs/{club.code}/leaderboard/{GAME}/" in browser.get(f"/clubs/{club.code}/").text


def test_that_of_a_hidden_club_is_for_members(alice, bob):
    hidden = club_found(founder=alice, name="Hidden Club", is_public=False)
    browser = visitor(bob)
    assert browser.get(f"/clubs/{hidden.code}/leaderboard/{GAME}/").status_code == 404
    browser.force_login(alice)
    assert browser.get(f"/clubs/{hidden.code}/leaderboard/{GAME}/").status_code == 200


@pytest.mark.half_second
def test_it_is_paged(club):
    for number in range(PAGE + 3):
        person = User.objects.create_user(f"Member-{number}")
        club_join(club=club, user=person)
        rated(person, 10 + number)
    page = Client().get(f"/clubs/{club.code}/leaderboard/{GAME}/").text
    assert "Member-0<" not in page
    (lower,) = re.findall(r'rel="next" href="\?([^"]+)"', page)
    assert "Member-0<" in Client().get(f"/clubs/{club.code}/leaderboard/{GAME}/?{lower}").text
