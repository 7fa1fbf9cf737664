"""Puzzles are where one action is clearly best but not obvious: always the same, using what the seat could know."""

from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

from games.engine import GAMES
from games.engine.record import Record, positions
from games.titles.maya import rules as maya
from puzzles.finding import moments as finding
from puzzles.finding.file import cut, found_in, line_of, shipped
from puzzles.finding.moments import (
    APART,
    CLEAR,
    FOLLOWED,
    MOST_OF_ONE_GAME,
    Moment,
    is_sure,
    may_follow,
    moment,
    moments,
)
from puzzles.finding.self_play import puzzles_of, self_played
from tests.titles.maya.positions import WON_AT_ONCE

WALKS = 400
SEED = "fixed"


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game of Rapa Nui."""
    return self_played("rapa_nui", seed="one game")


@pytest.fixture(scope="module")
def one(record: Record) -> Moment:
    """Its first puzzle, searched once for all tests."""
    return next(moments(record, seed=SEED, walks=WALKS))


@pytest.fixture(scope="module")
def found(record: Record) -> list[Moment]:
    """All its puzzles."""
    return list(moments(record, seed=SEED, walks=WALKS))


@pytest.mark.half_second
def test_the_same_seed_plays_the_same_game_to_its_end(record: Record) -> None:
    assert self_played("rapa_nui", seed="one game") == record
    assert self_played("rapa_nui", seed="another game") != record
    assert record.result is not None


@pytest.mark.long
def test_a_game_has_the_same_puzzles_whenever_they_are_looked_for(
    record: Record, one: Moment, found: list[Moment]
) -> None:
    assert found[0] == one
    assert list(moments(record, seed=SEED, walks=WALKS)) == found


def test_a_puzzle_has_an_answer_that_is_clearly_best_and_a_line_that_can_be_played(record: Record, one: Moment) -> None:
    game, states = GAMES[record.game], list(positions(record))
    state = states[one.ply]
    legal = {str(action) for action in game.legal_actions(state)}
    assert one.seat == game.to_move(state)
    assert set(one.left) <= legal
    assert one.margin >= CLEAR
    assert list(one.left.values()) == sorted(one.left.values(), reverse=True)
    assert 50 <= one.missed <= 100
    assert one.line[0] == one.best
    for text in one.line:
        state = game.apply(state, game.parse(state, text))
    assert len(one.line) == FOLLOWED or game.to_move(state) is None


@pytest.mark.half_second
def test_only_what_the_seat_could_know_counts(record: Record, one: Moment) -> None:
    game, states = GAMES[record.game], list(positions(record))
    seen = game.recall(states[one.ply], one.seat)
    imagined = next(
        world for world in (game.determinize(seen, Random(seed)) for seed in range(50)) if world != states[one.ply]
    )
    states[one.ply] = imagined
    twin = moment(game, states, one.ply, seed=SEED, walks=WALKS)
    assert twin is not None
    assert (twin.left, twin.best, twin.missed) == (one.left, one.best, one.missed)


def test_a_win_that_only_one_action_keeps_is_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "MOST_LUCKY", dict.fromkeys(finding.MOST_LUCKY, finding.THOUGHTS))
    found = moment(maya, [WON_AT_ONCE], 0, seed=SEED, walks=400)
    assert found is not None
    assert found.best == "swap 3-6@3"


def test_another_search_is_sure_of_what_is_clearly_best_and_of_nothing_else() -> None:
    assert is_sure(maya, [WON_AT_ONCE], 0, "swap 3-6@3", seed=SEED, walks=400)
    others = {str(action) for action in maya.legal_actions(WON_AT_ONCE)} - {"swap 3-6@3"}
    assert not is_sure(maya, [WON_AT_ONCE], 0, min(others), seed=SEED, walks=400)


def test_what_all_players_see_at_once_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "MOST_LUCKY", dict.fromkeys(finding.MOST_LUCKY, -1))
    assert moment(maya, [WON_AT_ONCE], 0, seed=SEED, walks=400) is None


@pytest.mark.long
def test_the_puzzles_of_one_game_are_few_and_unlike(record: Record, found: list[Moment]) -> None:
    game, states = GAMES[record.game], list(positions(record))
    every = [moment(game, states, ply, seed=SEED, walks=WALKS) for ply in range(len(record.plies))]
    expected: list[Moment] = []
    for one in filter(None, every):
        is_like = any(one.best == other.best or one.ply - other.ply < APART for other in expected)
        if not is_like and len(expected) < MOST_OF_ONE_GAME:
            expected.append(one)
    assert found == expected


def test_nothing_is_searched_beside_a_puzzle_nor_in_a_game_that_has_enough() -> None:
    assert may_follow(0, [])
    assert not may_follow(APART - 1, [0])
    assert may_follow(APART, [0])
    assert not may_follow(1000, range(MOST_OF_ONE_GAME))


def test_an_answer_that_is_known_is_no_puzzle_again(record: Record, one: Moment) -> None:
    game, states = GAMES[record.game], list(positions(record))
    assert moment(game, states, one.ply, seed=SEED, walks=WALKS, known=[one.best]) is None


@pytest.mark.long
def test_where_other_answers_are_known_it_still_is_one(record: Record, one: Moment) -> None:
    game, states = GAMES[record.game], list(positions(record))
    assert moment(game, states, one.ply, seed=SEED, walks=WALKS, known=["another"]) == one


def test_a_line_of_the_file_tells_the_whole_puzzle_and_nothing_of_what_came_after(record: Record, one: Moment) -> None:
    puzzle = cut(record, one, "source/1")
    assert len(puzzle.record.plies) == one.ply
    assert found_in(record.game, line_of(puzzle)) == puzzle


@pytest.mark.half_second
def test_puzzles_of_games_come_with_the_number_of_their_game() -> None:
    first = next(one for number in range(3, 9) for one in puzzles_of("rapa_nui", seed=SEED, number=number, walks=WALKS))
    assert int(first.source.rpartition("/")[2]) in range(3, 9)
    assert self_played("rapa_nui", seed=first.source).plies[: first.moment.ply] == first.record.plies


@pytest.mark.long
def test_the_command_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"

    def made(count: int, file: Path) -> str:
        out = StringIO()
        options = ["--game", "rapa_nui", "--self-play", "--walks", str(WALKS), "--seed", SEED]
        call_command("make_puzzles", *options, "--count", str(count), "--file", str(file), stdout=out)
        return out.getvalue()

    assert made(1, whole) == "rapa_nui: 1 puzzles found, 1 in whole.jsonl\n"
    assert made(1, parts) == "rapa_nui: 1 puzzles found, 1 in parts.jsonl\n"
    assert parts.read_text() == whole.read_text()
    made(2, parts)
    lines = parts.read_text().splitlines()
    assert len(lines) == 2
    assert found_in("rapa_nui", lines[0]).source != found_in("rapa_nui", lines[1]).source
    assert made(2, parts) == "rapa_nui: 0 puzzles found, 2 in parts.jsonl\n"
    searched = parts.with_suffix(".searched")
    assert not searched.exists()
    searched.write_text("40")  # as after a run that was broken off in game 41
    made(3, parts)
    assert int(found_in("rapa_nui", parts.read_text().splitlines()[-1]).source.rpartition("/")[2]) > 40
    assert not searched.exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzles_that_come_with_the_site_can_be_played(game: str) -> None:
    rules, puzzles = GAMES[game], list(shipped(game))
    assert len(puzzles) == 100
    for found in puzzles:
        *_, state = positions(found.record)
        assert rules.to_move(state) == found.moment.seat
        assert {*found.moment.left} <= {str(action) for action in rules.legal_actions(state)}
        assert found.moment.margin >= CLEAR
        for text in found.moment.line:
            state = rules.apply(state, rules.parse(state, text))


@pytest.mark.half_second
def test_puzzles_of_older_rules_are_left_out(
    record: Record, one: Moment, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    of_old = cut(replace(record, rules="0"), one, "source/1")
    (tmp_path / "puzzles.jsonl").write_text(line_of(of_old) + line_of(cut(record, one, "source/2")))
    monkeypatch.setattr("puzzles.finding.file.folder", lambda game: tmp_path)
    assert [one.source for one in shipped(record.game)] == ["source/2"]
