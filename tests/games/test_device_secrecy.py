"""On one device, no byte of a hand leaves the server while the curtain is down; while it is up, none of another hand.

As in `test_secrecy`: hidden facts differ in an imagined match, and every response is compared with it.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
import time_machine
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import GAMES
from games.engine.record import Record, final_state
from games.models import Heartbeat, Match
from games.pages.match.live_boards import Audience, Rows, _drawn
from games.selectors.access import HAND
from games.services.lobby.device import hand_show
from games.services.play.turns import play
from tests.contract.played import Kind
from tests.first import first
from tests.games.addresses import differing, fetched, posted
from tests.games.conversation import BOARDS, TOKEN, run, socket
from tests.games.device import NAMES
from tests.games.imagined import imagined, owners
from tests.games.moments import BUSY, EACH, LARGE, Moment, moment, moments_of, tables
from tests.games.playing import legal
from tests.games.staged import rewrite, staged
from tests.visitors import visitor

FEW = {"match", "match_replay", "match_record", "match_preview", "api_match", "api:match", "api:log", "api:record"}
"""URLs requested at every moment of every table; at the busiest one all are."""
FORMS = {"match_play", "match_undo", "match_curtain", "match_hint", "match_plan", "api:play", "api:undo"}
"""URLs to which a form is sent."""


@pytest.fixture
def host(db: None) -> User:
    return User.objects.create_user("Alice", password="quiet-terrace-7")


def at_device(at: Moment, host: User) -> Match:
    """The moment, at the device of `host`, where nobody has an account."""
    match = staged(at.record, [host] * at.record.seats, taken_back=at.taken_back)
    for seat in match.seats.all():
        seat.user, seat.name_at_device = None, NAMES[seat.number]
        seat.save()
    match.at_device, match.pace = True, Match.Pace.NONE
    match.save()
    return match


def browser_of(host: User, match: Match, *, is_up: bool) -> Client:
    """The browser in which the curtain was lifted for the deciding seat; its session still has an older turn's key."""
    client = visitor(host)
    session = client.session
    session[HAND] = "an older one"
    if is_up:
        shown = hand_show(match=match, user=host, seat=match.to_move)
        match.hand_shown, match.hand_key = shown.hand_shown, shown.hand_key
        session[HAND] = match.hand_key
    session.save()
    return client


def compared(at: Moment, host: User, *, is_up: bool, among: set[str] | None = None) -> None:
    """What the device gets is the same for the moment and for one that differs only in what it may not know."""
    with time_machine.travel(timezone.now(), tick=False):
        Heartbeat.objects.update_or_create(pk=Heartbeat.ONLY, defaults={"last_beat_at": timezone.now()})
        match = at_device(at, host)
        client = browser_of(host, match, is_up=is_up)
        seat = match.to_move if is_up else None
        actions = legal(match)[:1]
        real, sent = fetched(match, client, among), {} if is_up else posted(match, client, actions, FORMS)
        rewrite(match, imagined(at.record, seat, Random(5)))
        imaginary = fetched(match, client, among)
        assert real.keys() == imaginary.keys()
        for question, answer in real.items():
            assert answer.decode().splitlines() == imaginary[question].decode().splitlines(), question
        if not is_up:
            assert posted(match, client, actions, FORMS) == sent


@pytest.mark.long
@pytest.mark.parametrize("table", EACH)
def test_the_device_is_told_nothing_while_the_curtain_is_down(table: Kind, host: User) -> None:
    compared(moment(table, BUSY), host, is_up=False)


@pytest.mark.long
@pytest.mark.parametrize("table", EACH)
def test_a_player_who_has_lifted_it_sees_their_own_hand_only(table: Kind, host: User) -> None:
    compared(moment(table, BUSY), host, is_up=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "name"),
    [(table, name) for table in tables() for name in moments_of(table) if name != "after an undo"],
    ids=str,
)
def test_every_game_and_every_number_of_seats_at_all_moments(table: Kind, name: str, host: User) -> None:
    for is_up in (False, True):
        compared(moment(table, name), host, is_up=is_up, among=FEW)


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([LARGE["machu_picchu"]], of=LARGE.values()), ids=str)
def test_the_hand_is_there_when_the_curtain_is_up(table: Kind, host: User) -> None:
    """Equal bytes above are no accident: with the curtain up, the page shows the difference."""
    at, twin = differing_for_decider(table)
    for is_up in (False, True):
        match = at_device(at, host)
        client = browser_of(host, match, is_up=is_up)
        real = fetched(match, client, {"match"})
        rewrite(match, twin)
        assert bool(differing(real, fetched(match, client, {"match"}))) == is_up


def differing_for_decider(table: Kind) -> tuple[Moment, Record]:
    """A moment, and an imagined one in which the seat that decides has something else."""
    for name in ("early", "middle", BUSY):
        at = moment(table, name)
        decides = GAMES[table.key].to_move(final_state(at.record))
        for number in range(5):
            twin = imagined(at.record, None, Random(number))
            if any(decides in seats for seats in owners(at.record, twin).values()):
                return at, twin
    raise AssertionError(f"nobody who decides at {table} has a secret")


@pytest.mark.django_db(transaction=True)
def test_sockets_bring_the_device_no_board() -> None:
    """The page of the device itself fetches what it shows: with the hand of its own browser, or without."""
    host = User.objects.create_user("Alice", password="quiet-terrace-7")
    match = at_device(moment(LARGE["rapa_nui"], BUSY), host)
    assert _drawn(partial(Rows().match, match.code, match.ply), Audience("en", "", None)) is None
    path = f"/ws/match/{match.code}/{BOARDS}"

    async def news() -> list[object]:
        page = await database_sync_to_async(socket)(path, host, token=TOKEN)
        assert (await page.connect(timeout=60))[0]
        await database_sync_to_async(play_by_hand)(match, host)
        said = await page.receive_json_from(timeout=60)
        await page.disconnect()
        return sorted(said)

    assert run(news()) == ["match", "ply", "type"]


def play_by_hand(match: Match, host: User) -> None:
    """Play one action of the seat that decides."""
    shown = hand_show(match=match, user=host, seat=match.to_move)
    play(match=shown, user=host, text=legal(shown)[0], ply=shown.ply, hand=shown.hand_key)
