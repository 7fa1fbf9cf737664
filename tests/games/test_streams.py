"""Streams of the API: every event once, in order, and nothing that a page would not show."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from allauth.idp.oidc.models import Token
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.db import OperationalError, connection
from django.http import StreamingHttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from accounts.oauth import app_enter, app_revoke, apps_of
from accounts.presence import who_is_here
from accounts.tokens import token_create, token_revoke, tokens_of
from common.limits import OF_A_SITE
from games.api.v1 import news, streams
from games.models import Event, Listener, Match
from games.selectors.access import Visitor
from games.services.live import events
from games.services.lobby.matches import match_create, match_join
from games.services.people.chat import message_write, messages_remove
from games.services.play.agreeing import end_agree
from games.services.play.turns import undo
from machupicchu.serving import pages
from notices.kinds import Kind
from notices.models import Notice
from tests.games.conversation import run
from tests.games.listening import Listening
from tests.games.playing import legal, play_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> list[User]:
    """Two players, and one spectator."""
    cache.clear()
    return [User.objects.create_user(name, password="quiet-terrace-7") for name in ("Alice", "Bob", "Charlie")]


@pytest.fixture
def running(people: list[User]) -> Match:
    """A match of two."""
    table = match_create(host=people[0], game="rapa_nui", others=[None])
    return match_join(match=table, user=people[1])


def _token(user: User) -> str:
    return token_create(user=user, name="bot", scopes=["read"], days=None)[1]


def _app(user: User) -> str:
    """The access token of an app that `user` has let in."""
    given = Token(type=Token.Type.ACCESS_TOKEN, user=user, client=app_enter(name="Nest", homes=[]))
    given.set_scopes(["read"])
    given.set_value(secret := f"secret of {user.pk}")
    given.save()
    return secret


def _revoke(user: User) -> None:
    """Revoke everything that acts for `user`."""
    for token in tokens_of(user):
        token_revoke(user=user, key=token.pk)
    for each in apps_of(user):
        app_revoke(user=user, app=each.app.pk)


def _decider(match: Match) -> User:
    match.refresh_from_db()
    return match.seats.get(number=match.to_move).user


def _play(match: Match) -> None:
    match.refresh_from_db()
    play_once(match, legal(match)[0])
    match.refresh_from_db()


def _kinds(found: news.News) -> list[str]:
    return [each["type"] for each in found.events]


# --- streams of a person ----------------------------------------------------------------------------------------------


def test_a_person_is_told_each_turn_once_and_in_order(running: Match) -> None:
    alice = running.seats.get(number=running.to_move).user
    ready = news.of_person(alice, "")
    assert ready.events[0]["turns"] == [running.code]
    mark = ready.mark
    for _turn in range(4):
        _play(running)
    found = news.since(alice, mark)
    turns = [each for each in found.events if each["type"] == "turn"]
    assert [each["ply"] for each in turns] == sorted({each["ply"] for each in turns})
    assert len(turns) == Notice.objects.filter(user=alice, kind=Kind.TURN, ply__gt=0).count()
    assert news.since(alice, found.mark).events == []
    assert news.of_person(alice, str(mark)).events == found.events  # a client that lost them gets the same again


def test_an_event_names_who_did_it_and_not_who_left(running: Match) -> None:
    alice = running.host
    assert alice is not None
    bob = User.objects.get(username="Bob")
    mark = news.of_person(alice, "").mark
    for kind in (Kind.OFFER, Kind.TAKEN_OVER):
        Notice.objects.create(user=alice, kind=kind, match=running, ply=7, about=bob)
    names = {each["type"]: each["name"] for each in news.since(alice, mark).events}
    assert names == {"offer": "Bob", "taken_over": None}


def test_what_is_committed_late_is_told_late_and_not_left_out(running: Match) -> None:
    """A row that was written earlier may become visible after a later one."""
    alice = running.host
    mark = news.of_person(alice, "").mark
    Notice.objects.create(user=alice, kind=Kind.OFFER, match=running, ply=7)
    first = news.since(alice, mark)
    early = timezone.now() - timedelta(minutes=2)
    Notice.objects.create(user=alice, kind=Kind.OFFER, match=running, ply=3, made_at=early)
    second = news.since(alice, first.mark)
    assert [each["ply"] for each in first.events + second.events] == [7, 3]
    assert [int(each["id"]) for each in first.events + second.events] == [mark + 1, mark + 2]


def test_two_programs_of_one_person_hear_the_same(running: Match) -> None:
    """The race: the other program numbers the news just after this one has read the last number."""
    alice = running.host
    mark = news.of_person(alice, "").mark
    Notice.objects.create(user=alice, kind=Kind.FRIEND)
    others: list[int] = []

    def other_first(execute: Any, sql: str, *rest: Any) -> Any:
        if "notices_notice" in sql and not others:
            others.append(0)
            others[0] = events.events_number(user_id=alice.pk)
        return execute(sql, *rest)

    with connection.execute_wrapper(other_first):
        found = news.since(alice, mark)
    assert others == [mark + 1]
    assert _kinds(found) == ["friend"]


def test_a_number_that_was_never_given_begins_anew(running: Match) -> None:
    assert _kinds(news.of_person(running.host, "999")) == ["ready"]
    assert _kinds(news.of_person(running.host, "no number")) == ["ready"]


def test_a_person_reads_what_others_write_where_they_sit(running: Match, people: list[User]) -> None:
    alice, bob, charlie = people
    marks = {user: news.of_person(user, "").mark for user in people}
    message_write(match=running, user=bob, text="Good luck")
    message_write(match=running, user=charlie, text="Advice for all")
    heard = {user: news.since(user, mark).events for user, mark in marks.items()}
    assert [each["message"]["text"] for each in heard[alice]] == ["Good luck"]
    assert heard[bob] == heard[charlie] == []


def test_what_is_old_is_forgotten_with_its_number(running: Match) -> None:
    alice = running.host
    news.of_person(alice, "")
    Event.objects.update(made_at=timezone.now() - events.KEPT - timedelta(days=1))
    Notice.objects.create(user=alice, kind=Kind.FRIEND)
    number = Listener.objects.get(user=alice).number
    assert [each["id"] for each in news.since(alice, number).events] == [str(number + 1)]
    events.events_forget()
    assert Event.objects.filter(user=alice).count() == 1


def test_what_is_forgotten_is_found_by_its_age_and_deleted_some_at_a_time(
    running: Match, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    assert [index.fields for index in Event._meta.indexes] == [["made_at"]]
    alice = running.host
    for ply in range(3):
        Notice.objects.create(user=alice, kind=Kind.OFFER, match=running, ply=ply)
    events.events_number(user_id=alice.pk)
    Event.objects.update(made_at=timezone.now() - events.KEPT - timedelta(days=1))
    count = Event.objects.count()
    monkeypatch.setattr(events, "BATCH", 1)
    with django_assert_num_queries(2 * count + 1):
        events.events_forget()
    assert not Event.objects.exists()


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_the_numbering_does_not_wait_long_for_a_database_that_is_locked(running: Match) -> None:
    alice = running.host
    events.events_number(user_id=alice.pk)
    Notice.objects.create(user=alice, kind=Kind.FRIEND)
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE" if connection.vendor == "sqlite" else "BEGIN")
            cursor.execute("UPDATE games_listener SET number = number")
            began = time.monotonic()
            with pytest.raises(OperationalError):
                events.events_number(user_id=alice.pk)
            assert time.monotonic() < began + 15
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert [each["type"] for each in news.of_person(alice, "0").events][-1] == "friend"


# --- streams of a match -----------------------------------------------------------------------------------------------


def _seen(match: Match, user: User, mark: news.Mark | None) -> news.News:
    return news.of_match(Match.objects.get(pk=match.pk), Visitor(user=user), mark)


def test_every_entry_of_the_log_is_one_event_for_all_programs(running: Match, people: list[User]) -> None:
    for _action in range(5):
        _play(running)
    undone = running.actions.order_by("-ply").first().seat
    undo(match=running, user=running.seats.get(number=undone).user, ply=running.ply)
    running.refresh_from_db()
    for user in people:
        found = _seen(running, user, news.Mark(0, 0))
        entries = [each for each in found.events if each["type"] in ("entry", "undone")]
        assert [each["ply"] for each in entries] == list(range(running.ply))
        assert [each["type"] for each in entries].count("undone") == running.actions.filter(undone=True).count() > 0
        half = news.mark_of(running, entries[2]["id"])
        later = _seen(running, user, half).events
        assert [each["ply"] for each in later if "ply" in each] == list(range(3, running.ply))


def test_new_messages_reach_a_stream_that_knew_later_ones_before_a_backup_was_put_back(
    running: Match, people: list[User]
) -> None:
    alice, bob, _charlie = people
    message_write(match=running, user=bob, text="Before the backup")
    kept = running.messages.get()
    known = news.mark_of(running, f"{running.ply}-{kept.pk}")
    ahead = news.mark_of(running, f"{running.ply}-{kept.pk + 20}")
    message_write(match=running, user=bob, text="After it")
    for mark in (known, ahead):
        said = [each["message"]["text"] for each in _seen(running, alice, mark).events if each["type"] == "chat"]
        assert said == ["After it"]


def test_how_a_match_stands_is_told_when_it_has_changed(running: Match) -> None:
    user = _decider(running)
    first = _seen(running, user, None)
    assert _kinds(first) == ["match"]
    assert first.events[0]["match"]["legal"] == legal(running)
    assert _seen(running, user, first.mark).events == []
    _play(running)
    assert set(_kinds(_seen(running, user, first.mark))) == {"entry", "match"}


def test_the_chat_is_told_as_its_reader_may_read_it(running: Match, people: list[User]) -> None:
    alice, bob, charlie = people
    before = {user: _seen(running, user, None).mark for user in people}
    message_write(match=running, user=bob, text="Good luck")
    secret = message_write(match=running, user=charlie, text="Advice for all")
    said = {
        user: [each["message"]["text"] for each in _seen(running, user, mark).events if each["type"] == "chat"]
        for user, mark in before.items()
    }
    assert said == {alice: ["Good luck"], bob: ["Good luck"], charlie: ["Good luck", "Advice for all"]}
    messages_remove(messages=[secret.pk])
    assert "Advice" not in str(_seen(running, charlie, before[charlie]).events)


def test_a_long_conversation_is_told_in_stretches_and_the_end_comes_after_it(
    running: Match, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"Line {number}" for number in range(5)]
    for text in texts:
        message_write(match=running, user=people[0], text=text)
    for seat in running.seats.all():
        end_agree(match=running, user=seat.user)
    monkeypatch.setattr(news, "MOST", 2)
    stretches = [_seen(running, people[1], news.Mark(0, 0))]
    while stretches[-1].more:
        stretches.append(_seen(running, people[1], stretches[-1].mark))
    heard = [each for stretch in stretches for each in stretch.events]
    assert [each["message"]["text"] for each in heard if each["type"] == "chat"] == texts
    assert [each["type"] for each in heard].count("match") == 1
    assert [stretch.over for stretch in stretches] == [False, False, True]
    assert [each["type"] for each in heard].index("end") == len(heard) - 1


def test_the_stream_of_a_match_that_cannot_be_read_ends(running: Match, caplog: pytest.LogCaptureFixture) -> None:
    for _action in range(2):
        _play(running)
    user = _decider(running)
    mark = _seen(running, user, None).mark
    Match.objects.filter(pk=running.pk).update(ply=running.ply + 7)
    assert news.next_of_match(running.code, Visitor(user=user), mark) == news.News([], mark, over=True)
    assert f"{running.code}" in caplog.text


def test_a_match_that_is_over_ends_the_stream_and_is_not_asked_for_again(running: Match) -> None:
    for seat in running.seats.all():
        end_agree(match=running, user=seat.user)
    path = f"/api/v1/matches/{running.code}/events"
    lines = Client().get(path, {"after": "0-0"}).begun.decode().splitlines()
    assert '"type":"entry"' in lines[0]
    assert '"type":"end"' in lines[-1]
    running.refresh_from_db()
    assert Client().get(path, headers={"Last-Event-ID": f"{running.ply}-0"}).status_code == 204


# --- through the application ------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_stream_tells_as_it_happens_and_goes_on_where_it_was_left(running: Match) -> None:
    user = _decider(running)
    secret, path = _token(user), f"matches/{running.code}/events"

    async def conversation() -> tuple[list[Any], list[Any]]:
        stream = await Listening(path, secret).open()
        assert (stream.status, stream.headers["x-accel-buffering"]) == (200, "no")
        assert stream.headers["content-encoding"] == "identity"  # although gzip would be accepted
        first = await stream.next()
        assert first is not None
        assert first["type"] == "match"
        await database_sync_to_async(_play)(running)
        heard = []
        while not heard or heard[-1]["type"] != "match":
            heard.append(await stream.next())
        await stream.leave()
        again = await Listening(path, secret, first["id"]).open()
        repeated = [await again.next() for _ in heard]
        await again.leave()
        return heard, repeated

    heard, repeated = run(conversation())
    assert heard == repeated
    assert heard[0]["ply"] == 0
    assert not streams._open


@pytest.mark.django_db(transaction=True)
def test_a_browser_is_told_in_its_own_form(running: Match) -> None:
    secret = _token(running.host)

    async def conversation() -> bytes:
        stream = await Listening("events", secret, accept="text/event-stream").open()
        assert stream.headers["content-type"] == "text/event-stream; charset=utf-8"
        said = await stream.part()
        await stream.leave()
        return said

    lines = run(conversation()).decode().split("\n")
    assert [line.partition(":")[0] for line in lines] == ["id", "event", "data", "", ""]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["token", "app"])
def test_a_stream_ends_with_what_lets_it_in(
    running: Match, kind: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(streams, "GUARD", 0.1)
    settings.OAUTH = True
    secret = _token(running.host) if kind == "token" else _app(running.host)
    others = _app(running.seats.exclude(user=running.host).get().user)

    async def conversation() -> Any:
        stream = await Listening("events", secret).open()
        assert await stream.next()
        other = await Listening("events", others).open()
        assert await other.next()
        await database_sync_to_async(_revoke)(running.host)
        last = await stream.next()
        await stream.close()
        assert len(streams._listening) == 1  # the other one continues
        await other.leave()
        return last

    assert run(conversation()) is None
    assert not streams._open


@pytest.mark.django_db(transaction=True)
def test_a_moderator_who_is_none_any_more_hears_no_more_of_a_private_match(running: Match) -> None:
    Match.objects.filter(pk=running.pk).update(access=Match.Access.LINK)
    keeper = User.objects.create_superuser("Keeper", password="quiet-terrace-8")
    secret = token_create(user=keeper, name="bot", scopes=["read", "moderate"], days=None)[1]

    async def conversation() -> list[Any]:
        stream = await Listening(f"matches/{running.code}/events", secret).open()
        first = await stream.next()
        dismissed = User.objects.filter(pk=keeper.pk)
        await database_sync_to_async(dismissed.update)(is_staff=False, is_superuser=False)
        await database_sync_to_async(_play)(running)
        heard = [first]
        while heard[-1] is not None:
            heard.append(await stream.next())
        await stream.close()
        return heard[:-1]

    assert [each["type"] for each in run(conversation())] == ["match", "end"]


def test_a_program_that_takes_nothing_is_not_waited_for_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "LONGEST_SENDING", 0.05)
    monkeypatch.setattr(pages, "LAST_SENDING", 0.05)
    sent: list[str] = []

    async def parts() -> AsyncGenerator[bytes]:
        while True:
            yield b"part"

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def conversation() -> None:
        silent = asyncio.Event().wait
        async with asyncio.timeout(10):
            await pages._send_as_it_comes(StreamingHttpResponse([]), parts(), silent, send)

    asyncio.run(conversation())
    assert sent == ["http.response.start", "http.response.body", "http.response.body"]


@pytest.mark.django_db(transaction=True)
def test_lost_news_are_found_by_looking_now_and_then(running: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT", 0.2)
    user = _decider(running)
    secret = _token(user)

    async def conversation() -> list[Any]:
        stream = await Listening("events", secret).open()
        assert await stream.next()
        await database_sync_to_async(Notice.objects.create)(user=user, kind=Kind.FRIEND)  # without sending any message
        heard = await stream.next()
        await stream.leave()
        return [heard]

    assert run(conversation())[0]["type"] == "friend"


@pytest.mark.django_db(transaction=True)
def test_who_listens_is_here_for_as_long(running: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT", 0.2)
    user = running.host
    secret = _token(user)

    async def conversation() -> None:
        stream = await Listening("events", secret).open()
        assert await stream.next()
        await database_sync_to_async(cache.clear)()  # as if long ago
        await database_sync_to_async(Notice.objects.create)(user=user, kind=Kind.FRIEND)
        assert await stream.next()
        await stream.leave()

    run(conversation())
    assert who_is_here([user.pk]) == {user.pk}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_one_token_has_so_many_streams_and_no_more(running: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_OF_A_TOKEN", 1)
    secret = _token(running.host)

    async def conversation() -> list[int]:
        first = await Listening("events", secret).open()
        await first.next()
        second = await Listening("events", secret).open()
        assert b"too_many_streams" in await second.part()
        await second.close()
        await first.leave()
        third = await Listening("events", secret).open()
        await third.leave()
        return [each.status for each in (first, second, third)]

    assert run(conversation()) == [200, 429, 200]


def test_a_program_with_too_many_streams_is_told_before_anything_is_read(
    running: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_OF_A_PERSON", 0)
    answer = Client().get("/api/v1/events", headers={"Authorization": f"Bearer {_token(running.host)}"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_streams")
    assert int(answer["Retry-After"]) > 0
    assert not Listener.objects.exists()


def test_all_networks_of_an_owner_together_have_so_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_OF_AN_ADDRESS", 1)

    def ticket(address: str) -> streams.Ticket:
        request = RequestFactory().get("/api/v1/events", REMOTE_ADDR=address)
        return streams.ticket_for(request, user_id=None, token=None)

    with ExitStack() as held:
        for number in range(OF_A_SITE):
            held.enter_context(ticket(f"2001:db8:1:{number:x}::1").counted())
        with pytest.raises(streams.TooManyStreams):
            ticket("2001:db8:1:ffff::1")
        ticket("2001:db8:2::1")
    ticket("2001:db8:1:ffff::1")


def test_a_stranger_has_no_events_and_watches_a_match(running: Match) -> None:
    assert Client().get("/api/v1/events").status_code == 401
    assert b'"legal":[]' in Client().get(f"/api/v1/matches/{running.code}/events").begun
    assert Client().get("/api/v1/matches/nowhere/events").status_code == 404
