"""Pages to manage API tokens. Creating one asks for the password first, as it lets a program in for long."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.tokens import TokenForm
from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.oauth import app_revoke, apps_of, apps_revoke
from accounts.parts import ask_for_password, members_only
from accounts.selectors import user_of
from accounts.tokens import token_create, token_revoke, tokens_of, tokens_revoke
from common.numbers import row_key
from common.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def tokens(request: HttpRequest) -> HttpResponse:
    """The reader's tokens and authorized apps: create a token, whose secret is shown once; revoke a token or an app."""
    user = user_of(request)
    if request.method == "POST" and (app := request.POST.get("let-out", "")):
        app_revoke(user=user, app=app)
        return redirect(request.path)
    moderates = user.is_staff and user.has_perm("games.view_match")
    return token_page(request, user, template="accounts/tokens.html", moderates=moderates, apps=apps_of(user))


def token_page(
    request: HttpRequest, user: User, *, template: str, moderates: bool = False, **more: Any
) -> HttpResponse:
    """The page of the tokens of `user`, who is the reader or one of their bots.

    A POST creates or revokes one, or revokes them all.
    """
    if request.method == "POST" and "revoke-all" in request.POST:
        tokens_revoke(user=user)
        apps_revoke(user=user)
        messages.success(request, _("All access is revoked."))
        return redirect(request.path)
    if request.method == "POST" and request.POST.get("revoke"):
        key = row_key(request.POST["revoke"])
        if key is not None:
            token_revoke(user=user, key=key)
        return redirect(request.path)
    form, secret = TokenForm(request.POST if request.method == "POST" else None, moderates=moderates), ""
    if request.method == "POST" and form.is_valid():
        ask_for_password(request)
        try:
            with form_effects(request) as done:
                _token, secret = token_create(user=user, **form.cleaned_data)
                done(request.path)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            form = TokenForm(moderates=moderates)
    context = {
        "form": form,
        "secret": secret,
        "tokens": tokens_of(user),
        "apps": [],
        "now": timezone.now(),
        # The form may have been sent from the page that asks for the password, whose address is another one.
        "here": request.path,
    }
    return render(request, template, context | more, status=422 if form.errors else 200)
