"""Passwords: choosing another one, or, after losing it, a new one by email."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.core.ratelimit import respond_429
from allauth.mfa.models import Authenticator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.adapter import COUNTED
from accounts.forms.passwords import ResetPasswordForm, ResetPasswordKeyForm
from accounts.idempotent import form_effects
from accounts.known import known_browser, remember, source_of
from accounts.parts import KeepsGuest, StoredWithItsKey, TellsOfLetter, TellsOfMail
from accounts.programs import has_programs
from accounts.second_steps import LATELY, in_words, removable, steps_of
from accounts.selectors import user_named
from common.limits import use


class PasswordChangeView(StoredWithItsKey, allauth_views.PasswordChangeView):
    """Choose another password."""


class PasswordSetView(StoredWithItsKey, allauth_views.PasswordSetView):
    """Choose a first password."""


class PasswordResetView(TellsOfMail, allauth_views.PasswordResetView):
    """Request an email to choose a new password; a site without email names a contact instead.

    Requests for one address are limited per browser or IP address: those of strangers do not use up the owner's.
    """

    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        email = form.cleaned_data["email"].lower()
        user = user_named(email)
        action = "reset_password_at_home" if known_browser(self.request, user) else "reset_password"
        counted = use(self.request, action, key=f"{email} {source_of(self.request, user)}")
        if counted is None:
            return respond_429(self.request)
        setattr(self.request, COUNTED, [counted])
        with form_effects(self.request) as done:
            form.save(self.request)
            done(self.get_success_url())
        return redirect(self.get_success_url())


class PasswordResetDoneView(TellsOfMail, TellsOfLetter, allauth_views.PasswordResetDoneView):
    """Shows whether the email was sent; a site without email names a contact instead."""


class PasswordResetFromKeyView(StoredWithItsKey, TellsOfMail, KeepsGuest, allauth_views.PasswordResetFromKeyView):
    """The page behind the link in an email for choosing a new password, which shuts out others too."""

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"removable": self._late() if self._is_at_home() else []}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.reset_user
        return super().get_context_data(**kwargs) | {
            "has_programs": user is not None and has_programs(user),
            "has_webhook": hasattr(user, "webhook"),
            "steps": [in_words(step) for step in steps_of(user)] if user is not None else [],
            "removable_elsewhere": not self._is_at_home() and bool(self._late()),
            "days": LATELY.days,
        }

    def form_valid(self, form: ResetPasswordKeyForm) -> HttpResponse:
        """Store the password. A browser of the owner stays one: they may find out only now that they are kept out."""
        is_at_home = self._is_at_home()
        response: HttpResponse = super().form_valid(form)
        if is_at_home:
            remember(self.request, response, self.reset_user)
        return response

    def _late(self) -> list[Authenticator]:
        return removable(self.reset_user, timezone.now()) if self.reset_user is not None else []

    def _is_at_home(self) -> bool:
        """Whether the owner has been logged in in this browser."""
        return known_browser(self.request, self.reset_user) is not None
