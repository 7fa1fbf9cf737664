"""The entrance of the API for every request: authentication, rate limits, idempotency, and tags of what is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.translation import activate
from django.utils.translation import gettext as _

from accounts.idempotent import KEY
from accounts.models import ApiToken, Press
from accounts.passes import pass_of
from common.refusals import Refused
from games.api.v1 import limits
from games.api.v1.ahead import do_ahead
from games.api.v1.cors import open_to_reading
from games.api.v1.problem import banned, problem, too_many_requests
from games.api.v1.problems import not_json, not_logged_in
from games.selectors.access import READING, Visitor, is_moderator, visitor_of

PARTS = {
    ApiToken.Scope.TABLES: ("tables", "cups", "ladders", "clubs", "daily", "deals", "exhibitions", "studies"),
    ApiToken.Scope.PEOPLE: ("friends", "blocks", "reports"),
}
"""The parts of the API in which writing needs another scope than the one to play: where callers sit down to play or
sign up for it, and where they deal with people.
"""

View = Callable[..., HttpResponse]


def door(view: View) -> View:
    """Wrap an operation of the API: admit the request to the view, or refuse it here."""

    def entered(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return open_to_reading(HttpResponse(status=204))
        refused = _enter(request)
        quota = limits.count(request, request.visitor)
        response = refused or _answer(
            request, quota, lambda: _called(view, request, *args, **kwargs), lambda: do_ahead(request, **kwargs)
        )
        quota.tell(response)
        return open_to_reading(response) if request.method in READING else response

    entered.csrf_exempt = True  # type: ignore[attr-defined]  # `_is_forged` checks
    entered.is_idempotent = True  # type: ignore[attr-defined]
    return entered


def _enter(request: Any) -> HttpResponse | None:
    """Set the visitor of the request, by its token or else its cookie. Returns a response to refuse it.

    With a token the visitor is its owner, whatever cookie comes along.
    """
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return _enter_by_token(request, secret.strip())
    request.visitor, request.scopes, request.token = visitor_of(request), None, None
    return None


def _enter_by_token(request: Any, secret: str) -> HttpResponse | None:
    """Set the visitor to the owner of a token. Returns a response to refuse a token that is not valid or does not allow
    this, or whose owner is banned.
    """
    request.visitor, request.scopes, request.token = Visitor(user=AnonymousUser()), frozenset(), None
    let_in = pass_of(secret)
    if let_in is None:
        return _said_to_apps(problem(401, _("This token is not valid."), "bad_token"), "invalid_token")
    user = request.user = let_in.user
    request.token, request.scopes = let_in.key, let_in.scopes
    overseeing = request.method in READING and ApiToken.Scope.MODERATE in request.scopes and is_moderator(user)
    request.visitor = Visitor(user=user, oversees=overseeing)
    if user.is_banned(timezone.now()):
        return banned()
    if user.language in dict(settings.LANGUAGES):
        activate(user.language)
    wanted = _scope(request)
    if wanted not in request.scopes:
        refused = problem(403, _("This token does not allow that."), "scope", scope=wanted)
        return _said_to_apps(refused, "insufficient_scope", scope=wanted)
    return None


def _called(view: View, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
    """The view's response. HEAD is answered as GET, since ninja does not know HEAD; the server omits the body."""
    if request.method != "HEAD":
        return view(request, *args, **kwargs)
    request.method = "GET"
    try:
        return view(request, *args, **kwargs)
    finally:
        request.method = "HEAD"


def _said_to_apps(response: HttpResponse, error: str, **more: str) -> HttpResponse:
    """Add the error to the response as a header for OAuth apps (RFC 6750)."""
    parameters = {"error": error, **more}
    response["WWW-Authenticate"] = "Bearer " + ", ".join(f'{name}="{value}"' for name, value in parameters.items())
    return response


def scope_to_write(path: str) -> ApiToken.Scope:
    """The scope that a token needs to write at a path of the API."""
    part = path.removeprefix("/api/v1/").partition("/")[0]
    return next((scope for scope, parts in PARTS.items() if part in parts), ApiToken.Scope.PLAY)


def _scope(request: HttpRequest) -> str:
    """The scope that a token needs for this request."""
    if request.method in READING:
        return ApiToken.Scope.READ
    return scope_to_write(request.path)


def _answer(
    request: Any, quota: limits.Quota, answer: Callable[[], HttpResponse], prepare: Callable[[], None]
) -> HttpResponse:
    """The response of `answer` to a request that may be answered, otherwise the refusal."""
    if quota.left < 0:
        return too_many_requests()
    if request.method in READING:
        return _unless_known(request, _as_problem(answer()))
    if not request.visitor.user.is_authenticated:
        return not_logged_in()
    if request.content_type == "multipart/form-data":  # the CSRF check would consume the body
        return not_json()
    if request.scopes is None and _is_forged(request):
        return problem(403, str(Refused()), "csrf")
    return _once(request, lambda: _as_problem(answer()), prepare)


def _unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with a tag of its content; 304 without content if the request names this tag."""
    if response.status_code != HTTPStatus.OK or response.streaming:
        return response
    response["ETag"] = tag = f'W/"{blake2b(response.content, digest_size=12).hexdigest()}"'
    return get_conditional_response(request, etag=tag, response=response) or response


def _as_problem(response: HttpResponse) -> HttpResponse:
    """The response; a problem in place of one that only says which methods are allowed."""
    if not isinstance(response, HttpResponseNotAllowed):
        return response
    refused = problem(405, str(Refused()), "not_allowed")
    refused["Allow"] = response["Allow"]
    return refused


def _is_forged(request: HttpRequest) -> bool:
    """Whether a request authenticated by cookie fails the CSRF check, so that another site may have sent it."""
    check = CsrfViewMiddleware(lambda _request: HttpResponse())
    request.csrf_processing_done = False  # type: ignore[attr-defined]
    check.process_request(request)
    return check.process_view(request, lambda _request: HttpResponse(), (), {}) is not None


def _once(request: Any, answer: Callable[[], HttpResponse], prepare: Callable[[], None]) -> HttpResponse:
    """The response; with an Idempotency-Key that was used for the same request before, the stored response. A key of
    another form is refused: it would protect from nothing.

    The effects and the response are stored in one transaction with the key: of two concurrent requests the second waits
    for the first. Refused requests are not stored and may be sent again. What takes long is done before (`prepare`).
    """
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        return answer()
    if not KEY.fullmatch(key):
        return problem(422, _("An Idempotency-Key has 16 to 64 letters, digits, “-” or “_”."), "bad_key")
    facts = [request.method, request.get_full_path(), request.visitor.user_id, key, request.body.hex()]
    mark = salted_hmac("games.api.once", json.dumps(facts), algorithm="sha256").hexdigest()
    before = _response_before(mark)
    if before is not None:
        return before
    prepare()
    try:
        with transaction.atomic():
            press = Press.objects.create(mark=mark, user=request.visitor.user)
            response = answer()
            if response.status_code >= 400:
                transaction.set_rollback(True)
            else:
                Press.objects.filter(pk=press.pk).update(target=f"{response.status_code} {response.content.decode()}")
            return response
    except IntegrityError:
        before = _response_before(mark)
        if before is None:
            raise
        return before


def _response_before(mark: str) -> HttpResponse | None:
    """The stored response to the same request; None if there is none."""
    press = Press.objects.filter(mark=mark).first()
    if press is None:
        return None
    status, _space, content = press.target.partition(" ")
    again = HttpResponse(content, status=int(status), content_type="application/json")
    again["Idempotency-Replayed"] = "true"
    return again
