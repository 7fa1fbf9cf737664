"""The text record: what is written, what is read, and everything that is refused, line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.contract import Outcome
from games.engine.occasion import Occasion
from games.engine.record import (
    Ply,
    Record,
    RecordError,
    final_state,
    legal_result,
    read,
    replay,
    shown,
    write,
)
from games.engine.result import Result, parse_result, result_of
from games.titles.rapa_nui import rules as rapa_nui
from tests.titles import record_path

RECORDS = record_path("rapa_nui/")
FINISHED = (RECORDS / "two_seats.txt").read_text(encoding="utf-8").split("\n", 1)[1]
DECK = "LLgLgMLMMfPPPLLPgsfLgbPLLfMLbsPsMMbMLPffbLMPgbMPss"
RUNNING = f"""\
[Game "rapa_nui"]
[Rules "1"]
[Seats "2"]
[Options ""]
[Deal "colors=vy;deck={DECK}"]
0 play fish
0 draw 3
1 play potato
"""


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as error:
        read(text)
    return str(error.value)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# What is read and written


def test_record_of_a_running_game_is_read_and_written_alike() -> None:
    record = read(RUNNING)
    assert record == Record(
        game="rapa_nui",
        rules="1",
        seats=2,
        options={},
        deal=f"colors=vy;deck={DECK}",
        plies=(Ply(0, "play fish"), Ply(0, "draw 3"), Ply(1, "play potato")),
    )
    assert write(record) == RUNNING


def test_record_of_a_finished_game_is_read_and_written_alike() -> None:
    record = read(FINISHED)
    assert record.result == "0:112 1:99 end=deck"
    assert write(record) == FINISHED


def test_record_without_actions_is_read() -> None:
    text = RUNNING[: RUNNING.index("0 play")]
    assert read(text).plies == ()
    assert write(read(text)) == text
    assert final_state(read(text)) == rapa_nui.start(rapa_nui.parse_deal(2, {}, read(text).deal))


def test_options_are_written_as_pairs() -> None:
    record = replace(read(RUNNING), options={"setup": "build", "start": "beginner"})
    assert '[Options "setup=build;start=beginner"]\n' in write(record)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("0 play fish\n", "  0 play fish \t\n"),
        ("0 play fish\n", "\n   \n0 play fish\n\n"),
        ("0 play fish\n", "0 play fish ; the only fish\n"),
        ("0 play fish\n", "0 play fish;the only fish\n"),
        ("0 play fish\n", '; "a comment" of its own\n;\n0 play fish\n'),
        ('[Seats "2"]\n', '\t[Seats "2"] ; a duel "of two"\n'),
        ('[Seats "2"]\n', '; [Seats "3"]\n[Seats "2"];\n'),
        ('[Seats "2"]\n', '[Seats  "2"]\n'),
        ('[Seats "2"]\n', '[Seats\t\t"2"]\n'),
        ('[Seats "2"]\n', '[ Seats "2" ]\t;\n'),
        ('[Seats "2"]\n', '[Seats"2"]\n'),
        ('[Seats "2"]\n[Options ""]\n', '[Options ""]\n[Result "*"]\n[Seats "2"]\n'),
    ],
)
def test_blanks_comments_line_ends_and_order_of_headers_do_not_matter(old: str, new: str) -> None:
    text = RUNNING.replace(old, new) if old == "\n" else changed(RUNNING, old, new)
    assert read(text) == read(RUNNING)


def test_last_line_needs_no_line_break() -> None:
    assert read(RUNNING.rstrip("\n")) == read(RUNNING)
    assert read(FINISHED.rstrip("\n")) == read(FINISHED)


# What is refused


@pytest.mark.parametrize("name", ["Game", "Rules", "Seats", "Options", "Deal"])
def test_missing_header_is_refused_with_the_line_where_the_actions_begin(name: str) -> None:
    text = "".join(line for line in RUNNING.splitlines(keepends=True) if not line.startswith(f"[{name}"))
    assert refusal(text) == f"line 5: the header {name} is missing"


@pytest.mark.parametrize("name", ["Game", "Rules", "Seats", "Options", "Deal"])
def test_repeated_header_is_refused(name: str) -> None:
    line = next(line for line in RUNNING.splitlines(keepends=True) if line.startswith(f"[{name}"))
    assert refusal(line + RUNNING).endswith(f": the header {name} is repeated")


def test_repeated_result_is_refused() -> None:
    assert refusal('[Result "*"]\n[Result "*"]\n' + RUNNING) == "line 2: the header Result is repeated"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the header Game is missing"),
        (
            '[Event "final"]\n' + RUNNING,
            "line 1: unknown header Event; known: Game, Rules, Seats, Options, Deal, ",
        ),
        ('[game "rapa_nui"]\n' + RUNNING, "line 1: unknown header game"),
        (RUNNING + '[Result "*"]\n', "line 9: the header Result stands after the first action"),
        (changed(RUNNING, '[Game "rapa_nui"]', '[Game "rapa_nui"'), 'line 1: a header reads [Name "value"]'),
        (changed(RUNNING, '[Game "rapa_nui"]', "[Game rapa_nui]"), 'line 1: a header reads [Name "value"]'),
        (changed(RUNNING, '[Game "rapa_nui"]', '[Game "rapa_nui"] 1'), 'line 1: a header reads [Name "value"]'),
        (changed(RUNNING, '[Game "rapa_nui"]', '[Game "rapa;nui'), 'line 1: a header reads [Name "value"]'),
        (changed(RUNNING, '[Game "rapa_nui"]', '[Game ; "rapa_nui"]'), 'line 1: a header reads [Name "value"]'),
        (changed(RUNNING, "rapa_nui", "chess"), "line 1: unknown game 'chess'; known: rapa_nui"),
        (changed(RUNNING, "rapa_nui", ""), "line 1: unknown game ''"),
        (changed(RUNNING, '[Rules "1"]', '[Rules "0"]'), "line 2: unknown rules version '0'; known: 1"),
        (changed(RUNNING, '[Rules "1"]', '[Rules "01"]'), "line 2: unknown rules version '01'"),
        (changed(RUNNING, '[Seats "2"]', '[Seats "02"]'), "line 3: '02' is no number of seats"),
        (changed(RUNNING, '[Seats "2"]', '[Seats "two"]'), "line 3: 'two' is no number of seats"),
        (changed(RUNNING, '[Seats "2"]', '[Seats "٢"]'), "line 3: '٢' is no number of seats"),
        (changed(RUNNING, '[Seats "2"]', f'[Seats "{"9" * 5000}"]'), "line 3: '999"),
        (changed(RUNNING, '[Seats "2"]', '[Seats "1"]'), "line 3: rapa_nui is not for 1 seats; allowed: 2, 3, 4"),
        (
            changed(RUNNING, '[Seats "2"]', '[Seats "3"]'),
            "line 5: colors must be 3 different letters of ybrv, not 'vy'",
        ),
        (changed(RUNNING, '[Options ""]', '[Options "dice=two"]'), "line 4: unknown option 'dice'; rapa_nui has: none"),
        (changed(RUNNING, '[Options ""]', '[Options "dice"]'), "line 4: 'dice' is not name=value"),
        (changed(RUNNING, '[Options ""]', '[Options "a=b;"]'), "line 4: '' is not name=value"),
        (changed(RUNNING, '[Options ""]', '[Options "a=b;a=b"]'), "line 4: the option a is repeated"),
        (changed(RUNNING, "colors=vy", "colors=vv"), "line 5: colors must be 2 different letters of ybrv, not 'vv'"),
        (changed(RUNNING, "colors=vy", "colors=vx"), "line 5: colors must be 2 different letters of ybrv, not 'vx'"),
        (changed(RUNNING, DECK, DECK[::-1] + "L"), "line 5: the deck must hold 12 L (lumberjack), not 13"),
        (changed(RUNNING, DECK, DECK.replace("P", "L", 1)), "line 5: the deck must hold 9 P (priest), not 8"),
        (changed(RUNNING, DECK, DECK.replace("P", "X", 1)), "line 5: the deck has no card 'X'; cards are MPLfbsg"),
        (changed(RUNNING, DECK, DECK[:-3] + "???"), "line 5: a deal with ? is for reading"),
        (changed(RUNNING, f"colors=vy;deck={DECK}", f"deck={DECK};colors=vy"), "line 5: a deal of rapa_nui reads"),
        (changed(RUNNING, "colors=vy;", "colors=vy; "), "line 5: a deal of rapa_nui reads"),
        (changed(RUNNING, f"colors=vy;deck={DECK}", ""), "line 5: a deal of rapa_nui reads"),
        (changed(RUNNING, "deck=", "deck=;deck="), "line 5: a deal of rapa_nui reads"),
    ],
)
def test_malformed_headers_are_refused(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


@pytest.mark.parametrize(
    "line",
    [
        "00 draw 3",
        "01 draw 3",
        "-1 draw 3",
        "0  draw 3",
        "0 draw  3",
        "0\tdraw 3",
        "0 draw\t3",
        "0",
        "draw 3",
        "0draw 3",
        "٠ draw 3",
        "0 draw ³",
        "0 dräw 3",
        "0 drаw 3",
        "9" * 5000 + " draw 3",
    ],
)
def test_malformed_action_lines_are_refused(line: str) -> None:
    text = changed(RUNNING, "0 draw 3\n", line + "\n")
    assert refusal(text).startswith("line 7: ")
    assert refusal(text).endswith(" is not SEAT ACTION with one space between words and no leading zero")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 draw 3", "line 7: it is for seat 0 to decide, not for seat 1"),
        ("7 draw 3", "line 7: it is for seat 0 to decide, not for seat 7"),
        ("0 draw 5", "line 7: 'draw 5': this is not an action of Rapa Nui"),
        ("0 draw 03", "line 7: 'draw 03': this is not an action of Rapa Nui"),
        ("0 play grain", "line 7: 'play grain': now you must draw a card (RAP 3.3)"),
        ("0 offer ?", "line 7: 'offer ?' hides what was played"),
        ("0 ?", "line 7: '?' hides what was played"),
    ],
)
def test_illegal_actions_are_refused(line: str, message: str) -> None:
    assert refusal(changed(RUNNING, "0 draw 3\n", line + "\n")).startswith(message)


def test_line_numbers_count_comments_and_blank_lines() -> None:
    text = "; a game\r\n\r\n" + changed(RUNNING, "0 draw 3\n", "\n; and now\n0 draw 9\n")
    assert refusal(text).startswith("line 11: 'draw 9'")


def test_action_after_the_end_is_refused() -> None:
    lines = FINISHED.count("\n")
    assert refusal(FINISHED + "1 draw 1\n") == f"line {lines + 1}: the game is over: no action can follow"


def test_finished_game_without_its_result_is_refused() -> None:
    lines = FINISHED.count("\n")
    message = "a finished game must have its result: 0:112 1:99 end=deck"
    assert refusal(changed(FINISHED, '[Result "0:112 1:99 end=deck"]\n', "")) == f"line {lines - 1}: {message}"
    assert refusal(changed(FINISHED, "0:112 1:99 end=deck", "*")) == f"line 6: {message}"


def test_result_of_a_running_game_is_refused() -> None:
    text = changed(RUNNING, '[Options ""]\n', '[Options ""]\n[Result "0:1 1:0 end=deck"]\n')
    assert refusal(text) == "line 5: the game is not over, so it has no result"


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("1:112 0:99 end=deck", "the result '1:112 0:99 end=deck' differs from the replay: 0:112 1:99 end=deck"),
        ("0:111 1:99 end=deck", "the result '0:111 1:99 end=deck' differs"),
        ("0:112 1:99 end=moai", "the result '0:112 1:99 end=moai' differs"),
        ("0:112=1:99 end=deck", "the result '0:112=1:99 end=deck' differs"),
        ("0:112 end=deck", "the result '0:112 end=deck' differs"),
        ("", "'' in the result is not seat:points"),
        ("1-0", "'' in the result is not seat:points"),
        ("0:112  1:99 end=deck", "'' in the result is not seat:points"),
        ("0:0112 1:99 end=deck", "'0:0112' in the result is not seat:points"),
        ("0:112 1:-0 end=deck", "'1:-0' in the result is not seat:points"),
        ("0:112 0:99 end=deck", "the result names seat 0 twice"),
        ("1:112 2:99 end=deck", "the result must name every seat"),
        ("1:99=0:112 end=deck", "the result must be written '0:112=1:99 end=deck'"),
    ],
)
def test_wrong_results_are_refused(result: str, message: str) -> None:
    assert refusal(changed(FINISHED, "0:112 1:99 end=deck", result)).startswith(f"line 6: {message}")


# Replay


def test_replay_gives_every_ply_with_the_positions_around_it() -> None:
    steps = list(replay(read(RUNNING)))
    assert [(step.seat, str(step.action)) for step in steps] == [(0, "play fish"), (0, "draw 3"), (1, "play potato")]
    assert [step.state for step in steps[1:]] == [step.after for step in steps[:-1]]
    assert steps[-1].after == final_state(read(RUNNING))


def test_replay_refuses_with_the_line_of_the_written_record() -> None:
    record = read(FINISHED)
    broken = replace(record, plies=(*record.plies[:5], Ply(0, "draw 7")))
    with pytest.raises(RecordError, match="^line 12: ") as error:
        list(replay(broken))
    assert write(broken).split("\n")[error.value.line - 1] == "0 draw 7"
    with pytest.raises(RecordError, match="^line 1: unknown game 'go'"):
        list(replay(replace(record, game="go")))


def test_legal_result_ignores_what_the_record_says() -> None:
    assert legal_result(replace(read(FINISHED), result="0:1 1:1 end=deck")) == "0:112 1:99 end=deck"
    assert legal_result(read(RUNNING)) is None


# Results


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1:58 0:51 end=deck", Result((51, 58), (2, 1), "deck")),
        ("0:3=2:3 1:-4 end=sky", Result((3, -4, 3), (1, 3, 1), "sky")),
        ("0:0 1:0 end=deck", Result((0, 0), (1, 2), "deck")),
        ("0:7=1:7=2:7=3:7 end=conquest", Result((7, 7, 7, 7), (1, 1, 1, 1), "conquest")),
        ("2:9 0:5=1:5 3:5 end=no_swap", Result((5, 5, 9, 5), (2, 2, 1, 4), "no_swap")),
    ],
)
def test_result_text_round_trips(text: str, result: Result) -> None:
    assert str(result) == text
    assert parse_result(text) == result


def test_result_of_an_outcome_is_its_points_ranks_and_reason() -> None:
    assert str(result_of(Outcome((5, 8, 8), (3, 1, 1), "deck", ((), (), ())))) == "1:8=2:8 0:5 end=deck"


# What a viewer reads


def first_moai(record: Record) -> int:
    """The number of plies up to the builder's own offering."""
    for ply, step in enumerate(replay(record), 1):
        if step.state.decision == "offer_hidden":
            return ply
    raise AssertionError("nobody built")


