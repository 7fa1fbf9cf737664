"""The fuzzer by the OpenAPI document says what it needs before it starts a site."""

import sys

import pytest

from tests.fuzz.document import main


def test_without_schemathesis_the_command_that_installs_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["document", "--schemathesis", "no-such-program --with arguments"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.endswith("error: no-such-program is missing. `uv tool install schemathesis` installs it")
