"""A view that meets storage trouble: a page that says so, and one line in the log."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from tests.markup import words


def refused(request: HttpRequest, rest: str = "") -> HttpResponse:
    raise RedisConnectionError("nobody listens")


urlpatterns = [path("refused/", refused), path("refused/<str:rest>/", refused)]


def test_storage_trouble_is_logged_once_and_without_a_traceback(
    settings: Settings, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ROOT_URLCONF = __name__
    response = client.get("/refused/")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "3")
    [record] = [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    assert (record.name, record.exc_info) == ("machupicchu.http.unavailable", None)
    assert record.getMessage() == "GET /refused/ answered 503: nobody listens"


def test_no_visitor_writes_lines_of_their_own_into_the_log(
    settings: Settings, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ROOT_URLCONF = __name__
    client.get("/refused/%0A2026-01-01 ERROR django: all is lost\x1b[2J/")
    [record] = [record for record in caplog.records if record.name == "machupicchu.http.unavailable"]
    assert record.getMessage().isprintable()


def test_only_what_was_to_be_read_is_tried_again(settings: Settings, client: Client) -> None:
    settings.ROOT_URLCONF = __name__
    offers = {method: "Try again" in words(getattr(client, method)("/refused/")) for method in ("get", "post")}
    assert offers == {"get": True, "post": False}
