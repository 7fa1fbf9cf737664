"""The short form of `python -m tests.kills`: every process is killed while people play, without any harm."""

from pathlib import Path

import pytest

from tests.kills import report
from tests.kills.fire import play_under_fire
from tests.kills.proof import prove

pytestmark = pytest.mark.stack


def test_kills_lose_and_double_nothing_and_the_judge_would_see_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evidence = play_under_fire(tmp_path, seconds=40, seed=3)
    cases = list(prove(evidence, tmp_path))
    verdict = evidence.verdict()
    with capsys.disabled():
        print("", *report.lines(verdict, evidence.ledger), sep="\n")
    assert [case.name for case in cases if not case.is_proved] == []
    assert verdict.faults == []
    assert verdict.actions.acknowledged > 0
    assert sum(evidence.ledger.kills.values()) > 0
