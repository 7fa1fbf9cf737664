"""People who open an email's link on a device where they are not logged in can log in, and get to its subject."""

import re
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.moderators import moderator_appoint
from deliveries.words import text_of
from games.models import Match
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from machupicchu.monitoring import tracing
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice
from tests.accounts.cast import PASSWORD
from tests.first import first
from tests.visitors import visitor

pytestmark = pytest.mark.django_db

OFFER = "Did an email or a notification bring you here?"
ONCE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
"""The part that is new on every page, whatever is requested."""
UNTOLD = {"Content-Length", "Expires", "Set-Cookie", tracing.HEADER}
"""Headers that count the bytes of the requested path, depend on the time of the response, or identify the request."""

ALONE = {Kind.CLOSED, Kind.FRIEND, Kind.CUP, Kind.LADDER, Kind.CLUB, Kind.CHALLENGE, Kind.CAUTION, Kind.TEST}
"""Kinds of notices that are about no match."""


@pytest.fixture
def host(db: None) -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def table(host: User) -> Match:
    """A private table: for anyone without an invitation it does not exist."""
    return match_create(host=host, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))


def browser_of(who: str) -> Client:
    """A browser that is logged out, or a guest's."""
    browser = Client()
    if who == "guest":
        browser.force_login(User.objects.create_user(f"Guest-{1000 + User.objects.count()}", is_guest=True))
    return browser


def linked(host: User, table: Match) -> list[str]:
    """The paths of the pages that notices of all kinds link to."""
    moderator_appoint(user=host)
    notices = [
        Notice.objects.create(user=host, kind=kind, match=match, seat=0 if kind in CALLS | REMINDERS else None)
        for kind in Kind
        for match in ([None] if kind in ALONE else [table])
    ]
    return sorted({text_of(notice).path for notice in notices})


@pytest.mark.half_second
@pytest.mark.parametrize("who", first(["guest"], of=["nobody", "guest"]))
def test_every_address_in_a_letter_leads_to_logging_in_and_back(host: User, table: Match, who: str) -> None:
    addresses = [*linked(host, table), f"{table.get_absolute_url()}?plan=1", f"{table.get_absolute_url()}replay/"]
    assert len(addresses) > 6
    for address in addresses:
        browser = browser_of(who)
        login = f"/account/login/?next={quote(address, safe='')}"
        answer = browser.get(address, follow=True)
        page = answer.content.decode()
        if answer.redirect_chain and answer.status_code == 200:
            assert answer.redirect_chain[-1][0].replace("%2F", "/") == login.replace("%2F", "/"), address
        elif address in ("/tables/", "/cups/", "/ladders/", "/clubs/"):  # the same for everyone
            continue
        else:
            assert OFFER in page or answer.status_code == 403, address
            assert f'href="{login}"' in page, address
        done = browser.post(login, {"login": "Alice", "password": PASSWORD, "next": address})
        assert (done.status_code, done.url) == (302, address)
        assert OFFER not in browser.get(address).content.decode()


@pytest.mark.parametrize("page", ["", "?plan=1", "replay/", "chat/", "record.txt", "shuffle/", "analysis/"])
@pytest.mark.parametrize("who", first(["nobody"], of=["nobody", "guest"]))
def test_the_offer_does_not_tell_whether_there_is_such_a_match(table: Match, who: str, page: str) -> None:
    browser = browser_of(who)
    answers = []
    for code in (table.code, "z" * len(table.code)):
        with CaptureQueriesContext(connection) as queries:
            answer = browser.get(f"/match/{code}/{page}")
        body = ONCE.sub("", answer.content.decode()).replace(code, "CODE")
        headers = {name: value for name, value in answer.items() if name not in UNTOLD}
        answers.append((answer.status_code, headers, body, len(queries)))
    assert answers[0] == answers[1], "the same text, the same work"


def test_a_member_is_not_asked_to_log_in(table: Match) -> None:
    browser = visitor(User.objects.create_user("Bob"))
    assert OFFER not in browser.get(table.get_absolute_url()).content.decode()


def test_a_form_that_is_answered_404_offers_nothing_to_come_back_to(table: Match) -> None:
    page = Client().post(f"/match/{table.code}/play/", {"action": "x"}).content.decode()
    assert "/account/login/?next=" not in page


def test_the_links_of_every_page_lead_back_to_it() -> None:
    browser = Client()
    assert browser.get("/rules/maya/").content.decode().count('href="/account/login/?next=%2Frules%2Fmaya%2F"') == 2
    for entrance in ("/", "/account/login/", "/account/signup/", "/account/password/reset/"):
        assert "/account/login/?next=" not in browser.get(entrance).content.decode(), entrance
