"""Third-party apps: people grant one the access they want, it acts for them like a token, and they can revoke it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from inspect import signature
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from time_machine import travel

from accounts.models import User
from accounts.oauth import app_enter, app_revoke
from accounts.passes import let_in, pass_of
from accounts.programs import has_programs, programs_revoke, programs_revoke_all
from accounts.tasks import tidy
from accounts.tokens import token_create
from machupicchu import env
from membership.bans import ban_create
from tests.accounts.cast import PASSWORD
from tests.beside import Beside
from tests.visitors import has_just_logged_in, visitor

HOME = "https://app.example/back"
VERIFIER = "v" * 50
ADDRESSES = [*("oauth_configuration", "oauth_keys", "oauth_authorize", "oauth_token", "oauth_revoke", "oauth_userinfo")]
EVERYTHING = "openid read play tables people"


@pytest.fixture(scope="module")
def signed_by(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A key, made once, as that takes a moment."""
    return env.pem(env.signing_key("OAUTH_KEY", tmp_path_factory.mktemp("keys") / "oauth-key"))


@pytest.fixture
def on(settings: Any, signed_by: str, db: None) -> Iterator[None]:
    """Turn on third-party apps for the site."""
    cache.clear()
    settings.OAUTH, settings.IDP_OIDC_PRIVATE_KEY = True, signed_by
    yield
    cache.clear()


@pytest.fixture
def alice(db: None) -> User:
    """A person who lets apps in."""
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def app(on: None) -> App:
    """A public app, whose code anyone can read, so it has no secret."""
    return entered("Condor watch")


def entered(name: str, secret: str = "", homes: str = HOME) -> App:
    return app_enter(name=name, secret=secret, homes=homes.split())


