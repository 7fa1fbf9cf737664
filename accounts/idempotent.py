"""Idempotent forms: each takes effect once, even if submitted twice, or again because the response was lost.

A form carries a random key, new at each rendering. One transaction stores the form's effects, the key, and where the
response redirected to; sending the same form again redirects there. A form with the same key but other contents is a
different one, and one without a key, as programs send it, is processed each time.

Some forms log someone in: a guest, a new member. If the response was lost, so was the new session. Sending the same
form again then hands over that session and nothing more. It does so only while the session lasts (logging out or
changing the password ends it), only for some minutes, only to the same browser and IP address, and never past two-step
login or a ban. A key is no secret: a previous user of a shared computer may have noted it, along with all cookies.
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
"""The name of the form field that holds the key. Pages that were open during an update still send it."""

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""The pattern of keys, of forms and of programs. A form with any other is carried out like one without a key."""

REMEMBERED_FOR = timedelta(days=1)
"""How long keys are kept: nobody sends a form again later than that."""

LETS_IN_FOR = timedelta(minutes=5)
"""How long a form that has logged someone in hands over that session again: long enough for a lost response."""

SESSION_KEY_LENGTH = 32
"""The length of Django's session keys. After a login by the form, `Press.browser` begins with one."""

PATIENCE = timedelta(seconds=15)
"""How long the second of two equal requests waits for the first where no transaction makes it wait."""

LOOK_AGAIN = 0.1
"""Polling interval of that wait, in seconds."""

TOKEN = "csrfmiddlewaretoken"
"""The field of Django's CSRF token. It is no part of what a form says, since it differs each time a form is shown."""

TOKEN_IN_REQUEST = ("CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE")
"""Keys of `request.META` where Django keeps the CSRF token, and the flag that its cookie must be sent again."""

FIRST_PROVE_WHO_YOU_ARE = ("account_login", "account_reauthenticate", "mfa_reauthenticate")
"""URL names of logins: a redirect to one of these means that nothing has been done yet."""

View = Callable[..., HttpResponseBase]


class Done(Protocol):
    """Records where the response to a form redirects to."""

    def __call__(self, target: Any) -> None: ...


class _SentBefore(Exception):
    """The same form was sent before, and has taken effect or is being processed."""


def new_key() -> str:
    """A random key for a form about to be rendered."""
    return secrets.token_urlsafe(16)


def idempotent(*, shown: Callable[..., str] | None = None, alone: bool = False) -> Callable[[View], View]:
    """Make a view's POST idempotent per key: sending it again redirects to where it led the first time.

    The view wraps its effects in `form_effects`. With `alone`, for views of many steps, there is no transaction: the
    form counts as done if the view redirects anywhere but to a login; meanwhile a second request with it waits. `shown`
    takes the arguments of the view and returns the URL of what the view shows to htmx.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def at_most_once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            run = partial(view, request, *args, **kwargs)
            if request.method != "POST":
                return run()
            if not KEY.fullmatch(request.POST.get(FIELD, "")):
                return _without_key(request, run)
            return _once(request, run, shown(*args, **kwargs) if shown is not None else "", alone=alone)

        at_most_once.is_idempotent = True  # type: ignore[attr-defined]
        return at_most_once

    return decorated


@contextmanager
def form_effects(request: HttpRequest, *refusals: type[Exception]) -> Iterator[Done]:
    """One transaction for the effects of a form, its key, and the session, including that of a login by the form.

    Call the yielded function with the target of the redirect. If the same form is sent twice at once, the second waits
    here for the first and goes no further. A form that was refused, or redirects nowhere, may be sent again; besides
    Refused, the exceptions in `refusals` count as refusing. If anything fails, the request is as it was before, and the
    same form may be sent again. Outside of `idempotent` there is no transaction.
    """
    sent: _Sent | None = getattr(request, "sent_form", None)
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
            except refusing as error:  # side effects stay: the visitor may have become a guest
                refusal = error
            sent.keep(press, is_done=refusal is None)
    except BaseException:
        sent.undo()
        raise
    if refusal is not None:
        raise refusal


def answer_of_before(request: HttpRequest, where: str = "") -> HttpResponse | None:
    """Redirect to where the same form led before, if this is its original sender; None otherwise.

    A user whom the form logged in gets that session again: the response with it may never have arrived.
    """
    press = Press.objects.select_related("user").filter(mark=_mark(request)).first()
    if press is None or not press.target or not _is_by_same(request, press):
        return None
    if not request.headers.get("HX-Request"):
        return redirect(press.target)
    if press.target.partition("?")[0] == where.partition("?")[0]:
        return redirect(where if "?" in where else press.target)
    return HttpResponse(status=204, headers={"HX-Redirect": press.target})


def _without_key(request: HttpRequest, run: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Run a view whose form may take effect each time it is sent."""
    request.sent_form = _Sent(request)  # type: ignore[attr-defined]
    return run()


def _once(request: HttpRequest, run: Callable[[], HttpResponseBase], where: str, *, alone: bool) -> HttpResponseBase:
    """Run a view, or redirect to where its form led before."""
    before = answer_of_before(request, where)
    if before is not None:
        return before
    sent = request.sent_form = _Sent(request, _mark(request))  # type: ignore[attr-defined]
    try:
        response = _alone(sent, run) if alone else run()
    except _SentBefore:
        before = answer_of_before(request, where)
        return before if before is not None else _without_key(request, run)  # the key is someone else's
    # The race: the first finished after we had looked, and is why the second was refused.
    return response if sent.stored else answer_of_before(request, where) or response


