"""`python -m games`, and the arena with programs in it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.console.commands import main
from games.engine import GAMES
from games.engine.record import read
from tests.titles import record_path

OURS = f"{sys.executable} -m games protocol --level casual"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.half_second
@pytest.mark.parametrize("key", GAMES)
def test_a_match_is_printed_as_a_record(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("match", "--game", key, "--players", "casual", "beginner", "casual", "--seed", "3")
    record = printed(capsys, *asked)
    assert read(record).result
    assert printed(capsys, *asked) == record
    assert (
        json.loads(printed(capsys, "trace", "--game", key, "--seats", "3", "--seed", "3"))["deal"] == read(record).deal
    )


def test_trace_replay_and_perft_say_what_the_commands_of_the_site_say(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(record_path("rapa_nui/two_seats.txt"))
    deal = read(record_path("rapa_nui/two_seats.txt").read_text()).deal
    for asked in (
        ("trace", "--game", "maya", "--seats", "2", "--seed", "1", "--policy", "mixed"),
        ("replay", path),
        ("replay", path, "--trace"),
        ("perft", "--game", "rapa_nui", "--deal", deal, "--depth", "3"),
    ):
        out = io.StringIO()
        call_command(*asked, stdout=out)
        assert printed(capsys, *asked).strip() == out.getvalue().strip()


def test_a_record_that_is_wrong_is_told_by_both_commands_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(record_path("rapa_nui/two_seats.txt").read_text().replace("0 play", "0 pl\u0430y", 1))
    assert main(["replay", str(wrong)]) == 1
    output = capsys.readouterr().err
    with pytest.raises(SystemExit, match="^1$"):
        call_command("replay", str(wrong))
    assert output == capsys.readouterr().err
    assert output.startswith(f"{wrong}:")


def test_a_person_plays_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("fly\n" + "1\n" * 500))
    asked = ("play", "--game", "rapa_nui", "--seats", "2", "--level", "casual", "--seed", "1")
    assert printed(capsys, *asked).rstrip().endswith("end=deck")


def test_a_terminal_that_is_closed_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--game", "rapa_nui", "--seats", "2"]) == 1


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("trace --game maya --seats 7 --seed 1", "maya is not for 7 seats; allowed: 2, 3, 4"),
        ("play --game maya --seats 2 --seat 2", "there is no seat 2; allowed: 0 to 1"),
        ("replay /no/such/file", "No such file"),
        ("match --game maya --players casual", "maya is not for 1 seats; allowed: 2, 3, 4"),
        ("trace --game maya --seats 2 --seed 1 --options fast=yes", "unknown option 'fast'"),
        ("match --game maya --players casual ./none", "./none in seat 1 lost at action 1: cannot be started"),
    ],
)
def test_what_cannot_be_done_is_told(asked: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(asked.split()) == 1
    assert reason in capsys.readouterr().err


@pytest.mark.long
def test_the_arena_plays_programs_and_counts_games_broken_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(settings.BASE_DIR)
    call_command(
        "arena", "--game", "rapa_nui", "--seats", "2", "--levels", "casual", "--program", OURS, "--program", "cat",
        "--pairs", "all", "--games", "2", "--iterations", "2", "--json",
    )  # fmt: skip
    output = capsys.readouterr()
    levels = json.loads(output.out)["levels"]
    assert [*levels] == ["casual", "program", "program2"]
    assert [level["faults"] for level in levels.values()] == [0, 0, 4]
    assert levels["program2"]["wins"] == levels["program2"]["draws"] == 0
    assert output.err.count("program2 in seat ") == 4
    assert "said 'isready' instead of readyok" in output.err


def test_games_of_programs_are_not_kept(tmp_path: object) -> None:
    with pytest.raises(CommandError, match="keep does not work with programs"):
        call_command(
            *f"arena --game maya --seats 2 --levels casual --program cat --games 2 --keep {tmp_path}/x".split()
        )
