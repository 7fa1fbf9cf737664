"""Forms that are sent twice: by two presses at once, after a lost response, or by someone else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.models import Press, User
from accounts.services import computer_players_ensure
from accounts.tasks import tidy
from games.models import Match, Message
from games.services.lobby.matches import match_create, match_join
from tests.accounts.cast import PASSWORD, log_in, user_of
from tests.forms import untouched
from tests.games.playing import legal
from tests.visitors import reader, visitor, with_same_cookies

pytestmark = pytest.mark.django_db
KEY = "a-key-that-a-page-has-shown"


def at_the_same_moment(browser: Client, path: str, form: dict[str, str], times: int = 2) -> list[tuple[Client, Any]]:
    """Send a form `times` times at once from one browser. Returns each request with its response."""
    cookies = browser.cookies.output(header="", sep=";")
    requests = [with_same_cookies(browser, cookies) for _ in range(times)]
    barrier = Barrier(times)

    def send(request: Client) -> Any:
        barrier.wait()
        try:
            return request.post(path, form)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as threads:
        return list(zip(requests, threads.map(send, requests), strict=True))


@pytest.mark.django_db(transaction=True)
def test_play_now_pressed_twice_makes_one_guest_with_one_game() -> None:
    computer_players_ensure()
    browser, form = reader()
    sent = at_the_same_moment(browser, "/play-now/", form, times=3)
    match = Match.objects.get()
    assert {answer.url for _request, answer in sent} == {match.get_absolute_url()}
    assert {user_of(request) for request, _answer in sent} == {User.objects.get(is_guest=True)}


@pytest.mark.django_db(transaction=True)
def test_a_table_opened_twice_is_one_table(alice: User) -> None:
    browser = Client()
    log_in(browser, "Alice")
    form = untouched(browser.get("/tables/new/?game=rapa_nui").context["form"]) | {"once": KEY}
    sent = at_the_same_moment(browser, "/tables/new/?game=rapa_nui", form)
    assert {answer.url for _request, answer in sent} == {Match.objects.get().get_absolute_url()}


@pytest.mark.django_db(transaction=True)
def test_sign_up_pressed_twice_makes_one_member_who_is_logged_in() -> None:
    browser, form = reader("/account/signup/")
    sent = at_the_same_moment(browser, "/account/signup/", form | {"username": "Tupac", "password1": PASSWORD})
    assert [answer.status_code for _request, answer in sent] == [302, 302]
    assert {user_of(request) for request, _answer in sent} == {User.objects.get()}


@pytest.mark.django_db(transaction=True)
def test_a_message_sent_twice_is_said_once(alice: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    browser = Client()
    log_in(browser, "Bob")
    at_the_same_moment(browser, f"/match/{match.code}/chat/", {"text": "Hello.", "once": KEY})
    assert Message.objects.count() == 1


def test_a_sign_up_whose_answer_was_lost_is_sent_again() -> None:
    browser, form = reader("/account/signup/")
    cookies = browser.cookies.output(header="", sep=";")
    form |= {"username": "Tupac", "password1": PASSWORD}
    browser.post("/account/signup/", form)
    again = with_same_cookies(browser, cookies)
    assert again.post("/account/signup/", form).status_code == 302
    assert user_of(again).username == "Tupac"


def test_a_second_press_after_the_new_session_has_come_leads_to_the_same(computers: list[User]) -> None:
    """Its form has the CSRF token of the session before."""
    browser, form = reader()
    first = browser.post("/play-now/", form)
    second = browser.post("/play-now/", form)
    assert (second.status_code, second.url) == (302, first.url)
    assert browser.post("/play-now/", form | {"once": KEY}).status_code == 403
    assert Match.objects.count() == 1


def test_a_form_that_says_something_else_begins_something_else(computers: list[User]) -> None:
    browser = Client()
    browser.get("/account/login/")
    for level in ("beginner", "solid", "solid"):
        browser.post("/play/", {"game": "rapa_nui", "rapa_nui-seats": "2", "level": level, "once": KEY})
    assert Match.objects.count() == 2


def test_without_a_key_each_is_done(computers: list[User]) -> None:
    browser = Client()
    for _ in range(2):
        browser.post("/play-now/")
    assert Match.objects.count() == 2


def test_no_visitor_is_led_where_the_form_of_another_has_led(computers: list[User]) -> None:
    for browser in (Client(), Client()):
        browser.get("/account/login/")
        browser.post("/play-now/", {"once": KEY})
    assert Match.objects.count() == 2
    assert User.objects.filter(is_guest=True).count() == 2


def test_what_was_refused_is_mended_and_sent_again() -> None:
    browser, form = reader()
    assert browser.post("/play-now/", form).url == "/"
    computer_players_ensure()
    assert browser.post("/play-now/", form).url == Match.objects.get().get_absolute_url()


def test_a_form_that_lay_open_for_hours_is_sent(computers: list[User]) -> None:
    browser, form = reader()
    tidy()
    assert browser.post("/play-now/", form).url == Match.objects.get().get_absolute_url()


def test_what_was_sent_is_forgotten_after_a_day(computers: list[User]) -> None:
    browser, form = reader()
    browser.post("/play-now/", form)
    tidy()
    assert Press.objects.count() == 1
    Press.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    tidy()
    assert not Press.objects.exists()


def test_a_member_who_has_logged_out_is_not_logged_in_by_an_old_form(alice: User, computers: list[User]) -> None:
    browser = Client()
    log_in(browser, "Alice")
    form = {"once": KEY}
    browser.get("/account/settings/")
    browser.post("/play-now/", form)
    browser.post("/account/logout/")
    browser.post("/play-now/", form)
    assert user_of(browser).is_guest


def test_an_action_sent_twice_is_played_once_and_nothing_is_refused(alice: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    decider = match.seats.get(number=match.to_move).user
    browser = visitor(decider)
    form = {"action": legal(match)[0], "ply": match.ply}
    for _ in range(2):
        answer = browser.post(f"/match/{match.code}/play/", form, headers={"HX-Request": "true"})
        assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (200, False)
    assert match.actions.filter(text=form["action"], ply=form["ply"]).count() == 1
    other = browser.post(f"/match/{match.code}/play/", form | {"action": "nonsense"})
    assert other.status_code == 409
