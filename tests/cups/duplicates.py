"""Duplicate cups, and the matches of their rounds."""

from random import Random
from typing import Any

from django.db import transaction

from accounts.models import User
from cups.models import Cup
from cups.services.entering import cup_begin, cup_enter, cup_open
from cups.services.rounds import cup_go_on
from games.models import Match
from tests.games.playing import play_out


def begun(people: list[User], **what: Any) -> Cup:
    """A duplicate cup of these people whose first round is paired."""
    facts = {"system": "dupli", "game": "rapa_nui", "size": 2, "pace": "live", "name": "Evening"} | what
    cup = cup_open(host=people[0], rated=True, **facts)
    for person in people:
        cup_enter(cup=cup, user=person)
    cup = cup_begin(cup=cup, user=people[0])
    with transaction.atomic():
        cup_go_on(cup=cup)
    return cup


def matches(cup: Cup) -> list[Match]:
    """The matches of the last round, table by table."""
    last = cup.rounds.order_by("-number").first()
    assert last is not None
    return [pairing.match for pairing in last.pairings.select_related("match") if pairing.match is not None]


def played(match: Match, seed: int) -> Match:
    """The match, played at random to its end."""
    with transaction.atomic():
        return play_out(match, Random(seed))
