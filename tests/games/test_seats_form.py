"""The form fields for who takes the seats of a table."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine import GAMES
from games.pages.lobby.exhibitions import ExhibitionForm
from games.pages.lobby.seats_form import COMPUTERS, SOMEBODY, SeatsForm
from games.pages.lobby.table_form import TableForm


def filled(form: SeatsForm, **changes: str) -> dict[str, str]:
    """The form that a browser sends after making only these `changes`."""
    return {name: str(field.initial) for name, field in form.fields.items() if field.initial} | changes


def test_all_computer_players_of_a_table_are_asked_for_at_once(
    alice: User, computers: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    levels = {f"place_{place}": level for place, (level, _name) in enumerate(COMPUTERS[:3], 2)}
    sent = filled(TableForm(GAMES["princes"], host=alice), seats="5", place_5=SOMEBODY, **levels)
    form = TableForm(GAMES["princes"], sent, host=alice)
    with django_assert_num_queries(1):
        assert form.is_valid(), form.errors
        others = form.others()
    assert others == [*computers[:3], None]


@pytest.mark.parametrize("place", ["2", "3"])
def test_a_computer_player_that_does_not_exist_is_refused_at_its_seat(alice: User, place: str) -> None:
    sent = filled(TableForm(GAMES["maya"], host=alice), seats="3", **{f"place_{place}": "solid"})
    form = TableForm(GAMES["maya"], sent, host=alice)
    assert "is away" in form.errors[f"place_{place}"][0]


def test_places_beyond_the_seats_are_not_read(computers: list[User]) -> None:
    sent = filled(ExhibitionForm(GAMES["maya"]), seats="2", place_3="", place_4="")
    form = ExhibitionForm(GAMES["maya"], sent)
    assert form.is_valid(), form.errors
    assert len(form.players()) == 2
    assert "sits here" in ExhibitionForm(GAMES["maya"], sent | {"seats": "3"}).errors["place_3"][0]
