"""Names that guests choose for themselves at a table."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import chosen_by_guest
from accounts.services import NotAGuest, guest_name
from common.refusals import Refused
from games.models import Match
from games.selectors.access import seats_of
from games.services.live import broadcast
from games.services.refusals import NotYourSeat, TableClosed


def guest_call(*, match: Match, user: User, name: str) -> Match:
    """Give the name `name` to a guest who waits at an open table.

    Raises TableClosed, NotYourSeat; Refused for a name that nobody may have, and for guests who have already chosen
    one.
    """
    with transaction.atomic():
        found = Match.objects.select_for_update().filter(pk=match.pk, status=Match.Status.OPEN).first()
        if found is None:
            raise TableClosed
        if all(seat.user_id != user.pk for seat in seats_of(found)):
            raise NotYourSeat(_("You are not at this table."))
        chosen = name_for_guest(name)
        if not chosen:
            raise Refused(_("Enter the name that the others should see."))
        try:
            guest_name(guest=user, name=chosen)
        except NotAGuest:
            raise Refused(_("You have already chosen your name.")) from None
        found.refresh_from_db()
        broadcast.table_changed(found, seats_of(found))
    return found


def name_for_guest(text: str) -> str:
    """The guest name that the input `text` asks for; empty for none. Raises Refused for an invalid name."""
    try:
        return chosen_by_guest(text)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
