"""People who do something too often are told how long to wait."""

import ast

import pytest
import time_machine
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import User
from common.pausing import TOO_MANY, check_pauses
from games.engine import GAMES
from games.models import Match
from games.selectors.position.planning import MOST_PLANNED
from games.services.lobby.matches import match_create
from machupicchu import settings as site_settings
from tests.first import first
from tests.folders import OURS

pytestmark = pytest.mark.django_db

DEEDS = {
    "relations": ("/friends/", {"name": "Bob", "do": "mute"}),
    "report": ("/people/Bob/report/", {"reason": "other", "text": "Look"}),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_visitor_who_does_something_too_often_is_told_how_long_to_wait(
    deed: str, client: Client, alice: User, bob: User, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {deed: "1/h/user"}
    client.force_login(alice)
    address, form = DEEDS[deed]
    with time_machine.travel("2026-03-02 10:00Z", tick=False) as clock:
        client.post(address, form)
        clock.shift(17 * 60 + 30)
        assert "You can continue in 43 minutes." in client.post(address, form, follow=True).content.decode()
        clock.shift(42 * 60 + 30)
        assert "You can continue in" not in client.post(address, form, follow=True).content.decode()


TABLES = {
    "a table": ("/tables/new/?game=maya", {"seats": "2", "place_2": "beginner", "access": "anybody", "pace": "live"}),
    "the computer": ("/play/", {"game": "maya", "level": "beginner", "seats_maya": "2"}),
    "anyone": ("/pair/", {"game": "maya"}),
    "a first game": ("/play-now/", {}),
    "a table for a friend": ("/play-now/", {"friend": "1"}),
    "a match at the device": ("/device/?game=maya", {"name_1": "Anna", "name_2": "Cili", "computers": "0"}),
}


@pytest.mark.parametrize("kind", first(["a table", "anyone"], of=TABLES))
def test_no_member_opens_tables_without_end(
    kind: str, client: Client, alice: User, computers: list[User], settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {"table": "1/h/user"}
    client.force_login(alice)
    address, form = TABLES[kind]
    for _time in range(2):
        page = client.post(address, form, follow=True).content.decode()
    assert "You’ve opened too many tables in the past hour." in page
    assert Match.objects.count() == 1
    asked = {"game": "maya", "seats": 2, "computers": ["beginner"]}
    refused = client.post("/api/v1/tables", asked, content_type="application/json")
    assert (refused.status_code, Match.objects.count()) == (429, 1)
    assert "You’ve opened too many tables in the past hour." in refused.json()["detail"]


def test_nobody_changes_a_table_without_end(client: Client, alice: User, settings: Settings) -> None:
    """Each new password costs a third of a second of the processor."""
    settings.LIMITS = settings.LIMITS | {"table_change": "1/h/user"}
    match = match_create(host=alice, game="maya", others=[None])
    client.force_login(alice)
    form = {"access": "password", "password": "two llamas", "pace": "live"}
    answers = [
        client.post(f"/api/v1/tables/{match.code}/change", form, content_type="application/json") for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 429]
    page = client.post(f"/match/{match.code}/change/", form | {"access": "link"}).content.decode()
    assert "That’s too many changes at once." in page
    assert Match.objects.get().access == "password"


def test_nobody_makes_new_links_for_a_table_without_end(client: Client, alice: User, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"table_change": "1/h/user"}
    match = match_create(host=alice, game="maya", others=[None])
    client.force_login(alice)
    answers = [
        client.post(f"/api/v1/tables/{match.code}/renew", {}, content_type="application/json") for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 429]
    invite = Match.objects.get().invite
    assert "That’s too many changes at once." in client.post(f"/match/{match.code}/renew/").content.decode()
    assert Match.objects.get().invite == invite


PLANS = {
    "a plan": ("/match/{code}/plan/", {"action": "fly", "place": "0"}),
    "less of a plan": ("/match/{code}/plan/keep/", {"count": "0"}),
    "answers": ("/match/{code}/orders/", {"order-x": "y"}),
    "usual answers": (
        "/mine/orders/",
        {f"{key}-{order.name}": order.values[0] for key, game in GAMES.items() for order in game.STANDING_ORDERS},
    ),
}


@pytest.mark.parametrize("deed", PLANS)
def test_nobody_plans_without_end(deed: str, client: Client, alice: User, two_play: Match, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"plan": "1/h/user"}
    client.force_login(alice)
    address, form = PLANS[deed]
    first, second = (
        client.post(address.format(code=two_play.code), form, follow=True).content.decode() for _time in range(2)
    )
    many = "That’s too many changes at once. You can continue in"
    assert [many in page for page in (first, second)] == [False, True]


@pytest.mark.parametrize("deed", ["cup", "ladder", "plan"])
def test_ordinary_use_meets_no_limit(deed: str, rf: RequestFactory, alice: User) -> None:
    """Entering and leaving twenty cups, answering ten challenges, planning a whole turn thrice within a minute."""
    request = rf.post("/")
    request.user = alice
    for _time in range({"cup": 40, "ladder": 20, "plan": 3 * MOST_PLANNED}[deed]):
        check_pauses(request, deed, alice)


def test_each_sentence_belongs_to_a_limited_action() -> None:
    assert TOO_MANY.keys() <= site_settings.LIMITS.keys()


def checked(code: str) -> set[str]:
    """The actions for which `code` calls `check_pauses`, each of them the second argument, as a string."""
    calls = [each for each in ast.walk(ast.parse(code)) if isinstance(each, ast.Call)]
    actions = [call.args[1] for call in calls if ast.unparse(call.func).endswith("check_pauses")]
    assert all(isinstance(action, ast.Constant) for action in actions), [*map(ast.unparse, actions)]
    return {ast.literal_eval(action) for action in actions}


def test_each_action_that_is_checked_has_a_sentence_and_each_sentence_an_action() -> None:
    files = (file for folder in OURS for file in (site_settings.BASE_DIR / folder).rglob("*.py"))
    found: set[str] = set()
    for file in files:
        if "check_pauses" in (code := file.read_text()):
            found |= checked(code)
    assert found == TOO_MANY.keys()


PROGRAMS = {
    "chat": ("matches/{code}/chat", {"text": "Good luck"}),
    "plan": ("matches/{code}/plan", {"action": "fly", "place": 0}),
    "plan ": ("matches/{code}/plan/keep", {"count": 0}),
    "plan  ": ("matches/{code}/orders", {"orders": {}}),
    "hint": ("matches/{code}/hint", {"ply": 0}),
    "invite": ("tables/{code}/invite", {"name": "Charlie"}),
    "rematch": ("tables/{code}/rematch", {}),
    "table": ("tables", {"game": "maya"}),
    "table_password": ("tables/{code}/join", {"password": "condor"}),
}


@pytest.mark.parametrize("deed", PROGRAMS)
def test_a_program_is_told_when_to_try_again(
    deed: str, client: Client, alice: User, two_play: Match, settings: Settings
) -> None:
    settings.LIMITS = settings.LIMITS | {deed.strip(): "1/h/key" if deed == "table_password" else "1/h/user"}
    client.force_login(alice)
    path, body = PROGRAMS[deed]
    with time_machine.travel("2026-03-02 10:00Z", tick=False) as clock:
        first, second = (
            client.post(f"/api/v1/{path.format(code=two_play.code)}", body, content_type="application/json")
            for _time in range(2)
        )
        clock.shift(17 * 60 + 30)
        later = client.post(f"/api/v1/{path.format(code=two_play.code)}", body, content_type="application/json")
    assert first.status_code != 429
    assert [(each.status_code, each["Retry-After"]) for each in (second, later)] == [(429, "3600"), (429, "2550")]
    assert later.json()["code"] == "too_often"
    assert "You can continue in 43 minutes." in later.json()["detail"]
