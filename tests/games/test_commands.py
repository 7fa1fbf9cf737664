"""The management commands about games, called as on the command line."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from games.engine import GAMES
from games.engine.record import Ply, Record, write
from games.engine.result import Result
from games.management.commands.calibrate import game_of_the_search

TABLES = [(game.KEY, seats) for game in GAMES.values() for seats in game.SEATS]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


def output(*arguments: object) -> str:
    """The output of a command."""
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def traced(*arguments: object) -> dict[str, Any]:
    """The output of `trace`."""
    found: dict[str, Any] = json.loads(output("trace", *arguments))
    return found


def record_of(trace: dict[str, Any]) -> str:
    """The record of a traced game without variants."""
    return write(
        Record(
            game=trace["game"],
            rules=GAMES[trace["game"]].RULES_VERSION,
            seats=trace["seats"],
            options={},
            deal=trace["deal"],
            plies=tuple(Ply(ply["seat"], ply["action"]) for ply in trace["plies"]),
            result=str(Result(tuple(trace["points"]), tuple(trace["ranks"]), trace["reason"])),
        )
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game in a file."""
    file = tmp_path / "game.record"
    file.write_text(record_of(traced("--game", "rapa_nui", "--seats", 2, "--seed", 1)))
    return file


@every_table
@pytest.mark.parametrize("policy", ["random", "mixed"])
def test_trace_prints_a_whole_game(game: str, seats: int, policy: str) -> None:
    trace = traced("--game", game, "--seats", seats, "--seed", 3, "--policy", policy)
    assert list(trace) == ["game", "seats", "options", "deal", "plies", "points", "ranks", "reason"]
    assert (trace["game"], trace["seats"], trace["options"]) == (game, seats, "")
    assert len(trace["points"]) == len(trace["ranks"]) == seats
    assert trace["reason"] in GAMES[game].REASONS
    for ply in trace["plies"]:
        assert list(ply) == ["seat", "legal", "action"]
        assert ply["action"] in ply["legal"]


def test_the_same_seed_gives_the_same_game_and_the_same_deal_whatever_the_policy() -> None:
    arguments = ("--game", "rapa_nui", "--seats", 3, "--seed", 4)
    assert traced(*arguments) == traced(*arguments)
    mixed = traced(*arguments, "--policy", "mixed")
    assert mixed["deal"] == traced(*arguments)["deal"] != traced(*arguments[:-1], 5)["deal"]


@every_table
def test_replay_accepts_what_trace_played_and_prints_the_same(game: str, seats: int, tmp_path: Path) -> None:
    trace = traced("--game", game, "--seats", seats, "--seed", 6, "--policy", "mixed")
    file = tmp_path / "game.record"
    file.write_text(record_of(trace))
    assert output("replay", file).startswith(f"{file}: ok, {len(trace['plies'])} actions, ")
    assert json.loads(output("replay", file, "--trace")) == trace


def test_replay_traces_a_game_that_is_not_finished(record: Path) -> None:
    lines = [line for line in record.read_text().splitlines() if not line.startswith("[Result")]
    record.write_text("\n".join(lines[:-10]))
    trace = json.loads(output("replay", record, "--trace"))
    assert len(trace["plies"]) == len(lines) - 15
    assert (trace["points"], trace["ranks"], trace["reason"]) == (None, None, None)
    assert "not finished" in output("replay", record)


@pytest.mark.long
@pytest.mark.parametrize("trace", [(), pytest.param(("--trace",), marks=pytest.mark.slow)])
def test_replay_names_the_file_and_the_line_that_is_wrong(record: Path, trace: tuple[str, ...]) -> None:
    lines = record.read_text().splitlines()
    lines[9] = "0 dance"
    record.write_text("\n".join(lines))
    command: list[str | Path] = [sys.executable, settings.BASE_DIR / "manage.py", "replay", record, *trace]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.startswith(f"{record}:10: ")
    assert "Traceback" not in run.stderr


