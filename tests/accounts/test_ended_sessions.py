"""Open connections when a session ends: they receive nothing more, from that moment on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.api.v1 import streams
from games.services.lobby.matches import match_create, match_join
from games.sockets.consumers import SESSION_ENDED
from tests.accounts.cast import PASSWORD, llama, log_in
from tests.games.conversation import run, socket
from tests.games.listening import Listening

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = "eight stone condors"


def socket_of(browser: Client, path: str) -> WebsocketCommunicator:
    """A socket opened by a page in this browser."""
    name = settings.SESSION_COOKIE_NAME
    return socket(path, more=[(b"cookie", f"{name}={browser.cookies[name].value}".encode())])


async def closed(one: WebsocketCommunicator) -> int:
    """The code with which the socket is closed, after any messages."""
    while (said := await one.receive_output(timeout=60))["type"] != "websocket.close":
        pass
    return int(said["code"])


@pytest.fixture
def here(alice: User) -> Client:
    browser = Client()
    assert log_in(browser, "Alice")
    return browser


@pytest.fixture
def elsewhere(alice: User) -> Client:
    browser = Client()
    assert log_in(browser, "Alice")
    return browser


def log_out(here: Client, elsewhere: Client) -> None:
    here.post("/account/logout/")


def log_out_from_elsewhere(here: Client, elsewhere: Client) -> None:
    ended = UserSession.objects.get(session_key=here.session.session_key)
    elsewhere.post("/account/sessions/", {"session": ended.pk})


def log_out_everywhere_else(here: Client, elsewhere: Client) -> None:
    elsewhere.post("/account/sessions/")


def change_password(here: Client, elsewhere: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert elsewhere.post("/account/password/change/", form).status_code == 302


def change_own_password(here: Client, elsewhere: Client) -> None:
    """The browser's own session continues under another key, and so does its page when it reconnects."""
    change_password(elsewhere, here)


def be_given_a_password(here: Client, elsewhere: Client) -> None:
    """Set a password for Alice, as `manage.py changepassword` and the administration do."""
    alice = User.objects.get(username="Alice")
    alice.set_password(OTHER)
    alice.save()


def close_in_the_administration(here: Client, elsewhere: Client) -> None:
    User.objects.create_superuser("Root", password=PASSWORD)
    root, alice = Client(), User.objects.get(username="Alice")
    log_in(root, "Root")
    page = root.get(f"/admin/accounts/user/{alice.pk}/change/")
    shown = page.context["adminform"].form
    form = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = {name: value for name, value in form.items() if value not in (None, False, "") and name != "password"}
    for formset in page.context["inline_admin_formsets"]:
        form |= {f"{formset.formset.prefix}-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    del form["is_active"]
    answer = root.post(f"/admin/accounts/user/{alice.pk}/change/", form)
    assert answer.status_code == 302, answer.context["adminform"].form.errors


def delete_the_account(here: Client, elsewhere: Client) -> None:
    elsewhere.post("/account/reauthenticate/", {"password": PASSWORD})
    assert elsewhere.post("/account/delete/", {"name": "Alice"}).status_code == 302


ENDINGS: list[Callable[[Client, Client], None]] = [
    log_out,
    log_out_from_elsewhere,
    log_out_everywhere_else,
    change_password,
    change_own_password,
    be_given_a_password,
    close_in_the_administration,
    delete_the_account,
]


@pytest.mark.half_second
@pytest.mark.parametrize("end", ENDINGS)
def test_sockets_are_closed_when_their_session_ends(
    end: Callable[[Client, Client], None], here: Client, elsewhere: Client, alice: User
) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[llama()])
    open_ones = [socket_of(here, path) for path in ("/ws/me/", f"/ws/match/{match.code}/")]

    async def conversation() -> list[int]:
        for one in open_ones:
            assert (await one.connect(timeout=60))[0]
        await database_sync_to_async(end)(here, elsewhere)
        return [await closed(one) for one in open_ones]

    assert run(conversation()) == [SESSION_ENDED, SESSION_ENDED]


def test_a_stream_of_a_browser_ends_with_its_session(
    here: Client, elsewhere: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BEAT", 600)  # so it does not check by itself in the meantime

    async def conversation() -> None:
        stream = await Listening("events", session=str(here.session.session_key)).open()
        await stream.part()
        await database_sync_to_async(change_password)(here, elsewhere)
        while not stream.is_over:
            await stream.part()
        await stream.close()

    run(conversation())


@pytest.mark.half_second
def test_a_guest_who_becomes_a_member_goes_on_with_the_session_of_now(guest_browser: Client) -> None:
    before = socket_of(guest_browser, "/ws/me/")

    async def conversation() -> tuple[int, bool]:
        assert (await before.connect(timeout=60))[0]
        claim = {"username": "Tupac", "password1": PASSWORD}
        await database_sync_to_async(guest_browser.post)("/account/claim/", claim)
        code = await closed(before)
        after = socket_of(guest_browser, "/ws/me/")
        assert (await after.connect(timeout=60))[0]
        silent = await after.receive_nothing(timeout=0.2)
        await after.disconnect()
        return code, silent

    assert run(conversation()) == (SESSION_ENDED, True)


@pytest.mark.half_second
def test_other_sessions_and_other_people_hear_on(here: Client, elsewhere: Client, alice: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    open_ones = [socket_of(elsewhere, "/ws/me/"), socket("/ws/me/", bob)]

    async def conversation() -> list[Any]:
        for one in open_ones:
            assert (await one.connect(timeout=60))[0]
        await database_sync_to_async(log_out)(here, elsewhere)
        table = await database_sync_to_async(match_create)(host=alice, game="rapa_nui", others=[None])
        await database_sync_to_async(match_join)(match=table, user=bob)
        heard = [await one.receive_json_from(timeout=60) for one in open_ones]
        for one in open_ones:
            await one.disconnect()
        return [each["type"] for each in heard]

    assert run(conversation()) == ["turn.changed", "turn.changed"]
