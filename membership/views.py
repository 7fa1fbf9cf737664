"""Account pages that span people and matches: data export, account deletion, cautions, vacations."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.models import Caution
from accounts.parts import members_only
from accounts.selectors import guest_of, user_of, vacation_days_left, vacation_now
from common.downloads import download, zipped
from common.limits import is_within_limit
from common.refusals import Refused
from membership import vacations
from membership.cautions import cautions_read
from membership.deletion import RunsTheSite, account_delete
from membership.export import export_files
from membership.forms import VacationForm


def _has_password(request: HttpRequest) -> bool:
    """Whether the user can be asked for a password; guests have none."""
    return guest_of(request) is None


@require_safe
@never_cache
@login_required
@reauthentication_required(enabled=_has_password)
def data_download(request: HttpRequest) -> HttpResponseBase:
    """Download everything the site stores about the reader in one ZIP file. Asks for the password first."""
    user = user_of(request)
    if not is_within_limit(request, "download", user):
        raise ImmediateHttpResponse(respond_429(request))
    return download("my-data.zip", zipped(export_files(user)))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent(alone=True)
@login_required
@reauthentication_required(enabled=_has_password)
def delete(request: HttpRequest) -> HttpResponse:
    """Explain what deleting the account means.

    A POST that repeats the user's name deletes it. Asks for the password first.
    """
    user = user_of(request)
    if request.method == "POST" and request.POST.get("name") == user.username:
        try:
            account_delete(user=user)
        except RunsTheSite:
            messages.error(request, _("You help run this site. Ask another administrator to remove your rights first."))
            return redirect("account_settings")
        except Refused as refusal:  # half done: the next attempt continues from there
            messages.error(request, str(refusal))
            return redirect("account_delete")
        logout(request)
        messages.success(request, _("Your account has been deleted. Thank you for playing here."))
        return redirect("home")
    context = {
        "guest": guest_of(request),
        "wrong": request.method == "POST",
        "typed": request.POST.get("name", ""),
    }
    return render(request, "accounts/delete.html", context, status=422 if context["wrong"] else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def cautions(request: HttpRequest) -> HttpResponse:
    """The reader's cautions; a POST marks them as read."""
    user = user_of(request)
    if request.method == "POST":
        cautions_read(user=user)
        messages.success(request, _("Thank you. You can find it here any time."))
        return redirect("account_cautions")
    context = {"cautions": Caution.objects.filter(user=user), "contact": settings.CONTACT_ADDRESS}
    return render(request, "accounts/cautions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def vacation(request: HttpRequest) -> HttpResponse:
    """The reader's vacation: a POST starts one, or ends it early."""
    user = user_of(request)
    form = VacationForm(request.POST if request.method == "POST" and "back" not in request.POST else None)
    try:
        if request.method == "POST" and "back" in request.POST:
            with form_effects(request) as done:
                vacations.vacation_end(user=user)
                done("account_vacation")
            messages.success(request, _("Welcome back. Your clocks are running again."))
            return redirect("account_vacation")
        if form.is_valid():
            with form_effects(request) as done:
                vacations.vacation_begin(user=user, days=form.cleaned_data["days"])
                done("account_vacation")
            messages.success(request, _("Have a good time. Your clocks are stopped."))
            return redirect("account_vacation")
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("account_vacation")
    now = timezone.now()
    context = {"form": form, "left": vacation_days_left(user, now), "vacation": vacation_now(user, now)}
    return render(request, "accounts/vacation.html", context, status=422 if form.errors else 200)
