"""Idempotent forms: each begins one thing, even if pressed twice, or sent again because the answer was lost.

A form carries a key, random at each rendering. What the form begins is stored in one transaction with the key and with
where the answer led; whoever sends the same again is redirected there. A form with the same key but other contents is a
different one; and one without a key, as programs send it, is processed each time.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial, wraps
from hashlib import sha256
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth import login
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Press, User
from common.refusals import Refused

FIELD = "once"
"""The name of the form field that holds the key."""

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
REMEMBERED_FOR = timedelta(days=1)
LETS_IN_FOR = timedelta(hours=1)
"""How long a form that has logged somebody in does so again, for the browser that sent it."""

PATIENCE = timedelta(seconds=15)
"""How long the second of two waits for the first if no transaction makes it wait."""

LOOK_AGAIN = 0.1
"""Polling interval of that wait, in seconds."""

TOKEN = "csrfmiddlewaretoken"
FIRST_PROVE_WHO_YOU_ARE = ("account_login", "account_reauthenticate", "mfa_reauthenticate")
"""A redirect to one of these has begun nothing yet."""

View = Callable[..., HttpResponseBase]


class Begun(Protocol):
    """Records where the answer to a form leads, and who will be logged in by it."""

    def __call__(self, target: Any, *, lets_in: User | None = None) -> None: ...


class _SentBefore(Exception):
    """The same form was sent before, and what it begins has been begun."""


def new_key() -> str:
    """A random key for a form about to be rendered."""
    return secrets.token_urlsafe(16)


def once(*, shown: Callable[..., str] | None = None, alone: bool = False) -> Callable[[View], View]:
    """Make a view's POST idempotent per key: sending it again redirects to where it led the first time.

    The view uses `begins` to say what it begins. With `alone`, for views that are not ours or send mails, anything the
    view does counts as begun unless it answers with a page or asks for a log-in; meanwhile the second of two waits.
    `shown` takes the arguments of the view and returns the address of what it shows to htmx.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def at_most_once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method != "POST" or not KEY.fullmatch(request.POST.get(FIELD, "")):
                return view(request, *args, **kwargs)
            where = shown(*args, **kwargs) if shown is not None else ""
            before = answer_of_before(request, where)
            if before is not None:
                return before
            sent = request.sent_once = _Sent(request)  # type: ignore[attr-defined]
            try:
                response = (
                    _alone(sent, partial(view, request, *args, **kwargs)) if alone else view(request, *args, **kwargs)
                )
            except _SentBefore:
                before = answer_of_before(request, where)
                if before is not None:
                    return before
                request.sent_once = None  # type: ignore[attr-defined]  # the key is another's: go on without
                return view(request, *args, **kwargs)
            # The race: the first finished after we had looked, and is why the second was refused.
            return response if sent.begun else answer_of_before(request, where) or response

        at_most_once.is_once = True  # type: ignore[attr-defined]
        return at_most_once

    return decorated


@contextmanager
def begins(request: HttpRequest, *refusals: type[Exception]) -> Iterator[Begun]:
    """One transaction for what a form begins and for its key; call the yielded function with where the answer leads.

    If the same form is sent twice at the same moment, the second waits here for the first and goes no further. A form
    that is refused, or leads nowhere, may be sent again; besides Refused, the `refusals` count as refusing. Without a
    key, or outside of `once`, there is no transaction.
    """
    sent: _Sent | None = getattr(request, "sent_once", None)
    if sent is None:
        yield _nothing
        return
    refusing: tuple[type[Exception], ...] = (Refused, *refusals)
    refusal: Exception | None = None
    with transaction.atomic():
        press = _claimed(sent)
        try:
            yield sent.leads_to
        except refusing as error:  # side effects stay: somebody has become a guest
            refusal = error
        if refusal is None and sent.begun:
            Press.objects.filter(pk=press.pk).update(**sent.begun)
        else:
            sent.begun = {}
            press.delete()
    if refusal is not None:
        raise refusal


