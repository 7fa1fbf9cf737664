"""Friends, and people blocked or muted."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.selectors import user_of
from common.pausing import check_pauses
from common.refusals import Refused
from common.sentences import gettext as _
from games.selectors.people import relations as select
from games.services.people import relations
from notices.seeing import requests_seen


def _mute(*, user: User, name: str) -> None:
    relations.block_create(user=user, name=name, only_mutes=True)


DEEDS: dict[str, Callable[..., object]] = {
    "ask": relations.friendship_ask,
    "accept": relations.friendship_accept,
    "end": relations.friendship_end,
    "block": relations.block_create,
    "mute": _mute,
    "release": relations.block_end,
}
"""The services behind the page's buttons, called with the posted name."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@idempotent()
def friends(request: HttpRequest) -> HttpResponse:
    """Show the reader's friends, requests and blocks; a posted `do` and `name` changes them. `?name=` fills in the
    form.
    """
    user = user_of(request)
    refusal, name = "", request.GET.get("name", "")
    if request.method == "POST":
        name = request.POST.get("name", "").strip()
        try:
            check_pauses(request, "relations", user)
            if request.POST.get("do") not in DEEDS:
                raise Refused(_("Choose one of the buttons."))
            with form_effects(request) as done:
                DEEDS[request.POST["do"]](user=user, name=name)
                done("friends")
        except Refused as refused:
            refusal = str(refused)
        else:
            return redirect("friends")
    requests_seen(user_id=user.pk)
    context = {
        "friends": select.friends_of(user),
        "asking": select.asking(user),
        "asked": select.asked_by(user),
        "blocks": select.blocks_of(user),
        "refusal": refusal,
        "name": name,
    }
    return render(request, "games/people/friends.html", context, status=422 if refusal else 200)
