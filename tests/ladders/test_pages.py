"""The pages of ladders."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.pages.origins import origin_of
from games.pages.sections import sections_of
from games.services.lobby.matches import match_create
from ladders.models import Bout, Final, Ladder, Rung
from ladders.pages.context import PAGE
from ladders.services.challenging import bout_accept, bout_decline
from ladders.services.joining import ladder_join
from ladders.terms import OPEN_OUT, REACH
from membership.vacations import vacation_begin
from tests.ladders.standing import GAME, challenge, ladder_of, order, win
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

PATH = f"/ladders/{GAME}/"


def words(page: Any) -> str:
    """The text of a page's main part, in one line."""
    inner = page.text.partition("<main")[2].partition("</main>")[0]
    said = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", inner)))
    return re.sub(r" (?=[.,])", "", said)


def buttons(page: Any, action: str) -> list[str]:
    """The values of the buttons in the form with this action."""
    form = rf'action="{reverse(action, args=[GAME])}">.*?<button[^>]+value="(\d+)"'
    return re.findall(form, page.text, re.DOTALL)


def test_the_list_shows_every_game_the_first_people_and_my_place(people, django_assert_num_queries):
    ladder_of(people[:5])
    said = words(of(people[3]).get("/ladders/"))
    for part in (
        "Rapa Nui",
        "Your place: 4",
        "Player-3",
        "5 players",
        "Maya",
        "Nobody yet: be the first.",
        "0 players",
    ):
        assert part in said
    assert "Player-5" not in said
    with django_assert_num_queries(2):
        of(None).get("/ladders/")


def test_a_newcomer_is_led_to_join_and_stands_at_the_bottom(people):
    guest = User.objects.create_user("Guest-1", is_guest=True)
    assert "Log in to join" in words(of(None).get(PATH))
    assert "Sign up to join" in words(of(guest).get(PATH))
    assert "Nobody is on this ladder yet" in words(of(people[0]).get(PATH))
    page = of(people[0]).post(f"{PATH}join/", follow=True)
    assert "You are on the ladder." in page.text
    assert "Your place: 1 You are at the top." in words(page)
    assert order(Ladder.objects.get()) == ["Player-1"]


def test_a_game_without_a_ladder_and_nonsense_are_not_found(people):
    browser = of(people[0])
    assert browser.get("/ladders/chess/").status_code == 404
    assert browser.post("/ladders/chess/join/").status_code == 404
    assert browser.post("/ladders/maya/challenge/", {"rung": "1"}).status_code == 404
    ladder_of(people[:2])
    for query in ("from=0", "from=3", "from=x", "from=9999999", "season=2026-1"):
        assert browser.get(f"{PATH}?{query}").status_code == 404
    for form in ({}, {"rung": "x"}, {"rung": "9" * 30}):
        assert browser.post(f"{PATH}challenge/", form).status_code == 404


def test_there_is_a_button_beside_all_players_in_reach_and_no_others(people):
    ladder = ladder_of(people[: REACH + 3])
    page = of(people[REACH + 1]).get(PATH)
    keys = [int(key) for key in buttons(page, "ladder_challenge")]
    assert keys == list(ladder.rungs.filter(position__gte=2, position__lte=REACH + 1).values_list("pk", flat=True))
    assert re.search(rf'class="is-me"\s+id="me">\s*<td class="r rank">\s*{REACH + 2}\s*</td>', page.text)
    assert buttons(of(None).get(PATH), "ladder_challenge") == []
    assert buttons(of(people[0]).get(PATH), "ladder_challenge") == []


@pytest.mark.half_second
def test_it_is_said_why_a_player_in_reach_cannot_be_challenged(people):
    ladder = ladder_of(people[:6])
    bout_decline(bout=challenge(ladder, people[5], people[4]), user=people[4])
    challenge(ladder, people[5], people[0])
    for challenger in (people[2], people[3]):
        challenge(ladder, challenger, people[1])
    vacation_begin(user=people[2], days=3)
    page = of(people[4]).get(PATH)
    said = words(page)
    for part in ("Player-2 busy", "Player-3 on vacation", "Player-6 available from"):
        assert part in said
    assert len(buttons(page, "ladder_challenge")) == 2
    assert "Player-1 challenge open" in words(of(people[5]).get(PATH))


def test_who_has_made_enough_challenges_has_no_buttons(people):
    ladder = ladder_of(people[:5])
    for other in people[:OPEN_OUT]:
        challenge(ladder, people[4], other)
    page = of(people[4]).get(PATH)
    assert buttons(page, "ladder_challenge") == []
    assert "You can’t have any more open challenges." in words(page)


