"""What happens to a club while something else happens to it, where each transaction has locks of its own."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from accounts.models import User
from accounts.services import computer_players_ensure
from clubs.models import Club
from clubs.services.founding import club_change, club_found, locked
from clubs.services.joining import club_join
from common.refusals import Refused
from cups.models import Cup
from cups.services.entering import cup_open
from cups.services.entering import locked as cup_locked
from games.models import Match
from games.services.lobby.arranged import match_arrange
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from membership.deletion import account_delete
from tests.beside import Beside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


@pytest.fixture
def host(transactional_db: None) -> User:
    computer_players_ensure()
    return User.objects.create_user("Alice")


@pytest.fixture
def club(host: User) -> Club:
    return club_found(founder=host, name="Andes Club", entry=Club.Entry.ASKING)


def hide(club: Club, host: User) -> None:
    club_change(club=club, user=host, name=club.name, description="", entry=club.entry, is_public=False)


def new_cup(host: User, club: Club) -> Cup:
    return cup_open(host=host, name="Cup", system=Cup.System.SWISS, game="maya", size=2, pace="1d", club=club)


def test_a_cup_that_is_opened_while_its_club_is_hidden_is_hidden(host: User, club: Club) -> None:
    with transaction.atomic():
        hide(club, host)
        opening = Beside(lambda: new_cup(host, club))
        opening.wait_until_it_waits()
    assert opening.over() is None
    assert Cup.objects.get().is_hidden


def test_a_table_that_is_opened_while_its_club_is_hidden_is_refused(host: User, club: Club) -> None:
    terms = TableTerms(club=club.pk, access=Match.Access.ANYBODY)
    with transaction.atomic():
        hide(club, host)
        opening = Beside(lambda: match_create(host=host, game="maya", others=[None], terms=terms))
        opening.wait_until_it_waits()
    assert isinstance(opening.over(), Refused)
    assert not Match.objects.exists()


def test_a_cup_begins_a_match_while_its_club_is_hidden(host: User, club: Club) -> None:
    cup = new_cup(host, club)
    players = [host, User.objects.create_user("Bob")]
    with transaction.atomic():
        cup_locked(cup)
        hiding = Beside(lambda: hide(club, host))
        hiding.wait_until_it_waits()
        match_arrange(host=host, game="maya", players=players, rated=False, pace="1d", weekends_off=False, club=club.pk)
    assert hiding.over() is None
    assert Match.objects.get().access == Match.Access.CLUB


def test_someone_asks_to_join_while_the_host_closes_the_account(host: User, club: Club) -> None:
    bob = User.objects.create_user("Bob")
    with transaction.atomic():
        locked(club)
        closing = Beside(lambda: account_delete(user=host))
        closing.wait_until_it_waits()
        club_join(club=club, user=bob)
    assert closing.over() is None
    assert not Club.objects.exists()
