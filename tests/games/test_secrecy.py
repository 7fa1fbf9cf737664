"""No hidden fact leaves the server: every byte is the same for the real match and for an imagined one.

The imagined match is one that the viewer cannot tell from the real one: facts hidden from the viewer differ (see
`imagined`). It replaces the real one in the database, and everything that the site answers to the viewer, at every URL,
is compared byte for byte.
"""

from collections.abc import Callable, Container
from functools import partial
from random import Random
from typing import Any

import pytest
import time_machine
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.adapters.vocabulary import VOCABULARY
from games.engine.record import Record
from games.models import Friendship, Heartbeat, Match
from games.pages.match.live_boards import Audience, Rows, Sitter, _drawn
from games.services.fair_play import fingerprints
from games.sockets.urls import websocket_urlpatterns
from tests.contract.played import Kind
from tests.first import first
from tests.games.addresses import differing, fetched, fetched_elsewhere, posted
from tests.games.conversation import TOKEN, run, socket
from tests.games.guesses import ELSEWHERE, OF_A_MATCH, OF_ACCOUNTS, TAKE_A_GAME, answers_to, guess_of, opened
from tests.games.imagined import KINDS, imagined, owners
from tests.games.moments import (
    BUSY,
    EACH,
    FIRST,
    LARGE,
    OUT_OF_TURN,
    TAKEN_BACK,
    Moment,
    moment,
    moments_of,
    tables,
    taken_back_instead,
)
from tests.games.playing import legal, play_once
from tests.games.staged import NOON, rewrite, staged
from tests.markup import comparable_text
from tests.permissions.answers import table as answers_written_down
from tests.visitors import visitor

RARE = {OUT_OF_TURN: LARGE["rapa_nui"], TAKEN_BACK: LARGE["machu_picchu"]}
"""Moments at which pages ask and offer unusual things, and a table that is tested first for each."""
Asking = Callable[[Match, Client], dict[str, bytes]]


@pytest.fixture
def keeper(db: None) -> User:
    """Someone who runs the site, and only watches."""
    return User.objects.create_superuser("Keeper", password="quiet-terrace-8")


def compared(at: Moment, people: list[User], seat: int | None, user: User | None, ask: Asking = fetched) -> None:
    """What `user`, who has `seat`, gets is the same for the moment and for an imagined one."""
    with time_machine.travel(timezone.now(), tick=False):  # some pages of the administration suggest the current time
        Heartbeat.objects.update_or_create(
            pk=Heartbeat.ONLY, defaults={"last_beat_at": timezone.now()}
        )  # the site is running
        match = staged(at.record, people[: at.record.seats], taken_back=at.taken_back)
        twin = imagined(at.record, seat, Random(5))
        client = visitor(user)
        real = ask(match, client)
        rewrite(match, twin, taken_back=taken_back_instead(at, twin, seat))
        imaginary = ask(match, client)
    assert real.keys() == imaginary.keys()
    for question, answer in real.items():
        assert answer.decode().splitlines() == imaginary[question].decode().splitlines(), question