@pytest.mark.half_second
def test_a_challenge_by_buttons_to_the_end(people):
    ladder = ladder_of(people[:3])
    page = of(people[2]).get(PATH)
    [_top, key] = buttons(page, "ladder_challenge")
    response = of(people[2]).post(f"{PATH}challenge/", {"rung": key}, follow=True)
    assert "You have challenged Player-2." in response.text
    assert len(buttons(response, "ladder_withdraw")) == 1
    asked = of(people[1]).get(PATH)
    assert "Player-3 challenges you. Answer by" in words(asked)
    [bout] = buttons(asked, "ladder_accept")
    assert buttons(asked, "ladder_decline") == [bout]
    assert "Player-3 has challenged Player-2. Answer by" in words(of(None).get(PATH))
    answer = of(people[1]).post(f"{PATH}accept/", {"bout": bout})
    match = Match.objects.get()
    assert answer.url == match.get_absolute_url()
    assert "You are playing Player-3." in words(of(people[1]).get(PATH))
    assert "Player-3 is playing Player-2 for their place." in words(of(None).get(PATH))
    assert "Ladder: Rapa Nui" in of(None).get(match.get_absolute_url()).text
    win(match, people[2])
    assert "Player-3 beat Player-2 and climbed to place 2. See the game" in words(of(None).get(PATH))
    assert order(ladder) == ["Player-1", "Player-3", "Player-2"]


@pytest.mark.half_second
def test_declining_and_taking_back_by_buttons(people):
    ladder = ladder_of(people[:3])
    first, second = challenge(ladder, people[2], people[1]), challenge(ladder, people[1], people[0])
    for user, address, bout in ((people[1], "decline", second), (people[2], "withdraw", second)):
        assert of(user).post(f"{PATH}{address}/", {"bout": bout.pk}).status_code == 404
    page = of(people[1]).post(f"{PATH}decline/", {"bout": first.pk}, follow=True)
    assert "You have declined." in page.text
    assert "Player-2 declined to play Player-3. They swapped places." in words(page)
    page = of(people[1]).post(f"{PATH}withdraw/", {"bout": second.pk}, follow=True)
    assert "You have withdrawn your challenge." in page.text
    assert set(Bout.objects.values_list("outcome", flat=True)) == {"declined", "withdrawn"}


@pytest.mark.half_second
def test_what_is_refused_is_said(people):
    ladder = ladder_of(people[:2])
    top = ladder.rungs.get(user=people[0])
    assert "Join the ladder first." in of(people[4]).post(f"{PATH}challenge/", {"rung": top.pk}, follow=True).text
    bout = challenge(ladder, people[1], people[0])
    Bout.objects.update(answer_by=timezone.now() - timedelta(minutes=1))
    page = of(people[0]).post(f"{PATH}accept/", {"bout": bout.pk}, follow=True)
    assert "The time to answer this challenge is up." in page.text


def test_leaving_by_its_button(people):
    ladder = ladder_of(people[:3])
    assert "You have left the ladder." in of(people[0]).post(f"{PATH}leave/", follow=True).text
    assert order(ladder) == ["Player-2", "Player-3"]


def test_every_result_is_told(people):
    ladder = ladder_of(people[:6])
    ended = timezone.now()
    for outcome, place in (("won", 2), ("won", None), ("lost", None), ("drawn", None), ("silent", 1), ("void", None)):
        Bout.objects.create(
            ladder=ladder,
            challenger=people[1],
            challenged=people[0],
            answer_by=ended,
            outcome=outcome,
            ended_at=ended,
            challenger_place=place,
        )
    said = words(of(None).get(PATH))
    for part in (
        "Player-2 beat Player-1 and climbed to place 2.",
        "Player-2 beat Player-1. ",
        "Player-1 beat Player-2 and stays ahead.",
        "Player-2 and Player-1 drew.",
        "Player-1 did not answer Player-2. They swapped places.",
    ):
        assert part in said


def test_a_season_that_is_over_is_kept(people):
    ladder = ladder_of(people[:2])
    Final.objects.create(ladder=ladder, season="2026-2", place=1, user=people[1])
    said = words(of(None).get(PATH))
    assert "Past seasons April to June 2026" in said
    page = of(people[1]).get(f"{PATH}?season=2026-2")
    assert "How the season ended" in words(page)
    assert "Player-1" not in words(page)
    assert buttons(page, "ladder_challenge") == []


