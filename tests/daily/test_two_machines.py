"""The deal of the day by three people on two machines with different settings: as long as they choose alike, every byte
of the computer player's answers is equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone, translation

from accounts.models import User
from daily.models import Try
from daily.services.trying import try_begin
from games.ai import LEVELS
from games.engine import GAMES
from games.models import Action, Match
from games.services.computer.thinking import think
from tests.daily.another_machine import answers_elsewhere
from tests.first import first
from tests.games.playing import legal, play_once

CHOICES = 4
"""How many decisions each of them makes after the first answer."""

ONE = {"DEBUG": False, "AI_PROCESSES": 1, "LANGUAGE_CODE": "en", "TIME_ZONE": "UTC"}
OTHER = {"DEBUG": True, "AI_PROCESSES": 16, "LANGUAGE_CODE": "hu", "TIME_ZONE": "Asia/Tokyo"}


@contextmanager
def machine(settings: dict[str, object]) -> Iterator[None]:
    """A machine with these settings, busy with a reader of its language and time zone."""
    language, zone = str(settings["LANGUAGE_CODE"]), str(settings["TIME_ZONE"])
    with override_settings(**settings), translation.override(language), timezone.override(zone):
        yield


@transaction.atomic  # before the worker of a running site plays for the computer player too
def played(user: User, game: str, *, otherwise: bool = False) -> Match:
    """The deal of today as `user` begins it: always the first legal action, or the last one after the first answer."""
    match = try_begin(user=user, game=game).match
    answered, choices = False, 0
    while choices < CHOICES:
        match.refresh_from_db()
        if match.asked_at is not None:
            assert think(code=match.code, ply=match.ply)
            answered = True
        else:
            play_once(match, legal(match)[-1 if otherwise and answered else 0])
            choices += answered
    return match


def course(match: Match) -> list[tuple[bytes, bool]]:
    """Each action in bytes, and whether the computer player has chosen it."""
    actions = match.actions.filter(kind=Action.Kind.PLAY).order_by("ply").values_list("text", "source")
    return [(text.encode(), source == Action.Source.COMPUTER) for text, source in actions]


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_answers_are_equal_as_long_as_choices_are(game: str, alice: User, bob: User, charlie: User) -> None:
    with machine(ONE):
        hers = course(played(alice, game))
    with machine(OTHER):
        his = course(played(bob, game))
        others = course(played(charlie, game, otherwise=True))
    assert any(is_answer for _text, is_answer in hers)
    assert his == hers
    parted = next((step for step, (one, other) in enumerate(zip(hers, others, strict=False)) if one != other), None)
    assert parted is not None, "Charlie has chosen otherwise"
    assert not hers[parted][1], "the first difference is a choice, and no answer"
    assert any(is_answer for _text, is_answer in hers[:parted])
    assert others[:parted] == hers[:parted]


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["rapa_nui"], of=GAMES))
def test_a_fresh_process_on_another_machine_answers_alike(game: str, alice: User) -> None:
    match = played(alice, game)
    deal, steps = Try.objects.get(match=match).deal, course(match)
    question = {
        "game": game,
        "level": deal.level,
        "thoughts": min(deal.thoughts, LEVELS[deal.level].thoughts_in(game, deal.seat_count)),
        "seats": deal.seat_count,
        "deal": deal.text,
        "actions": [text.decode() for text, _is_answer in steps],
        "places": [place for place, (_text, is_answer) in enumerate(steps) if is_answer],
    }
    found = answers_elsewhere(question, PYTHONHASHSEED="11", TZ="Asia/Tokyo", LC_ALL="C", LANG="hu_HU")
    assert [text.encode() for text in found] == [text for text, is_answer in steps if is_answer] != []
