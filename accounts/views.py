"""The account pages: allauth's, except that guests are let in where allauth turns away whoever is logged in."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.app_settings import EmailVerificationMethod
from allauth.account.models import EmailAddress
from allauth.account.utils import complete_signup, passthrough_next_redirect_url
from allauth.core.ratelimit import respond_429
from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views import csrf
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.cautions import cautions_read
from accounts.forms import ClaimForm, ResetPasswordForm, SettingsForm, SignupForm, VacationForm, confirms_email
from accounts.known import known_browser, source_of
from accounts.models import Caution, User
from accounts.once import answer_of_before, begins, once
from accounts.selectors import guest_of, match_count, user_named, vacation_days_left, vacation_now
from games.services import vacations
from games.services.refusals import Refused
from machupicchu.limits import is_within_limit

View = Callable[..., HttpResponseBase]


def members_only(view: View) -> View:
    """For pages about an email address or a password: guests have neither, so they are led to signing up."""

    @wraps(view)
    @login_required
    def for_members(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("account_claim") if guest_of(request) else view(request, *args, **kwargs)

    return for_members


def guest_facts(request: HttpRequest) -> dict[str, Any]:
    """For templates: at how many tables the guest who asks plays or played."""
    guest = guest_of(request)
    return {"guest": guest, "guest_matches": match_count(guest)} if guest else {}


class LoginView(allauth_views.LoginView):
    """Log in; open to guests, whose games then come along."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not guest_of(request):
            return redirect(self.get_authenticated_redirect_url())
        if request.method == "POST":
            user = user_named(request.POST.get("login", ""))
            # A browser where somebody was logged in before is not kept waiting by others at its address.
            if not known_browser(request, user) and not is_within_limit(request, "login_from_elsewhere"):
                return respond_429(request)
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | guest_facts(self.request)


class SignupView(allauth_views.SignupView):
    """Sign up; guests claim instead."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return super().dispatch(request, *args, **kwargs)
        if guest_of(request):
            return redirect(passthrough_next_redirect_url(request, reverse("account_claim"), REDIRECT_FIELD_NAME))
        return redirect(self.get_authenticated_redirect_url())

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except IntegrityError:  # the name was taken after the form had looked
            return self.name_taken(form)

    def name_taken(self, form: SignupForm) -> HttpResponse:
        """The form again, which says that the name is taken."""
        form.add_error("username", get_adapter().validation_error("username_taken"))
        return self.form_invalid(form)


class ClaimView(SignupView):
    """A guest signs up and keeps the games."""

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
        try:
            user = form.save(self.request)
        except services.NameTaken:
            return self.name_taken(form)
        except services.NotAGuest:
            return redirect("home")
        messages.success(self.request, _("Welcome, %(name)s. Your games are yours to keep.") % {"name": user.username})
        # Optional: the mail that asks to confirm the address goes out, but nobody loses their game for it.
        verification = EmailVerificationMethod.OPTIONAL if confirms_email() else None
        return complete_signup(self.request, user, verification, self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | guest_facts(self.request)


class EmailView(allauth_views.EmailView):
    """Change the email address."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"confirms_email": confirms_email()}


class KeepsGuest:
    """A guest who follows a link from a mail of an account stays logged in, or the guest's games would be lost."""

    request: HttpRequest

    def logout(self) -> None:
        """Called by allauth when the link is for another account than the one that is logged in."""
        if not guest_of(self.request):
            super().logout()  # type: ignore[misc]


