"""Answering a challenge, and withdrawing one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.parts import members_only
from accounts.selectors import user_of
from common.refusals import Refused
from games.pages import params
from games.pages.redirects import redirect_after
from ladders.models import Bout, Ladder
from ladders.pages.ladder import of_ladder
from ladders.pages.parts import bout_or_404
from ladders.services.challenging import bout_accept, bout_decline, bout_withdraw


@require_POST
@members_only
@of_ladder
def accept(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Accept the challenge and redirect to the match."""
    bout = _named(request, ladder, "challenged")
    try:
        return redirect(bout_accept(bout=bout, user=user_of(request)))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(ladder)


@require_POST
@members_only
@of_ladder
def decline(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Decline the challenge."""
    bout, user = _named(request, ladder, "challenged"), user_of(request)
    return redirect_after(request, ladder, lambda: bout_decline(bout=bout, user=user), _("You have declined."))


@require_POST
@members_only
@of_ladder
def withdraw(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Withdraw a challenge."""
    bout, user = _named(request, ladder, "challenger"), user_of(request)
    said = _("You have withdrawn your challenge.")
    return redirect_after(request, ladder, lambda: bout_withdraw(bout=bout, user=user), said)


def _named(request: HttpRequest, ladder: Ladder, side: str) -> Bout:
    """The challenge with the posted key `bout` and the reader on this side of it; 404 for any other."""
    return bout_or_404(ladder, params.key(request, "bout"), **{side: user_of(request)})
