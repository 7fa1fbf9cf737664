"""Idempotent forms: each begins one thing, even if pressed twice, or sent again because the answer was lost.

A form carries a key, random at each rendering. What the form begins is stored in one transaction with the key and with
where the answer led; whoever sends the same again is redirected there. A form with the same key but other contents is a
different one; and one without a key, as programs send it, is processed each time.

Some forms log in: a guest, a new member. If the answer was lost, so was the new session. The same form then hands over
that very session, but nothing more: only while it lasts, so not after logging out or a change of password, by which it
ends; only for some minutes, and to the browser and address that pressed; never past a second step or a ban. A key is no
secret: whoever sat at a shared computer before may have noted it, with all cookies.
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
from django.contrib.auth import get_user
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import SimpleLazyObject

from accounts.models import Press, User
from accounts.selectors import has_second_step, is_login_of
from common.limits import address_of
from common.refusals import Refused
from common.sessions import SessionStore

FIELD = "once"
"""The name of the form field that holds the key."""

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
REMEMBERED_FOR = timedelta(days=1)
LETS_IN_FOR = timedelta(minutes=5)
"""How long a form that has logged someone in hands over that session again: long enough for a lost answer."""

SESSION_KEY_LENGTH = 32

PATIENCE = timedelta(seconds=15)
"""How long the second of two waits for the first if no transaction makes it wait."""

LOOK_AGAIN = 0.1
"""Polling interval of that wait, in seconds."""

TOKEN = "csrfmiddlewaretoken"
TOKEN_IN_REQUEST = ("CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE")
"""Where Django keeps the token of forms while it answers, and whether its cookie is to be sent anew."""

FIRST_PROVE_WHO_YOU_ARE = ("account_login", "account_reauthenticate", "mfa_reauthenticate")
"""A redirect to one of these has begun nothing yet."""

View = Callable[..., HttpResponseBase]


class Begun(Protocol):
    """Records where the answer to a form leads."""

    def __call__(self, target: Any) -> None: ...


class _SentBefore(Exception):
    """The same form was sent before, and what it begins has been begun."""


def new_key() -> str:
    """A random key for a form about to be rendered."""
    return secrets.token_urlsafe(16)


def once(*, shown: Callable[..., str] | None = None, alone: bool = False) -> Callable[[View], View]:
    """Make a view's POST idempotent per key: sending it again redirects to where it led the first time.

    The view uses `begins` to say what it begins. With `alone`, for views of many steps, there is no
    transaction: anything the view does counts as begun unless it answers with a page or asks for a log-in;
    meanwhile the second of two waits. `shown` takes the arguments of the view and returns the address of what it shows
    to htmx.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def at_most_once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method != "POST":
                return view(request, *args, **kwargs)
            if not KEY.fullmatch(request.POST.get(FIELD, "")):
                request.sent_once = _Sent(request)  # type: ignore[attr-defined]
                return view(request, *args, **kwargs)
            where = shown(*args, **kwargs) if shown is not None else ""
            before = answer_of_before(request, where)
            if before is not None:
                return before
            sent = request.sent_once = _Sent(request, _mark(request))  # type: ignore[attr-defined]
            try:
                response = (
                    _alone(sent, partial(view, request, *args, **kwargs)) if alone else view(request, *args, **kwargs)
                )
            except _SentBefore:
                before = answer_of_before(request, where)
                if before is not None:
                    return before
                request.sent_once = _Sent(request)  # type: ignore[attr-defined]  # the key is another's: go on without
                return view(request, *args, **kwargs)
            # The race: the first finished after we had looked, and is why the second was refused.
            return response if sent.begun else answer_of_before(request, where) or response

        at_most_once.is_once = True  # type: ignore[attr-defined]
        return at_most_once

    return decorated


@contextmanager
def begins(request: HttpRequest, *refusals: type[Exception]) -> Iterator[Begun]:
    """One transaction for what a form begins, for its key, and for the session, also of whoever is logged in by it.

    Call the yielded function with where the answer leads. If the same form is sent twice at the same moment, the second
    waits here for the first and goes no further. A form that is refused, or leads nowhere, may be sent again; besides
    Refused, the `refusals` count as refusing. If anything fails, the browser stays as it was, so that the same form may
    be sent again. Outside of `once` there is no transaction.
    """
    sent: _Sent | None = getattr(request, "sent_once", None)
    if sent is None:
        yield _nothing
        return
    refusing: tuple[type[Exception], ...] = (Refused, *refusals)
    refusal: Exception | None = None
    try:
        with transaction.atomic():
            press = _claimed(sent) if sent.mark else None
            try:
                yield sent.leads_to
            except refusing as error:  # side effects stay: someone has become a guest
                refusal = error
            sent.keep(press, is_begun=refusal is None)
    except BaseException:
        sent.undo()
        raise
    if refusal is not None:
        raise refusal


