"""Signing up, logging in and out, email addresses, settings, sessions: allauth's pages, except that guests may use
those that allauth closes to logged-in users.
"""

from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.app_settings import EmailVerificationMethod
from allauth.account.models import EmailAddress
from allauth.account.utils import complete_signup, passthrough_next_redirect_url
from allauth.core.ratelimit import respond_429
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views import csrf
from django.views.decorators.http import require_POST
from django.views.generic import FormView
from django.views.i18n import set_language

from accounts import services
from accounts.adapter import COUNTED
from accounts.forms.email_address import EmailForm
from accounts.forms.settings import SettingsForm
from accounts.forms.signup import ClaimForm, SignupForm
from accounts.idempotent import answer_of_before, form_effects
from accounts.insides import end_sessions, unstash_login
from accounts.known import known_browser
from accounts.letters import confirmation_to, confirms_email, letter_of
from accounts.models import User
from accounts.parts import (
    KeepsGuest,
    StoredWithItsKey,
    TellsOfLetter,
    TellsOfMail,
    guest_facts,
    is_member,
    password_was_chosen,
)
from accounts.passwords import hashed_already
from accounts.programs import has_programs
from accounts.second_step_views import PASSWORD_GIVEN
from accounts.selectors import (
    guest_of,
    has_confirmed_address,
    has_second_step,
    sessions_of,
    user_named,
    user_of,
    vacation_days_left,
)
from common.limits import is_within_limit, use


class LoginView(StoredWithItsKey, allauth_views.LoginView):
    """Log in; open to guests, whose games move to the account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_member(request):
            return redirect(self.get_authenticated_redirect_url())
        if request.method == "POST":
            user = user_named(request.POST.get("login", ""))
            # A browser known for this user is not limited by others at the same IP address, until all those of this
            # user have been used too often: each attempt costs a slow hash.
            at_home = known_browser(request, user) and is_within_limit(request, "login_at_home", user)
            if not at_home and not is_within_limit(request, "login_from_elsewhere"):
                return respond_429(request)
        return super().dispatch(request, *args, **kwargs)

    def has_begun(self, response: HttpResponse) -> bool:
        """Like the parent's, but False while a second step is needed."""
        return is_member(self.request) and super().has_begun(response)

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        if form.user is not None and form.user != self.request.user:
            self.request.session[PASSWORD_GIVEN] = form.user.get_session_auth_hash()
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | guest_facts(self.request)


class SignupView(StoredWithItsKey, allauth_views.SignupView):
    """Sign up; guests are redirected to claim their account instead."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return super().dispatch(request, *args, **kwargs)
        if guest_of(request):
            return redirect(passthrough_next_redirect_url(request, reverse("account_claim"), REDIRECT_FIELD_NAME))
        return redirect(self.get_authenticated_redirect_url())

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            response = super().form_valid(form)
        except IntegrityError:  # the name was taken after the form was checked
            return self.name_taken(form)
        password_was_chosen(self.request)
        return response

    def name_taken(self, form: SignupForm) -> HttpResponse:
        """The form again, with the error that the name is taken."""
        form.add_error("username", get_adapter().validation_error("username_taken"))
        return self.form_invalid(form)


class ClaimView(SignupView):
    """Sign up as a guest and keep the games."""

    template_name = "account/claim.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect(passthrough_next_redirect_url(request, reverse("account_signup"), REDIRECT_FIELD_NAME))
        if not guest_of(request):
            return redirect(self.get_authenticated_redirect_url())
        return allauth_views.SignupView.dispatch(self, request, *args, **kwargs)

    def get_form_class(self) -> type[ClaimForm]:
        return ClaimForm

    def form_valid(self, form: ClaimForm) -> HttpResponse:
        # Optional: the confirmation email is sent, but the guest stays logged in and can play on.
        verification = EmailVerificationMethod.OPTIONAL if confirms_email() else None
        try:
            with hashed_already(form.cleaned_data["password1"]), form_effects(self.request) as done:
                user = form.save(self.request)
                response = complete_signup(self.request, user, verification, self.get_success_url())
                password_was_chosen(self.request)
                done(response["Location"])
        except services.NameTaken:
            return self.name_taken(form)
        except services.NotAGuest:
            return redirect("home")
        messages.success(self.request, _("Welcome, %(name)s. Your games are yours to keep.") % {"name": user.username})
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | guest_facts(self.request)


class EmailView(allauth_views.EmailView):
    """Change the email address, or correct one that was never confirmed."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs) | {"confirms_email": confirms_email()}
        new = context.get("new_emailaddress")
        letter = confirmation_to(user_of(self.request), new.email) if new is not None else None
        return context | {"letter": letter}


def unconfirmed_login(request: HttpRequest) -> User | None:
    """The user who has just given the password in this browser and never confirmed an address; None otherwise."""
    login = unstash_login(request, peek=True)
    if login is None or login.user is None:
        return None
    user = cast(User, login.user)
    return None if has_confirmed_address(user) else user


