"""A device shows nobody's notifications to those who use it after them."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from accounts.models import User
from deliveries.channels.encryption import encode, raw_public
from notices.models import Browser, Delivery
from tests.accounts.cast import PASSWORD, log_in, user_of
from tests.notices.cast import Device, StandIn
from tests.notices.workers import deliver
from tests.visitors import visitor

pytestmark = pytest.mark.django_db
SETTINGS = "/notices/settings/"


@dataclass
class Shared:
    """A browser that several people use, with its push service."""

    client: Client
    server: StandIn

    def allow(self) -> None:
        """Allow pushes to the person who is logged in here."""
        device = Device()
        keys = {"key": encode(raw_public(device.private)), "auth": encode(device.auth)}
        sent = {"endpoint": f"{self.server.url}/push", "label": "Firefox"} | keys
        assert self.client.post("/notices/browsers/", sent).status_code == 201

    def pushes(self, sender: Client) -> int:
        """How many pushes have come so far, when a test has been asked for elsewhere."""
        sender.post("/notices/test/", {"channel": "push"})
        deliver()
        return len(self.server.posts)


@pytest.fixture
def shared(stand_in: StandIn) -> Shared:
    return Shared(Client(), stand_in)


@pytest.fixture
def at_home(alice: User) -> Client:
    """Another browser of Alice, who has a password."""
    alice.set_password(PASSWORD)
    alice.save()
    return visitor(alice)


def log_out(shared: Shared, at_home: Client) -> None:
    shared.client.post("/account/logout/")


def end_other_sessions(shared: Shared, at_home: Client) -> None:
    at_home.post("/account/sessions/")


def change_the_password(shared: Shared, at_home: Client) -> None:
    new = {"oldpassword": PASSWORD, "password1": f"{PASSWORD}!", "password2": f"{PASSWORD}!"}
    assert at_home.post("/account/password/change/", new).status_code == 302


def let_bob_in(shared: Shared, at_home: Client) -> None:
    shared.client.force_login(User.objects.get(username="Bob"))


@pytest.mark.half_second
@pytest.mark.parametrize("leave", [log_out, end_other_sessions, change_the_password, let_bob_in])
def test_nothing_is_pushed_where_a_person_is_no_longer_logged_in(
    leave: Callable[[Shared, Client], None], shared: Shared, at_home: Client, bob: User
) -> None:
    assert log_in(shared.client, "Alice")
    shared.allow()
    assert shared.pushes(at_home) == 1
    leave(shared, at_home)
    assert shared.pushes(at_home) == 1
    assert "paused while you’re logged out there" in at_home.get(SETTINGS).content.decode()


def test_a_push_that_waits_is_dropped_when_its_person_logs_out(shared: Shared, at_home: Client) -> None:
    log_in(shared.client, "Alice")
    shared.allow()
    shared.server.status = 503
    assert shared.pushes(at_home) == 1
    shared.server.status = 201
    shared.client.post("/account/logout/")
    waiting = Delivery.objects.filter(channel="push", state="waiting")
    waiting.update(due=waiting.get().notice.due)
    deliver()
    assert len(shared.server.posts) == 1
    assert Delivery.objects.get(channel="push").state == "unwanted"


def test_pushes_come_again_once_the_person_is_back(shared: Shared, at_home: Client) -> None:
    log_in(shared.client, "Alice")
    shared.allow()
    shared.client.post("/account/logout/")
    assert log_in(shared.client, "Alice")
    assert shared.pushes(at_home) == 1
    assert "paused while" not in at_home.get(SETTINGS).content.decode()


def test_a_password_changed_on_the_device_itself_ends_nothing_there(shared: Shared, at_home: Client) -> None:
    log_in(shared.client, "Alice")
    shared.allow()
    change_the_password(shared, shared.client)
    assert shared.pushes(shared.client) == 1


def test_what_a_guest_allowed_lasts_until_they_log_out(shared: Shared, stand_in: StandIn) -> None:
    shared.client.post("/play-now/", {"friend": "1"})
    assert user_of(shared.client).is_guest
    shared.allow()
    assert shared.pushes(shared.client) == 1
    shared.client.post("/account/logout/", {"sure": "1"})
    assert not Browser.objects.exists()


def test_a_guest_who_signs_up_keeps_the_device_until_they_log_out(shared: Shared, at_home: Client) -> None:
    shared.client.post("/play-now/", {"friend": "1"})
    shared.allow()
    shared.client.post("/account/claim/", {"username": "Dora", "password1": PASSWORD})
    dora = user_of(shared.client)
    assert not dora.is_guest
    elsewhere = visitor(dora)
    assert shared.pushes(elsewhere) == 1
    shared.client.post("/account/logout/")
    assert shared.pushes(elsewhere) == 1


def test_a_guest_who_logs_in_to_an_account_keeps_the_device(shared: Shared, at_home: Client) -> None:
    shared.client.post("/play-now/", {"friend": "1"})
    shared.allow()
    assert log_in(shared.client, "Alice")
    assert shared.pushes(at_home) == 1
    log_out(shared, at_home)
    assert shared.pushes(at_home) == 1


@pytest.mark.half_second
def test_a_device_from_before_its_name_was_stored_is_told_while_a_login_is_as_old(
    shared: Shared, at_home: Client, alice: User
) -> None:
    assert log_in(shared.client, "Alice")
    shared.allow()
    Browser.objects.update(known_as="")
    assert shared.pushes(at_home) == 1
    assert "paused while" not in at_home.get(SETTINGS).content.decode()
    shared.client.post("/account/logout/")
    assert log_in(shared.client, "Alice")
    assert shared.pushes(at_home) == 1
    assert "paused while you’re logged out there" in at_home.get(SETTINGS).content.decode()
    shared.allow()
    assert shared.pushes(at_home) == 2
