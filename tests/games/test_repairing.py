"""Records damaged by mail, chat or Windows are read as the same game; errors name what is odd in a line."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import cache
from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.record import Record, RecordError, read
from games.engine.repairing import Odd, odd, text_of
from tests.titles import game_of, record_path

FILES = [
    record_path(name)
    for name in ("maya/two_seats.txt", "machu_picchu/two_seats.txt", "rapa_nui/two_seats.txt", "princes/two_seats.txt")
]
TEXTS = {game_of(file): file.read_text(encoding="utf-8") for file in FILES}

NO_BREAK, THIN, IDEOGRAPHIC = "\u00a0", "\u2009", "\u3000"
BLANKS = (NO_BREAK, THIN, IDEOGRAPHIC, f"{NO_BREAK} ", f" {NO_BREAK}", "\u202f", "\u2007", " \u200b")
QUOTES = ("“”", "„“", "»«", "””", "〝〞", "＂＂")
DASHES = "‐‑‒–—−"
BREAKS = ("\r\n", "\r", "\u2028", "\u0085", "\r\r\n", " \n", "\u00a0\t\r\n")
INVISIBLE = ("\ufeff", "\u200b", "\u200e", "\u2060", "\u00ad")

Damage = Callable[[str], str]


@cache
def whole(game: str) -> Record:
    return read(TEXTS[game])


def quoted(marks: str) -> Damage:
    """Paired quotation marks, as word processors make them."""

    def damage(text: str) -> str:
        parts = text.split('"')
        return "".join(
            part + (marks[number % 2] if number < len(parts) - 1 else "") for number, part in enumerate(parts)
        )

    return damage


def wrapped(width: int) -> Damage:
    """Lines that are too long, wrapped as mail programs do."""

    def damage(text: str) -> str:
        lines = [
            textwrap.wrap(line, width, break_on_hyphens=False, break_long_words=False) for line in text.split("\n")
        ]
        return "\n".join("\n".join(line) for line in lines)

    return damage


def before_lines(mark: str) -> Damage:
    return lambda text: "".join(f"{mark}{line}" for line in text.splitlines(keepends=True))


def instead(old: str, new: str) -> Damage:
    return lambda text: text.replace(old, new)


WRAPS = st.none() | st.integers(64, 78).map(wrapped)
"""Applied first, as programs wrap the original text."""

LETTERS = st.one_of(
    st.sampled_from(QUOTES).map(quoted),
    st.sampled_from(DASHES).map(lambda dash: instead("-", dash)),
    st.sampled_from(BLANKS).map(lambda blank: instead(" ", blank)),
    st.sampled_from(INVISIBLE).map(lambda mark: lambda text: mark + text),
    st.sampled_from(INVISIBLE).map(lambda mark: instead("a", f"a{mark}")),
    st.just(lambda text: text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})),
)
LINES = st.one_of(
    st.sampled_from(("> ", ">", ">> ", "> > ", "  ", "\t", NO_BREAK * 4)).map(before_lines),
    st.sampled_from(("```", "```text", "~~~")).map(lambda fence: lambda text: f"{fence}\n{text}{fence[:3]}\n"),
)
ENDS = st.sampled_from(("\n", *BREAKS)).map(lambda end: instead("\n", end))
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-32")


@pytest.mark.half_second
@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(sorted(TEXTS)),
    wrap=WRAPS,
    letters=st.lists(LETTERS, max_size=3),
    lines=st.lists(LINES, max_size=3),
    ends=ENDS,
    encoding=st.sampled_from(ENCODINGS),
)
def test_a_damaged_record_is_the_same_game(
    game: str, wrap: Damage | None, letters: list[Damage], lines: list[Damage], ends: Damage, encoding: str
) -> None:
    text = TEXTS[game]
    for damage in [*([wrap] if wrap else []), *letters, *lines, ends]:
        text = damage(text)
    assert read(text_of(text.encode(encoding))) == whole(game)


def test_empty_lines_between_all_others_are_left_out() -> None:
    assert read(TEXTS["maya"].replace("\n", "\n\n")) == whole("maya")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_both_orders_of_utf_16_are_read(encoding: str) -> None:
    assert read(text_of(f"\ufeff{TEXTS['maya']}".encode(encoding))) == whole("maya")


def test_letters_of_older_windows_are_read() -> None:
    text = "; Müller – “gewonnen”\r\n" + quoted("“”")(TEXTS["maya"].replace("-", "–")).replace("\n", "\r\n")
    assert read(text_of(text.encode("cp1252"))) == whole("maya")


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0", b"PK\x03\x04\xff\xfe", b"\xff\n", b"\xff\xfe\x00"])
def test_what_is_no_text_is_not_read(content: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        text_of(content)


def test_a_header_parted_inside_a_value_without_blanks_is_joined() -> None:
    text = TEXTS["rapa_nui"]
    at = text.index("deck=") + 20
    assert read(f"{text[:at]}\n{text[at:]}") == whole("rapa_nui")


def test_nothing_is_taken_for_a_wrapped_line_that_may_be_an_action() -> None:
    lines = TEXTS["maya"].splitlines()
    first = next(number for number, line in enumerate(lines) if line[0].isdigit())
    for noted in ("; short", f"; {'long ' * 14}"):
        changed = [*lines[:first], noted, "l" + lines[first][1:], *lines[first + 1 :]]
        with pytest.raises(RecordError):
            read("\n".join(changed))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("0 play fish", []),
        ("0 play fish ; “all” of it", []),
        ("0 pl\u0430y fish", [(5, "U+0430 cyrillic small letter a")]),
        ("0\u00a0pl\u0430y fish", [(5, "U+0430 cyrillic small letter a")]),
        ("[Game “maya]", [(7, "U+201C left double quotation mark")]),
        ("0 play\x07 fish", [(7, "U+0007 control character")]),
    ],
)
def test_what_is_odd_in_a_line_is_named_with_its_place(line: str, found: list[tuple[int, str]]) -> None:
    assert [(each.column, each.name) for each in odd(line)] == found


def test_a_refused_line_tells_what_is_odd_in_it() -> None:
    with pytest.raises(RecordError) as refused:
        read(TEXTS["maya"].replace('[Game "maya"]', "[Game “maya]"))
    assert refused.value.odd == [Odd(7, "“")]


@pytest.mark.parametrize(
    "text",
    [" " * 100_000 + "x", ">" * 100_000, '["\n' + "a\n" * 50_000, "; " + "a\n" * 50_000, "\u00a0 " * 50_000]
    + ["\r" * 99_999 + "x"],
)
def test_reading_nonsense_takes_no_time(text: str) -> None:
    before = thread_time()  # without the time of other processes
    with pytest.raises(RecordError):
        read(text)
    assert thread_time() - before < 5
