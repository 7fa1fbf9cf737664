"""Sockets of the running site when the session that opened them ends."""

from __future__ import annotations

import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from games.sockets.consumers import SESSION_ENDED
from tests.stack.site import PATIENCE, RunningSite
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

PASSWORD, OTHER = "quiet-terrace-7", "another-terrace-7"


def person(site: RunningSite) -> tuple[str, Visitor, Visitor]:
    """The name of a new member, and two browsers in which they are logged in."""
    name = f"Tupac-{time.monotonic_ns() % 10**9}"
    here, elsewhere = Visitor(site.url), Visitor(site.url)
    here.sign_up(name)
    elsewhere.get("/account/login/")
    assert elsewhere.post("/account/login/", login=name, password=PASSWORD).status == 302
    return name, here, elsewhere


def closed(socket: ClientConnection) -> int:
    """The code with which the socket is closed, after any messages."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as ending:
        return int(ending.rcvd.code) if ending.rcvd else 0


def test_logging_out_closes_the_sockets_of_this_browser(site: RunningSite) -> None:
    _name, here, _elsewhere = person(site)
    with here.socket("/ws/me/") as socket:
        here.get("/account/logout/")
        assert here.post("/account/logout/").status == 302
        assert closed(socket) == SESSION_ENDED


def test_a_new_password_closes_the_sockets_of_other_browsers(site: RunningSite) -> None:
    _name, here, elsewhere = person(site)
    with elsewhere.socket("/ws/me/") as socket:
        here.get("/account/password/change/")
        form = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
        assert here.post("/account/password/change/", **form).status == 302
        assert closed(socket) == SESSION_ENDED


def test_an_old_log_in_form_does_not_outlast_a_new_password(site: RunningSite) -> None:
    name, here, _elsewhere = person(site)
    thief = Visitor(site.url)
    thief.get("/account/login/")
    form = {"login": name, "password": PASSWORD, "once": "a-key-that-a-page-has-shown"}
    before = thief.as_now()
    assert thief.post("/account/login/", **form).status == 302
    here.get("/account/password/change/")
    changed = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert here.post("/account/password/change/", **changed).status == 302
    assert before.post("/account/login/", **form).status == 200
    assert before.get("/account/settings/").status == 302
