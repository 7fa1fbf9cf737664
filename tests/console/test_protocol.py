"""The line protocol: docs/protocol.md is right, and no program is told what its seat must not know."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from random import Random
from select import select
from typing import Any

import pytest
from django.conf import settings

from games.ai.arena import FORFEIT, Budgets, Forfeit, Pairing, play
from games.ai.scripted_bots import uniform
from games.console.program import Program
from games.console.protocol import COMMANDS, Conversation, Limits
from games.console.telling import the_position, the_table, the_view
from games.engine import GAMES
from games.engine.codec import decode, encode
from games.engine.contract import AnyGame, BadDeal
from games.engine.record import Record, Step, positions, read, replay
from tests.first import first
from tests.titles import RECORDS, game_of

PAGE = settings.BASE_DIR / "docs/protocol.md"


class Talk:
    """A conversation that records what was said."""

    def __init__(self, level: str = "solid") -> None:
        self.said: list[str] = []
        self.conversation = Conversation(self.said.append, level, Random("1"))

    def __call__(self, *lines: str) -> list[str]:
        self.said.clear()
        for line in lines:
            self.conversation.hear(line)
            self.conversation.wait()
        return list(self.said)


def test_the_transcript_of_the_page_is_what_is_said() -> None:
    [transcript] = re.findall(r"```transcript\n(.*?)```", PAGE.read_text(), re.DOTALL)
    talk, found = Talk(), list[str]()
    for line in transcript.splitlines():
        if line.startswith("> "):
            found += [line, *(f"< {answer}" for answer in talk(line[2:]))]
    assert found == transcript.splitlines()


def test_the_page_names_every_command() -> None:
    assert {*COMMANDS} == {*re.findall(r"^\| `([a-z]+)", PAGE.read_text(), re.MULTILINE)}


@pytest.mark.parametrize("key", GAMES)
def test_what_is_remembered_survives_the_line(key: str) -> None:
    game = GAMES[key]
    path = next(path for path in RECORDS if game_of(path) == key and "three_seats" in path.stem)
    for state in [*positions(read(path.read_text()))][::9]:
        for seat in range(3):
            view = game.recall(state, seat)
            assert decode(game.View, encode(view)) == view


History = tuple[Any, list[Step]]
"""A deal, and the actions played."""


@pytest.mark.half_second
@pytest.mark.parametrize("key", first(["machu_picchu", "princes"], of=GAMES))
def test_who_has_seen_the_same_all_along_is_told_the_same(key: str) -> None:
    """With another deal, or another action by someone else, not one byte differs."""
    game, rng = GAMES[key], Random(7)
    record = read(next(path for path in RECORDS if game_of(path) == key and "three_seats" in path.stem).read_text())
    deal, steps = game.parse_deal(record.seats, record.options, record.deal), [*replay(record)]
    known = [[game.recall(step.state, seat) for step in steps] for seat in range(record.seats)]
    dealt = [*_dealt_otherwise(game, record, steps)]
    played = [*_played_otherwise(game, deal, steps, known, rng)]
    assert _told_alike(game, (deal, steps), known, dealt) > 20
    assert _told_alike(game, (deal, steps), known, played) > 10 or key == "maya"  # where everything is played openly


def _told_alike(game: AnyGame, real: History, known: Sequence[Sequence[Any]], others: Iterable[History]) -> int:
    """The number of decisions with the same lines after another history that looks the same to the deciding seat."""
    looked = 0
    for deal, steps in others:
        for seat, knows in enumerate(known):
            alike = _as_far_as_alike(game, steps, seat, knows)
            for at in [at for at in range(alike) if steps[at].seat == seat][-3:]:
                lines = the_position(game, real[0], real[1][:at], real[1][at].state, seat)
                assert the_position(game, deal, steps[:at], steps[at].state, seat) == lines
                looked += (deal, steps[:at]) != (real[0], real[1][:at])
    return looked


def _as_far_as_alike(game: AnyGame, steps: Sequence[Step], seat: int, knows: Sequence[Any]) -> int:
    """The number of positions, from the first one, that are what the seat knows of the real ones."""
    alike = (game.recall(step.state, seat) == known for step, known in zip(steps, knows, strict=False))
    return sum(takewhile(bool, alike))


def _dealt_otherwise(game: AnyGame, record: Record, steps: Sequence[Step]) -> Iterator[History]:
    """Histories with two like things of the deal swapped, so far apart that they are in nobody's first hand."""
    parts = record.deal.split(";")
    for number, part in enumerate(parts):
        name, _, values = part.partition("=")
        between = " " if " " in values else ""
        things = values.split(" ") if between else [*values]
        for one, other in enumerate(range(len(things) // 2, len(things))):
            changed = [*things]
            changed[one], changed[other] = things[other], things[one]
            text = ";".join([*parts[:number], f"{name}={between.join(changed)}", *parts[number + 1 :]])
            with suppress(BadDeal):
                deal = game.parse_deal(record.seats, record.options, text)
                yield deal, [*_played_on(game, game.start(deal), steps)]


def _played_otherwise(
    game: AnyGame, deal: Any, steps: Sequence[Step], known: Sequence[Sequence[Any]], rng: Random
) -> Iterator[History]:
    """Histories with one action replaced by another, which at least one seat could not see."""
    for at, (state, seat, action, _) in enumerate(steps[:-1]):
        legal = game.legal_actions(state)
        for other in rng.sample(legal, min(len(legal), 8)):
            now = game.apply(state, other)
            blind = [viewer for viewer, knows in enumerate(known) if game.recall(now, viewer) == knows[at + 1]]
            if other != action and blind:
                yield deal, [*steps[:at], Step(state, seat, other, now), *_played_on(game, now, steps[at + 1 :])]


def _played_on(game: AnyGame, state: Any, steps: Iterable[Step]) -> Iterator[Step]:
    """The same actions from another position on, as long as they are legal."""
    for step in steps:
        if game.to_move(state) != step.seat or step.action not in game.legal_actions(state):
            return
        after = game.apply(state, step.action)
        yield Step(state, step.seat, step.action, after)
        state = after


@pytest.mark.parametrize("key", GAMES)
def test_ours_decides_from_what_a_program_is_told(key: str) -> None:
    """Every fifth decision of a random game; the legal actions follow from the view alone."""
    game, rng, talk = GAMES[key], Random(3), Talk("casual")
    seats = game.SEATS[-1]
    deal = game.deal(seats, {}, rng)
    state, steps = game.start(deal), list[Step]()
    while (seat := game.to_move(state)) is not None and len(steps) < 60:
        if len(steps) % 5 == 0:
            lines = [the_table(game, seats, {}, seat), *the_position(game, deal, steps, state, seat)]
            legal, answer = talk(*lines, "legal", "go nodes 3")
            assert legal == lines[-1]
            assert game.parse(state, answer.removeprefix("bestaction "))
        action = uniform(game, state, rng)
        steps.append(Step(state, seat, action, game.apply(state, action)))
        state = steps[-1].after


def test_stop_ends_a_thought_and_nothing_else_is_heard_meanwhile() -> None:
    talk = Talk("expert")
    game = GAMES["rapa_nui"]
    deal = game.deal_text(game.deal(3, {}, Random(1)))
    for line in ("game rapa_nui seats 3", f"deal {deal}", "go movetime 60000", "isready", "view", "stop"):
        talk.conversation.hear(line)
    talk.conversation.wait()
    ready, refused, answer = talk.said
    assert ready == "readyok"
    assert refused == "error view has to wait for bestaction; allowed now: isready, stop, quit"
    assert answer.startswith("bestaction ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("view [1]", "error expected an object of View, not"),
        ("view {", "error view is followed by nothing, or by one JSON object"),
        ("go depth 3", "error unknown limit 'depth 3'; allowed: go, go movetime MILLISECONDS, go nodes N"),
        ("go nodes 0", "error nodes is a whole number from 1"),
        ("game maya seats 2 seat 2", "error there is no seat 2; allowed: 0 to 1"),
        ("game maya setup build", "error after the game come pairs of a name and a value, each once; names: rules"),
        ("game maya options setup=tall", "error option setup cannot be 'tall'; allowed: random, build"),
        ("game maya rules 9", "error unknown rules version '9' of maya; allowed: 1"),
        ("position 0 swap 1-2@2", "error position needs a deal before it"),
        ("sing", "error unknown command 'sing'; allowed: isready, game"),
    ],
)
def test_what_cannot_be_followed_is_answered_with_what_is_allowed(line: str, said: str) -> None:
    [answer] = Talk()("game maya seats 2 seat 0", line)
    assert answer.startswith(said)


def test_a_view_that_no_game_looks_like_is_an_error_and_no_crash() -> None:
    game, talk = GAMES["princes"], Talk()
    view = game.view(game.start(game.deal(2, {}, Random(1))), 0)
    line = the_view(view).replace('"hand_size":', '"hand_size":9')
    assert line != the_view(view)
    wrong, ready = talk("game princes seats 2 seat 0", line, "go nodes 2", "isready")
    assert re.fullmatch(r"error no game can look like this view \(\w+\); allowed: one that someone has seen", wrong)
    assert ready == "readyok"


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seat", ["", " seat 0"])
def test_after_the_end_there_is_nothing_to_decide(key: str, seat: str) -> None:
    record = read(next(path for path in RECORDS if game_of(path) == key and "three_seats" in path.stem).read_text())
    talk = Talk()
    options = "".join(f"{name}={value};" for name, value in record.options.items())
    table = f"game {key} seats 3{seat}" + (f" options {options}" if options else "")
    plies = ";".join(f"{ply.seat} {ply.text}" for ply in record.plies)
    assert talk(table, f"deal {record.deal}", f"position {plies}", "go", "legal") == [
        "error nothing to decide: the game is over",
        "legal ",
    ]


def test_a_spectator_has_nothing_to_decide() -> None:
    game = GAMES["maya"]
    view = the_view(game.view(game.start(game.deal(2, {}, Random(1))), None))
    [answer] = Talk()("game maya seats 2", view, "go")
    assert answer == "error a spectator has nothing to decide: it is for seat 1 to decide"


OURS = f"{sys.executable} -m games protocol --level casual"

LISTENS = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "isready": print("readyok", flush=True)
    if word == "quit": break
"""

FAULTS = {
    "says": (LISTENS + "    if word == 'go': print('pass', flush=True)", "said 'pass' instead of bestaction"),
    "illegal": (LISTENS + "    if word == 'go': print('bestaction fly', flush=True)", "illegal answer: "),
    "late": (LISTENS, "no bestaction within"),
    "chatters": (
        LISTENS + "    while word == 'go': print('info', flush=True)",
        "no bestaction within",
    ),
    "crashes": (LISTENS + "    if word == 'go': sys.exit(3)", "ended with exit code 3 instead of bestaction"),
    "never begins": ("raise SystemExit(1)", "ended with exit code 1"),
}


NEVER_ANSWERS = ("late", "chatters")


@pytest.mark.long
@pytest.mark.parametrize("kind", FAULTS)
def test_who_does_not_play_has_lost_and_is_ended(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, reason = FAULTS[kind]
    # A program that answers or ends does so in time, however busy the machine is.
    monkeypatch.setattr("games.console.program.GRACE", 0.2 if kind in NEVER_ANSWERS else 60.0)
    (tmp_path / "bot.py").write_text(code)
    game = GAMES["rapa_nui"]
    with Program(f"{sys.executable} {tmp_path}/bot.py", Limits(seconds=0.1)) as program:
        guests = {"program": program}
        played = play(game, {}, Pairing(("casual", "program"), "d", "p"), Budgets(), guests)
        process = program._process
    assert played.fault is not None
    assert reason in str(played.fault)
    assert (played.outcome.reason, played.outcome.ranks) == (FORFEIT, (1, 2))
    assert process is None or process.returncode is not None


@pytest.mark.parametrize(
    ("limits", "heard"),
    [
        (Limits(), "go movetime 1000"),
        (Limits(seconds=2), "go movetime 2000"),
        (Limits(seconds=0.0004), "go movetime 1"),
        (Limits(nodes=7), "go nodes 7"),
    ],
)
def test_a_program_is_told_how_long_it_may_think(
    limits: Limits, heard: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.console.program.GRACE", 60.0)
    (tmp_path / "bot.py").write_text(LISTENS + "    if word == 'go': print('heard', line.strip(), flush=True)")
    game = GAMES["rapa_nui"]
    deal = game.deal(2, {}, Random(1))
    state = game.start(deal)
    refused = pytest.raises(Forfeit, match=f"said 'heard {heard}' instead of bestaction")
    with Program(f"{sys.executable} {tmp_path}/bot.py", limits) as program, refused:
        program.decide(game, 2, {}, deal, [], state, game.to_move(state) or 0)


STARTS_ANOTHER = """
import subprocess, sys
CHILD = "import time; held = open({held!r}, 'w'); print('here', file=held, flush=True); time.sleep(60)"
for line in sys.stdin:
    word = line.split()[0]
    if word == "isready":
        subprocess.Popen([sys.executable, "-c", CHILD])
        print("readyok", flush=True)
    if word == "go": print("pass", flush=True)
    if word == "quit": break
"""


def test_what_a_program_has_started_is_ended_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its child process holds a pipe open until it ends."""
    monkeypatch.setattr("games.console.program.GRACE", 60.0)
    held = tmp_path / "held"
    os.mkfifo(held)
    (tmp_path / "bot.py").write_text(STARTS_ANOTHER.replace("{held!r}", repr(str(held))))
    game = GAMES["rapa_nui"]
    deal = game.deal(2, {}, Random(1))
    state = game.start(deal)
    with Program(f"{sys.executable} {tmp_path}/bot.py") as program:
        with pytest.raises(Forfeit, match="said 'pass'"):
            program.decide(game, 2, {}, deal, [], state, game.to_move(state) or 0)
        pipe = held.open("rb", buffering=0)
        assert pipe.read(5) == b"here\n"
    with pipe:
        assert select([pipe], [], [], 60)[0], "the child process is still running"
        assert pipe.read() == b""


def test_a_program_that_there_is_not_cannot_be_started() -> None:
    game = GAMES["rapa_nui"]
    deal = game.deal(2, {}, Random(1))
    with Program("./no/such/program") as program, pytest.raises(Forfeit, match="cannot be started"):
        program.decide(game, 2, {}, deal, [], game.start(deal), 0)


def test_partners_lose_together() -> None:
    class Leaves:
        def decide(self, *_: object) -> str:
            raise Forfeit("enough")

    played = play(GAMES["maya"], {}, Pairing(("guest", "casual", "beginner", "casual"), "d", "p"), Budgets(),
                  {"guest": Leaves()})  # fmt: skip
    assert played.outcome.ranks == (3, 1, 3, 1)


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(settings.BASE_DIR)


@pytest.mark.half_second
@pytest.mark.usefixtures("at_home")
def test_ours_plays_a_whole_game_as_a_program() -> None:
    with Program(OURS, Limits(nodes=1)) as program:
        played = play(GAMES["machu_picchu"], {}, Pairing(("program", "casual"), "d", "p"), Budgets(),
                      {"program": program})  # fmt: skip
    assert played.fault is None