@pytest.mark.half_second
def test_a_long_ladder_has_pages_and_begins_where_i_stand(people):
    ladder = ladder_of(people[:1])
    others = User.objects.bulk_create(
        User(username=f"Other-{number}", name_skeleton=f"other{number}") for number in range(2, 2 * PAGE + 4)
    )
    Rung.objects.bulk_create(
        Rung(ladder=ladder, user=user, position=position) for position, user in enumerate(others, 2)
    )
    first = of(people[0]).get(PATH)
    assert f"Other-{PAGE}" in words(first)
    assert f"Other-{PAGE + 1}" not in words(first)
    assert f'rel="next" href="?from={PAGE + 1}"' in first.text
    last = of(others[-1]).get(PATH)
    assert len(buttons(last, "ladder_challenge")) == REACH
    assert 'id="me"' in last.text
    assert "Player-1" in words(of(others[-1]).get(f"{PATH}?from=1"))
    lowest = len(others) + 1
    assert re.search(rf"Your place:\s*{lowest}\b", words(last))
    before = of(others[-1]).get(f"{PATH}?from={lowest - PAGE - 2}")  # the page ends just above me, within my reach
    assert 'id="me"' not in before.text
    assert len(buttons(before, "ladder_challenge")) == REACH - 2
    assert re.search(rf'<td class="r rank">\s*{lowest - 3}\s*</td>', before.text)
    for position, why in ((1, "too far above you"), (lowest - REACH - 1, "too far above you")):
        rung = ladder.rungs.get(position=position)
        refused = of(others[-1]).post(f"{PATH}challenge/", {"rung": rung.pk}, follow=True)
        assert why in words(refused)
    below = of(others[0]).post(f"{PATH}challenge/", {"rung": ladder.rungs.get(position=lowest).pk}, follow=True)
    assert "You can only challenge players above you." in words(below)
    near = of(others[-1]).post(f"{PATH}challenge/", {"rung": ladder.rungs.get(position=lowest - REACH).pk}, follow=True)
    assert "You have challenged" in words(near)


def test_the_rules_tell_the_figures(people):
    said = words(of(None).get(PATH))
    for part in ("up to 5 places above you", "has 3 days to accept", "again after 7 days", "2 days a turn"):
        assert part in said


def test_the_profile_tells_the_places(people, django_assert_num_queries):
    ladder_of(people[:3])
    said = words(of(None).get(reverse("profile", args=["Player-2"])))
    assert "Ladders Rapa Nui place 2 of 3" in said
    ladder_join(game="maya", user=people[1])
    [places] = [section for section in sections_of(people[1]) if section.key == "ladders"]
    assert [result.words for result in places.results] == ["place 1 of 1", "place 2 of 3"]


def test_other_tables_are_not_asked_for_their_ladder(people, django_assert_num_queries):
    table = match_create(host=people[0], game="maya", others=[None])
    with django_assert_num_queries(0):
        assert origin_of(table) is None


def test_footer_and_leaderboard_lead_to_the_ladders(people):
    link = 'href="/ladders/'
    page = of(None).get(f"/leaderboards/{GAME}/").text
    content, footer = page.partition("<main")[2].split("</main>")
    assert (content.count(link), footer.count(link)) == (1, 1)


@pytest.mark.half_second
def test_pages_ask_for_as_much_however_many_stand_there(people, django_assert_num_queries):
    ladder = ladder_of(people[:4])
    bout_accept(bout=challenge(ladder, people[3], people[0]), user=people[0])
    challenge(ladder, people[2], people[1])
    browser = of(people[3])
    browser.get(PATH)
    with django_assert_num_queries(7):
        of(None).get(PATH)
    with django_assert_num_queries(15):
        browser.get(PATH)
    for person in people[4:]:
        ladder_join(game=GAME, user=person)
    for below, above in ((9, 6), (8, 5), (7, 3)):
        challenge(ladder, people[below], people[above])
    bout_decline(bout=challenge(ladder, people[4], people[2]), user=people[2])
    browser.get(PATH)
    with django_assert_num_queries(7):
        of(None).get(PATH)
    with django_assert_num_queries(15):
        browser.get(PATH)


@pytest.mark.parametrize("deed", ["join", "leave", "challenge", "accept", "decline", "withdraw"])
def test_what_is_done_on_ladders_is_limited(people, settings, deed):
    ladder = ladder_of(people[:3])
    settings.LIMITS = settings.LIMITS | {"ladder": "1/h/user"}
    browser, form = of(people[2]), {"rung": str(ladder.rungs.get(user=people[1]).pk), "bout": "1"}
    browser.post(reverse("ladder_join", args=[GAME]))
    page = browser.post(reverse(f"ladder_{deed}", args=[GAME]), form, follow=True)
    assert "That’s too many changes at once." in page.text
    assert not Bout.objects.exists()
    assert ladder.rungs.filter(user=people[2]).exists()
