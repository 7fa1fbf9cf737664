import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.accounts.cast import PASSWORD, errors, log_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["Alice", "alice", "alice@example.org", "ALICE@example.org"])
def test_log_in_by_name_or_address(client: Client, alice: User, login: str) -> None:
    assert log_in(client, login)
    assert client.session.get_expiry_age() > 300 * 24 * 60 * 60


def test_of_many_accounts_with_one_address_a_login_tries_two(client: Client) -> None:
    """The account that has confirmed it, and the earliest of the others: each costs a slow hash."""
    words = [f"{PASSWORD} {number}" for number in range(4)]
    twins = [User.objects.create_user(f"Twin-{n}", "twin@example.org", each) for n, each in enumerate(words)]
    EmailAddress.objects.create(user=twins[2], email="twin@example.org", primary=True, verified=True)
    assert [log_in(Client(), "twin@example.org", each) for each in words] == [True, False, True, False]
    assert log_in(Client(), "Twin-3", words[3])


def test_wrong_password_and_unknown_name_look_the_same(client: Client, alice: User) -> None:
    pages = [client.post("/account/login/", {"login": name, "password": "wrong"}) for name in ("Alice", "Nobody1")]
    assert [errors(page) for page in pages] == ["Wrong name or password."] * 2


def test_after_five_wrong_passwords_not_even_the_right_one_helps_the_guesser(client: Client, alice: User) -> None:
    for _attempt in range(5):
        assert not log_in(client, "Alice", "wrong")
    response = client.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    assert errors(response) == "Too many attempts. Please wait five minutes, then try again."


@pytest.mark.half_second
def test_one_address_may_not_try_many_names(client: Client) -> None:
    pages = [client.post("/account/login/", {"login": f"name{n}", "password": "wrong"}) for n in range(31)]
    assert pages[-1].status_code == 429
    assert "Too many attempts" in pages[-1].content.decode()


@pytest.mark.half_second
@pytest.mark.parametrize(
    ("address", "form", "most"),
    [
        ("/account/signup/", {"username": "?", "password1": "short"}, 20),
        ("/account/password/reset/", {"email": "somebody{n}@example.org"}, 20),
        ("/account/password/reset/", {"email": "alice@example.org"}, 5),
    ],
)
def test_one_address_may_not_sign_up_or_ask_for_passwords_without_end(
    client: Client, alice: User, address: str, form: dict[str, str], most: int
) -> None:
    for number in range(most):
        filled = {name: text.replace("{n}", str(number)) for name, text in form.items()}
        assert client.post(address, filled).status_code in (200, 302)
    answer = client.post(address, form)
    assert answer.status_code == 429
    assert "Wait a few minutes, then try again." in answer.content.decode()


def test_next_leads_to_this_site_only(client: Client, alice: User) -> None:
    form = {"login": "Alice", "password": PASSWORD}
    assert client.post("/account/login/", form | {"next": "/rules/"}).url == "/rules/"
    client.logout()
    assert client.post("/account/login/", form | {"next": "https://elsewhere.example/"}).url == "/"


def test_log_out_asks_first(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get("/account/logout/")
    assert "You are logged in as Alice." in page.content.decode()
    assert "You can’t come back" not in page.content.decode()
    client.post("/account/logout/")
    assert "_auth_user_id" not in client.session


def test_a_closed_account_is_told_so(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    response = client.post("/account/login/", {"login": "Alice", "password": PASSWORD}, follow=True)
    assert "This account is closed" in response.content.decode()
