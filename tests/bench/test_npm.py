"""What npm installs for benches is whole, also if two benches want it at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.bench import npm
from tests.stack.site import wait_until

SLOW_NPM = """#!/bin/sh
mkdir node_modules
until [ -e go ]; do sleep 0.01; done
touch node_modules/whole
"""


def test_who_finds_another_installing_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "ROOT", tmp_path)
    pins, command = tmp_path / "pins", tmp_path / "npm"
    pins.mkdir()
    for name in ("package.json", "package-lock.json"):
        (pins / name).write_text("{}")
    command.write_text(SLOW_NPM)
    command.chmod(0o755)

    def is_whole() -> bool:
        return (npm.installed(str(command), pins) / "whole").exists()

    folder = tmp_path / ".venv" / "pins"
    with ThreadPoolExecutor() as benches:
        first = benches.submit(is_whole)
        wait_until((folder / "node_modules").exists, 60)
        second = benches.submit(is_whole)
        wait_until(lambda: second.running() or second.done(), 60)
        (folder / "go").touch()
        assert [first.result(), second.result()] == [True, True]