def answer_of_before(request: HttpRequest, where: str = "") -> HttpResponse | None:
    """Redirect to what the same form has begun before, for its original sender; None if it has begun nothing.

    A user who was logged in by it is logged in again: the answer with the new session may never have arrived.
    """
    press = Press.objects.select_related("user").filter(mark=_mark(request)).first()
    if press is None or not press.target or not _is_by_same(request, press):
        return None
    if press.user is not None and not request.user.is_authenticated:
        login(request, press.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    if not request.headers.get("HX-Request"):
        return redirect(press.target)
    if press.target.partition("?")[0] == where.partition("?")[0]:
        return redirect(where if "?" in where else press.target)
    return HttpResponse(status=204, headers={"HX-Redirect": press.target})


def presses_forget() -> None:
    """Delete forms sent long ago: nobody sends them again."""
    Press.objects.filter(at__lt=timezone.now() - REMEMBERED_FOR).delete()


class _Sent:
    """A form that was sent, its sender as it was before anything was done, and what it has begun."""

    def __init__(self, request: HttpRequest) -> None:
        self.request, self.mark, self.browser = request, _mark(request), _browser(request)
        self.begun: dict[str, Any] = {}
        self._session = request.session.session_key

    def leads_to(self, target: Any, *, lets_in: User | None = None) -> None:
        """Note where the answer leads: an address, or an object with one. `lets_in`: who will be logged in by it."""
        user = lets_in or (self.request.user if self.request.user.is_authenticated else None)
        let_in = user is not None and (lets_in is not None or self.request.session.session_key != self._session)
        self.begun = {"target": resolve_url(target), "user": user, "let_in": let_in}


def _nothing(target: Any, *, lets_in: User | None = None) -> None:
    """Do nothing: without a key it does not matter where the answer leads."""


def _claimed(sent: _Sent) -> Press:
    """The new row of a form that nobody has sent before. Raises _SentBefore."""
    try:
        with transaction.atomic():
            return Press.objects.create(mark=sent.mark, browser=sent.browser)
    except IntegrityError:
        raise _SentBefore from None


def _alone(sent: _Sent, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Run a view outside of any transaction, while others who send the same form wait."""
    press = _claimed_in_turn(sent)
    try:
        response = view()
        target = response.headers.get("Location", "") if response.status_code < 400 else ""
        if target and target.partition("?")[0] not in [reverse(name) for name in FIRST_PROVE_WHO_YOU_ARE]:
            sent.leads_to(target)
    finally:
        if sent.begun:
            Press.objects.filter(pk=press.pk).update(**sent.begun)
        else:
            Press.objects.filter(pk=press.pk).delete()
    return response


def _claimed_in_turn(sent: _Sent) -> Press:
    """Like `_claimed`, once nobody else is processing the same form. Raises _SentBefore if that led somewhere."""
    until = time.monotonic() + PATIENCE.total_seconds()
    while True:
        with suppress(_SentBefore):
            return _claimed(sent)
        other = Press.objects.filter(mark=sent.mark).first()
        if other is not None and other.target:
            raise _SentBefore
        if other is not None and time.monotonic() > until:  # whoever processed it was killed while doing so
            return other
        time.sleep(LOOK_AGAIN)


def _is_by_same(request: HttpRequest, press: Press) -> bool:
    """Whether the form was sent before by the same person, or by the same browser before it logged in."""
    if press.user is not None and request.user.is_authenticated:
        return press.user == request.user
    if not press.browser or press.browser != _browser(request):
        return False
    is_new = press.at > timezone.now() - LETS_IN_FOR
    return press.user is None or (press.let_in and press.user.is_active and is_new)


def _mark(request: HttpRequest) -> str:
    """Identifies what was sent and where to, with its key. Keyed by a secret: forms hold passwords."""
    fields = [(name, values) for name, values in request.POST.lists() if name != TOKEN]
    files = [(name, file.name, _digest(file)) for name, of_name in request.FILES.lists() for file in of_name]
    said = json.dumps([request.get_full_path(), sorted(fields), files])
    return salted_hmac("accounts.once", said, algorithm="sha256").hexdigest()


def _digest(file: UploadedFile) -> str:
    """Identifies the contents of a file. Rewinds it for the view."""
    digest = sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _browser(request: HttpRequest) -> str:
    """Identifies the browser by the CSRF cookie, which everybody who sees a form has; "" without one.

    The cookie as it was sent: logging in replaces it.
    """
    held = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return salted_hmac("accounts.once.browser", held, algorithm="sha256").hexdigest() if held else ""
