"""Friends, and people to keep away."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.once import begins, once
from games.pages import asked
from games.pages.pausing import check_pauses
from games.selectors import company as select
from games.services import company
from games.services.refusals import Refused


def _mute(*, user: User, name: str) -> None:
    company.block_create(user=user, name=name, only_mutes=True)


DEEDS: dict[str, Callable[..., object]] = {
    "ask": company.friendship_ask,
    "accept": company.friendship_accept,
    "end": company.friendship_end,
    "block": company.block_create,
    "mute": _mute,
    "release": company.block_end,
}
"""What the buttons of the page do with the posted name."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@once()
def friends(request: HttpRequest) -> HttpResponse:
    """The reader's friends, questions and blocks; a posted `do` and `name` changes them. `?name=` fills the form."""
    user = asked.member(request)
    note, name = "", request.GET.get("name", "")
    if request.method == "POST":
        name = request.POST.get("name", "").strip()
        try:
            said = _("That was a lot at once. Please wait a little.")
            check_pauses(request, "company", said, user)
            if request.POST.get("do") not in DEEDS:
                raise Refused(_("Choose one of the buttons."))
            with begins(request) as begun:
                DEEDS[request.POST["do"]](user=user, name=name)
                begun("friends")
        except Refused as refusal:
            note = str(refusal)
        else:
            return redirect("friends")
    context = {
        "friends": select.friends_of(user),
        "asking": select.asking(user),
        "asked": select.asked_by(user),
        "blocks": select.blocks_of(user),
        "note": note,
        "name": name,
    }
    return render(request, "games/friends.html", context, status=422 if note else 200)
