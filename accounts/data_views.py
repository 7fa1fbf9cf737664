"""The pages about what the site keeps: my data as a file, where I am logged in, and deleting the account."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.deletion import RunsTheSite, account_delete
from accounts.export import export_files
from accounts.models import User
from accounts.once import once
from accounts.selectors import guest_of, match_count, sessions_of
from games.services.refusals import Refused
from machupicchu.downloads import download, zipped
from machupicchu.limits import is_within_limit


def _has_password(request: HttpRequest) -> bool:
    """Guests have none that they could be asked for."""
    return guest_of(request) is None


@require_safe
@never_cache
@login_required
@reauthentication_required(enabled=_has_password)
def data_download(request: HttpRequest) -> HttpResponseBase:
    """All that the site knows about the reader, in one file. Asks for the password first."""
    if not is_within_limit(request, "download", cast(User, request.user)):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    return download("my-data.zip", zipped(export_files(cast(User, request.user))))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once(alone=True)
@login_required
@reauthentication_required(enabled=_has_password)
def delete(request: HttpRequest) -> HttpResponse:
    """What deleting the account means; a form that names it does it. Asks for the password first."""
    user = cast(User, request.user)
    if request.method == "POST" and request.POST.get("name") == user.username:
        try:
            account_delete(user=user)
        except RunsTheSite:
            messages.error(request, _("You run this site: ask somebody else who does to end that first."))
            return redirect("account_settings")
        except Refused as refusal:  # half done: what is left already stays left, and the next try goes on from there
            messages.error(request, str(refusal))
            return redirect("account_delete")
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for having played here."))
        return redirect("home")
    context = {
        "matches": match_count(user),
        "guest": guest_of(request),
        "wrong": request.method == "POST",
        "typed": request.POST.get("name", ""),
    }
    return render(request, "accounts/delete.html", context, status=422 if context["wrong"] else 200)


class SessionsView(ListUserSessionsView):
    """Where I am logged in; ends one other session, or all others."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Not the parent's, which asks the database about every session by itself.
        context: dict[str, Any] = super(ListUserSessionsView, self).get_context_data(**kwargs)
        sessions = sessions_of(cast(User, self.request.user))
        return context | {"sessions": sessions, "session_count": len(sessions)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = request.POST.get("session", "")
        if not chosen:
            return super().post(request, *args, **kwargs)
        mine = UserSession.objects.filter(user=cast(User, request.user))
        ended = [each for each in mine if str(each.pk) == chosen and not each.is_current()]
        end_sessions(request, ended)
        if ended:
            messages.success(request, _("That browser is logged out."))
        return redirect("usersessions_list")
