"""The addresses the site listens on, and what it prints about them."""

import pytest

from tests.stack.site import SmallSite, outcome, status

pytestmark = pytest.mark.stack


@pytest.mark.parametrize(
    ("bind", "address", "asked"),
    [
        ("::1", "http://[::1]:{port}/", "http://[::1]:{port}/"),
        ("[::]", "http://localhost:{port}/", "http://127.0.0.1:{port}/"),
    ],
)
def test_it_listens_on_ipv6_too_and_prints_an_address_that_a_browser_takes(tmp_path, bind, address, asked):
    with SmallSite(tmp_path, BIND=bind, WEB_PROCESSES="1", AI_PROCESSES="1") as site:
        assert f" is open: {address.format(port=site.port)} " in site.log()
        assert status(asked.format(port=site.port)) == 200
        assert status(f"http://[::1]:{site.port}/") == 200
        code, said = outcome(tmp_path / "other", BIND=bind, PORT=str(site.port))
    assert code == 1
    assert f"Port {site.port} of [{bind.strip('[]')}] cannot be used" in said


def test_daphne_is_not_asked_to_listen_on_ipv6(tmp_path):
    code, said = outcome(tmp_path, BIND="::1", SERVER="daphne")
    assert code == 1
    assert "BIND is ::1: choose another BIND, or SERVER=uvicorn" in said
