"""Our allauth adapter: guests who log in to an account take their games along, and workers are asked to send emails."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts.adapter import AccountAdapter
from accounts.known import name_noted
from accounts.models import User
from accounts.selectors import guest_of
from games.selectors.access import INVITATIONS
from membership.guests import guest_merge
from notices.browsers import browsers_forget
from notices.outbox import ask_to_deliver
from notices.outlets import outlets_pause


class GuestsKeepTheirGames(AccountAdapter):
    """This site's overrides of allauth's account hooks, including those for guests."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put an account email in the outbox, and queue its delivery once that is committed."""
        super().send_mail(template_prefix, email, context)
        transaction.on_commit(ask_to_deliver, robust=True)

    def shut_others_out(self, user: User) -> None:
        """End what someone else may have set up, and send nothing to places that they may have added."""
        with transaction.atomic():
            super().shut_others_out(user)
            outlets_pause(user=user)

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in. A guest who logs in to an account takes their games along."""
        guest = guest_of(request)
        invitations = request.session.get(INVITATIONS)
        super().login(request, user)
        name_noted(request)
        if guest and guest.pk != user.pk:
            if invitations:  # Django empties the session when another user logs in
                request.session[INVITATIONS] = invitations
            _take_games_along(request, guest, user)

    def logout(self, request: HttpRequest) -> None:
        """Log out. Guests cannot come back: none of their browsers gets notifications any more."""
        guest = guest_of(request)
        super().logout(request)
        if guest:
            browsers_forget(user=guest)


def _take_games_along(request: HttpRequest, guest: User, user: User) -> None:
    merge = guest_merge(guest=guest, user=user)
    if merge.moved:
        text = ngettext(
            "One game you played as %(guest)s is now yours.",
            "%(count)d games you played as %(guest)s are now yours.",
            merge.moved,
        )
        messages.success(request, text % {"guest": guest.username, "count": merge.moved})
    if merge.left:
        text = ngettext(
            "One game stays with %(guest)s because you sit at that table yourself.",
            "%(count)d games stay with %(guest)s because you sit at those tables yourself.",
            merge.left,
        )
        messages.warning(request, text % {"guest": guest.username, "count": merge.left})
