"""The settings page with standing orders for all later matches."""

import pytest
from django.test import Client

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import UsualOrders
from games.services.lobby.matches import match_create
from games.services.play.orders import usual_orders_set

PAGE = "/mine/orders/"
ASKED = {f"{key}-{order.name}": order for key, game in GAMES.items() for order in game.STANDING_ORDERS}
CHOSEN = {name: order.values[0] for name, order in ASKED.items()} | {"rapa_nui-moai_income": "glory"}


def test_later_matches_begin_with_what_was_chosen(client: Client, alice: User, owl: User) -> None:
    before = match_create(host=alice, game="rapa_nui", others=[owl])
    client.force_login(alice)
    assert PAGE in client.get("/account/settings/").content.decode()
    answer = client.post(PAGE, CHOSEN, follow=True)
    assert "Your answers are saved" in answer.content.decode()
    later = match_create(host=alice, game="rapa_nui", others=[owl])
    assert later.seats.get(user=alice).orders == {"moai_income": "glory"}
    assert before.seats.get(user=alice).orders == {}


def test_the_page_asks_all_that_games_ask_and_shows_what_holds(client: Client, alice: User, bob: User) -> None:
    usual_orders_set(user=alice, game=GAMES["rapa_nui"], orders={"moai_income": "wood"})
    usual_orders_set(user=bob, game=GAMES["rapa_nui"], orders={"moai_income": "glory"})
    client.force_login(alice)
    form = client.get(PAGE).context["form"]
    assert set(form.fields) == set(ASKED)
    shown = {name: field.initial for name, field in form.fields.items()}
    assert shown == {name: order.values[0] for name, order in ASKED.items()} | {"rapa_nui-moai_income": "wood"}


def test_all_may_be_asked_again(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(PAGE, CHOSEN)
    client.post(PAGE, CHOSEN | {"rapa_nui-moai_income": "ask"})
    assert set(UsualOrders.objects.values_list("user", "game")) == {(alice.pk, "rapa_nui"), (alice.pk, "princes")}
    assert all(orders == {} for orders in UsualOrders.objects.values_list("orders", flat=True))


@pytest.mark.parametrize("wrong", [{"rapa_nui-moai_income": "both"}, {"rapa_nui-moai_income": ""}])
def test_an_answer_that_no_game_knows_changes_nothing(client: Client, alice: User, wrong: dict[str, str]) -> None:
    client.force_login(alice)
    answer = client.post(PAGE, CHOSEN | wrong)
    assert answer.status_code == 422
    assert "Please check this:" in answer.content.decode()
    assert not UsualOrders.objects.exists()
    with pytest.raises(Refused, match="no question"):
        usual_orders_set(user=alice, game=GAMES["maya"], orders={"moai_income": "wood"})
