import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.adapter import LONGEST_ADDRESS
from accounts.models import User
from tests.accounts.cast import PASSWORD, Mails, errors, link_in, log_in, user_of

pytestmark = pytest.mark.django_db
SENT = "/account/confirm-email/"


def test_without_a_mail_server_sign_up_needs_no_address_and_logs_in(client: Client) -> None:
    response = client.post("/account/signup/", {"username": "Bob", "password1": PASSWORD, "email": ""})
    assert (response.status_code, response.url) == (302, "/")
    bob = user_of(client)
    assert (bob.username, bob.email, bob.is_guest) == ("Bob", "", False)
    assert bob.password.startswith("argon2")


def test_an_address_is_kept_for_the_password(client: Client) -> None:
    client.post("/account/signup/", {"username": "Bob", "password1": PASSWORD, "email": "Bob@Example.org"})
    address = EmailAddress.objects.get(user=user_of(client))
    assert (address.email, address.primary, address.verified) == ("bob@example.org", True, False)


def test_an_address_is_as_long_as_its_column() -> None:
    for model in (EmailAddress, User):
        assert model._meta.get_field("email").max_length == LONGEST_ADDRESS


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"username": "alice"}, "This name is taken"),
        ({"username": "A b"}, "A name can have 2 to 24 characters"),
        ({"username": "x" * 30}, "A name can have 2 to 24 characters"),
        ({"username": "Guest-12"}, "Guest-12 is reserved for guests"),
        ({"email": "alice@example.org"}, "This email address already has an account."),
        ({"email": "nonsense"}, "Enter a valid email address."),
        ({"email": f"bob@{'.'.join(['x' * 60] * 4)}.example"}, "An email address has at most 254 characters."),
        ({"password1": "password"}, "too common"),
        ({"password1": "Bobby-Bo"}, "too similar"),
    ],
)
def test_refusals_say_why(client: Client, alice: User, fields: dict[str, str], complaint: str) -> None:
    good = {"username": "Bobby-Boy", "email": "bob@example.org", "password1": PASSWORD}
    response = client.post("/account/signup/", good | fields)
    assert complaint in errors(response)
    assert "Please check this:" in response.content.decode()
    assert User.objects.count() == 1


def test_each_mistake_gets_one_message(client: Client) -> None:
    response = client.post("/account/signup/", {"username": "-" * 30, "password1": PASSWORD})
    assert len(response.context["form"].errors["username"]) == 1


def test_members_are_led_on(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/account/signup/").url == "/"
    assert client.get("/account/login/?next=/tables/").url == "/tables/"
    assert client.get("/account/claim/").url == "/"


@pytest.mark.usefixtures("mail_server")
def test_with_a_mail_server_the_address_is_confirmed_first(client: Client, mails: Mails) -> None:
    good = {"username": "Bob", "password1": PASSWORD, "email": "bob@example.org"}
    assert "required" in errors(client.post("/account/signup/", good | {"email": ""}))
    client.post("/account/signup/", good)
    assert "_auth_user_id" not in client.session
    [mail] = mails()
    assert mail["to"] == "bob@example.org"
    assert mail["subject"] == "Machu Picchu: Welcome! Please confirm your address"
    assert client.get(link_in(mail)).status_code == 200
    assert client.post(link_in(mail)).url == "/account/login/"
    assert log_in(client, "bob")


@pytest.mark.half_second
@pytest.mark.usefixtures("mail_server")
def test_with_a_mail_server_strangers_do_not_learn_which_addresses_are_known(
    client: Client, alice: User, mails: Mails
) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    names = ["Bob", "Bob2"]
    for name, address in zip(names, ["bob@example.org", alice.email], strict=True):
        form = {"username": name, "password1": "nine woven llamas", "email": address}
        assert Client().post("/account/signup/", form).url == SENT
        assert "This name is taken" in errors(Client().post("/account/signup/", form | {"email": "x@example.org"}))
        for login in (name, address):
            answer = Client().post("/account/login/", {"login": login, "password": "nine woven llamas"})
            assert answer.headers.get("Location") == SENT
    subjects = {mail["to"]: mail["subject"] for mail in mails()}
    assert subjects[alice.email] == "Machu Picchu: You already have an account"
    assert "Confirm your address" in subjects["bob@example.org"]
    assert log_in(Client(), alice.email)