def asks(app: App, scope: str = EVERYTHING, **more: str | None) -> str:
    """The URL to which the app sends people; None leaves a parameter out."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
    asked: dict[str, str | None] = {
        "response_type": "code",
        "client_id": app.pk,
        "redirect_uri": HOME,
        "scope": scope,
        "state": "s1",
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return f"/oauth/authorize/?{urlencode({name: value for name, value in (asked | more).items() if value})}"


def browser_of(user: User) -> Client:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    has_just_logged_in(browser, user)
    return browser


def answers(browser: Client, address: str, answer: str = "yes", scopes: list[str] | None = None) -> dict[str, str]:
    """Open the page and answer it. Returns what the redirect tells the app."""
    page = browser.get(address)
    assert page.status_code == 200, page.text
    offered = re.findall(r'name="scopes" value="(\w+)" checked', page.text)
    form = {"answer": answer, "scopes": offered if scopes is None else scopes}
    form["csrfmiddlewaretoken"] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[-1]
    return parameters(browser.post(address, form))


def parameters(answer: Any) -> dict[str, str]:
    """The parameters of a redirect to the app."""
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith((f"{HOME}?", f"{HOME}#"))
    return {name: value for name, [value] in parse_qs(answer["Location"].removeprefix(HOME)[1:]).items()}


def trades(app: App, **form: str) -> Any:
    """Request tokens for the app."""
    return Client().post("/oauth/token/", {"client_id": app.pk, **form})


def with_code(app: App, code: str, **more: str) -> Any:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": HOME, "code_verifier": VERIFIER}
    return trades(app, **(form | more))


def let_into(app: App, user: User, scope: str = EVERYTHING) -> dict[str, Any]:
    """Let the app in, in all steps. Returns the tokens it gets."""
    answer = with_code(app, answers(browser_of(user), asks(app, scope))["code"])
    assert answer.status_code == 200, answer.content
    given: dict[str, Any] = answer.json()
    return given


def api(given: dict[str, Any] | str, path: str = "account", body: Any = None) -> Any:
    secret = given if isinstance(given, str) else given["access_token"]
    headers = {"Authorization": f"Bearer {secret}"}
    if body is None:
        return Client().get(f"/api/v1/{path}", headers=headers)
    return Client().post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def test_an_app_is_let_in_refreshed_and_let_out(app: App, alice: User) -> None:
    browser = browser_of(alice)
    back = answers(browser, asks(app, nonce="n1"))
    assert (back["state"], set(back)) == ("s1", {"code", "state"})
    given = with_code(app, back["code"]).json()
    assert (given["token_type"], given["expires_in"], set(given["scope"].split())) == (
        "Bearer",
        3600,
        set(EVERYTHING.split()),
    )
    assert api(given).json()["name"] == "Alice"

    again = trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert again.status_code == 200, again.content
    assert api(again.json()).json()["name"] == "Alice"
    twice = trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert (twice.status_code, twice.json()["error"]) == (400, "invalid_grant")

    done = Client().post("/oauth/revoke/", {"client_id": app.pk, "token": again.json()["refresh_token"]})
    assert done.status_code == 200
    assert [api(each).status_code for each in (given, again.json())] == [401, 401]
    assert api(given)["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert not Token.objects.exists()


@pytest.mark.parametrize("claims", ["5", '"sub"', "[1]", '{"id_token": {"name": null}}', "{"])
def test_wishes_for_claims_change_nothing(app: App, alice: User, claims: str) -> None:
    assert set(answers(browser_of(alice), asks(app, claims=claims))) == {"code", "state"}


@pytest.mark.half_second
def test_who_an_app_expects_can_log_in_first(app: App, alice: User) -> None:
    address = asks(app, id_token_hint=let_into(app, alice)["id_token"])
    to_login = Client().get(address)
    assert urlsplit(to_login["Location"]).path == "/account/login/"
    assert parse_qs(urlsplit(to_login["Location"]).query) == {"next": [address]}
    assert "code" in answers(browser_of(alice), address)
    other = browser_of(User.objects.create_user("Bob"))
    assert parameters(other.get(address))["error"] == "login_required"


@pytest.mark.half_second
def test_an_app_learns_the_name_and_no_mail_address(app: App, alice: User, on: None, settings: Any) -> None:
    given = let_into(app, alice)
    [key] = Client().get("/oauth/keys/").json()["keys"]
    claims = jwt.decode(
        given["id_token"], jwt.PyJWK(key), algorithms=["RS256"], audience=app.pk, issuer=settings.SITE_URL
    )
    answer = Client().get("/oauth/userinfo/", headers={"Authorization": f"Bearer {given['access_token']}"})
    who = {"sub": str(alice.pk), "name": "Alice", "preferred_username": "Alice"}
    assert answer.json() == who
    assert {name: claims[name] for name in who} == who
    assert "example.org" not in f"{claims}{answer.text}{given}"
    nameless = let_into(app, alice, "read")
    assert "id_token" not in nameless
    refused = Client().get("/oauth/userinfo/", headers={"Authorization": f"Bearer {nameless['access_token']}"})
    assert (refused.status_code, refused["WWW-Authenticate"]) == (403, 'Bearer error="insufficient_scope"')


def test_the_site_describes_itself_to_apps(on: None, settings: Any) -> None:
    answer = Client().get("/.well-known/openid-configuration")
    described = answer.json()
    assert described["issuer"] == settings.SITE_URL
    assert described["scopes_supported"] == EVERYTHING.split()
    assert described["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert described["token_endpoint"] == f"{settings.SITE_URL}/oauth/token/"
    assert (answer["Access-Control-Allow-Origin"], answer["Cache-Control"]) == ("*", "max-age=3600, private")
    named = {urlsplit(value).path for name, value in described.items() if name.endswith(("_endpoint", "_uri"))}
    assert named == {reverse(name) for name in ADDRESSES if name != "oauth_configuration"}


def test_while_it_is_off_there_is_nothing(alice: User, settings: Any) -> None:
    assert settings.OAUTH is False
    browser = visitor(alice)
    asked = [method(reverse(name)).status_code for name in ADDRESSES for method in (browser.get, browser.post)]
    assert asked == [404] * 12


def test_what_an_app_was_given_lets_it_in_no_more_once_it_is_off(app: App, alice: User, settings: Any) -> None:
    given = let_into(app, alice)
    key = pass_of(given["access_token"]).key  # type: ignore[union-attr]
    settings.OAUTH = False
    assert api(given).status_code == 401
    assert let_in([key]) == set()


@pytest.mark.parametrize(
    ("scope", "read", "play", "table"),
    [("openid", 403, 403, 403), ("read", 200, 403, 403), ("play", 403, 404, 403), ("tables read", 200, 403, 422)],
)
def test_what_was_not_allowed_is_refused(app: App, alice: User, scope: str, read: int, play: int, table: int) -> None:
    given = let_into(app, alice, scope)
    assert api(given).status_code == read
    assert api(given, "matches/nothing1/play", {"action": "x", "ply": 0}).status_code == play
    refused = api(given, "tables", {"game": "chess"})
    assert refused.status_code == table
    if table == 403:
        assert refused["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="tables"'


def test_a_member_allows_less_than_was_asked_for(app: App, alice: User) -> None:
    back = answers(browser_of(alice), asks(app), scopes=["read", "moderate"])
    given = with_code(app, back["code"]).json()
    assert given["scope"] == "read"
    assert api(given, "tables", {"game": "maya"}).status_code == 403
    more = trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"], scope="read play")
    assert more.json()["error"] == "invalid_scope"


def test_a_member_who_allows_nothing_is_asked_again_and_one_who_says_no_is_led_back(app: App, alice: User) -> None:
    browser = browser_of(alice)
    page = browser.get(asks(app))
    form = {"answer": "yes", "csrfmiddlewaretoken": page.context["csrf_token"]}
    assert browser.post(asks(app), form).status_code == 422
    assert answers(browser, asks(app), answer="no") == {"error": "access_denied", "state": "s1"}
    assert not Token.objects.exists()


def test_no_other_page_can_say_yes(app: App, alice: User) -> None:
    browser = browser_of(alice)
    assert browser.post(asks(app), {"answer": "yes", "scopes": ["read"]}).status_code == 403


@pytest.mark.parametrize(
    "home",
    [
        "https://evil.example/back",
        "https://app.example/back/",
        "https://app.example/back?x=1",
        "https://app.example/back#x",
        "https://user@app.example/back",
        "https://app.example/back;x",
        "https://app.example:444/back",
        "http://app.example/back",
        "javascript:alert(1)",
        "",
    ],
)
def test_no_member_is_sent_where_the_app_is_not_at_home(app: App, alice: User, home: str) -> None:
    for address in (asks(app, redirect_uri=home), asks(app, redirect_uri=home, scope="moderate", prompt="none")):
        answer = browser_of(alice).get(address)
        assert (answer.status_code, answer.has_header("Location")) == (400, False)


def test_an_app_on_ones_own_machine_takes_any_port(on: None, alice: User) -> None:
    app = entered("Nest", homes="http://127.0.0.1/back\ncom.example.nest:/back")
    for home, policy in (
        ("http://127.0.0.1:53211/back", "http://127.0.0.1:53211"),
        ("com.example.nest:/back", "com.example.nest:"),
    ):
        page = browser_of(alice).get(asks(app, redirect_uri=home))
        assert page.status_code == 200
        assert f"form-action 'self' {policy};" in f"{page['Content-Security-Policy']};"
    assert browser_of(alice).get(asks(app, redirect_uri="http://127.0.0.1:53211/other")).status_code == 400


def test_browsers_may_follow_the_form_to_the_app_and_nowhere_else(app: App, alice: User) -> None:
    policy = browser_of(alice).get(asks(app))["Content-Security-Policy"]
    assert re.findall(r"form-action ([^;]*)", policy) == ["'self' https://app.example"]


def test_a_stranger_is_shown_no_page_and_an_unknown_app_neither(app: App, alice: User) -> None:
    assert browser_of(alice).get(asks(App(pk="nobody"))).status_code == 400
    assert browser_of(alice).get("/oauth/authorize/").status_code == 400
    asked = Client().get(asks(app))
    assert asked.status_code == 302
    assert asked["Location"].startswith(f"{reverse('account_login')}?next=/oauth/authorize/%3F")


def test_a_member_who_logs_in_first_comes_back_to_the_question(app: App, alice: User) -> None:
    browser = Client()
    login = browser.get(asks(app))["Location"]
    form = {"login": "Alice", "password": PASSWORD, "next": parse_qs(urlsplit(login).query)["next"][0]}
    led = browser.post(login, form)
    assert led["Location"] == parse_qs(urlsplit(login).query)["next"][0]
    assert "Condor watch" in browser.get(led["Location"]).text


@pytest.mark.half_second
def test_a_member_sees_in_the_settings_which_apps_they_let_in_and_lets_them_out(app: App, alice: User) -> None:
    other, bob = entered("Another"), User.objects.create_user("Bob", password=PASSWORD)
    given, kept, his = let_into(app, alice, "openid read"), let_into(other, alice, "play"), let_into(app, bob)
    browser, page = browser_of(alice), reverse("account_tokens")
    shown = browser.get(page)
    assert [(each.app.name, each.scopes) for each in shown.context["apps"]] == [
        ("Another", {"play"}),
        ("Condor watch", {"openid", "read"}),
    ]
    form = {"let-out": app.pk, "csrfmiddlewaretoken": shown.context["csrf_token"]}
    assert browser.post(page, {"let-out": app.pk}).status_code == 403
    assert [browser.post(page, form).status_code for _ in range(2)] == [302, 302]
    assert "Condor watch" not in browser.get(page).text
    assert [api(each).status_code for each in (given, kept, his)] == [401, 403, 200]
    again = trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert again.json()["error"] == "invalid_grant"


@pytest.mark.half_second
def test_all_apps_are_let_out_at_once(app: App, alice: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    given, other, his = let_into(app, alice), let_into(entered("Another"), alice), let_into(app, bob)
    browser, page = browser_of(alice), reverse("account_tokens")
    shown = browser.get(page)
    assert "Revoke all tokens and programs" in shown.text
    browser.post(page, {"revoke-all": "yes", "csrfmiddlewaretoken": shown.context["csrf_token"]})
    assert [api(each).status_code for each in (given, other, his)] == [401, 401, 200]


@pytest.mark.half_second
@pytest.mark.parametrize("revoke", [programs_revoke, app_revoke, programs_revoke_all])
def test_a_code_ends_when_the_access_of_apps_is_revoked(app: App, alice: User, revoke: Callable[..., object]) -> None:
    bob, browser = User.objects.create_user("Bob", password=PASSWORD), browser_of(alice)
    before, his = answers(browser, asks(app))["code"], answers(browser_of(bob), asks(app))["code"]
    facts = {"user": alice, "app": app.pk}
    revoke(**{name: facts[name] for name in signature(revoke).parameters})
    refused = with_code(app, before)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert not has_programs(alice)
    assert with_code(app, answers(browser, asks(app))["code"]).status_code == 200, "a code given later"
    assert with_code(app, his).status_code == (400 if revoke is programs_revoke_all else 200)


def test_an_app_may_want_its_code_after_the_number_sign(app: App, alice: User) -> None:
    code = answers(browser_of(alice), asks(app, response_mode="fragment"))["code"]
    assert with_code(app, code).status_code == 200


def test_a_lost_password_lets_all_apps_out(app: App, alice: User, settings: Any) -> None:
    given = let_into(app, alice)
    assert has_programs(alice)
    settings.OAUTH = False  # what was given comes back with it
    programs_revoke(user=alice)
    settings.OAUTH = True
    assert not has_programs(alice)
    assert api(given).status_code == 401
    again = trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert again.json()["error"] == "invalid_grant"


def test_guests_become_members_first(app: App, rf: Any) -> None:
    browser = Client()
    guest = User.objects.create(username="Guest-1234", is_guest=True)
    browser.force_login(guest)
    led = browser.get(asks(app))["Location"]
    assert led.startswith(f"{reverse('account_claim')}?next=%2Foauth%2Fauthorize")


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"response_type": "token"}, "unauthorized_client"),
        ({"response_type": "code id_token", "nonce": "n"}, "unauthorized_client"),
        ({"response_type": "id_token", "nonce": "n"}, "unauthorized_client"),
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"scope": "read moderate"}, "invalid_scope"),
        ({"scope": "openid email"}, "invalid_scope"),
        ({"scope": None}, "invalid_scope"),
        ({"prompt": "none"}, "consent_required"),
        ({"prompt": "none", "scope": "read"}, "consent_required"),
    ],
)
def test_an_app_is_told_what_it_may_not_ask_for(app: App, alice: User, more: dict[str, Any], error: str) -> None:
    let_into(app, alice)
    answer = browser_of(alice).get(asks(app, **more))
    if error.startswith("un"):  # parameters of flows other than a plain code would come after #
        assert f"error={error}" in answer["Location"]
    else:
        assert parameters(answer)["error"] == error


def test_one_app_is_not_let_in_by_what_another_was_allowed(app: App, alice: User) -> None:
    let_into(app, alice)
    other = entered("Another")
    assert parameters(browser_of(alice).get(asks(other, prompt="none")))["error"] == "consent_required"


def test_an_app_may_want_the_password_asked_for_again(app: App, alice: User) -> None:
    led = browser_of(alice).get(asks(app, prompt="login"))["Location"]
    assert led.startswith(f"{reverse('account_reauthenticate')}?next=")
    assert "login" not in parse_qs(urlsplit(parse_qs(urlsplit(led).query)["next"][0]).query).get("prompt", [""])[0]


@pytest.mark.parametrize("scope", ["read", "play", "tables", "people", EVERYTHING])
def test_an_app_that_wants_to_act_is_let_in_only_with_the_password(app: App, alice: User, scope: str) -> None:
    """Someone who finds a browser logged in could let an app in, which stays after the browser is logged out."""
    address, browser = asks(app, scope), Client()
    browser.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    with travel(timezone.now() + timedelta(minutes=10)):
        led = browser.post(address, {"answer": "yes", "scopes": scope.split()})
        assert led["Location"] == f"{reverse('account_reauthenticate')}?{urlencode({'next': address})}"
        assert browser.get(asks(app, "openid")).status_code == 200
        browser.post(led["Location"], {"password": "wrong"})
        assert browser.get(address).status_code == 302
        assert browser.post(led["Location"], {"password": PASSWORD})["Location"] == address
        assert "code" in parameters(browser.post(address, {"answer": "yes", "scopes": scope.split()}))


def test_someone_who_has_just_logged_in_is_not_asked_for_the_password_again(app: App, alice: User) -> None:
    browser, address = Client(), asks(app)
    login = browser.get(address)["Location"]
    assert browser.post(login, {"login": "Alice", "password": PASSWORD})["Location"] == address
    assert browser.get(address).status_code == 200


@pytest.mark.parametrize("is_guest", [True, False])
def test_someone_who_has_just_signed_up_is_not_asked_for_the_password_they_chose(app: App, is_guest: bool) -> None:
    browser, address = Client(), asks(app)
    if is_guest:
        browser.force_login(User.objects.create_user("Guest-1234", is_guest=True))
    form = reverse("account_claim" if is_guest else "account_signup")
    answer = browser.post(form, {"username": "Dora", "password1": PASSWORD, "next": address})
    assert answer["Location"] == address
    assert browser.get(address).status_code == 200
    with travel(timezone.now() + timedelta(minutes=10)):
        assert browser.get(address).status_code == 302


@pytest.mark.half_second
def test_a_code_is_worth_something_once_and_with_what_it_was_asked_for(app: App, alice: User) -> None:
    browser = browser_of(alice)
    other = entered("Another")
    for wrong in ({"code_verifier": "w" * 50}, {"redirect_uri": "https://app.example/other"}, {"client_id": other.pk}):
        code = answers(browser, asks(app))["code"]
        refused = with_code(app, code, **wrong)
        assert refused.status_code in (400, 401), wrong
        assert with_code(app, code).json()["error"] == "invalid_grant"  # and it does not work afterwards either
    code = answers(browser, asks(app))["code"]
    assert [with_code(app, code).status_code for _ in range(2)] == [200, 400]


@pytest.mark.half_second
def test_a_code_used_again_ends_what_came_of_it_and_nothing_else(app: App, alice: User) -> None:
    browser = browser_of(alice)
    kept = let_into(app, alice)
    code = answers(browser, asks(app))["code"]
    given = [with_code(app, code).json()]
    given.append(trades(app, grant_type="refresh_token", refresh_token=given[0]["refresh_token"]).json())
    assert [api(each).status_code for each in (kept, *given)] == [200, 200, 200]
    cache.clear()  # later, when neither allauth nor we remember the code
    again = with_code(app, code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert [api(each).status_code for each in (kept, *given)] == [200, 401, 401]
    for each, status in ((given[1], 400), (kept, 200)):
        refreshed = trades(app, grant_type="refresh_token", refresh_token=each["refresh_token"])
        assert refreshed.status_code == status


@pytest.mark.half_second
@pytest.mark.parametrize("refreshed", [1, 3])
def test_a_refresh_token_used_again_later_ends_what_came_of_it_and_nothing_else(
    app: App, alice: User, refreshed: int
) -> None:
    """Someone else has read it, and refreshed on before the app did."""
    kept, given = let_into(app, alice), [let_into(app, alice)]

    def refresh(token: dict[str, Any]) -> Any:
        return trades(app, grant_type="refresh_token", refresh_token=token["refresh_token"])

    with travel(timezone.now(), tick=False) as clock:
        for _time in range(refreshed):
            given.append(refresh(given[-1]).json())
            clock.shift(timedelta(minutes=10))
        again = refresh(given[0])
        assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
        assert [api(each).status_code for each in (kept, given[-1])] == [200, 401]
        assert [refresh(each).status_code for each in (given[-1], kept)] == [400, 200]


def test_an_app_that_lost_an_answer_and_sends_its_refresh_token_again_at_once_ends_nothing(
    app: App, alice: User
) -> None:
    given = let_into(app, alice)
    answers = [trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"]) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 400]
    assert api(answers[0].json()).status_code == 200


@pytest.mark.parametrize("wrong", [{}, {"code_verifier": "w" * 50}, {"client_id": "nobody"}])
def test_a_code_used_again_at_once_ends_it_too(app: App, alice: User, wrong: dict[str, str]) -> None:
    code = answers(browser_of(alice), asks(app))["code"]
    given = with_code(app, code).json()
    assert with_code(app, code, **wrong).status_code == 400
    assert api(given).status_code == 401
    assert not Token.objects.exists()


@pytest.mark.half_second
def test_an_app_with_a_secret_shows_it(on: None, alice: User) -> None:
    app = entered("Keeper", "a secret of theirs")
    browser = browser_of(alice)

    def traded(**more: str) -> int:
        status: int = with_code(app, answers(browser, asks(app))["code"], **more).status_code
        return status

    assert (traded(), traded(client_secret="wrong"), traded(client_secret="a secret of theirs")) == (401, 401, 200)
    basic = base64.b64encode(f"{app.pk}:a secret of theirs".encode()).decode()
    form = {"grant_type": "authorization_code", "code": answers(browser, asks(app))["code"], "redirect_uri": HOME}
    form["code_verifier"] = VERIFIER
    assert Client().post("/oauth/token/", form, headers={"Authorization": f"Basic {basic}"}).status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"grant_type": "password", "username": "Alice", "password": PASSWORD},
        {"grant_type": "client_credentials"},
        {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "x"},
        {"grant_type": "refresh_token"},
        {"grant_type": "authorization_code"},
        {"grant_type": "authorization_code", "code": "x", "resource": "nowhere"},
        {"grant_type": "refresh_token", "refresh_token": "x"},
    ],
)
def test_there_is_no_other_way_in(on: None, alice: User, form: dict[str, str]) -> None:
    app = entered("Keeper", "a secret of theirs")
    answer = trades(app, client_secret="a secret of theirs", **form)
    assert answer.status_code == 400, answer.content
    assert "error" in answer.json()
    assert not Token.objects.exists()


def test_nothing_is_said_in_addresses_and_nonsense_is_refused(app: App) -> None:
    assert Client().post("/oauth/token/?code=%zz", {"grant_type": "authorization_code"}).status_code == 400
    assert Client().post("/oauth/revoke/?token=x").status_code == 400
    assert Client().get("/oauth/authorize/?client_id=%zz&redirect_uri=%ff").status_code == 400
    odd = Client().post("/oauth/token/", {"grant_type": "refresh_token"}, headers={"Authorization": "Basic =="})
    assert odd.status_code in (400, 401)
    assert api("").status_code == api("mp_").status_code == api("ey.x.y").status_code == 401


@pytest.mark.half_second
def test_a_banned_or_deleted_member_is_acted_for_by_no_app(app: App, alice: User) -> None:
    chief = User.objects.create_user("Chief", password=PASSWORD, is_staff=True, is_superuser=True)
    given = let_into(app, alice)
    code = answers(browser_of(alice), asks(app))["code"]
    ban_create(user=alice, moderator=chief, until=None, why="Enough")
    key = pass_of(given["access_token"]).key  # type: ignore[union-attr]
    refused = api(given)
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert let_in([key]) == set()
    assert with_code(app, code).json()["error"] == "invalid_grant"
    assert trades(app, grant_type="refresh_token", refresh_token=given["refresh_token"]).status_code == 400
    bearer = {"Authorization": f"Bearer {given['access_token']}"}
    assert Client().get("/oauth/userinfo/", headers=bearer).status_code == 401
    assert browser_of(alice).get(asks(app)).status_code == 403
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert api(given).status_code == 401


def test_what_has_run_out_lets_no_app_in_and_is_removed(app: App, alice: User) -> None:
    given = let_into(app, alice)
    key = pass_of(given["access_token"]).key  # type: ignore[union-attr]
    assert let_in([key]) == {key}
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert (api(given).status_code, let_in([key])) == (401, set())
    tidy()
    assert not Token.objects.exists()


def test_who_asks_is_found_by_one_query(
    app: App, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    given = let_into(app, alice)
    token, secret = token_create(user=alice, name="Mine", scopes=["read"], days=None)
    pass_of(secret)  # records its use
    for each in (secret, given["access_token"]):
        with django_assert_num_queries(1):
            found = pass_of(each)
        assert found is not None
        assert found.user == alice
    with django_assert_num_queries(1):
        assert let_in([f"token {token.pk}"]) == {f"token {token.pk}"}


def test_programs_of_other_sites_may_ask_and_not_too_often(app: App, settings: Any) -> None:
    asked = Client().options("/oauth/token/")
    assert (asked.status_code, asked["Access-Control-Allow-Methods"]) == (204, "POST, OPTIONS")
    assert asked["Access-Control-Allow-Origin"] == "*"
    assert not asked.has_header("Access-Control-Allow-Credentials")
    settings.LIMITS = settings.LIMITS | {"oauth": "2/m/ip"}
    assert [trades(app, grant_type="refresh_token", refresh_token="x").status_code for _ in range(3)] == [400, 400, 429]


def test_an_operator_enters_and_removes_apps(on: None, alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("apps", "--enter", "Condor watch", "--at", HOME, "--may", "openid", "read", "--secret")
    said = capsys.readouterr().out
    [key], [secret] = re.findall(r"client_id: (\S+)", said), re.findall(r"client_secret: (\S+)", said)
    app = App.objects.get(pk=key)
    assert f"{key}  Condor watch  openid read  {HOME}" in said
    assert parameters(browser_of(alice).get(asks(app)))["error"] == "invalid_scope"
    code = answers(browser_of(alice), asks(app, "openid read"))["code"]
    given = with_code(app, code, client_secret=secret).json()
    assert api(given).status_code == 200
    call_command("apps", "--remove", key)
    assert capsys.readouterr().out == ""
    assert api(given).status_code == 401
    with pytest.raises(CommandError, match="there is no app"):
        call_command("apps", "--remove", key)


@pytest.mark.half_second
def test_the_administration_enters_and_removes_apps(on: None, alice: User, admin_client: Client) -> None:
    at = {name: reverse(f"admin:allauth_idp_oidc_client_{name}") for name in ("add", "changelist")}
    assert "keeps_secret" in admin_client.get(at["add"]).text
    form = {"name": "Condor watch", "homes": f"{HOME}\ncom.example.app:/back", "may": ["openid", "read"]}
    refused = admin_client.post(at["add"], form | {"homes": f"{HOME}\nhttp://app.example/back"})
    assert "http://app.example/back is not allowed here." in refused.text
    assert not App.objects.exists()
    page = admin_client.post(at["add"], form | {"keeps_secret": "on"}, follow=True).text
    [secret] = re.findall(r"The secret of this app: ([\w-]{43})\.", page)
    app = App.objects.get()
    assert app.get_redirect_uris() == [HOME, "com.example.app:/back"]
    assert parameters(browser_of(alice).get(asks(app)))["error"] == "invalid_scope"
    code = answers(browser_of(alice), asks(app, "openid read"))["code"]
    given = with_code(app, code, client_secret=secret).json()
    assert api(given).status_code == 200
    assert secret not in admin_client.get(at["changelist"]).text
    gone = reverse("admin:allauth_idp_oidc_client_delete", args=[app.pk])
    assert "Condor watch" in admin_client.get(gone).text
    assert admin_client.post(gone, {"post": "yes"}).status_code == 302
    assert api(given).status_code == 401
    admin_client.post(at["add"], form)
    assert App.objects.get().type == App.Type.PUBLIC


def test_the_front_page_of_the_administration_names_apps_where_they_are_on(admin_client: Client, settings: Any) -> None:
    link = reverse("admin:allauth_idp_oidc_client_changelist")
    assert link not in admin_client.get("/admin/").text
    settings.OAUTH = True
    assert link in admin_client.get("/admin/").text


@pytest.mark.parametrize(
    "home",
    [
        "http://app.example/back",
        "https://*.example/back",
        "https://app.example/back#x",
        "https://me@app.example/",
        "https://app.example;script-src",
        "javascript:alert(1)",
        "data:text/html,x",
        "nest:/back",
        "app.example/back",
        "http://127.0.0.1.example/back",
    ],
)
def test_an_app_wants_no_member_sent_where_it_is_not_safe(on: None, home: str) -> None:
    with pytest.raises(CommandError, match="nobody can be sent back"):
        call_command("apps", "--enter", "Nest", "--at", home)
    assert not App.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_no_code_is_given_for_a_password_that_is_being_replaced(on: None) -> None:
    """Someone who has a browser of the owner could otherwise let an app in that outlives the new password."""
    alice, app = User.objects.create_user("Alice", password="before"), entered("Condor watch")
    browser = visitor(alice)
    has_just_logged_in(browser, alice)
    answered: list[Any] = []

    def let_in() -> None:
        answered.append(browser.post(asks(app), {"answer": "yes", "scopes": ["read"]}))

    with transaction.atomic():
        alice.set_password("after")
        alice.save(update_fields=["password"])
        programs_revoke(user=alice)
        letting_in = Beside(let_in)
        letting_in.wait_until_it_waits()
    assert letting_in.over() is None
    assert answered[0]["Location"].startswith(reverse("account_login"))


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["code", "refresh"])
def test_of_two_at_once_one_is_given_something(on: None, kind: str) -> None:
    """On PostgreSQL too, where both would find the row that the other is about to remove."""
    alice, app = User.objects.create_user("Alice", password=PASSWORD), entered("Condor watch")
    form = {"grant_type": "authorization_code", "redirect_uri": HOME, "code_verifier": VERIFIER}
    if kind == "code":
        form["code"] = answers(browser_of(alice), asks(app))["code"]
    else:
        form = {"grant_type": "refresh_token", "refresh_token": let_into(app, alice)["refresh_token"]}
    got: list[int] = []

    def trade() -> None:
        got.append(trades(app, **form).status_code)
        connection.close()

    threads = [Thread(target=trade) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == [200, 400, 400, 400]
    assert Token.objects.exists() is (kind == "refresh")  # a code that is used again ends what came of it


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_an_app_that_refreshes_while_it_is_let_out_is_out(on: None) -> None:
    """On PostgreSQL too, where a DELETE does not see rows that were added while it waited."""
    alice, app = User.objects.create_user("Alice", password=PASSWORD), entered("Condor watch")
    given = [let_into(app, alice)]
    refreshed = Event()

    def refresh() -> None:
        while True:
            answer = trades(app, grant_type="refresh_token", refresh_token=given[-1]["refresh_token"])
            if answer.status_code != 200:
                break
            given.append(answer.json())
            refreshed.set()
        connection.close()

    thread = Thread(target=refresh)
    thread.start()
    refreshed.wait(timeout=60)
    app_revoke(user=alice, app=app.pk)
    thread.join()
    assert len(given) > 1
    assert not Token.objects.exists()
