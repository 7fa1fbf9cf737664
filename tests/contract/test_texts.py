"""Texts: notation, deals, JSON and records; for every registered game."""

from __future__ import annotations

import json
import re

import pytest

from games.engine import codec, record
from games.engine.contract import IllegalAction
from tests.contract.played import Played

WORDS = ("", " ", "?", "play", "offer ?", "pass", "0", "DRAW 1", "draw  1", " draw 1", "draw 1 ", "draw 01", "draw ١")
NO_WORDS = ("\n", "draw 1\n", "__class__", "x" * 5000, "🗿", "None", "[]", '"draw 1"')
GARBAGE = (*WORDS, *NO_WORDS)


def test_notation_names_each_legal_action_alone(played: Played) -> None:
    for step in played.steps:
        texts = [str(action) for action in played.game.legal_actions(step.state)]
        assert len(set(texts)) == len(texts)


def test_notation_is_plain_words(played: Played) -> None:
    words = re.compile(r"[!-:<>@-~]+( [!-:<>@-~]+)*")
    for step in played.steps:
        for action in played.game.legal_actions(step.state):
            assert words.fullmatch(str(action))


def test_notation_round_trips(played: Played) -> None:
    for step in played.steps:
        for action in played.game.legal_actions(step.state):
            assert played.game.parse(step.state, str(action)) == action


def test_garbage_is_refused_and_quoted(played: Played) -> None:
    for state in (played.steps[0].state, played.steps[len(played.steps) // 2].state, played.final):
        for text in GARBAGE:
            with pytest.raises(IllegalAction) as refusal:
                played.game.parse(state, text)
            assert repr(text[:20])[:-1] in str(refusal.value)
            assert len(str(refusal.value)) < 300


def test_deal_round_trips(played: Played) -> None:
    game = played.game
    text = game.deal_text(played.deal)
    assert '"' not in text
    assert game.parse_deal(played.seats, played.options, text) == played.deal


@pytest.mark.long
def test_states_and_views_round_trip_through_json(played: Played) -> None:
    game = played.game
    for state in played.states:
        assert codec.decode(game.State, json.loads(json.dumps(codec.encode(state)))) == state
        for seat in played.viewers:
            view = game.view(state, seat)
            assert codec.decode(game.View, json.loads(json.dumps(codec.encode(view)))) == view


def test_states_read_from_json_go_on_alike(played: Played) -> None:
    game = played.game
    for step in played.steps:
        copy = codec.decode(game.State, codec.encode(step.state))
        assert game.legal_actions(copy) == game.legal_actions(step.state)
        assert game.apply(copy, step.action) == step.after


def test_record_replays_to_the_same_position(played: Played) -> None:
    whole = played.record()
    assert record.read(record.write(whole)) == whole
    assert [step.after for step in record.replay(whole)] == [step.after for step in played.steps]
    assert record.final_state(whole) == played.final
    assert record.legal_result(whole) == whole.result


def test_record_of_a_running_game_replays(played: Played) -> None:
    half = played.record(len(played.steps) // 2)
    assert half.result is None
    assert record.read(record.write(half)) == half


def test_diagram_is_some_lines_of_text(played: Played) -> None:
    for state in (played.steps[0].state, played.steps[len(played.steps) // 2].state, played.final):
        for seat in played.viewers:
            diagram = played.game.diagram(played.game.view(state, seat))
            assert len(diagram.splitlines()) > played.seats
            assert all(len(line) < 160 for line in diagram.splitlines())
