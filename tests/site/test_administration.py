"""The cost of lists and forms in the administration does not grow with the number of rows; moderators can open them."""

from itertools import count
from random import Random
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as App
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Ban, Caution, User
from accounts.oauth import app_enter
from accounts.services import computer_players_ensure
from clubs.models import Club
from clubs.services.founding import club_found
from games.engine import GAMES
from games.models import Analysis, Match, Message, RatedMatch, Rating, RatingLedger, Report, Silence
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.reports import message_report, person_report
from games.services.people.chat import message_write, silence_create
from games.services.ratings.finished import ratings_apply
from machupicchu.monitoring.storage_probe import storage_report
from membership.bans import ban_create
from membership.cautions import caution_create
from notices.models import Delivery, Notice
from tests.first import first
from tests.games.playing import legal as legal_actions
from tests.games.playing import play_once, play_randomly
from tests.notices.workers import deliver
from tests.visitors import visitor

pytestmark = pytest.mark.django_db

MODELS = (Analysis, App, Ban, Caution, Club, Delivery, Group, Match, Notice, RatedMatch, Rating, RatingLedger, Report)
MODELS += (Silence, User)
FOR_MODERATORS = set(MODELS) - {App, Group}

_numbers = count(1)


@pytest.fixture
def chief(db: None) -> User:
    return User.objects.create_superuser("Chief-of-all")


def live(chief: User) -> None:
    """Let two more people play, quarrel and be moderated, in ways that fill every list."""
    number = next(_numbers)
    one, other = (User.objects.create_user(f"{name}-{number}") for name in ("Anna", "Ben"))
    club_found(founder=one, name=f"Club {number}")
    done = match_join(
        match=match_create(host=one, game="maya", others=[None], terms=TableTerms(rated=True)), user=other
    )
    done = play_randomly(done, Random(number))
    ratings_apply(game="maya")
    Analysis.objects.create(match=done, version=f"v{number}", steps=9, worked_at=timezone.now())
    running = match_join(
        match=match_create(host=one, game="rapa_nui", others=[None], terms=TableTerms(pace="2d")), user=other
    )
    play_once(running, legal_actions(running)[0])
    said = message_write(match=running, user=one, text="You are slow")
    message_report(message=said, reporter=other, reason="insult", text="")
    person_report(person=one, reporter=other, reason="stalling", text="Slow")
    Report.objects.filter(message=None, person=one).update(settled_at=timezone.now(), settled_by=chief)
    caution_create(user=one, moderator=chief, why="Be kind")
    silence_create(user=one, moderator=chief, days=3, why="Others have reported you.")
    ban_create(user=one, moderator=chief, until=None, why="Enough")
    Group.objects.create(name=f"Helpers {number}")
    app_enter(name=f"App {number}", homes=["https://app.example/back"])
    deliver()


def queries(browser: Client, address: str) -> int:
    """The number of queries to answer an existing URL."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert browser.get(address).status_code == 200, address
    return len(asked)


def name_of(model: type[Model]) -> str:
    """The prefix of the names of its pages."""
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def lists() -> dict[str, str]:
    """The URL of every list, including what its default filter hides."""
    found = {model.__name__: reverse(f"{name_of(model)}_changelist") for model in MODELS}
    return found | {"Report": found["Report"] + "?state=all", "the front page": reverse("admin:index")}


def test_there_is_a_list_of_everything_that_is_registered() -> None:
    assert set(admin.site._registry) == set(MODELS)


@pytest.mark.slow
def test_lists_cost_the_same_however_long_they_are(chief: User, monkeypatch: pytest.MonkeyPatch) -> None:
    storage_report()
    monkeypatch.setattr(
        "machupicchu.monitoring.storage_probe.EVERY", 1e9
    )  # the front page's check of storage has already run
    browser = visitor(chief)
    computer_players_ensure()
    for game in GAMES:
        RatingLedger.objects.get_or_create(game=game)
    for _time in range(2):
        live(chief)
    for address in lists().values():  # fill caches
        browser.get(address)
    before = {name: queries(browser, address) for name, address in lists().items()}
    for _time in range(3):
        live(chief)
    after = {name: queries(browser, address) for name, address in lists().items()}
    assert after == before
    assert max(after.values()) < 20, after


@pytest.mark.long
def test_forms_cost_the_same_however_much_hangs_on_them(chief: User) -> None:
    browser = visitor(chief)
    computer_players_ensure()
    live(chief)
    match, person = Match.objects.get(game="rapa_nui"), User.objects.get(username__startswith="Anna")
    report = Report.objects.exclude(message=None).get()
    addresses = [reverse(f"{name_of(type(row))}_change", args=[row.pk]) for row in (match, person, report)]
    for address in addresses:
        browser.get(address)
    before = {address: queries(browser, address) for address in addresses}
    ban_create(user=person, moderator=chief, until=None, why="Still")
    Message.objects.bulk_create(
        Message(match=match, channel="players", user=person, text=f"No. {number}") for number in range(5)
    )
    for _number in range(5):
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            play_once(match, legal_actions(match)[0])
    assert {address: queries(browser, address) for address in addresses} == before


@pytest.mark.long
@pytest.mark.parametrize("who", [pytest.param("keeper", marks=pytest.mark.slow), "chief"])
def test_every_list_and_form_opens(who: str, chief: User, keeper: User, request: Any) -> None:
    browser = visitor(request.getfixturevalue(who))
    computer_players_ensure()
    live(chief)
    for model in MODELS if who == "chief" else FOR_MODERATORS:
        name = name_of(model)
        assert browser.get(reverse(f"{name}_changelist")).status_code == 200, model
        row = model._default_manager.first()
        assert row is not None, model
        for page in ("change", "history"):
            is_hidden = (who, model, page) == ("keeper", User, "history")
            status = browser.get(reverse(f"{name}_{page}", args=[row.pk])).status_code
            assert status == (403 if is_hidden else 200), (model, page)
    assert browser.get(reverse("admin:index")).status_code == 200


@pytest.mark.parametrize("table", first(["accounts_ban"], of=["accounts_ban", "accounts_caution", "games_silence"]))
@pytest.mark.parametrize("user", ["Alice", "-1", "9" * 30, "x\ud800", "", "1.5"])
def test_a_name_without_a_member_is_a_mistake_of_the_form(admin_client: Client, table: str, user: str) -> None:
    answer = admin_client.post(reverse(f"admin:{table}_add"), {"user": user.encode("utf-8", "replace"), "why": "x"})
    assert answer.status_code == 200
    assert answer.context["errors"]


@pytest.mark.parametrize("what", ["change", "delete"])
@pytest.mark.parametrize("model", first([Ban, User], of=MODELS))
def test_a_key_of_no_field_is_a_mistake_of_the_sender(admin_client: Client, model: type[Model], what: str) -> None:
    admin_client.raise_request_exception = False
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=[1])
    assert admin_client.post(address, {"_to_field": ""}).status_code == 400
    assert admin_client.get(address, {"_to_field": ""}).status_code == 400


def test_a_right_that_no_row_can_be_is_a_mistake_of_the_sender(admin_client: Client) -> None:
    admin_client.raise_request_exception = False
    address = reverse("admin:auth_group_change", args=[Group.objects.create(name="Keepers").pk])
    for number in (2**63, -(2**63) - 1, 2**31):
        answer = admin_client.post(address, {"name": "Keepers", "permissions": number})
        assert answer.status_code in (200, 400), "the form again, or an error if the database cannot compare the value"
