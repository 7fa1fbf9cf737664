"""Standing orders: answers given in advance to questions that a seat is asked out of turn."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine.contract import ASK, AnyGame
from games.models import UsualOrders


def orders_checked(game: AnyGame, orders: Mapping[str, str]) -> dict[str, str]:
    """The `orders` other than "ask". Raises Refused for one that the game does not have."""
    known = {order.name: order.values for order in game.STANDING_ORDERS}
    for name, value in orders.items():
        if value not in known.get(name, ()):
            raise Refused(
                _("There is no question “%(order)s” to answer in advance.") % {"order": f"{name}: {value}"[:60]}
            )
    return {name: value for name, value in orders.items() if value != ASK}


def usual_orders_set(*, user: User, game: AnyGame, orders: Mapping[str, str]) -> None:
    """Start the user's later matches of `game` with these orders; running ones keep theirs.

    Raises Refused for orders that the game does not have.
    """
    UsualOrders.objects.update_or_create(user=user, game=game.KEY, defaults={"orders": orders_checked(game, orders)})
