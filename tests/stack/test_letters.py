"""Emails about accounts on the running site: a mail server that refuses, one that is down, people who wait for them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.notices.outlets import Letters
from tests.stack.site import PATIENCE, SmallSite, free_port, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

PASSWORD = "seven stone condors"
TYPO, RIGHT = "bob@exampel.org", "bob@example.org"


@pytest.fixture
def server() -> Iterator[Letters]:
    with Letters().open() as opened:
        yield opened


def page_of(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status == 200, f"{path}: {answer.status} {answer.location}"
    return answer.text


def keep_games(visitor: Visitor, address: str) -> str:
    """Play as a guest, and claim the account with an email address. Returns the page of the match."""
    visitor.get("/")
    match = visitor.post("/play-now/", game="rapa_nui").location
    visitor.get("/account/claim/")
    claim = {"username": "Bob", "email": address, "password1": PASSWORD, "next": match}
    assert visitor.post("/account/claim/", **claim).location == match
    return match


def test_a_guest_whose_address_is_refused_plays_on_and_corrects_it(tmp_path: Path, server: Letters) -> None:
    server.refusals[TYPO] = "550 no such user"
    with SmallSite(tmp_path, EMAIL_URL=server.url) as site:
        guest = Visitor(site.url)
        match = keep_games(guest, TYPO)
        wait_until(lambda: "We could not send an email to" in page_of(guest, match), PATIENCE, site.log)
        assert "You’re watching" not in page_of(guest, match)
        guest.get("/account/reauthenticate/")
        guest.post("/account/reauthenticate/", password=PASSWORD)
        guest.post("/account/email/", email=RIGHT, action_add="")
        wait_until(lambda: server.taken, PATIENCE, site.log)
        [letter] = server.taken
        assert letter["To"] == RIGHT
        link = re.search(rf"{re.escape(site.url)}(/\S+)", letter.get_body(("plain",)).get_content())
        assert link is not None
        page_of(guest, link[1])
        guest.post(link[1])
        assert "We could not send an email to" not in page_of(guest, match)
        elsewhere = Visitor(site.url)
        elsewhere.get("/account/login/")
        elsewhere.post("/account/login/", login="Bob", password=PASSWORD)
        assert "You’re watching" not in page_of(elsewhere, match)
        assert " 500 " not in site.log()


def test_no_visitor_is_stopped_while_the_mail_server_is_away(tmp_path: Path) -> None:
    with SmallSite(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{free_port()}") as site:
        guest = Visitor(site.url)
        match = keep_games(guest, RIGHT)
        assert "It may take a while." in page_of(guest, match)
        assert "You’re watching" not in page_of(guest, match)
        newcomer = Visitor(site.url)
        newcomer.get("/account/signup/")
        form = {"username": "Coya", "email": "coya@example.org", "password1": PASSWORD}
        assert newcomer.post("/account/signup/", **form).location == "/account/confirm-email/"
        assert "It may take a while." in page_of(newcomer, "/account/confirm-email/")
        newcomer.get("/account/password/reset/")
        assert newcomer.post("/account/password/reset/", email=RIGHT).location == "/account/password/reset/done/"
        assert "It may take a while." in page_of(newcomer, "/account/password/reset/done/")