def test_viewer_reads_the_builders_offering_as_hidden_until_the_end() -> None:
    whole = read(FINISHED)
    plies = first_moai(whole)
    record = replace(whole, plies=whole.plies[:plies], result=None)
    builder, text = record.plies[-1]
    assert shown(record, builder).plies[-1].text == text
    for seat in (None, 1 - builder):
        assert shown(record, seat).plies[-1] == Ply(builder, "offer ?")
        assert shown(record, seat).plies[:-1] == record.plies[:-1]
    assert shown(whole, None).plies == whole.plies


def test_viewer_reads_the_deck_as_far_as_it_was_dealt() -> None:
    assert shown(read(RUNNING), None).deal == f"colors=vy;deck={DECK[:16]}{'?' * 34}"
    assert shown(read(RUNNING), 0).deal == shown(read(RUNNING), None).deal
    assert shown(read(FINISHED), 0) == read(FINISHED)


def test_text_with_something_hidden_is_refused_by_the_reader() -> None:
    assert "with ? is for reading" in refusal(write(shown(read(RUNNING), 0)))


# Headers about the occasion

TOLD = """\
[Site "https://example.org/match/abcd2345/"]
[Date "2026-11-26"]
[Names "Ági;小明"]
[Ratings "1612;-"]
[Pace "2d, weekends off"]
"""


