"""A sealed match: others play the same deal, so until its seal is over only its players may see it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import Action, Friendship, Invitation, Match
from games.selectors.access import Visitor, match_for
from games.selectors.people.profiles import record_of as record_of_person
from games.selectors.records.archive import archive, finished_of
from games.selectors.records.match_export import record_files, record_of, record_text
from games.services.computer import hints, thinking
from games.services.computer.analysing import analysis_ask, begin_by_itself
from games.services.computer.thinking import think
from games.services.fair_play.sealing import matches_unseal
from games.services.lobby import matches
from games.services.lobby.arranged import match_arrange
from games.services.play.resignation import resign
from games.services.play.turns import undo
from games.services.records.studies import play_on, study_create
from tests.first import first
from tests.games.imagined import imagined
from tests.games.playing import STAGES, legal, play_once, play_randomly
from tests.visitors import visitor

SEALED_FOR = timedelta(hours=3)
LATER = SEALED_FOR + timedelta(minutes=1)


def deal_of_today(game: str = "rapa_nui") -> str:
    rules = GAMES[game]
    return rules.deal_text(rules.deal(2, {}, Random(5)))


def sealed(user: User, computer: User, *, game: str = "rapa_nui", thoughts: int = 3) -> Match:
    """A match of `user`, who begins, with the deal of today."""
    return match_arrange(
        host=None,
        game=game,
        players=[user, computer],
        rated=False,
        pace=Match.Pace.NONE,
        weekends_off=False,
        deal_text=deal_of_today(game),
        thoughts=thoughts,
        sealed_until=timezone.now() + SEALED_FOR,
    )


@pytest.fixture
def match(alice: User, owl: User) -> Match:
    """Alice plays the deal of today."""
    return sealed(alice, owl)


@pytest.fixture
def over(match: Match, alice: User) -> Match:
    """Alice has played one action in it and left."""
    match = play_once(match, legal(match)[0])
    return resign(match=match, user=alice)


@pytest.fixture
def later() -> Iterator[None]:
    """The time after the seal."""
    with time_machine.travel(timezone.now() + LATER):
        yield


def is_seen(match: Match, seen_by: Visitor) -> bool:
    try:
        return match_for(seen_by, match.code) == match
    except Match.DoesNotExist:
        return False


def others(match: Match, alice: User, bob: User) -> list[Visitor]:
    """Everyone who might see it for another reason than playing in it, including someone who oversees the site."""
    Friendship.objects.create(asker=alice, asked=bob, since=timezone.now())
    Invitation.objects.create(match=match, user=bob, state=Invitation.State.ACCEPTED)
    keeper = User.objects.create_superuser("Keeper", password="quiet-terrace-6")
    return [
        Visitor(AnonymousUser(), invitations=frozenset([match.code])),
        Visitor(bob, invitations=frozenset([match.code])),
        Visitor(keeper, oversees=True),
    ]


def test_it_is_for_the_players_alone(match: Match, alice: User, bob: User) -> None:
    assert is_seen(match, Visitor(alice))
    assert [is_seen(match, other) for other in others(match, alice, bob)] == [False] * 3
    Match.objects.filter(pk=match.pk).update(host=bob)
    assert not is_seen(match, Visitor(bob))


def test_once_the_seal_is_over_it_is_open_by_itself(over: Match, alice: User, bob: User, later: None) -> None:
    assert [is_seen(over, other) for other in [*others(over, alice, bob), Visitor(AnonymousUser())]] == [True] * 4
    assert match_for(Visitor(bob), over.code).is_open_book


def test_lists_have_it_soon_after_and_unsealing_twice_changes_nothing(over: Match, alice: User) -> None:
    assert matches_unseal() == 0
    assert (archive().keys, finished_of(alice).keys) == ([], [over.pk])
    with time_machine.travel(timezone.now() + LATER):
        assert (matches_unseal(), matches_unseal()) == (1, 0)
        assert archive().keys == [over.pk]


def test_its_player_learns_no_more_of_it_than_by_playing(over: Match, alice: User) -> None:
    assert over.status == Match.Status.FINISHED
    assert over.deal not in record_text(over, Visitor(alice))
    assert list(record_files(alice)) == []
    client = visitor(alice)
    assert client.get(reverse("match_replay", args=[over.code])).status_code == 200
    assert client.get(reverse("match_replay", args=[over.code]), {"eyes": "all"}).status_code == 404
    assert client.get(reverse("match_analysis", args=[over.code])).status_code == 404
    assert client.get(reverse("match_play_on", args=[over.code])).status_code == 404
    assert over.salt not in client.get(reverse("match_fair", args=[over.code])).content.decode()
    with pytest.raises(Refused):
        analysis_ask(match=over)


def test_none_is_analysed_by_itself_before_its_seal_is_over(over: Match, settings: Any) -> None:
    settings.ANALYSE_BY_ITSELF = True
    assert begin_by_itself() is None
    Match.objects.filter(pk=over.pk).update(sealed_until=timezone.now())
    assert begin_by_itself() is not None


def test_afterwards_its_player_learns_all_of_it(over: Match, alice: User, later: None) -> None:
    client = visitor(alice)
    assert over.deal in record_text(over, Visitor(alice))
    assert [name for name, _ended, _content in record_files(alice)] != []
    assert client.get(reverse("match_replay", args=[over.code]), {"eyes": "all"}).status_code == 200
    assert over.salt in client.get(reverse("match_fair", args=[over.code])).content.decode()


def test_no_player_is_given_a_hint_meanwhile(match: Match, alice: User) -> None:
    assert b'id="hint"' not in visitor(alice).get(match.get_absolute_url()).content
    with pytest.raises(Refused):
        hints.hint_ask(match=match, user=alice, ply=match.ply)


@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_its_player_gets_no_advice_about_a_copy_either(game: str, alice: User, bob: User, owl: User) -> None:
    """What is filled in for what Alice cannot see does not matter. Others learn nothing about the deal."""
    match = play_randomly(sealed(alice, owl, game=game), Random(1), until=STAGES[game][2])
    assert match.status == Match.Status.RUNNING
    copies = [record_of(match)]
    if match.seat_count not in GAMES[game].OPEN_SEATS:
        copies.append(imagined(copies[0], 0, Random(2)))
    for copy in copies:
        with pytest.raises(Refused, match="still playing this deal"):
            study_create(owner=alice, record=copy)
        study = study_create(owner=bob, record=copy)
        with pytest.raises(Refused, match="still playing this deal"):
            play_on(match=study, user=alice, step=match.ply, seat=0, opponents=[owl])
    with time_machine.travel(timezone.now() + LATER):
        study_create(owner=alice, record=copies[0])


def test_no_reader_learns_from_a_profile_how_it_ended(match: Match, alice: User, owl: User) -> None:
    before = [record_of_person(user) for user in (alice, owl)]
    resign(match=match, user=alice)
    assert [record_of_person(user) for user in (alice, owl)] == before
    assert [(record.finished, record.running, record.reliability) for record in before] == [(0, 1, 100)] * 2
    with time_machine.travel(timezone.now() + LATER):
        assert [record_of_person(user).won for user in (alice, owl)] == [0, 1]
        assert record_of_person(alice).running == 0


def test_the_administration_shows_nothing_of_it(over: Match) -> None:
    keeper = User.objects.create_superuser("Keeper", password="quiet-terrace-6")
    page = reverse("admin:games_match_change", args=[over.pk])
    entry = over.actions.filter(kind="play").first()
    assert entry is not None
    text = visitor(keeper).get(page).content.decode()
    assert over.code in text
    told_later = ("field-record", "field-ending", "field-points", "field-rank")
    assert not any(part in text for part in (over.deal, over.salt, entry.text, *told_later))
    with time_machine.travel(timezone.now() + LATER):
        text = visitor(keeper).get(page).content.decode()
    assert all(part in text for part in told_later)


def test_no_sealed_match_stands_in_a_list(match: Match) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(access=Match.Access.ANYBODY)


def test_strangers_are_told_the_same_as_of_no_match(over: Match) -> None:
    client = Client()
    paths = [reverse(name, args=[over.code]) for name in ("match", "match_replay", "match_record", "match_fair")]
    assert [client.get(path).status_code for path in paths] == [404] * 4


# --- computer players answer alike ------------------------------------------------------------------------------------


def course(match: Match, decisions: int) -> list[str]:
    """The actions played if the person always takes the first legal one."""
    for _decision in range(decisions):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        if match.asked_at is not None:
            assert think(code=match.code, ply=match.ply)
        else:
            match = play_once(match, legal(match)[0])
    return list(match.actions.order_by("ply").values_list("text", flat=True))


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_computer_players_answer_all_players_alike(
    game: str, alice: User, bob: User, owl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers = course(sealed(alice, owl, game=game), 14)
    monkeypatch.setattr(thinking, "PATIENCE", 0.001)  # a site with a long queue
    monkeypatch.setattr(matches, "CHANCE", Random(77))
    assert course(sealed(bob, owl, game=game), 14) == hers
    assert len(hers) >= 14


def test_what_was_taken_back_changes_no_answer(alice: User, bob: User, owl: User) -> None:
    straight, crooked = sealed(alice, owl, game="maya"), sealed(bob, owl, game="maya")
    for match in (straight, crooked):
        assert think(code=match.code, ply=match.ply)
        match.refresh_from_db()
    first, second, *_more = legal(straight)
    crooked = play_once(crooked, second)
    crooked = undo(match=crooked, user=bob, ply=crooked.ply)
    answers = []
    for match in (play_once(straight, first), play_once(crooked, first)):
        assert think(code=match.code, ply=match.ply)
        answers.append(match.actions.filter(source=Action.Source.COMPUTER).latest("ply").text)
    assert answers[0] == answers[1]


ANSWERS = """
from hashlib import sha256
from random import Random
from typing import Any
from games.ai import choose, view_for
from games.engine import GAMES
for game in GAMES.values():
    state = game.start(game.deal(2, {}, Random(5)))
    for ply in range(4):
        seat = game.to_move(state)
        found = choose(game, view_for(game, state, seat, "strong"), seat, "strong", Random(str(ply)), iterations=30)
        print(game.KEY, found.action)
        state = game.apply(state, game.parse(state, found.action))
"""


@pytest.mark.long
def test_answers_hang_on_nothing_that_differs_between_processes() -> None:
    def answers_with(hashes: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": hashes, "AI_PROCESSES": hashes}
        run = subprocess.run(
            [sys.executable, "-c", ANSWERS], capture_output=True, text=True, check=True, env=environment
        )
        return run.stdout

    assert answers_with("1") == answers_with("2") != ""
