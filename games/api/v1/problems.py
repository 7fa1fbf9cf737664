"""Exceptions as application/problem+json (RFC 9457), in the same words as on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from common.pausing import TooOften
from common.refusals import Refused
from games.api.v1.problem import problem
from games.api.v1.streams import TooManyStreams
from games.engine.contract import BadDeal, IllegalAction
from games.selectors.position.positions import NoSuchStep
from games.selectors.records.lists import BadCursor
from games.services.records.reading import RecordRefused
from games.services.refusals import PlanHasChanged, StalePly, StillWatching

STREAMS_AGAIN = 10
"""Seconds until a client should request a stream again; when another stream will end is unknown."""

FORM = "application/x-www-form-urlencoded"
"""The content type that browsers give to forms, and curl to whatever it sends."""


class NotLoggedIn(Exception):
    """The request needs a user, but is anonymous."""


def not_found() -> HttpResponse:
    """The response for things that do not exist or that the caller may not see, without saying which."""
    said = _("There is nothing at this address.")
    more = _("The address may be mistyped, or it belongs to a table you have not been invited to.")
    return problem(404, f"{said} {more}", "not_found")


def not_logged_in() -> HttpResponse:
    """The response to anonymous requests that need a user."""
    answer = problem(401, _("You are not logged in."), "not_signed_in")
    answer["WWW-Authenticate"] = "Bearer"
    return answer


def not_json() -> HttpResponse:
    """The response to forms."""
    return problem(415, _("This address accepts only JSON."), "not_json")


def handle_in(api: NinjaAPI) -> None:
    """Register handlers that turn exceptions of `api` into problems."""
    for missing in (Http404, ObjectDoesNotExist, NoSuchStep, BadCursor):
        api.add_exception_handler(missing, _missing)
    for refused in (Refused, IllegalAction, BadDeal):
        api.add_exception_handler(refused, _refused)
    api.add_exception_handler(TooOften, _often)
    api.add_exception_handler(NotLoggedIn, _nobody)
    api.add_exception_handler(TooManyStreams, _many)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(HttpError, _wrong)


def _missing(request: HttpRequest, error: Any) -> HttpResponse:
    return not_found()


def _nobody(request: HttpRequest, error: Any) -> HttpResponse:
    return not_logged_in()


def _many(request: HttpRequest, error: Any) -> HttpResponse:
    answer = problem(429, _("You have too many streams open. Close one of them first."), "too_many_streams")
    answer["Retry-After"] = str(STREAMS_AGAIN)
    return answer


def _often(request: HttpRequest, error: Any) -> HttpResponse:
    answer = problem(429, str(error), _code(error))
    answer["Retry-After"] = str(error.seconds)
    return answer


def _refused(request: HttpRequest, error: Any) -> HttpResponse:
    status = 409 if isinstance(error, StalePly | PlanHasChanged | StillWatching) else 422
    where = {"line": error.line} if isinstance(error, RecordRefused) else {}
    return problem(status, str(error), _code(error), **where)


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    errors = [{"at": _place(each["loc"]), "says": each["msg"]} for each in error.errors]
    said = _("Something in the request is missing or not as it should be: “errors” says what.")
    return problem(422, said, "invalid", errors=errors)


def _place(found: Sequence[str | int]) -> list[str | int]:
    """Where in the request a value is, without the name of ours for the body."""
    return [found[0], *found[2:]] if found[0] == "body" else list(found)


def _wrong(request: HttpRequest, error: Any) -> HttpResponse:
    if error.status_code == HTTPStatus.BAD_REQUEST and request.content_type == FORM:  # JSON under this name is read
        return not_json()
    said = _("The request is not valid JSON.") if error.status_code == HTTPStatus.BAD_REQUEST else str(Refused())
    return problem(error.status_code, said, "invalid")


def _code(error: Exception) -> str:
    name = type(error).__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