def with_headers(headers: str) -> str:
    return changed(RUNNING, "0 play fish", f"{headers}0 play fish")


def test_headers_about_the_occasion_are_read_and_written_alike() -> None:
    record = read(with_headers(TOLD))
    assert record.occasion == Occasion(
        "https://example.org/match/abcd2345/", "2026-11-26", ("Ági", "小明"), ("1612", "-"), "2d, weekends off"
    )
    assert write(record) == with_headers(TOLD)
    assert replace(record, occasion=Occasion()) == read(RUNNING)
    assert final_state(record) == final_state(read(RUNNING))


@pytest.mark.parametrize("name", ["Site", "Date", "Names", "Ratings", "Pace"])
def test_each_header_about_the_occasion_may_be_missing(name: str) -> None:
    text = with_headers("".join(line for line in TOLD.splitlines(keepends=True) if not line.startswith(f"[{name}")))
    assert write(read(text)) == text


def test_lines_of_a_replay_count_the_headers_about_the_occasion() -> None:
    record = read(with_headers(TOLD))
    wrong = replace(record, plies=(*record.plies, Ply(1, "play moai")))
    with pytest.raises(RecordError) as error:
        list(replay(wrong))
    assert write(wrong).splitlines()[error.value.line - 1] == "1 play moai"


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ('[Site "example.org"]', "Site: 'example.org' is no address of a page"),
        ('[Site "javascript:alert(1)"]', "Site: 'javascript:alert(1)' is no address of a page"),
        ('[Site "https://a.example/ b"]', "Site: 'https://a.example/ b' is no address of a page"),
        ('[Site ""]', "Site: '' is no address of a page"),
        ('[Date "2026-02-30"]', "Date: '2026-02-30' is no date, like 2026-11-26"),
        ('[Date "20261126"]', "Date: '20261126' is no date, like 2026-11-26"),
        ('[Names "Alice"]', "Names: there must be 2 names with a semicolon between them, not 1"),
        ('[Names "Alice;"]', "Names: '' is no name: 1 to 40 letters, or - for nobody"),
        ('[Names "Alice; Bob"]', "Names: ' Bob' is no name"),
        (f'[Names "{"a" * 41};Bob"]', f"Names: '{'a' * 41}' is no name"),
        ('[Ratings "1;2;3"]', "Ratings: there must be 2 ratings with a semicolon between them, not 3"),
        ('[Ratings "1612;much"]', "Ratings: 'much' is no rating: a whole number, or - for none"),
        ('[Pace "slow"]', "Pace: 'slow' is no pace: live, none, or days like 2d"),
        ('[Rating "1612;1540"]', "unknown header Rating; known: Game, Rules, Seats, Options, Deal, Site, Date, Names"),
        ('[Date "2026-11-26"]\n[Date "2026-11-26"]', "the header Date is repeated"),
    ],
)
def test_header_about_the_occasion_that_is_none_is_refused(header: str, reason: str) -> None:
    line = 6 + header.count("\n")
    assert refusal(with_headers(f"{header}\n")).startswith(f"line {line}: {reason}")
