"""While a duplicate round lasts, nobody learns anything about another table: neither its deal nor how it went.

For players of the same deal at another table, for the host and for everyone else, every byte at every URL stays the
same when a table is overwritten with another deal, another course or another result.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from cups.models import Cup, Pairing
from cups.services.rounds import cup_go_on
from games.models import Friendship, Heartbeat, Match
from games.selectors.access import seats_of
from tests.cups.duplicates import begun, matches, played
from tests.games.addresses import differing, fetched, fetched_elsewhere
from tests.games.another_course import ACTIONS, another
from tests.games.playing import legal, play_once
from tests.games.staged import NOON, rewrite
from tests.visitors import visitor

GAME = "rapa_nui"
WHO = {
    "nobody": "is not signed in",
    "neighbour": "plays the same deal at another table",
    "finished": "has finished the same deal at another table, and is a friend of those who have not",
    "host": "has opened the cup, and does not play",
}


def _each(first: str) -> list[Any]:
    """All readers; only `first` is `long`, the others are `slow`."""
    return [pytest.param(who, marks=pytest.mark.long if who == first else pytest.mark.slow) for who in WHO]


@pytest.fixture(autouse=True)
def _at_noon(db: None) -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        Heartbeat.objects.update_or_create(pk=Heartbeat.ONLY, defaults={"last_beat_at": timezone.now()})
        yield


@pytest.fixture
def cup(people: list[User]) -> Cup:
    host = User.objects.create_user("Zoe")
    cup = begun(people[:6], game=GAME)
    Cup.objects.filter(pk=cup.pk).update(host=host)
    Match.objects.update(host=host)
    cup.refresh_from_db()
    return cup


def browser(cup: Cup, who: str, match: Match) -> Client:
    """The browser of each of them; `match` is another match of the round than theirs."""
    if who == "nobody":
        return visitor(None)
    if who == "host":
        return visitor(cup.host)
    other = next(each for each in matches(cup) if each != match)
    reader = seats_of(other)[0].user
    assert reader is not None
    if who == "finished":
        played(other, 3)
        cup_go_on(cup=cup)
        for seat in seats_of(match):
            Friendship.objects.create(asker=reader, asked=seat.user, since=timezone.now())
    client = visitor(reader)
    client.get("/notices/")  # so no bell rings for it afterwards
    return client


def different(real: list[dict[str, bytes]], imaginary: list[dict[str, bytes]]) -> list[set[str]]:
    """The URLs that answer differently, except those with a new random secret in each response."""
    return [
        {name for name in differing(*pair) if not name.startswith("mfa_")} for pair in zip(real, imaginary, strict=True)
    ]


def everything(match: Match, client: Client) -> list[dict[str, bytes]]:
    return [fetched(match, client), fetched_elsewhere(match, client)]


@pytest.mark.parametrize("who", _each("neighbour"))
def test_nothing_of_a_running_table_is_told_elsewhere(who: str, cup: Cup) -> None:
    match = matches(cup)[0]
    for _decision in range(ACTIONS):
        match = play_once(match, legal(match)[0])
    match.actions.update(made_at=NOON)
    client = browser(cup, who, match)
    real = everything(match, client)
    rewrite(match, another(match, GAME))
    assert different(real, everything(match, client)) == [set(), set()]


@pytest.mark.parametrize("who", _each("finished"))
def test_nothing_of_a_result_is_told_elsewhere_before_the_round_is_over(who: str, cup: Cup) -> None:
    match = played(matches(cup)[0], 1)
    client = browser(cup, who, match)
    cup_go_on(cup=cup)
    real = everything(match, client)
    match.seats.filter(number=0).update(points=3, rank=2)
    match.seats.filter(number=1).update(points=77, rank=1)
    Pairing.objects.filter(match=match).update(ranks=[2, 1], leads=[-74, 74])
    assert different(real, everything(match, client)) == [set(), set()]


@pytest.mark.long
def test_the_comparison_means_something(cup: Cup) -> None:
    """Once the round is over, everyone sees the difference."""
    found = matches(cup)
    for number, match in enumerate(found):
        played(match, number)
    cup_go_on(cup=cup)
    client = visitor(None)
    before = everything(found[0], client)
    found[0].seats.filter(number=0).update(points=3)
    Pairing.objects.filter(match=found[0]).update(leads=[-74, 74])
    after = everything(found[0], client)
    assert {"api:match", "api:cup", "cup"} <= set().union(*different(before, after))