# --- what can be fetched ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_pages_log_record_json_and_replay_are_the_same_for_an_imagined_match(people: list[User]) -> None:
    at = moment(LARGE[FIRST], BUSY)
    compared(at, people, 1, people[1])
    compared(at, people, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("name", RARE)
def test_seats_are_told_at_rare_moments_only_what_they_may_know(name: str, people: list[User]) -> None:
    at = moment(RARE[name], name)
    seat = list(RARE).index(name)
    compared(at, people, seat, people[seat])
    compared(at, people, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("table", [LARGE["princes"]], ids=str)
def test_all_other_addresses_of_the_site_are_the_same_for_an_imagined_match(table: Kind, people: list[User]) -> None:
    """Lists, the example, the administration, and any future pages: requested by a player who runs the site."""
    people[0].is_staff = people[0].is_superuser = True
    people[0].save()
    compared(moment(table, BUSY), people, 0, people[0], fetched_elsewhere)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "name"), [(table, name) for table in tables() for name in moments_of(table) if name != BUSY], ids=str
)
def test_a_seat_and_a_spectator_at_all_moments_of_all_tables(table: Kind, name: str, people: list[User]) -> None:
    at = moment(table, name)
    seat = len(name) % table.seats  # not the same one at every moment
    compared(at, people, seat, people[seat])
    compared(at, people, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("table", tables(), ids=str)
def test_all_eyes_at_the_moment_that_hides_most_of_all_tables(table: Kind, people: list[User]) -> None:
    at = moment(table, BUSY)
    for seat in range(table.seats):
        compared(at, people, seat, people[seat])
    compared(at, people, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("table", LARGE.values(), ids=str)
def test_the_rest_of_the_site_for_a_player_and_for_its_keeper(table: Kind, people: list[User], keeper: User) -> None:
    """Lists and the administration tell no more of a table with fewer seats, so one of each game will do."""
    at = moment(table, BUSY)
    compared(at, people, 0, people[0], fetched_elsewhere)
    compared(at, people, None, keeper, fetched_elsewhere)


# --- responses to actions ---------------------------------------------------------------------------------------------


def answered_alike(table: Kind, people: list[User], among: Container[str] | None = None) -> None:
    """Mover and next seat get the same responses for the busy moment and for an imagined one."""
    record = moment(table, BUSY).record
    match = staged(record, people[: table.seats])
    illegal = sorted(set(VOCABULARY[table.key]) - set(legal(match)))
    actions = Random(6).sample(illegal, 4)
    for seat in (match.to_move, (match.to_move + 1) % table.seats):
        rewrite(match, record)
        client = visitor(people[seat])
        real = posted(match, client, actions, among)
        assert len(real) >= len(actions) + (10 if among is None else 0)
        rewrite(match, imagined(record, seat, Random(7)))
        assert posted(match, client, actions, among) == real


@pytest.mark.half_second
@pytest.mark.parametrize("table", EACH)
def test_refusals_of_what_is_illegal_are_the_same_for_an_imagined_match(table: Kind, people: list[User]) -> None:
    answered_alike(table, people, {"match_play", "api:play"})


@pytest.mark.slow
@pytest.mark.parametrize("table", LARGE.values(), ids=str)
def test_answers_to_all_that_is_posted_are_the_same_for_an_imagined_match(
    table: Kind, people: list[User], computers: list[User]
) -> None:
    """Refusals of illegal actions, undo, standing orders, resigning: every form of the pages."""
    answered_alike(table, people)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", first([LARGE[FIRST]], of=LARGE.values()), ids=str)
def test_sockets_say_the_same_for_an_imagined_match(table: Kind, people: list[User]) -> None:
    record = moment(table, BUSY).record
    match = staged(record, people[: table.seats])
    mover, other = match.to_move, (match.to_move + 1) % table.seats

    async def news(text: str) -> list[Any]:
        match_socket = await database_sync_to_async(socket)(f"/ws/match/{match.code}/", people[other])
        own = await database_sync_to_async(socket)("/ws/me/", people[other])
        for each in (match_socket, own):
            assert (await each.connect(timeout=60))[0]
        await database_sync_to_async(lambda: play_once(Match.objects.get(pk=match.pk), text))()
        messages = [await each.receive_output(timeout=60) for each in (match_socket, own)]
        for each in (match_socket, own):
            await each.disconnect()
        return messages

    twin = imagined(record, other, Random(8))
    real = run(news(legal(match)[-1]))
    rewrite(match, twin)
    assert match.to_move == mover
    assert run(news(legal(match)[-1])) == real


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([LARGE["princes"], LARGE["rapa_nui"]], of=LARGE.values()), ids=str)
def test_boards_that_sockets_bring_are_the_same_for_an_imagined_match(table: Kind, people: list[User]) -> None:
    """To each seat and to all spectators. This covers patches too, as they are made from two such texts."""
    record = moment(table, BUSY).record

    def drawn(match: Match, audience: Audience) -> str:
        drawing = _drawn(partial(Rows().match, match.code, match.ply), audience)
        assert drawing is not None
        return comparable_text(drawing.text)

    sitters = [Sitter(user.pk, _session(user), TOKEN) for user in people[: table.seats]]
    for seat, sitter in ((None, None), *enumerate(sitters)):
        match, audience = staged(record, people[: table.seats]), Audience("en", "", sitter)
        real = drawn(match, audience)
        for number in range(2):
            rewrite(match, imagined(record, seat, Random(number)))
            assert drawn(match, audience) == real


def _session(user: User) -> str:
    client = visitor(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_there_are_no_other_sockets() -> None:
    assert [str(pattern.pattern) for pattern in websocket_urlpatterns] == ["ws/match/<slug:code>/", "ws/me/", ""]


# --- responses to guesses ---------------------------------------------------------------------------------------------

SEAT = 1
GUESSERS = {
    "player": "sits at the table of the match",
    "friend": "is a friend of that player, and opens what they have sent",
    "stranger": "has nothing to do with the match",
    "guest": "plays without an account",
    "nobody": "is not signed in",
}
GUESS_FIRST = ("player", "nobody")
WORLDS = 2


@pytest.fixture
def guessers(people: list[User]) -> dict[str, User | None]:
    """The people who guess."""
    friend, stranger = (User.objects.create_user(name, password="quiet-terrace-9") for name in ("Fritz", "Gerda"))
    Friendship.objects.create(asker=friend, asked=people[SEAT], since=NOON)
    guest = User.objects.create_user("Guest-7", is_guest=True)  # a name that chance never picks
    return {"player": people[SEAT], "friend": friend, "stranger": stranger, "guest": guest, "nobody": None}


def guessed_alike(record: Record, people: list[User], who: str, user: User | None, among: Container[str] | None) -> int:
    """Check that guesses get the same responses whatever the rated match hides from the guesser. Returns their number.

    One of these worlds is the guess; nobody may learn which.
    """
    with time_machine.travel(timezone.now(), tick=False):  # what is opened says when
        match = staged(record, people[: record.seats])
        Match.objects.filter(pk=match.pk).update(rated=True)
        match.refresh_from_db()
        seat = SEAT if who == "player" else None
        guess = guess_of(record, SEAT, user, people)
        client = opened(visitor(user), guess)
        right = answers_to(guess, client, among)
        for number in range(WORLDS):
            rewrite(match, imagined(record, seat, Random(number)))
            fingerprints.forget(match)
            wrong = answers_to(guess, client, among)
            assert wrong.keys() == right.keys()
            for question, answer in right.items():
                assert answer.content.decode().splitlines() == wrong[question].content.decode().splitlines(), question
                assert answer.asked == wrong[question].asked, question
        rewrite(match, record)
    return len(right)


@pytest.mark.long
@pytest.mark.parametrize("who", GUESS_FIRST)
def test_guesses_where_a_game_is_taken_tell_nothing(
    who: str, people: list[User], guessers: dict[str, User | None], computers: list[User]
) -> None:
    asked = guessed_alike(moment(LARGE[FIRST], BUSY).record, people, who, guessers[who], TAKE_A_GAME)
    assert asked >= len(TAKE_A_GAME)


@pytest.mark.slow
@pytest.mark.parametrize("who", GUESSERS)
@pytest.mark.parametrize("table", LARGE.values(), ids=str)
def test_guesses_at_any_address_tell_nothing(
    table: Kind, who: str, people: list[User], guessers: dict[str, User | None], computers: list[User]
) -> None:
    asked = guessed_alike(moment(table, BUSY).record, people, who, guessers[who], None)
    assert asked > len(TAKE_A_GAME)


@pytest.mark.long
@pytest.mark.parametrize("who", ["player", pytest.param("stranger", marks=pytest.mark.slow)])
def test_what_takes_a_game_refuses_a_copy(
    who: str, people: list[User], guessers: dict[str, User | None], computers: list[User]
) -> None:
    """Equal responses above are no accident: each of these would differ if the match were not rated."""
    record = moment(LARGE[FIRST], BUSY).record
    match = staged(record, people[: record.seats])
    guess = guess_of(record, SEAT, guessers[who], people)
    client = opened(visitor(guessers[who]), guess)
    answers = []
    for rated in (False, True):
        Match.objects.filter(pk=match.pk).update(rated=rated)
        answers.append(answers_to(guess, client, TAKE_A_GAME))
    accepted, refused = ({name: answer.content for name, answer in found.items()} for found in answers)
    assert differing(accepted, refused) == TAKE_A_GAME


def test_every_address_that_takes_something_gets_a_guess(guessers: dict[str, User | None]) -> None:
    """A new URL gets a row: say in `guesses.py` what an attacker would send there."""
    taking = {question.name for question in answers_written_down() if question.method == "POST"}
    taking = {name for name in taking if not OF_ACCOUNTS.match(name)}
    assert taking == ELSEWHERE.keys() | OF_A_MATCH.keys()
    assert taking >= TAKE_A_GAME


# --- the comparison can fail ------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_every_kind_of_secret_is_another_one_in_the_imagined_matches() -> None:
    differing: dict[str, set[str]] = {key: set() for key in KINDS}
    for table in tables():
        for name in moments_of(table):
            record = moment(table, name).record
            differing[table.key] |= owners(record, imagined(record, None, Random(5))).keys()
    assert differing == KINDS


@pytest.mark.half_second
@pytest.mark.parametrize("table", EACH)
def test_the_owner_of_a_secret_sees_the_difference(table: Kind, people: list[User]) -> None:
    """Equal bytes above are no accident: the owner of another card sees it on the page, in the JSON and in replays."""
    record = moment(table, BUSY).record
    twin = imagined(record, None, Random(5))
    seat = max(set[int]().union(*owners(record, twin).values()))
    match = staged(record, people[: table.seats])
    client = visitor(people[seat])
    differ = {"match", "match_replay", "api_match", "api:match", "api:step"}
    real = fetched(match, client, differ)
    rewrite(match, twin)
    assert differing(real, fetched(match, client, differ)) >= differ


@pytest.mark.half_second
@pytest.mark.parametrize("table", EACH)
def test_after_the_end_all_readers_see_the_difference(table: Kind, people: list[User]) -> None:
    """So the comparison would also fail for what never belongs to anyone, such as the order of a deck."""
    record = moment(table, BUSY).record
    differ = {"match", "match_replay", "match_record", "match_fair", "api_match", "api:match", "api:step", "api:record"}
    answers = []
    for each in (record, imagined(record, None, Random(5))):
        match = staged(each, people[: table.seats])
        ended = {"status": Match.Status.FINISHED, "to_move": None, "reason": "resigned", "finished_at": NOON}
        Match.objects.filter(pk=match.pk).update(code="ended", **ended)
        match.seats.update(rank=1)
        answers.append(fetched(Match.objects.get(code="ended"), visitor(None), differ))
        match.delete()
    assert differing(*answers) >= differ
