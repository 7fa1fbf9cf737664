"""Every bench still works: each runs for a moment, as the README and the file itself name it, and its output is read.

Leaves out what needs more than the environment of .ci/run has: `open_spiel` needs the extra `research`, `lighthouse`
needs Node. `peers` runs where Node is installed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from games.engine import GAMES
from tests.bench import matches, performance, strangers
from tests.bench.calibration import DECISIONS
from tests.bench.goals import Goal
from tests.bench.measured import HEAD
from tests.bench.traces import POLICIES, tables
from tests.stack.site import ROOT

LONGEST = 500
"""Seconds after which a bench is ended: on an idle machine none of them takes a minute."""
ENDING = 90
"""Seconds for an ended bench to end the site that it has started."""

TABLES = [f"{game.KEY} {seats} seats" for game in GAMES.values() for seats in game.SEATS]
OUTERMOST = [f"{game.KEY} {seats} seats" for game in GAMES.values() for seats in (game.SEATS[0], game.SEATS[-1])]

SPEED = re.compile(r"^(\w+ \d seats): ([\d,]+) actions/s$", re.MULTILINE)
THOUGHT = re.compile(
    r"^(\w+ \d seats): (\w+) decides in [\d,]+ ms, at most [\d,]+ ms(; [\d,]+ iterations/s)?$", re.MULTILINE
)
ANALYSIS = re.compile(r"^(\w+ \d seats): (\d+) decisions, [\d.]+ s each: about [\d.]+ min a match$", re.MULTILINE)
CALIBRATION = re.compile(r"^(\w+) 2 seats: (.+); log loss \d\.\d{3} \(0\.693\)$", re.MULTILINE)
TRACE = re.compile(r"^(\w+) +(\d)  (\S*) +(\w+) +(\d+) +(\d+) +(\d+)  (\w+) 1$", re.MULTILINE)
CONTEST = re.compile(r"\| Rapa Nui \| beginner \| casual \| 200 \| – \| \d+ % \| -?\d+ \(±\d+\) \|\n")
LISTED = re.compile(r"^(.+): (\d+) queries taking [\d.]+ ms, page [\d.]+ ms, of it [\d.]+ ms ours$", re.MULTILINE)
RATED = re.compile(r"^(.+): (\d+) queries, [\d.]+ ms, of it [\d.]+ ms ours$", re.MULTILINE)
TIMED = re.compile(r"^(.+): [\d.]+ s, of it [\d.]+ s ours$", re.MULTILINE)
CHANNEL = re.compile(r"^(mail|push|webhook)" + r" +(\d+)" * 8 + "$", re.MULTILINE)
QUEUE = re.compile(
    r"4 matches against solid: (\d+) answers in 6 s, \d+ still due, "
    r"waited for ([\d.]+) s \(median\), ([\d.]+) s \(p95\), ([\d.]+) s \(longest\)\n"
)
WAITING = re.compile(r"^ *(-?[\d.]+) s: (\d+) wait$", re.MULTILINE)
LIVE = re.compile(r"^live actions (\w+): (\d+), p50 \d+ ms, p95 \d+ ms, longest \d+ ms$", re.MULTILINE)
REQUEST = re.compile(r"^(.+): (\d+) queries, ([\d.]+) ms$", re.MULTILINE)
PARALLEL = re.compile(
    r"^(told|shown|pushed) +(\S.*?) +(\d) +(\d+) +[\d.]+ +\d+ +\d+ +\d+ +[\d.]+ +\d+ +\d+  (yes|NO)$", re.MULTILINE
)
RATIO = re.compile(
    r"^(told|shown) / boardgame.io (\w+), (\d+) at once: ([\d.]+) times the actions a second, "
    r"([\d.]+) times the processor time, ([\d.]+) times the bytes$",
    re.MULTILINE,
)
MEMORY = re.compile(r"^memory of (\S+): (\d+) MB, at the end (\d+) MB$", re.MULTILINE)
FELT = re.compile(r"^from the press to (.+): \d+ ms, longest \d+ ms, (\d+) moves$", re.MULTILINE)
NODE = shutil.which("node") and shutil.which("npm")

Bench = Callable[..., str]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A function that runs a bench in its own folder, without the tests' settings, and returns its output."""
    ours = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if name not in ours} | {"VAR_DIR": str(tmp_path)}

    def run(name: str, *arguments: object) -> str:
        process = subprocess.Popen(
            [sys.executable, "-m", name, *map(str, arguments)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        try:
            printed, complaints = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # as Ctrl-C: it then ends the site that it has started
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=ENDING)
            process.kill()
            printed, complaints = process.communicate()
        assert process.returncode == 0, printed + complaints
        return printed

    return run


@pytest.mark.slow
def test_the_speed_of_the_engine_is_told_of_every_table(bench: Bench) -> None:
    speeds = SPEED.findall(bench("tests.bench.engine_speed", 0.05))
    assert [table for table, _speed in speeds] == TABLES
    assert all(int(speed.replace(",", "")) > 0 for _table, speed in speeds)


@pytest.mark.slow
def test_thinking_is_measured_at_every_table_and_searching_levels_tell_how_often(bench: Bench) -> None:
    printed = bench("tests.bench.thinking", 1, "beginner", "solid")
    thoughts = THOUGHT.findall(printed)
    assert [(table, level) for table, level, _searched in thoughts] == list(product(TABLES, ("beginner", "solid")))
    assert {level for _table, level, searched in thoughts if searched} == {"solid"}
    assert re.search(r"^Memory of all that, at most: [1-9]\d* MB$", printed, re.MULTILINE)


@pytest.mark.slow
def test_the_time_of_an_analysis_is_told_of_every_game(bench: Bench) -> None:
    analyses = ANALYSIS.findall(bench("tests.bench.analysis", 1))
    assert [table for table, _decisions in analyses] == OUTERMOST
    assert all(int(decisions) > 1 for _table, decisions in analyses)


@pytest.mark.slow
def test_what_an_analysis_says_is_compared_with_the_ends_of_every_game(bench: Bench) -> None:
    games = CALIBRATION.findall(bench("tests.bench.calibration", "--seats", 2, "--games", 1, "--walks", 1))
    assert [game for game, _parts in games] == list(GAMES)
    for _game, parts in games:
        counts = [int(count) for count in re.findall(r"\d+ % said, \d+ % won \((\d+)\)", parts)]
        assert sum(counts) == 2 * DECISIONS


@pytest.mark.slow
def test_traces_have_a_line_for_every_table_and_policy(bench: Bench) -> None:
    traces = TRACE.findall(bench("tests.bench.traces", 1))
    expected = [(table.key, str(table.seats), table.options, policy) for table, policy in product(tables(), POLICIES)]
    assert [tuple(line[:4]) for line in traces] == expected
    assert all(shortest == middle == longest != "0" for *_, shortest, middle, longest, _reason in traces)


@pytest.mark.slow
def test_a_contest_that_was_played_is_told_again_from_what_was_kept(bench: Bench, tmp_path: Path) -> None:
    arguments = ("tests.bench.arena", tmp_path / "arena", "--only", "rapa_nui 2 beginner,casual")
    printed = bench(*arguments)
    assert CONTEST.fullmatch(printed)
    kept = tmp_path / "arena" / "rapa_nui-2.jsonl"
    games = kept.read_bytes()
    assert games.count(b"\n") >= 200
    assert bench(*arguments) == printed
    assert kept.read_bytes() == games


@pytest.mark.slow
def test_every_list_of_a_large_site_is_measured(bench: Bench) -> None:
    printed = bench("tests.bench.archive", "--users", 20, "--matches", 200, "--times", 2, "--rounds", 1)
    assert "sqlite: 20 players, 400 matches" in printed
    assert TIMED.findall(printed) == ["fill", "copy"]
    lists = LISTED.findall(printed)
    assert all(int(queries) > 0 for _name, queries in lists)
    names = [name for name, _queries in lists]
    assert {"/", "/ of a stranger", "/tables/", "/leaderboards/rapa_nui/", "/mine/", "/people/player10/"} < set(names)
    first_pages = [name for name in names if name.startswith("archive: ") and not name.endswith(", from the middle")]
    assert {"archive: everything", "archive: a game", "archive: a month"} < set(first_pages)
    assert {f"{name}, from the middle" for name in first_pages} < set(names)


@pytest.mark.slow
def test_a_long_ladder_is_measured(bench: Bench) -> None:
    printed = bench("tests.bench.ladders", "--people", 40, "--rounds", 1)
    times = re.findall(r"^(.+): (\d+\.\d) ms of processor$", printed, re.MULTILINE)
    assert [name for name, _spent in times] == [
        "upkeep",
        "looking for what is decided",
        "page of somebody in the middle",
        "a challenge",
    ]
    assert all(float(spent) > 0 for _name, spent in times)


@pytest.mark.slow
def test_ratings_are_computed_twice_alike_and_their_pages_measured(bench: Bench) -> None:
    printed = bench("tests.bench.ratings", "--users", 20, "--matches", 200, "--rounds", 1)
    same = re.findall(r"^(\w+): [1-9]\d* matches, the same to the last bit$", printed, re.MULTILINE)
    assert same == list(GAMES)
    lists = RATED.findall(printed)
    assert all(int(queries) > 0 for _name, queries in lists)
    names = [name for name, _queries in lists]
    assert names[:2] == ["leaderboard", "leaderboard, from the middle"]
    assert [name.rsplit(" with ")[0] for name in names[-2:]] == ["profile of somebody", "profile of a computer player"]
    works = TIMED.findall(printed)
    assert works[0] == "fill"
    assert re.fullmatch(r"rating [1-9]\d* matches one by one after their ends", works[-2])


@pytest.mark.stack
def test_notices_arrive_though_senders_are_killed(bench: Bench) -> None:
    printed = bench("tests.bench.notices", 60, 0.5)
    assert re.search(r"^60 turns written in \d+ s, all settled after \d+ s$", printed, re.MULTILINE)
    assert re.search(r"^senders killed: [1-9]", printed, re.MULTILINE)
    channels = {channel: tuple(map(int, numbers)) for channel, *numbers in CHANNEL.findall(printed)}
    assert list(channels) == ["mail", "push", "webhook"]
    for wanted, sent, unsure, past, other, arrived, lost, _again in channels.values():
        assert wanted == 60 == sent + unsure + past
        assert other == lost == 0
        assert arrived > 0


@pytest.mark.stack
def test_the_computer_answers_many_people_at_once(bench: Bench) -> None:
    line = QUEUE.fullmatch(bench("tests.bench.queue", 4, "solid", 6))
    assert line
    answers, *waits = line.groups()
    assert int(answers) > 0
    assert waits == sorted(waits, key=float)


@pytest.mark.stack
def test_all_matches_are_handed_over_while_people_play(bench: Bench) -> None:
    printed = bench("tests.bench.time_outs", 20, 1)
    waiting = [int(matches) for _seconds, matches in WAITING.findall(printed)]
    assert set(waiting) <= set(range(1, 21))
    assert waiting == sorted(waiting, reverse=True)
    assert re.search(r"^20 matches handed over [\d.]+ s after their time was out", printed, re.MULTILINE)
    rates = LIVE.findall(printed)
    assert [label for label, _actions in rates] == ["before", "meanwhile"]
    assert all(int(actions) > 0 for _label, actions in rates)


@pytest.mark.stack
def test_the_bench_prints_a_figure_for_every_game_page_and_number_of_matches(bench: Bench) -> None:
    options = ("--seconds", 0.3, "--decisions", 1, "--levels", "casual", "--parallel", 3)
    printed = bench("tests.bench", *options)
    assert [table for table, _speed in SPEED.findall(printed)] == TABLES
    assert [thought[:2] for thought in THOUGHT.findall(printed)] == [(table, "casual") for table in TABLES]
    assert [table for table, _decisions in ANALYSIS.findall(printed)] == OUTERMOST
    requests = REQUEST.findall(printed)
    assert [name for name, *_ in requests] == ["match page", "board fragment", "look ahead", "play request"]
    assert all(int(queries) > 0 and float(milliseconds) > 0 for _name, queries, milliseconds in requests)
    tables = [tuple(table.split(":")) for table in matches.TABLES]
    everything = [(what, *table, "3", "yes") for what, table in product(matches.WHAT, tables)]
    assert PARALLEL.findall(printed) == everything
    assert printed.count(HEAD) == 1


@pytest.mark.stack
def test_parallel_matches_are_told_as_json(bench: Bench) -> None:
    printed = bench("tests.bench.matches", "--parallel", 2, "--tables", "maya:3", "--seconds", 0.3, "--json")
    stored, shown = (json.loads(line) for line in printed.splitlines())
    assert (stored["what"], shown["what"]) == ("told", "shown")
    for facts in (stored, shown):
        assert (facts["game"], facts["seats"], facts["parallel"], facts["stored"]) == ("maya", 3, 2, True)
        assert facts["actions_per_s"] > 0
        assert facts["p95_ms"] >= facts["p50_ms"] > 0
        assert facts["cpu_ms_per_action"] > 0
    assert shown["bytes_per_action"] > stored["bytes_per_action"] > 0


@pytest.mark.stack
def test_both_servers_stand_side_by_side(bench: Bench) -> None:
    printed = bench("tests.bench.servers", "--parallel", 1, "--seconds", 0.3)
    head, _line, *rows = printed.splitlines()
    assert head == "|  | uvicorn | daphne |"
    assert len(rows) == 8
    assert all(len(row.strip("| ").split(" | ")) == 3 for row in rows)


def test_what_was_measured_goes_into_its_places_on_the_page_and_nowhere_else() -> None:
    page = performance.PAGE.read_text()
    places = [place[1] for place in performance.BLOCK.findall(page)]
    assert places == ["machine", "goals", "matches", "requests", "peers", "ratios"]
    filled = performance.filled(page, {"matches": "| new |", "machine": "Measured just now."})
    new = {place[1]: place[2] for place in performance.BLOCK.findall(filled)}
    old = {place[1]: place[2] for place in performance.BLOCK.findall(page)}
    assert new == old | {"matches": "| new |", "machine": "Measured just now."}
    assert performance.BLOCK.split(filled)[::5] == performance.BLOCK.split(page)[::5]


def test_a_goal_has_its_figures_in_full() -> None:
    goal = Goal("shown, 50 matches of two, p95", [1183.2, 1641.7], 700, "ms")
    assert goal.row == ["shown, 50 matches of two, p95", "≤ 700 ms", "1180–1640 ms", "**not met**"]
    assert Goal("an unchanged poll", [0.9671], 1.5, "ms").row[2:] == ["0.967 ms", "met"]


@pytest.mark.stack
def test_everything_that_the_page_of_performance_tells_is_measured_in_one_command(bench: Bench) -> None:
    options = ("--tables", "maya:2", "--parallel", 2, "--seconds", 0.3)
    printed = bench("tests.bench.performance", *options)
    cell = r"\d+/s, p95 \d+ ms, [\d.]+ ms"
    assert re.findall(rf"^\| (told|shown) \| Maya, 2 seats \| {cell} \| [\d,]+ \|$", printed, re.MULTILINE) == [
        "told",
        "shown",
    ]
    asked = re.findall(r"^\| `(\w+)` \| (\d+) \| [\d.]+ ms, \d+, [\d.]+ kB \|$", printed, re.MULTILINE)
    assert [(what, int(ply)) for what, ply in asked] == list(performance.REQUESTS)
    stores = re.findall(rf"^\| pushed \| boardgame.io (\w+) \| {cell} \|", printed, re.MULTILINE)
    assert stores == (["files", "memory"] if NODE else [])


@pytest.mark.stack
@pytest.mark.skipif(not NODE, reason="boardgame.io needs Node and npm, which are not installed here")
def test_our_site_and_boardgame_io_play_the_same_load_in_one_command(bench: Bench) -> None:
    printed = bench("tests.bench.peers", "--parallel", 2, "--seconds", 0.3, "--rounds", 2)
    assert PARALLEL.findall(printed) == [
        ("told", "rapa_nui", "2", "2", "yes"),
        ("shown", "rapa_nui", "2", "2", "yes"),
        ("pushed", "boardgame.io files", "2", "2", "yes"),
        ("pushed", "boardgame.io memory", "2", "2", "NO"),
    ]
    ratios = RATIO.findall(printed)
    assert [ratio[:3] for ratio in ratios] == [(*pair, "2") for pair in product(matches.WHAT, ("files", "memory"))]
    assert all(float(figure) > 0 for _ours, _theirs, _parallel, *figures in ratios for figure in figures)


@pytest.mark.browser
def test_what_a_reader_feels_is_measured_and_shown(bench: Bench, tmp_path: Path) -> None:
    strip = tmp_path / "strip.jpg"
    printed = bench("tests.bench.click", "--moves", 3, "--starts", 1, "--strip", strip)
    assert re.match(r"Play now to the first decision: first visit \d+ ms, later \d+ ms\n", printed)
    waits = dict(FELT.findall(printed))
    assert waits.keys() == {"the own piece moves", "the own board", "the other's board"}
    assert waits["the own board"] == waits["the other's board"] == "3"
    assert strip.read_bytes().startswith(b"\xff\xd8")


@pytest.mark.stack
def test_a_busy_evening_tells_of_actions_and_memory_and_that_nothing_is_lost(bench: Bench) -> None:
    printed = bench("tests.bench.load", "--matches", 4, "--watchers", 2, "--minutes", 0.1, "--pause", 0.5)
    assert {part for part, _early, _late in MEMORY.findall(printed)} >= {"web-1", "ai", "beat", "valkey"}
    line = re.search(r"^(\d+) actions, [\d.]+ ms of processor each", printed, re.MULTILINE)
    assert line
    assert int(line[1]) > 4
    assert printed.endswith("0 actions answered and not stored, 0 boards not shown in 60 s\n")


@pytest.mark.stack
def test_what_strangers_do_is_told_with_its_figures(bench: Bench) -> None:
    printed = bench("tests.bench.strangers", "--each", 5, "--seconds", 2, "--pause", 0.5)
    assert len(re.findall(r"^16 connections ask \d+ ahead and do not read", printed, re.MULTILINE)) == 2
    assert "in vain" not in printed
    taken = re.findall(r"^of .+ without end ([\d.]+) MB are taken", printed, re.MULTILINE)
    assert len(taken) == 5
    assert all(float(megabytes) < 10 for megabytes in taken)
    assert "\na cookie in a trailer lets in: no\n50 who ask ahead and leave are worth 0 tracebacks\n" in printed
    crowds = re.findall(r"^(nobody|5) (.+): [1-9]\d* actions, .+ 0 lost; ", printed, re.MULTILINE)
    assert [what for who, what in crowds if who == "5"] == list(strangers.KINDS)
    assert printed.endswith("\n0 tracebacks in the log of the site\n")


@pytest.mark.stack
def test_without_node_the_comparison_says_so_in_a_line(tmp_path: Path) -> None:
    environment = os.environ | {"PATH": str(tmp_path)}
    command = [sys.executable, "-m", "tests.bench.peers"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("boardgame.io needs Node and npm")
    assert done.stdout.count("\n") == 1
    assert not done.stderr


@pytest.mark.slow
def test_cups_are_played_on_paper(bench: Bench) -> None:
    printed = bench("tests.bench.cups", "--cups", 20, "--players", 4, 30)
    assert re.search(r"^cups +20$", printed, re.MULTILINE)
    assert re.search(r"^the slowest cup took [\d.]+ s", printed, re.MULTILINE)


@pytest.mark.slow
def test_a_site_is_kept_brought_back_and_moved_while_a_process_writes(bench: Bench) -> None:
    printed = bench("tests.bench.moving", "--users", 20, "--matches", 100)
    assert "copied games_action: 4,000 rows" in printed
    assert "compared games_action: 4,000 rows" in printed
    assert int(re.findall(r"^written meanwhile: (\d+),", printed, re.MULTILINE)[0]) > 0
    assert printed.count("counted again") == 2
