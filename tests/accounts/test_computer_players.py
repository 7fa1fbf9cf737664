import re
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import StringIO
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.names import COMPUTER_NAMES, skeleton
from accounts.selectors import computer_player
from accounts.services import computer_players_ensure
from games.ai.levels import LEVELS
from games.engine import GAMES
from games.pages.lobby.computer_players import COMPUTER_PLAYERS

renaming = import_module("accounts.migrations.0007_five_computer_players")


def test_every_level_has_a_name_and_a_character() -> None:
    assert list(COMPUTER_NAMES) == list(COMPUTER_PLAYERS) == list(LEVELS)
    assert len({player.character for player in COMPUTER_PLAYERS.values()}) == len(LEVELS)


@pytest.mark.parametrize("game", GAMES)
def test_only_who_thinks_for_so_long_in_every_game_is_said_to(game: str) -> None:
    for level, player in COMPUTER_PLAYERS.items():
        if "second" in str(player.character):
            assert LEVELS[level].noise_in(game) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.django_db
def test_its_profile_says_how_it_plays(client: Client, level: str) -> None:
    computer_players_ensure()
    page = client.get(f"/people/{COMPUTER_NAMES[level]}/").content.decode()
    said = set(re.findall(r"<li>(It .*?|In .*?)</li>", page))
    searches = LEVELS[level].noise is None
    assert ("It looks one action ahead and forgets what was played before." in said) is not searches
    assert (f"It thinks for up to {LEVELS[level].seconds:g} s" in page) is searches
    exceptions = {said_of for said_of in said if said_of.startswith("In ")}
    assert f'href="/play/?level={level}"' in page
    assert len(exceptions) == sum(searches and LEVELS[level].noise_in(game) is not None for game in GAMES)


@pytest.mark.django_db
def test_command_may_be_repeated() -> None:
    for _time in range(2):
        out = StringIO()
        call_command("computer_players", stdout=out)
        assert out.getvalue() == "".join(f"{name} ({level})\n" for level, name in COMPUTER_NAMES.items())
    assert User.objects.count() == 5
    assert computer_player("strong").username == "Owl"


@pytest.mark.django_db
def test_no_login_is_one_of_a_computer_player() -> None:
    for player in computer_players_ensure():
        assert player.is_computer
        assert not player.has_usable_password()
        assert player.email == ""


@pytest.mark.django_db(transaction=True)
def test_two_processes_at_once_make_one_of_each() -> None:
    ready = Barrier(4)

    def ensure() -> list[int]:
        ready.wait()
        try:
            return [player.pk for player in computer_players_ensure()]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = [future.result() for future in [pool.submit(ensure) for _n in range(4)]]
    assert found == [found[0]] * 4
    assert User.objects.count() == 5


@pytest.mark.django_db
def test_they_take_as_many_queries_however_many_there_are(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(4):
        first = computer_players_ensure()
    with django_assert_num_queries(1):
        assert computer_players_ensure() == first


@pytest.mark.django_db
def test_a_name_that_a_person_has_gets_a_number() -> None:
    """It was not reserved yet when that person took it."""
    User.objects.create(username="Jaguar")
    User.objects.create(username="jaguar.2")
    computer_players_ensure()
    assert computer_player("expert").username == "Jaguar-3"


@pytest.mark.django_db
def test_the_two_computer_players_of_old_become_two_of_the_five() -> None:
    User.objects.create(username="0wl")
    old = [User.objects.create(username=name, level=level) for name, level in (("Llama", "easy"), ("Condor", "strong"))]
    as_it_was = MigrationLoader(connection, replace_migrations=False).project_state(("accounts", "0006_name_changes"))
    renaming.rename(as_it_was.apps, None)
    for user in old:
        user.refresh_from_db()
    assert [(user.level, user.username) for user in old] == [("beginner", "Chinchilla"), ("strong", "Owl-2")]
    assert [user.name_skeleton for user in old] == [skeleton(user.username) for user in old]
    assert [player.pk for player in computer_players_ensure()][::3] == [user.pk for user in old]