def test_replay_names_the_line_that_is_no_text(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_bytes(record.read_bytes() + b"\xff\n")
    lines = record.read_bytes().count(b"\n")
    with pytest.raises(SystemExit, match="1"):
        call_command("replay", str(record))
    assert capsys.readouterr().err.startswith(f"{record}:{lines}: not UTF-8")


def test_replay_says_that_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("replay", str(tmp_path / "nothing"))


def test_perft_counts_what_can_be_done(record: Path) -> None:
    deal = json.loads(output("replay", record, "--trace"))["deal"]
    arguments = ("--game", "rapa_nui", "--deal", deal, "--depth")
    counted = [int(output("perft", *arguments, depth)) for depth in (1, 2, 3, 4)]
    # Three hunters times four columns, then as many for the other seat, which has too little wood to buy.
    assert counted == [3, 12, 36, 144]
    assert int(output("perft", *arguments, 2, "--seats", 2)) == 12


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("trace --game chess --seats 2 --seed 1", "invalid choice: 'chess'.*rapa_nui"),
        ("trace --game rapa_nui --seats 9 --seed 1", "9 seats; allowed: 2, 3, 4"),
        ("trace --game rapa_nui --seats two --seed 1", "invalid int value: 'two'"),
        ("trace --game rapa_nui --seats 2 --seed 1 --options fast=yes", "unknown option 'fast'; rapa_nui has: none"),
        ("trace --game rapa_nui --seats 2 --seed 1 --options fast", "'fast' is not name=value"),
        ("trace --game rapa_nui --seats 2 --seed 1 --options a=b;a=c", "the option a is repeated"),
        ("trace --game rapa_nui --seats 2 --seed 1 --policy clever", "invalid choice: 'clever'.*random.*mixed"),
        ("perft --game rapa_nui --deal colors=yb;deck=M --depth 2", "with 2 seats: .*deck"),
        ("perft --game rapa_nui --deal x --depth 0", "'0' is not a whole number from 1"),
        ("perft --game rapa_nui --deal x --depth 1 --seats 7", "7 seats; allowed: 2, 3, 4"),
        (
            "arena --game rapa_nui --seats 2 --levels strong,mighty",
            "unknown level 'mighty'; there are: beginner, casual, solid, strong, expert",
        ),
        ("arena --game rapa_nui --seats 2 --levels casual,casual", "name each level once"),
        ("arena --game rapa_nui --seats 2 --levels expert", "name two or more levels"),
        (
            "arena --game rapa_nui --seats 2 --levels casual,solid --seconds 1 --proportional 10",
            "argument --proportional: not allowed with argument --seconds",
        ),
        ("calibrate --seats 9", "no game has 9 seats"),
        ("arena --game rapa_nui --seats 2 --levels casual,solid --games -1", "'-1' is not a whole number from 1"),
        (
            "arena --game rapa_nui --seats 2 --levels casual,solid --seconds nan",
            "'nan' is not a number of seconds above 0",
        ),
        ("arena --game rapa_nui --seats 1 --levels casual,solid", "1 seats; allowed: 2, 3, 4"),
    ],
)
def test_bad_arguments_are_refused_with_what_is_allowed(arguments: str, reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command(*arguments.split())


@pytest.mark.half_second
def test_arena_prints_json_and_knows_levels_by_their_former_names() -> None:
    printed = json.loads(
        output("arena", "--game", "rapa_nui", "--seats", 2, "--levels", "strong,easy", "--games", 2,
               "--iterations", 3, "--json", "--jobs", 2)
    )  # fmt: skip
    assert (printed["game"], printed["seats"], printed["games"]) == ("rapa_nui", 2, 2)
    assert list(printed["levels"]) == ["strong", "beginner"]
    for level, score in printed["levels"].items():
        assert score["level"] == level
        assert score["games"] == 2
        assert 1 <= score["mean_rank"] <= 2
        assert score["mean_points"] > 0
        assert 0 < score["seconds"]["p50"] <= score["seconds"]["p95"] <= score["seconds"]["max"]
    assert sum(score["wins"] for score in printed["levels"].values()) <= 2


@pytest.mark.half_second
def test_an_arena_that_was_broken_off_goes_on_with_the_games_that_are_missing(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ["arena", "--game", "rapa_nui", "--seats", 2, "--levels", "beginner,casual", "--keep", file, "--json"]
    output(*arguments, "--games", 2, "--iterations", 1)
    whole = file.read_text()
    assert len(whole.splitlines()) == 2
    printed = output(*arguments, "--games", 4, "--iterations", 1, "--jobs", 2)
    assert file.read_text().startswith(whole)
    assert len(file.read_text().splitlines()) == 4
    assert output(*arguments, "--games", 4, "--iterations", 1) == printed
    assert len(file.read_text().splitlines()) == 4

    first, *others = file.read_text()[:-20].splitlines()
    broken = "\n".join([first.replace('"levels"', '"level"'), first, *others])
    file.write_text(broken)
    again = json.loads(output(*arguments, "--games", 4, "--iterations", 1))
    assert again["pairs"] == json.loads(printed)["pairs"]
    assert {level: score["mean_points"] for level, score in again["levels"].items()} == {
        level: score["mean_points"] for level, score in json.loads(printed)["levels"].items()
    }
    assert file.read_text().startswith(broken)

    output(*arguments, "--games", 2, "--iterations", 2)
    assert len(file.read_text().splitlines()) == 8


def test_arena_names_a_file_that_it_cannot_write(tmp_path: Path) -> None:
    arguments = f"arena --game rapa_nui --seats 2 --levels beginner,casual --games 2 --iterations 1 --keep {tmp_path}"
    with pytest.raises(CommandError, match="Is a directory"):
        call_command(*arguments.split())


def test_arena_prints_a_table_and_says_when_the_seats_are_uneven(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "arena --game rapa_nui --seats 2 --levels beginner,strong --games 1 --iterations 2"
    call_command(*arguments.split())
    printed = capsys.readouterr()
    head, *lines = printed.out.splitlines()
    assert head.split()[:4] == ["level", "games", "wins", "draws"]
    assert [line.split()[0] for line in lines] == ["beginner", "strong"]
    assert "1 games are not a multiple of 2, so not every level sits in each seat equally often" in printed.err


@pytest.mark.half_second
@pytest.mark.parametrize(("key", "sees_ends"), [("machu_picchu", True), ("maya", False)])
def test_what_the_end_is_trusted_is_fitted_where_something_is_hidden(key: str, sees_ends: bool) -> None:
    one = game_of_the_search(key, 2, 1, "ends")
    assert bool(one.endings) == sees_ends
    for ending in one.endings:
        assert ending.progress < one.length
        assert 0 < sum(part for _choices, part, _shares in ending.seen.ends) < 1.0001
        assert sum(ending.shares) == 1