def answer_of_before(request: HttpRequest, where: str = "") -> HttpResponse | None:
    """Redirect to what the same form has begun before, for its original sender; None if it has begun nothing.

    A user who was logged in by it gets the session of then: the answer with it may never have arrived.
    """
    press = Press.objects.select_related("user").filter(mark=_mark(request)).first()
    if press is None or not press.target or not _is_by_same(request, press):
        return None
    if not request.headers.get("HX-Request"):
        return redirect(press.target)
    if press.target.partition("?")[0] == where.partition("?")[0]:
        return redirect(where if "?" in where else press.target)
    return HttpResponse(status=204, headers={"HX-Redirect": press.target})


def presses_forget() -> None:
    """Delete forms sent long ago: nobody sends them again."""
    Press.objects.filter(at__lt=timezone.now() - REMEMBERED_FOR).delete()


class _Sent:
    """A form that was sent, its sender as it was before anything was done, and what it has begun.

    `mark` is empty if it has no key.
    """

    def __init__(self, request: HttpRequest, mark: str = "") -> None:
        self.request, self.mark, self.browser = request, mark, _browser(request)
        self.begun: dict[str, Any] = {}
        self._session = request.session.session_key
        self._token = {name: request.META[name] for name in TOKEN_IN_REQUEST if name in request.META}

    def leads_to(self, target: Any) -> None:
        """Note where the answer leads: an address, or an object with one."""
        self.begun = {"target": resolve_url(target)}

    def keep(self, press: Press | None, *, is_begun: bool) -> None:
        """Store, within a transaction, what the form has begun, and what it has put into the session."""
        user = self.request.user if self.request.user.is_authenticated else None
        is_new = user is not None and self.request.session.session_key != self._session
        if is_new or self.request.session.modified:
            self.request.session.save()
        if press is None:
            return
        if not is_begun or not self.begun:
            self.begun = {}
            press.delete()
            return
        self.begun |= {"user": user}
        if user is not None and is_new and not has_second_step(user):
            key = self.request.session.session_key or ""
            self.begun |= {"let_in": True, "browser": _holder(self.request, user, key)}
        Press.objects.filter(pk=press.pk).update(**self.begun)

    def undo(self) -> None:
        """Let the browser be who it was, with the token of its forms: nothing of what was done is stored."""
        request = self.request
        request.session = SessionStore(self._session)
        request._cached_user = None  # type: ignore[attr-defined]
        request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
        for name in TOKEN_IN_REQUEST:
            request.META.pop(name, None)
        request.META.update(self._token)


def _nothing(target: Any) -> None:
    """Do nothing: outside of `once` it does not matter where the answer leads."""


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
        with transaction.atomic():
            sent.keep(press, is_begun=True)
    except BaseException:
        Press.objects.filter(pk=press.pk).delete()
        raise
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
        is_left = other is not None and other.at < timezone.now() - PATIENCE
        if other is not None and (is_left or time.monotonic() > until):  # whoever processed it was killed meanwhile
            return other
        time.sleep(LOOK_AGAIN)


def _is_by_same(request: HttpRequest, press: Press) -> bool:
    """Whether the form was sent before by the same person, or by the same browser, which gets the session begun by it.

    Even someone who is logged in gets it: the session of their request may have ended a moment ago by the first press.
    """
    if press.user is None:
        return bool(press.browser) and press.browser == _browser(request)
    if request.user.is_authenticated and request.user != press.user:
        return False
    session = _session_of(request, press, press.user) if press.let_in else None
    if session is None:
        return request.user.is_authenticated
    session.modified = True  # its cookie is to be sent
    request.session, request.user = session, press.user
    rotate_token(request)
    return True


def _session_of(request: HttpRequest, press: Press, user: User) -> SessionStore | None:
    """The session that a form has begun, for the browser that sent it, while nothing has changed; else None."""
    now = timezone.now()
    if press.at < now - LETS_IN_FOR or not user.is_active or user.is_banned(now) or has_second_step(user):
        return None
    session = SessionStore(press.browser[:SESSION_KEY_LENGTH])
    is_as_it_was = constant_time_compare(press.browser, _holder(request, user, session.session_key or ""))
    return session if is_as_it_was and is_login_of(user, session.load()) else None


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
    """Identifies the browser by the CSRF cookie, which everyone who sees a form has; "" without one.

    The cookie as it was sent: logging in replaces it.
    """
    held = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return salted_hmac("accounts.once.browser", held, algorithm="sha256").hexdigest() if held else ""


def _holder(request: HttpRequest, user: User, session_key: str) -> str:
    """The key of a session, and what identifies the account as it was when that began, and who it was given to."""
    said = json.dumps(
        [_browser(request), address_of(request), session_key, user.get_session_auth_hash(), user.is_guest]
    )
    mark = salted_hmac("accounts.once.holder", said, algorithm="sha256").hexdigest()
    return f"{session_key}{mark[:SESSION_KEY_LENGTH]}"
