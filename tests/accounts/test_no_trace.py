"""A deleted account leaves no trace in any table: neither the name, nor an older one, nor the email address."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token as AppToken
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import Press, User
from accounts.names import skeleton
from accounts.selectors import computer_player
from accounts.services import computer_players_ensure, settings_update
from accounts.tokens import token_create
from clubs.services.founding import club_found
from clubs.services.joining import club_join
from cups.services.entering import cup_enter, cup_open
from daily.services.trying import try_begin
from deliveries.services.preferences import preferences_set
from games.models import Hint, UsualOrders
from games.services.live.events import events_number
from games.services.lobby.challenges import attempt_begin, challenge_send
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join, match_leave
from games.services.lobby.terms import TableTerms
from games.services.moderation.reports import message_report, person_report
from games.services.people.chat import chat_read, message_write, silence_create, silence_end
from games.services.people.relations import block_create, friendship_accept, friendship_ask
from games.services.play.agreeing import end_agree
from games.services.ratings.finished import ratings_apply
from ladders.models import Bout, Final, Ladder
from ladders.services.challenging import bout_challenge
from ladders.services.joining import ladder_join
from membership.bans import ban_create, ban_lift
from membership.cautions import caution_create
from membership.export import TOLD, UNTOLD
from membership.vacations import vacation_begin
from notices.models import Notice
from puzzles.services.answering import answer_give
from puzzles.services.shelving import puzzle_keep
from tests.accounts.cast import PASSWORD, log_in
from tests.games.playing import play_out
from tests.notices.cast import Device, with_webhook
from tests.notices.workers import deliver
from tests.puzzles.shelf import some_puzzle
from tests.visitors import visitor

OLD, NAME, ADDRESS = "Quetzal-Pluma", "Zamurito", "zamurito@nube.example"
TRACES = [text.casefold() for name in (OLD, NAME) for text in (name, skeleton(name))] + [ADDRESS, "nube.example"]

BY_OTHERS = {
    ("accounts.Ban", "made_by"),
    ("accounts.Ban", "lifted_by"),
    ("accounts.Caution", "made_by"),
    ("admin.LogEntry", "user"),
    ("games.Report", "settled_by"),
    ("games.Seat", "stand_in"),
    ("games.Silence", "made_by"),
}
"""Relations of moderators, who cannot delete themselves, and of computer players only."""


def rows() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of every table, and all sessions decoded."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            names = [column[0] for column in cursor.description]
            yield from ((table, dict(zip(names, row, strict=True))) for row in cursor.fetchall())
    for session in Session.objects.all():
        yield "a session", session.get_decoded()


def traces() -> set[str]:
    """The columns and values that contain one of the names or the address."""
    return {
        f"{table}.{column}: {value}"
        for table, row in rows()
        for column, value in row.items()
        if any(trace in str(value).casefold() for trace in TRACES)
    }


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", "bob@example.org", PASSWORD)


@pytest.fixture
def chief(db: None) -> User:
    return User.objects.create_superuser("Chief-of-all", "", PASSWORD)


@pytest.fixture
def person(db: None) -> User:
    return User.objects.create_user(OLD, ADDRESS, PASSWORD)


def live(person: User, bob: User) -> None:
    """Do everything that a person can do on the site, with Bob, and leave some of it unfinished."""
    computer_players_ensure()  # one of them takes over what is left
    settings_update(user=person, theme="dark", confirm_turns="always", name=NAME, language="de")
    friendship_ask(user=person, name="Bob")
    friendship_accept(user=bob, name=NAME)
    friendship_ask(user=User.objects.create_user("Dora"), name=NAME)
    friendship_ask(user=person, name=User.objects.create_user("Emil").username)
    block_create(user=person, name=User.objects.create_user("Fred").username)
    block_create(user=User.objects.get(username="Fred"), name=NAME)
    done = match_join(
        match=match_create(host=person, game="maya", others=[None], terms=TableTerms(rated=True)), user=bob
    )
    play_out(done, Random(1))
    ratings_apply(game="maya")
    running = match_join(
        match=match_create(host=person, game="maya", others=[None], terms=TableTerms(pace="2d")), user=bob
    )
    end_agree(match=running, user=person)
    message_write(match=running, user=person, text="Good luck")
    said = message_write(match=running, user=bob, text="You too")
    chat_read(match=running, user=person, message=said.pk)
    message_report(message=said, reporter=person, reason="insult", text="")
    person_report(person=person, reporter=bob, reason="stalling", text="Always late")
    invitation_create(match=match_create(host=person, game="maya", others=[None]), host=person, name="Bob")
    invitation_create(match=match_create(host=bob, game="maya", others=[None]), host=bob, name=NAME)
    closed = match_join(match=match_create(host=person, game="maya", others=[None, None]), user=bob)
    match_leave(match=closed, user=person)
    Hint.objects.create(match=running, ply=0, user=person, asked_at=timezone.now())
    UsualOrders.objects.create(user=person, game="princes", orders={})
    Press.objects.create(user=person, mark="x", target="/")
    token_create(user=person, name=f"The bot of {NAME}", scopes=["read"], days=None)
    app = App.objects.create(name=f"The app of {NAME}", owner=person)
    AppToken.objects.create(type=AppToken.Type.REFRESH_TOKEN, hash="x", client=app, user=person, scopes="read")
    bot = bot_create(owner=person, name=f"{NAME}-bot")
    token_create(user=bot, name=f"The bot of {NAME}", scopes=["read"], days=None)
    match_join(match=match_create(host=bob, game="maya", others=[None]), user=bot)
    vacation_begin(user=person, days=3)
    cup = cup_open(host=person, name="Spring", system="swiss", game="maya", size=2, pace="live")
    cup_enter(cup=cup, user=person)
    club_join(club=club_found(founder=person, name="Evenings"), user=bob)
    for who in (bob, person):
        ladder_join(game="maya", user=who)
    ladder = Ladder.objects.get(game="maya")
    bout_challenge(ladder=ladder, user=person, rung=ladder.rungs.get(user=bob).pk)
    Bout.objects.create(ladder=ladder, challenger=bob, challenged=person, answer_by=timezone.now())
    Final.objects.create(ladder=ladder, season="2026-3", place=1, user=person)
    try_begin(user=person, game="maya")
    mistake, _new = puzzle_keep(found=some_puzzle(), owner=person)
    answer_give(user=person, puzzle=mistake, text=mistake.best)
    for sender in (person, bob):
        alone = match_create(host=sender, game="maya", others=[computer_player("beginner")])
        sent = challenge_send(match=play_out(alone, Random(1)), user=sender)
    attempt_begin(challenge=sent, user=person)
    with_webhook(person, "https://discord.example/hook")
    Device().allow(person, "https://push.example/1")
    preferences_set(user=person, wanted={("turn", "mail"): False})
    deliver()
    events_number(user_id=person.pk)


def be_watched(person: User, chief: User) -> None:
    """Do everything that moderators can do to someone, and that the administration logs."""
    ban_lift(ban=ban_create(user=person, moderator=chief, until=None, why="Enough"), moderator=chief)
    caution_create(user=person, moderator=chief, why="Please be kind")
    silence_end(silence=silence_create(user=person, moderator=chief, days=3, why="Enough"))
    person.groups.add(Group.objects.create(name="Helpers"))
    person.user_permissions.add(Permission.objects.first())
    browser = visitor(chief)
    address = f"/admin/accounts/user/{person.pk}/change/"
    form = browser.get(address).context
    sent = {name: value for name, value in form["adminform"].form.initial.items() if value not in (None, False)}
    for inline in form["inline_admin_formsets"]:
        sent |= {f"{inline.formset.prefix}-{part}_FORMS": 0 for part in ("TOTAL", "INITIAL")}
    new = {"TOTAL_FORMS": 1, "0-email": f"other.{ADDRESS}", "0-user": person.pk}
    sent |= {f"emailaddress_set-{name}": value for name, value in new.items()}
    answer = browser.post(address, sent | {"groups": [], "user_permissions": [], "is_active": "on"})
    assert answer.status_code == 302, answer.context["errors"]


@pytest.mark.half_second
def test_nothing_that_names_a_person_is_left_of_a_deleted_account(person: User, bob: User, chief: User) -> None:
    browser = Client()
    assert log_in(browser, ADDRESS)
    other = Client()
    assert log_in(other, OLD)
    be_watched(person, chief)
    live(person, bob)
    User.objects.filter(pk=person.pk).update(first_name="Zamurito", last_name="Nube")
    Authenticator.objects.create(user=person, type="totp", data={"secret": "x"})
    person.groups.add(Group.objects.get())
    person.user_permissions.add(Permission.objects.first())
    browser.post("/account/password/reset/", {"email": ADDRESS})
    for label, field in TOLD.keys() | UNTOLD.keys() - BY_OTHERS:
        assert filled(label, field, person), f"{label}.{field} is empty, so nothing would be tested"
    before = traces()
    for table in ("accounts_user", "accounts_namechange", "account_emailaddress", "django_admin_log", "a session"):
        assert any(trace.startswith(table) for trace in before), table

    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    assert browser.post("/account/delete/", {"name": NAME}).headers["Location"] == "/"

    assert traces() == set()
    row, new = User.objects.get(pk=person.pk), User(username="new")
    columns = [column.attname for column in User._meta.concrete_fields]
    unlike = {column for column in columns if getattr(row, column) != getattr(new, column)}
    assert unlike == {"id", "username", "name_skeleton", "password", "is_active", "date_joined"}
    assert Notice.objects.filter(about=person).exists(), "notices of others stay"
    page = visitor(bob)
    assert row.username in page.get("/notices/").content.decode()
    assert LogEntry.objects.filter(object_id=str(person.pk)).exists(), "the log of the administration stays"
    assert LogEntry.objects.filter(object_id=str(person.pk)).latest("pk").get_change_message()


def filled(label: str, field: str, person: User) -> bool:
    """Whether a row of this model refers to the person in this field."""
    relation = next(
        found
        for found in User._meta.get_fields(include_hidden=True)
        if found.auto_created and found.related_model._meta.label == label and found.remote_field.name == field
    )
    return bool(relation.related_model._base_manager.filter(**{field: person}).exists())
