"""Seating: random, or around the table as the host arranged it, with a random start player."""

import pytest
from django.test import Client

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.models import Match
from games.models.match import AGREED
from games.selectors.access import seats_of
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.rematches import rematch
from games.services.lobby.terms import TableTerms
from games.services.play.agreeing import end_agree
from tests.first import first

SENT = {"seats": "4", "access": "anybody", "pace": "2d", "option_setup": "build"}


def around(match: Match, first: User) -> list[str]:
    """The people around the table, starting with `first`."""
    names = [seat.user.username if seat.user else "" for seat in match.seats.select_related("user").order_by("number")]
    place = names.index(first.username)
    return names[place:] + names[:place]


@pytest.fixture
def four(computers: list[User]) -> list[User]:
    return computers[:3]


@pytest.mark.half_second
def test_arranged_seats_keep_their_order_and_the_first_turn_is_drawn(alice: User, four: list[User]) -> None:
    begun = [
        match_create(host=alice, game="maya", others=four, terms=TableTerms(seats_drawn=False)) for _n in range(24)
    ]
    assert {tuple(around(match, alice)) for match in begun} == {("Alice", *(user.username for user in four))}
    assert {match.seats.get(user=alice).number for match in begun} == {0, 1, 2, 3}


def test_drawn_seats_are_in_any_order(alice: User, four: list[User]) -> None:
    begun = [match_create(host=alice, game="maya", others=four) for _n in range(6)]
    assert len({tuple(around(match, alice)) for match in begun}) > 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.KEY)
def test_partners_stay_partners_however_the_table_is_turned(game: AnyGame) -> None:
    for count, sides in game.TEAMS.items():
        for turned in range(count):
            moved = {frozenset((seat + turned) % count for seat in side) for side in sides}
            assert moved == {frozenset(side) for side in sides}


def test_the_form_arranges_seats(client: Client, alice: User, computers: list[User]) -> None:
    client.force_login(alice)
    levels = [user.level for user in computers[:3]]
    places = {f"place_{place}": level for place, level in enumerate(levels, 2)}
    page = client.get("/tables/new/?game=maya").content.decode()
    assert "With 4 seats, 1 and 3 are partners, and so are 2 and 4." in page
    assert "play together" not in client.get("/tables/new/?game=rapa_nui").content.decode()
    for seating, drawn in (("chosen", False), ("drawn", True), ("", True)):
        client.post("/tables/new/?game=maya", SENT | places | {"seating": seating})
        match = Match.objects.latest("pk")
        assert match.seats_drawn is drawn
        if not drawn:
            assert around(match, alice) == ["Alice", *(user.username for user in computers[:3])]


def test_who_sits_down_chooses_among_the_free_seats(client: Client, alice: User, bob: User, owl: User) -> None:
    match = match_create(host=alice, game="maya", others=[None, None, owl], terms=TableTerms(seats_drawn=False))
    client.force_login(bob)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "in the order shown here" in page
    assert 'name="seat" value="1"' in page
    assert 'name="seat" value="2"' in page
    assert 'name="seat" value="3"' not in page
    client.post(f"{match.get_absolute_url()}join/", {"seat": "2"})
    assert match.seats.get(user=bob).number == 2


def test_guests_choose_a_seat_too(client: Client, alice: User, owl: User) -> None:
    match = match_create(host=alice, game="maya", others=[None, owl, None], terms=TableTerms(seats_drawn=False))
    assert 'name="seat"' in client.get(match.get_absolute_url()).content.decode()
    client.post("/play-now/", {"table": match.code, "seat": "3"})
    guest = match.seats.get(number=3).user
    assert guest is not None
    assert guest.is_guest


@pytest.mark.parametrize("posted", first(["3", "x"], of=["0", "3", "9", "-1", "x", "²", "1" * 30]))
def test_a_seat_that_is_not_free_is_refused(client: Client, alice: User, bob: User, owl: User, posted: str) -> None:
    match = match_create(host=alice, game="maya", others=[None, None, owl], terms=TableTerms(seats_drawn=False))
    client.force_login(bob)
    answer = client.post(f"{match.get_absolute_url()}join/", {"seat": posted})
    assert answer.status_code == 422
    assert "Someone else has this seat." in answer.content.decode()
    assert not match.seats.filter(user=bob).exists()


def test_where_seats_are_drawn_no_member_is_asked(client: Client, alice: User, bob: User) -> None:
    match = match_create(host=alice, game="maya", others=[None, None, None])
    client.force_login(bob)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "The start player and the seats are random." in page
    assert 'name="seat"' not in page


def test_a_rematch_seats_all_players_where_they_sat(alice: User, bob: User, charlie: User, owl: User) -> None:
    match = match_create(host=alice, game="maya", others=[owl, None, None], terms=TableTerms(seats_drawn=False))
    match_join(match=match, user=bob, number=3)
    match = match_join(match=match, user=charlie)
    order = around(match, alice)
    assert order == ["Alice", "Owl", "Charlie", "Bob"]
    for user in (alice, bob, charlie):
        match = end_agree(match=match, user=user)
    assert match.reason == AGREED
    table = rematch(match=match, user=charlie)
    assert not table.seats_drawn
    for user in (alice, bob):
        table = rematch(match=match, user=user)
    assert table.status == Match.Status.RUNNING
    assert around(table, alice) == order


def test_computer_players_that_are_watched_sit_as_chosen(alice: User, computers: list[User]) -> None:
    players = computers[:4]
    match = exhibition_create(host=alice, game="maya", players=players)
    assert [seat.user for seat in seats_of(match)] == players


@pytest.mark.parametrize("access", ["anybody", "password"])
def test_no_limit_is_for_no_table_that_strangers_find(client: Client, alice: User, access: str) -> None:
    with pytest.raises(Refused, match="without a time limit"):
        match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="none", access=access, password="x"))
    client.force_login(alice)
    terms = {"seats": "2", "place_2": "somebody", "access": access, "password": "x", "pace": "none"}
    answer = client.post("/tables/new/?game=maya", SENT | terms)
    assert answer.status_code == 422
    assert "without a time limit" in answer.content.decode()