class TellsOfMail:
    """For templates: whether this site sends mail, and if not, whom to write to."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | {"confirms_email": confirms_email(), "contact": django_settings.CONTACT_ADDRESS}


class PasswordResetView(TellsOfMail, allauth_views.PasswordResetView):
    """Ask for a mail by which to choose a new password; without mail it says whom to ask.

    Where others have asked too often for the same address, they are told so, and not whoever comes from elsewhere.
    """

    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        email = form.cleaned_data["email"].lower()
        user = user_named(email)
        action = "reset_password_at_home" if known_browser(self.request, user) else "reset_password"
        if not is_within_limit(self.request, action, key=f"{email} {source_of(self.request, user)}"):
            return respond_429(self.request)
        form.save(self.request)
        return redirect(self.get_success_url())


class PasswordResetDoneView(TellsOfMail, allauth_views.PasswordResetDoneView):
    """The mail is on its way; without mail it says whom to ask."""


class EmailVerificationSentView(TellsOfMail, allauth_views.EmailVerificationSentView):
    """The mail that asks to confirm an address is on its way; without mail there is none."""


class ConfirmEmailView(TellsOfMail, KeepsGuest, allauth_views.ConfirmEmailView):
    """The link in a mail that asks to confirm an address."""

    def get_redirect_url(self) -> str:
        return reverse("account_login") if guest_of(self.request) else super().get_redirect_url()


class PasswordResetFromKeyView(TellsOfMail, KeepsGuest, allauth_views.PasswordResetFromKeyView):
    """The link in a mail that lets a person choose a new password."""


class LogoutView(allauth_views.LogoutView):
    """Log out; guests are warned first that they cannot come back, whichever button they came by."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if guest_of(self.request) and "sure" not in self.request.POST:
            return self.get(*args, **kwargs)
        return super().post(*args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | guest_facts(self.request)


def too_often(refusal: services.NameChangedTooOften) -> str:
    """Why the name stays, and from when on it may be changed."""
    return _("A name can be changed %(count)d times in %(days)d days. Yours can be changed again on %(day)s.") % {
        "count": services.NAME_CHANGES,
        "days": services.NAME_CHANGES_WITHIN.days,
        "day": date_format(refusal.again),
    }


@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Name, colours, and the ways to the pages for email and password."""
    user = cast(User, request.user)
    form = SettingsForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        try:
            services.settings_update(
                user=user,
                theme=form.cleaned_data["theme"],
                confirm_turns=form.cleaned_data["confirm_turns"],
                board_colours=form.cleaned_data["board_colours"] or None,
                single_keys=form.cleaned_data["single_keys"] or None,
                name=form.cleaned_data.get("username"),
                language=form.cleaned_data.get("language"),
            )
        except services.NameTaken:
            form.add_error("username", get_adapter().validation_error("username_taken"))
        except services.NameChangedTooOften as refusal:
            form.add_error("username", too_often(refusal))
        else:
            messages.success(request, _("Your settings are saved."))
            return redirect("account_settings")
    addresses = EmailAddress.objects.filter(user=user).order_by("-verified", "pk")
    context = {"form": form, "addresses": addresses, "confirms_email": confirms_email(), "now": timezone.now()}
    context |= guest_facts(request)
    return render(request, "accounts/settings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def cautions(request: HttpRequest) -> HttpResponse:
    """What moderators have written to me, and that I have read it."""
    user = cast(User, request.user)
    if request.method == "POST":
        cautions_read(user=user)
        messages.success(request, _("Thank you. You find it here again whenever you look for it."))
        return redirect("account_cautions")
    context = {"cautions": Caution.objects.filter(user=user), "contact": django_settings.CONTACT_ADDRESS}
    return render(request, "accounts/cautions.html", context)


@never_cache
@members_only
@once()
def vacation(request: HttpRequest) -> HttpResponse:
    """Go on vacation for some days, or come back early."""
    user = cast(User, request.user)
    form = VacationForm(request.POST if request.method == "POST" and "back" not in request.POST else None)
    try:
        if request.method == "POST" and "back" in request.POST:
            with begins(request) as begun:
                vacations.vacation_end(user=user)
                begun("account_vacation")
            messages.success(request, _("Welcome back. Your clocks run again."))
            return redirect("account_vacation")
        if form.is_valid():
            with begins(request) as begun:
                vacations.vacation_begin(user=user, days=form.cleaned_data["days"])
                begun("account_vacation")
            messages.success(request, _("Have a good time. Your clocks stand still."))
            return redirect("account_vacation")
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("account_vacation")
    now = timezone.now()
    context = {"form": form, "left": vacation_days_left(user, now), "vacation": vacation_now(user, now)}
    return render(request, "accounts/vacation.html", context, status=422 if form.errors else 200)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form of a page that is older than the session (403), but what has begun with it leads there again.

    The race: the session of a form's first press has come to the browser before its second press went out.
    """
    before = answer_of_before(request) if request.user.is_authenticated else None
    return before or csrf.csrf_failure(request, reason)
