"""Shared by the views of accounts: pages for members only, and what several pages do with a form, or show."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from accounts.idempotent import form_effects
from accounts.insides import did_recently_reauthenticate, get_authentication_records, record_authentication
from accounts.letters import confirms_email, letter_of
from accounts.passwords import hashed_already
from accounts.selectors import guest_of, match_count, user_of

View = Callable[..., HttpResponseBase]


def members_only(view: View) -> View:
    """Decorate pages about email addresses or passwords: guests have neither, so redirect them to signing up."""

    @wraps(view)
    @login_required
    def for_members(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("account_claim") if guest_of(request) else view(request, *args, **kwargs)

    return for_members


@reauthentication_required
def ask_for_password(request: HttpRequest) -> None:
    """Ask for the password, or for the second step, unless the reader has given it in this browser minutes ago.

    Raises what leads to that page; afterwards allauth calls the view again with the same form.
    """


def has_logged_in_lately(request: HttpRequest) -> bool:
    """Whether the reader has logged in, or given the password again, in this browser minutes ago; also if they have no
    password to give.
    """
    moments = [record["at"] for record in get_authentication_records(request, user_of(request))]
    is_recent = any(time.time() - moment < account_settings.REAUTHENTICATION_TIMEOUT for moment in moments)
    return is_recent or did_recently_reauthenticate(request)


def password_was_chosen(request: HttpRequest) -> None:
    """Count signing up as having given the password, so that nobody is asked right away for the one just chosen."""
    if is_member(request):
        record_authentication(request, user_of(request), method="password")


def guest_facts(request: HttpRequest) -> dict[str, Any]:
    """Template context if a guest asks: `guest`, and `guest_matches`, the number of tables where they sit or sat."""
    guest = guest_of(request)
    return {"guest": guest, "guest_matches": match_count(guest)} if guest else {}


def is_member(request: HttpRequest) -> bool:
    """Whether a member is logged in."""
    return request.user.is_authenticated and not guest_of(request)


class StoredWithItsKey:
    """Stores the effects of a valid form in one transaction with its key: see `accounts.idempotent`."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        with hashed_already(form.cleaned_data.get("password1")), form_effects(self.request) as done:
            response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
            if self.has_begun(response):
                done(response["Location"])
        return response

    def has_begun(self, response: HttpResponse) -> bool:
        """Whether this response to a valid form means that it has taken effect."""
        return response.has_header("Location")


class TellsOfLetter:
    """Shows on the page whether the email that this browser triggered was sent; htmx requests only that part."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | {"letter": letter_of(self.request)}

    def get_template_names(self) -> list[str]:
        names: list[str] = super().get_template_names()  # type: ignore[misc]
        return [f"{name}#letter" for name in names] if self.request.headers.get("HX-Request") else names


class KeepsGuest:
    """Keeps a guest logged in who follows a link in an account email: otherwise the guest's games would be lost."""

    request: HttpRequest

    def logout(self) -> None:
        """Called by allauth if the link is for another account than the logged-in one."""
        if not guest_of(self.request):
            super().logout()  # type: ignore[misc]


class TellsOfMail:
    """Adds to the template context whether this site sends email, and the contact address."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | {"confirms_email": confirms_email(), "contact": settings.CONTACT_ADDRESS}
