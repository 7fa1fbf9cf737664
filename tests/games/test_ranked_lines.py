"""Leaderboards and profiles as designed: course, certainty, endings, replays, friends and invitations."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.engine import GAMES
from games.models import Invitation, Match
from games.pages.boards.page import reasons
from games.pages.lobby.table_form import TableForm
from games.pages.people.leaderboards import sure
from games.selectors.people.profiles import rating_history
from games.selectors.ratings.leaderboards import rating_histories
from games.services.ratings.finished import ratings_apply
from games.skill import Skill
from tests.forms import untouched
from tests.games.standings import finished, stands
from tests.markup import squeezed
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


@pytest.mark.half_second
def test_a_line_shows_the_course_of_the_last_ten_games_and_what_they_brought(
    client: Client, alice: User, bob: User, charlie: User
) -> None:
    for number in range(12):
        finished(alice, bob, charlie, code=f"m{number}")
    ratings_apply(game="rapa_nui")
    course = rating_histories("rapa_nui", [alice.pk])[alice.pk]
    assert course == rating_history(alice, "rapa_nui")[-11:]
    change = course[-1] - course[0]
    assert change > 0
    page = squeezed(client.get("/leaderboards/rapa_nui/").content.decode())
    line = page[page.index("/people/Alice/") :].split("</tr>")[0]
    assert f'<span class="delta delta--up">+{change}</span>' in line
    [points] = re.findall(r'<polyline points="([^"]*)"', line)
    places = [tuple(map(float, place.split(","))) for place in points.split()]
    assert len(places) == 11
    assert all(0 <= x <= 80 and 0 <= y <= 22 for x, y in places)
    assert places[0][1] > places[-1][1], "higher is better"


def test_a_line_without_rated_games_has_no_course(client: Client, alice: User) -> None:
    stands(alice, 30.0)
    page = client.get("/leaderboards/rapa_nui/").content.decode()
    assert "<polyline" not in page
    assert rating_histories("rapa_nui", []) == {}


def test_how_sure_a_rating_is_lies_on_one_scale(alice: User, bob: User) -> None:
    own, other = Skill(30.0, 1.0), Skill(20.0, 4.0)
    low, high = other.rating - other.margin, own.rating + own.margin
    for each in (own, other):
        drawn = sure(each, low, high)
        assert 0 <= drawn.x <= drawn.middle <= drawn.x + drawn.width <= 100.01
    assert sure(own, low, high).width < sure(other, low, high).width
    assert sure(own, low, high).middle > sure(other, low, high).middle


def test_a_profile_says_how_each_game_ended_and_leads_to_its_replay(
    client: Client, alice: User, bob: User, charlie: User
) -> None:
    match = finished(alice, bob, charlie, code="m1")
    page = squeezed(client.get("/people/Alice/").content.decode())
    words = str(dict(reasons("rapa_nui"))[match.reason])
    assert re.search(rf'{re.escape(words)}<a href="/match/m1/replay/">', page)


@pytest.mark.half_second
def test_a_member_adds_a_friend_and_invites_from_the_profile(alice: User, bob: User) -> None:
    browser = visitor(bob)
    page = browser.get("/people/Alice/").content.decode()
    assert "Add friend" in page
    assert 'href="/tables/new/?invite=Alice"' in page
    browser.post("/friends/", {"name": "Alice", "do": "ask"})
    assert "Friend request sent" in browser.get("/people/Alice/").content.decode()
    host = visitor(alice)
    assert "Accept as a friend" in host.get("/people/Bob/").content.decode()
    host.post("/friends/", {"name": "Bob", "do": "accept"})
    assert "Your friend" in host.get("/people/Bob/").content.decode()
    host.post("/friends/", {"name": "Bob", "do": "block"})
    for client, path in ((host, "/people/Bob/"), (browser, "/people/Alice/")):
        assert "profile-head__go" not in client.get(path).content.decode()
    for client in (Client(), host):
        assert "profile-head__go" not in client.get("/people/Alice/").content.decode()


def test_a_table_opened_from_a_profile_invites_the_person(alice: User, bob: User) -> None:
    browser = visitor(bob)
    page = browser.get("/tables/new/?invite=Alice&game=maya").content.decode()
    assert "Alice is invited as soon as the table is open." in page
    form = TableForm(GAMES["maya"], host=bob)
    answer = browser.post("/tables/new/?game=maya", {**untouched(form), "invite": "Alice"}, follow=True)
    assert "Alice has been invited." in answer.content.decode()
    assert Invitation.objects.get().user == alice
    answer = browser.post("/tables/new/?game=maya", {**untouched(form), "invite": "Nobody9"}, follow=True)
    assert "No member is called “Nobody9”" in answer.content.decode()
    assert Match.objects.count() == 2