def presses_forget() -> None:
    """Delete forms sent long ago: nobody sends them again."""
    Press.objects.filter(at__lt=timezone.now() - REMEMBERED_FOR).delete()


class _Sent:
    """A submitted form, the state of its sender before any effects, and in `stored` what the key's row will store.

    `mark` is empty if the form has no key.
    """

    def __init__(self, request: HttpRequest, mark: str = "") -> None:
        self.request, self.mark, self.browser = request, mark, _browser(request)
        self.stored: dict[str, Any] = {}
        self._session = request.session.session_key
        self._token = {name: request.META[name] for name in TOKEN_IN_REQUEST if name in request.META}

    def leads_to(self, target: Any) -> None:
        """Note where the response redirects to: a URL, or anything that `redirect` accepts."""
        self.stored = {"target": resolve_url(target)}

    def keep(self, press: Press | None, *, is_done: bool) -> None:
        """Store, within a transaction, where the form led, and the session with what it has put there."""
        user = self.request.user if self.request.user.is_authenticated else None
        is_new = user is not None and self.request.session.session_key != self._session
        if is_new or self.request.session.modified:
            self.request.session.save()
        if press is None:
            return
        if not is_done or not self.stored:
            self.stored = {}
            press.delete()
            return
        self.stored |= {"user": user}
        if user is not None and is_new and not has_second_step(user):
            key = self.request.session.session_key or ""
            self.stored |= {"let_in": True, "browser": _holder(self.request, user, key)}
        Press.objects.filter(pk=press.pk).update(**self.stored)

    def undo(self) -> None:
        """Restore the request's session, user and CSRF token: the effects were rolled back."""
        request = self.request
        request.session = SessionStore(self._session)
        request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
        for name in TOKEN_IN_REQUEST:
            request.META.pop(name, None)
        request.META.update(self._token)


def _nothing(target: Any) -> None:
    """Do nothing: outside of `idempotent` it does not matter where the response redirects to."""


def _claimed(sent: _Sent) -> Press:
    """Insert the row of a form. Raises _SentBefore if there is one already."""
    try:
        with transaction.atomic():
            return Press.objects.create(mark=sent.mark, browser=sent.browser)
    except IntegrityError:
        raise _SentBefore from None


def _alone(sent: _Sent, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Run a view without a transaction, while other requests with the same form wait."""
    press = _claimed_in_turn(sent)
    try:
        response = view()
        target = response.headers.get("Location", "") if response.status_code < 400 else ""
        if target and target.partition("?")[0] not in [reverse(name) for name in FIRST_PROVE_WHO_YOU_ARE]:
            sent.leads_to(target)
        with transaction.atomic():
            sent.keep(press, is_done=True)
    except BaseException:
        Press.objects.filter(pk=press.pk).delete()
        raise
    return response


def _claimed_in_turn(sent: _Sent) -> Press:
    """Like `_claimed`, but waits while another request processes the same form. Raises _SentBefore if that succeeds.

    If that takes longer than `PATIENCE`, its row is taken over.
    """
    until = time.monotonic() + PATIENCE.total_seconds()
    while True:
        with suppress(_SentBefore):
            return _claimed(sent)
        other = Press.objects.filter(mark=sent.mark).first()
        if other is not None and other.target:
            raise _SentBefore
        is_left = other is not None and other.at < timezone.now() - PATIENCE
        if other is not None and (is_left or time.monotonic() > until):  # the process that worked on it was killed
            return other
        time.sleep(LOOK_AGAIN)


def _is_by_same(request: HttpRequest, press: Press) -> bool:
    """Whether the form was first sent by the same user or browser; hands over the session if it logged them in.

    Even a logged-in user gets that session: the first press may have just ended the session of this request.
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
    """The session that a form started, for the browser that sent it, while the account is unchanged; else None."""
    now = timezone.now()
    if press.at < now - LETS_IN_FOR or not user.is_active or user.is_banned(now) or has_second_step(user):
        return None
    session = SessionStore(press.browser[:SESSION_KEY_LENGTH])
    is_as_it_was = constant_time_compare(press.browser, _holder(request, user, session.session_key or ""))
    return session if is_as_it_was and is_login_of(user, session.load()) else None


def _mark(request: HttpRequest) -> str:
    """A hash of the URL and the form with its key and files; keyed with SECRET_KEY, since forms contain passwords."""
    fields = [(name, values) for name, values in request.POST.lists() if name != TOKEN]
    files = [(name, file.name, _digest(file)) for name, of_name in request.FILES.lists() for file in of_name]
    said = json.dumps([request.get_full_path(), sorted(fields), files])
    return salted_hmac("accounts.once", said, algorithm="sha256").hexdigest()


def _digest(file: UploadedFile) -> str:
    """A hash of a file's contents. Rewinds the file for the view."""
    digest = sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _browser(request: HttpRequest) -> str:
    """A keyed hash of the CSRF cookie, which every browser that shows a form has; "" without one.

    Of the cookie as it was sent: logging in replaces it.
    """
    held = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return salted_hmac("accounts.once.browser", held, algorithm="sha256").hexdigest() if held else ""


def _holder(request: HttpRequest, user: User, session_key: str) -> str:
    """A session key, followed by a keyed hash of the browser, the IP address and the state of the account."""
    said = json.dumps(
        [_browser(request), address_of(request), session_key, user.get_session_auth_hash(), user.is_guest]
    )
    mark = salted_hmac("accounts.once.holder", said, algorithm="sha256").hexdigest()
    return f"{session_key}{mark[:SESSION_KEY_LENGTH]}"