class CorrectAddressView(FormView):  # type: ignore[type-arg]
    """Correct an address that was never confirmed, for people who gave the password but cannot log in before that.

    Signing up or logging in leads here, and sends another email; logged-in members change the address in the settings.
    """

    form_class = EmailForm
    template_name = "account/email_correct.html"
    success_url = reverse_lazy("account_email_verification_sent")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.user = unconfirmed_login(request)
        if not confirms_email() or is_member(request):
            return redirect("account_email")
        if self.user is None:
            messages.info(request, _("Log in with your name and password. Then you can correct the address."))
            return redirect("account_login")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"user": self.user}

    def form_valid(self, form: EmailForm) -> HttpResponse:
        try:
            with form_effects(self.request) as done:
                counted = use(self.request, "correct_address", key=form.user.username)
                if counted is None:
                    return respond_429(self.request)
                setattr(self.request, COUNTED, [counted])
                form.save(self.request)
                done(self.success_url)
        except services.Confirmed:
            return redirect("account_login")
        return redirect(self.success_url)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"letter": letter_of(self.request)}


class EmailVerificationSentView(TellsOfMail, TellsOfLetter, allauth_views.EmailVerificationSentView):
    """Shows whether the confirmation email was sent; a site without email says that there is none."""


class ConfirmEmailView(TellsOfMail, KeepsGuest, allauth_views.ConfirmEmailView):
    """The page behind the link in a confirmation email."""

    def get_redirect_url(self) -> str:
        return reverse("account_login") if guest_of(self.request) else super().get_redirect_url()


class LogoutView(allauth_views.LogoutView):
    """Log out; guests must first confirm that they know they cannot come back."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if guest_of(self.request) and "sure" not in self.request.POST:
            return self.get(*args, **kwargs)
        return super().post(*args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | guest_facts(self.request)


def too_often(refusal: services.NameChangedTooOften) -> str:
    """The error message: how often the name can be changed, and from which day on again."""
    return _("You can change your name %(count)d times in %(days)d days. You can change it again on %(day)s.") % {
        "count": services.NAME_CHANGES,
        "days": services.NAME_CHANGES_WITHIN.days,
        "day": date_format(timezone.localtime(refusal.again)),
    }


@require_POST
def language_choose(request: HttpRequest) -> HttpResponseBase:
    """Set the language from the menu in the footer: in this browser and, if logged in, in the settings."""
    language = request.POST.get("language", "")
    user = request.user
    if isinstance(user, User) and language in dict(django_settings.LANGUAGES):
        services.language_set(user=user, language=language)
    return set_language(request)


@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """The reader's settings, with links to the other account pages."""
    user = user_of(request)
    form = SettingsForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        try:
            services.settings_update(
                user=user,
                theme=form.cleaned_data["theme"],
                confirm_turns=form.cleaned_data["confirm_turns"],
                board_colours=form.cleaned_data["board_colours"] or None,
                single_keys=form.cleaned_data["single_keys"] or None,
                open_games=form.cleaned_data.get("open_games") or None,
                name=form.cleaned_data.get("username"),
                language=form.cleaned_data.get("language"),
                # A page loaded before this setting existed does not send it.
                time_zone=form.cleaned_data["time_zone"] if "time_zone" in form.data else None,
            )
        except services.NameTaken:
            form.add_error("username", get_adapter().validation_error("username_taken"))
        except services.NameChangedTooOften as refusal:
            form.add_error("username", too_often(refusal))
        else:
            # In the language just chosen, like the page that will show the message.
            with translation.override(user.language or translation.get_language_from_request(request)):
                messages.success(request, _("Settings saved."))
            return redirect("account_settings")
    addresses = EmailAddress.objects.filter(user=user).order_by("-verified", "pk")
    context = {"form": form, "addresses": addresses, "confirms_email": confirms_email(), "now": timezone.now()}
    context |= guest_facts(request)
    if not user.is_guest:
        context |= {
            "browsers": max(1, len(sessions_of(user))),
            "days": vacation_days_left(user, timezone.now()),
            "has_second_step": has_second_step(user),
        }
    return render(request, "accounts/settings.html", context)


class SessionsView(ListUserSessionsView):
    """The reader's active sessions; a POST ends one other session, or all others."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Not the parent's, which queries the database for each session.
        context: dict[str, Any] = super(ListUserSessionsView, self).get_context_data(**kwargs)
        user = user_of(self.request)
        sessions = sessions_of(user)
        return context | {"sessions": sessions, "session_count": len(sessions), "has_programs": has_programs(user)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = request.POST.get("session", "")
        if not chosen:
            return super().post(request, *args, **kwargs)
        mine = UserSession.objects.filter(user=user_of(request))
        ended = [each for each in mine if str(each.pk) == chosen and not each.is_current()]
        end_sessions(request, ended)
        if ended:
            messages.success(request, _("That browser is now logged out."))
        return redirect("usersessions_list")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form whose page is older than the session (403); if it was sent before, redirect to where it led.

    The race: the session that the first press of a form started reached the browser before the second press.
    """
    before = answer_of_before(request) if request.user.is_authenticated else None
    return before or csrf.csrf_failure(request, reason)
