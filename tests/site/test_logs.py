"""Visitors' mistakes take one short line of the log; the site's own errors are logged in full."""

import logging

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from tests.site.logged import lines

pytestmark = pytest.mark.django_db


def test_a_wrong_host_is_one_line(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    [line] = lines(caplog)
    assert "Invalid HTTP_HOST header: 'elsewhere.example'" in line


def test_a_refused_permission_is_one_line(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(User.objects.create_user("Mo", is_staff=True))
    assert client.get(reverse("admin:games_match_changelist")).status_code == 403
    [line] = lines(caplog)
    assert "Forbidden" in line


def test_a_form_that_cannot_be_read_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    form = {f"field{number}": "x" for number in range(600)}
    assert client.post(reverse("account_login"), form).status_code == 400
    [line] = lines(caplog)
    assert "exceeded" in line


def test_a_line_is_short_and_stays_one(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/%0aERROR%20all%20is%20lost%1b[2J" + "x" * 5000).status_code == 404
    [line] = lines(caplog)
    assert len(line) == 500
    assert line.isprintable()


def test_a_fault_of_ours_is_told_in_full(caplog: pytest.LogCaptureFixture) -> None:
    request = RequestFactory().get("/")
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("django.request").exception("Oh", extra={"status_code": 500, "request": request})
    assert any("Traceback" in line for line in lines(caplog))
    assert lines(caplog)[-1] == "RuntimeError: broken"
