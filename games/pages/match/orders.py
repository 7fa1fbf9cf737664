"""Default standing orders: the reader's usual answers to out-of-turn questions, for every match of a game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.selectors import user_of
from common.pausing import check_pauses
from common.refusals import Refused
from common.sentences import gettext as _
from games import catalogue
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.models import UsualOrders
from games.pages.titles import PRESENTERS
from games.services.play.orders import usual_orders_set


def asking() -> list[AnyGame]:
    """The games that ask for decisions out of turn."""
    return [game for game in GAMES.values() if game.STANDING_ORDERS]


class OrdersForm(forms.Form):
    """A form with a field `GAME-ORDER` for every standing order of every game."""

    def __init__(self, data: Any, *, usual: dict[str, dict[str, str]]) -> None:
        super().__init__(data)
        for game in asking():
            for order in game.STANDING_ORDERS:
                label, words = PRESENTERS[game.KEY].ORDERS[order.name]
                self.fields[f"{game.KEY}-{order.name}"] = forms.ChoiceField(
                    label=str(label),
                    choices=[(value, words[value]) for value in order.values],
                    initial=usual.get(game.KEY, {}).get(order.name, order.values[0]),
                    widget=forms.RadioSelect,
                )

    def games(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The name of each game, with the fields of its orders."""
        return [
            (catalogue.name(game.KEY), [self[f"{game.KEY}-{order.name}"] for order in game.STANDING_ORDERS])
            for game in asking()
        ]

    def orders(self, key: str) -> dict[str, str]:
        """The chosen orders of a game. The form must be valid."""
        return {order.name: self.cleaned_data[f"{key}-{order.name}"] for order in GAMES[key].STANDING_ORDERS}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def usual_orders(request: HttpRequest) -> HttpResponse:
    """Choose the standing orders with which later matches of each game start."""
    user = user_of(request)
    usual = dict(UsualOrders.objects.filter(user=user).values_list("game", "orders"))
    form = OrdersForm(request.POST if request.method == "POST" else None, usual=usual)
    if form.is_valid():
        try:
            check_pauses(request, "plan", user)
            for game in asking():
                usual_orders_set(user=user, game=game, orders=form.orders(game.KEY))
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Your answers are saved. They apply to games that start from now on."))
        return redirect("usual_orders")
    return render(request, "games/match/orders.html", {"form": form}, status=422 if form.errors else 200)
