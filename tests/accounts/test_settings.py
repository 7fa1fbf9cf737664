import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.accounts.cast import PASSWORD, Mails, errors, link_in, log_in, user_of
from tests.markup import squeezed

pytestmark = pytest.mark.django_db
SETTINGS, EMAIL = "/account/settings/", "/account/email/"


def test_account_leads_to_the_settings(browser: Client) -> None:
    assert browser.get("/account/").url == SETTINGS
    assert Client().get(SETTINGS).url == f"/account/login/?next={SETTINGS}"


@pytest.mark.parametrize(
    ("theme", "root"), [("dark", '<html lang="en" data-theme="dark">'), ("system", '<html lang="en">')]
)
def test_colours_are_on_the_root_of_every_page(browser: Client, theme: str, root: str) -> None:
    browser.post(SETTINGS, {"username": "Alice", "theme": theme, "confirm_turns": "slow"})
    assert root in browser.get("/rules/").content.decode()


def test_colours_of_the_boards_are_on_the_root_and_stay_when_not_asked_for(browser: Client) -> None:
    facts = {"username": "Alice", "theme": "dark", "confirm_turns": "slow"}
    browser.post(SETTINGS, facts | {"board_colours": "safe"})
    browser.post(SETTINGS, facts)
    assert '<html lang="en" data-theme="dark" data-colours="safe">' in squeezed(
        browser.get("/rules/maya/").content.decode()
    )
    assert "Select a valid choice" in errors(browser.post(SETTINGS, facts | {"board_colours": "loud"}))
    browser.post(SETTINGS, facts | {"board_colours": "standard"})
    assert '<html lang="en" data-theme="dark">' in squeezed(browser.get("/rules/maya/").content.decode())


@pytest.mark.half_second
def test_single_keys_are_switched_off_for_every_page_and_stay_off_when_not_asked_for(
    browser: Client, guest_browser: Client
) -> None:
    facts = {"username": "Alice", "theme": "system", "confirm_turns": "slow"}
    for anybody in (browser, guest_browser):
        anybody.post(SETTINGS, facts | {"single_keys": "off"})
        anybody.post(SETTINGS, facts)
        assert '<html lang="en" data-keys="off">' in squeezed(anybody.get("/rules/maya/").content.decode())
        anybody.post(SETTINGS, facts | {"single_keys": "on"})
        assert '<html lang="en">' in squeezed(anybody.get("/rules/maya/").content.decode())


def test_a_name_is_changed_unless_it_is_taken_reserved_or_malformed(browser: Client, alice: User) -> None:
    browser.post(SETTINGS, {"username": "ALICE", "theme": "system", "confirm_turns": "slow"})
    assert user_of(browser).username == "ALICE"
    User.objects.create_user("Bob")
    for name, complaint in [("bob", "taken"), ("Owl", "is reserved for"), ("a b", "2 to 24 characters")]:
        assert complaint in errors(browser.post(SETTINGS, {"username": name, "theme": "dark", "confirm_turns": "slow"}))
    assert (user_of(browser).username, user_of(browser).theme) == ("ALICE", "system")


def test_a_guest_sets_colours_but_no_name(guest_browser: Client) -> None:
    before = user_of(guest_browser).username
    assert 'name="username"' not in guest_browser.get(SETTINGS).content.decode()
    facts = {"username": "Bob", "theme": "light", "confirm_turns": "slow", "board_colours": "safe"}
    guest_browser.post(SETTINGS, facts)
    guest = user_of(guest_browser)
    assert (guest.username, guest.theme, guest.board_colours) == (before, "light", "safe")


def test_address_change_asks_for_the_password_again(client: Client, alice: User) -> None:
    log_in(client, "Alice")
    response = client.post(EMAIL, {"email": "new@example.org", "action_add": ""})
    assert response.url.startswith("/account/reauthenticate/")
    client.post(response.url, {"password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == "new@example.org"


def test_without_a_mail_server_an_address_changes_at_once(browser: Client, alice: User) -> None:
    browser.post(EMAIL, {"email": "New@example.org", "action_add": ""})
    alice.refresh_from_db()
    address = EmailAddress.objects.get(user=alice)
    assert (alice.email, address.email, address.primary) == ("new@example.org", "new@example.org", True)
    assert log_in(Client(), "new@example.org")
    assert not log_in(Client(), "alice@example.org")
    User.objects.create_user("Bob", "bob@example.org")
    assert "already" in errors(browser.post(EMAIL, {"email": "bob@example.org", "action_add": ""}))


def test_without_a_mail_server_an_address_can_be_removed(browser: Client, alice: User) -> None:
    browser.get(EMAIL)
    browser.post(EMAIL, {"email": "alice@example.org", "action_remove": ""})
    alice.refresh_from_db()
    assert alice.email == ""
    assert not EmailAddress.objects.exists()


@pytest.mark.half_second
@pytest.mark.usefixtures("mail_server")
def test_with_a_mail_server_an_address_changes_once_confirmed(client: Client, alice: User, mails: Mails) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    log_in(client, "Alice")
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post(EMAIL, {"email": "new@example.org", "action_add": ""})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert "We are sending an email to new@example.org." in client.get(EMAIL).content.decode()
    [letter] = mails()
    assert "is not confirmed yet" in client.get(EMAIL).content.decode()
    client.post(link_in(letter))
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert mails()[1]["to"] == "alice@example.org", "the old address gets a mail"
