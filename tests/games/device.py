"""Matches at one device that is passed around."""

from __future__ import annotations

from random import Random

from accounts.models import User
from games.models import Match
from games.services.lobby.device import device_create, hand_show
from games.services.play.turns import play
from tests.games.playing import legal

NAMES = ("Anna", "Béla", "Cili", "Dora", "Emil")
"""The people at the device, in the order of their seats."""


def shared(host: User, game: str = "rapa_nui", seats: int = 2) -> Match:
    """A match of so many people at the device of `host`."""
    return device_create(host=host, game=game, names=NAMES[:seats])


def play_by_hand(match: Match, host: User) -> Match:
    """Play the match to its end at the device."""
    rng = Random(1)
    while match.status == Match.Status.RUNNING:
        match = hand_show(match=match, user=host, seat=match.to_move)
        text = rng.choice(legal(match))
        match = play(match=match, user=host, text=text, ply=match.ply, hand=match.hand_key)
    return match
