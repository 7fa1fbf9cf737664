"""The strip at the top of a newcomer's first match."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.catalogue import LEAFLETS
from games.engine import GAMES
from games.models import Match
from games.services.lobby.matches import match_create

STRIP = 'id="first-steps"'


def page(client: Client, match: Match, **headers: str) -> str:
    return client.get(match.get_absolute_url(), headers=headers).content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_it_tells_the_goal_and_leads_to_the_lesson_and_the_rules_in_short(
    browser: Client, alice: User, owl: User, game: str
) -> None:
    shown = page(browser, match_create(host=alice, game=game, others=[owl]))
    strip = shown.partition(STRIP)[2].partition("</section>")[0]
    assert str(LEAFLETS[game].goal) in strip
    assert f'href="{reverse("lesson_start", args=[game])}"' in strip
    assert 'href="#short-rules"' in strip
    assert 'id="short-rules"' in shown


def test_it_is_put_away_for_good(browser: Client, alice: User, owl: User) -> None:
    match = match_create(host=alice, game="maya", others=[owl])
    assert STRIP in page(browser, match)
    answer = browser.post(reverse("match_first_steps", args=[match.code]))
    assert answer.headers["Location"] == match.get_absolute_url()
    assert STRIP not in page(browser, match)
    assert User.objects.get(pk=alice.pk).is_shown_around is False


def test_a_guest_who_plays_at_once_gets_it_and_may_put_it_away(computers: list[User]) -> None:
    guest = Client()
    match = Match.objects.get(code=guest.post(reverse("play_now")).headers["Location"].split("/")[2])
    assert STRIP in page(guest, match)
    guest.post(reverse("match_first_steps", args=[match.code]))
    assert STRIP not in page(guest, match)


def test_others_do_not_get_it(
    browser: Client, alice: User, bob: User, owl: User, django_assert_num_queries: Any
) -> None:
    match = match_create(host=alice, game="maya", others=[owl])
    watcher = Client()
    assert STRIP not in page(watcher, match)
    watcher.force_login(bob)
    assert STRIP not in page(watcher, match)
    assert STRIP not in page(browser, match, **{"HX-Request": "true"}), "a response to an action has no second one"
    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now() - timedelta(days=31))
    assert STRIP not in page(browser, match)
    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now())
    second = match_create(host=alice, game="rapa_nui", others=[owl])
    assert STRIP not in page(browser, match) + page(browser, second)
