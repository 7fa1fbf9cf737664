"""Benches against OpenSpiel say in one line what installs it."""

import subprocess
import sys

import pytest

from tests.bench.research import MISSING
from tests.stack.site import ROOT

WITHOUT = "import runpy, sys; sys.modules['pyspiel'] = None; runpy.run_module({!r}, run_name='__main__')"


@pytest.mark.parametrize("bench", ["open_spiel", "puzzle_judge"])
def test_without_the_extra_the_command_that_installs_it_is_all_that_is_said(bench: str) -> None:
    script = WITHOUT.format(f"tests.bench.{bench}")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", MISSING + "\n")
