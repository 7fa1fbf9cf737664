"""The lists of the gate name only tests that exist."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.collecting import may_have_tests
from tests.conftest import UNMATCHED, UNWRITTEN
from tests.gate import ANY_DATABASE, EVERY_ADDRESS, GATE, MATCHES, PAGES, STACK, TWO_WINDOWS, WHAT_BROWSERS_DO, file_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "lane",
    # Each lane imports only files with tests of its own, so it looks for the names in these.
    ["make test", pytest.param("browser", marks=pytest.mark.browser), pytest.param("stack", marks=pytest.mark.stack)],
)
def test_every_name_in_the_lists_is_that_of_a_test(request: pytest.FixtureRequest, lane: str) -> None:
    files = {file_of(name) for name in (*GATE, *ANY_DATABASE, *EVERY_ADDRESS)}
    assert [file for file in files if not list(ROOT.glob(file))] == []
    assert request.config.stash[UNMATCHED] == []


def test_marks_by_which_files_are_chosen_are_written_in_them(request: pytest.FixtureRequest) -> None:
    assert request.config.stash[UNWRITTEN] == []


def test_no_file_is_imported_none_of_whose_tests_would_run(tmp_path: Path) -> None:
    whole, some, none = (tmp_path / name for name in ("test_whole.py", "test_some.py", "test_none.py"))
    whole.write_text("pytestmark = pytest.mark.browser\n\ndef test_page(): ...")
    some.write_text("@pytest.mark.browser\ndef test_page(): ...\n\n@pytest.mark.long\ndef test_rules(): ...")
    none.write_text("def test_rules(): ...")

    def imported(expression: str) -> list[Path]:
        return [file for file in (whole, some, none) if may_have_tests(file, expression)]

    assert imported("not long and not browser and not stack") == [some, none]
    assert imported("browser and gate") == [whole, some]
    assert imported("browser and not long or stack") == [whole, some]
    assert imported("long or slow") == [whole, some, none]
    assert imported("stack") == []


def test_make_test_by_itself_leaves_out_what_takes_half_a_second_and_what_pytest_leaves_out() -> None:
    [default] = re.findall(r"^addopts = .* -m '(.+)'\"$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert f'QUICK := -m "not half_second and {default}"' in (ROOT / "Makefile").read_text().splitlines()


def kinds(names: Iterable[str]) -> set[str]:
    return {file_of(name).rpartition("/")[2] for name in names}


def test_each_kind_that_the_gate_promises_is_there() -> None:
    assert {"test_whole_games.py", "test_whole_matches.py"} <= kinds(MATCHES)
    assert {"test_live.py", "test_rematch.py"} <= kinds(TWO_WINDOWS)
    assert {"test_silent_line.py", "test_what_is_refused.py", "test_second_press.py"} <= kinds(WHAT_BROWSERS_DO)
    assert {"test_pushes.py", "test_passkeys.py"} <= kinds(WHAT_BROWSERS_DO)
    assert {"test_run.py", "test_match.py", "test_storage.py"} <= kinds(STACK)
    assert len(PAGES) > 50
