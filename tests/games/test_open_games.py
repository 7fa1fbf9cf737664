"""The open games: what is published, under which names, and that the files match their list."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.bots import bot_create
from accounts.models import User
from accounts.services import computer_players_ensure, settings_update
from games.engine import GAMES
from games.engine.dump import MANIFEST, DumpError, read_dump
from games.engine.record import Record, final_state, read
from games.models import Action, Match, RatedMatch, RatingLedger
from games.selectors.open_games import digests, records_of
from games.services.ratings.finished import ratings_apply
from games.services.records import dumps
from games.services.records.dumps import LOCK, UNFINISHED, dumps_write
from games.services.records.match_import import match_from_record
from games.tasks import dump
from games.titles import folder as folder_of
from membership.deletion import account_delete

NOVEMBER = datetime(2026, 11, 3, 12, tzinfo=UTC)
OCTOBER = datetime(2026, 10, 31, 12, tzinfo=UTC)
_codes = count()


def example(game: str) -> Record:
    """A finished game of two."""
    return read((folder_of(game) / "board" / "example.txt").read_text())


def over(users: Sequence[User], game: str = "rapa_nui", began: datetime = NOVEMBER, **facts: Any) -> Match:
    """A rated public match of the users that is over, with its ratings computed."""
    record = example(game)
    match = match_from_record(
        record,
        users=[users[number % len(users)] for number in range(record.seats)],
        source=Action.Source.PERSON,
        began=began,
        pace=timedelta(seconds=1),
        **{"code": f"open{next(_codes)}", "status": Match.Status.FINISHED, "rated": True} | facts,
    )
    ledger, _made = RatingLedger.objects.get_or_create(game=game)
    ledger.given += 1
    ledger.save()
    RatedMatch.objects.create(match=match, game=game, number=ledger.given, season="2026-4")
    ratings_apply(game=game)
    return match


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    return settings.DUMPS_DIR


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(name, password="quiet-terrace-7") for name in ("Alice", "Bob")]


def manifest(folder: Path) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    return parsed


def files(folder: Path) -> list[Path]:
    """The files in the list, oldest first."""
    return [folder / each["file"] for each in manifest(folder)["files"]]


def all_records(folder: Path) -> list[Record]:
    return [record for path in files(folder) for record in read_dump(path)]


def names(folder: Path) -> set[str]:
    return {name for record in all_records(folder) for name in record.occasion.names}


def test_games_of_all_kinds_are_written_read_and_replayed_to_their_results(folder: Path, people: list[User]) -> None:
    for game in GAMES:
        over(people, game)
    assert dumps_write() == ["2026-11"]
    found = {record.game: record for record in all_records(folder)}
    assert found.keys() == GAMES.keys()
    for game, record in found.items():
        played = example(game)
        assert (record.plies, record.deal, record.result) == (played.plies, played.deal, played.result)
        assert GAMES[game].outcome(final_state(record)) is not None
        assert record.result is not None


def test_the_list_says_what_is_there(folder: Path, people: list[User]) -> None:
    over(people)
    over(people, began=OCTOBER)
    over(people, began=OCTOBER)
    dumps_write()
    contents = manifest(folder)
    assert (contents["licence"], contents["format"]) == ("CC0-1.0", 1)
    assert [(each["month"], each["games"]) for each in contents["files"]] == [("2026-10", 2), ("2026-11", 1)]
    for path, each in zip(files(folder), contents["files"], strict=True):
        assert path.stat().st_size == each["bytes"]
        assert each["sha256"].startswith(path.name.split(".")[1])
    assert {path.name for path in folder.iterdir()} == {LOCK, MANIFEST, *(path.name for path in files(folder))}


@pytest.mark.parametrize(
    "facts",
    [{"access": Match.Access.LINK}, {"rated": False}, {"access": Match.Access.FRIENDS}],
    ids=lambda facts: "-".join(facts),
)
def test_only_rated_public_games_are_given_away(folder: Path, people: list[User], facts: dict[str, Any]) -> None:
    over(people, **facts)
    assert dumps_write() == []
    assert not (folder / MANIFEST).exists()


def test_what_does_not_count_is_not_given_away(folder: Path, people: list[User]) -> None:
    match = over(people)
    RatedMatch.objects.filter(match=match).update(struck=True)
    assert dumps_write() == []


def test_people_are_named_only_by_their_own_choice(folder: Path, people: list[User]) -> None:
    over(people)
    dumps_write()
    (record,) = all_records(folder)
    assert record.occasion.names == ("Player 1", "Player 2")
    assert record.occasion.site == ""
    packed = gzip.decompress(files(folder)[0].read_bytes()).decode()
    assert "Alice" not in packed
    assert "/match/" not in packed
    settings_update(user=people[0], theme="system", confirm_turns="slow", open_games=User.OpenGames.NAMED)
    assert dumps_write() == ["2026-11"]
    assert names(folder) == {"Alice", "Player 2"}


def test_computer_players_and_bots_are_named(folder: Path, people: list[User]) -> None:
    bot, animal = bot_create(owner=people[0], name="Robo"), computer_players_ensure()[0]
    over([bot, animal])
    dumps_write()
    assert names(folder) == {"BOT Robo", animal.username}


def test_exact_ratings_of_people_without_a_name_lead_nowhere(folder: Path, people: list[User]) -> None:
    people[1].open_games = User.OpenGames.NAMED
    people[1].save()
    over(people)
    over(people)
    dumps_write()
    ratings = [record.occasion.ratings for record in all_records(folder)]
    assert all(int(unnamed) % 100 == 0 for unnamed, _named in ratings)
    assert int(ratings[1][1]) % 100 != 0


@pytest.mark.half_second
def test_old_months_are_written_again_when_a_name_is_taken_back(folder: Path, people: list[User]) -> None:
    for user in people:
        user.open_games = User.OpenGames.NAMED
        user.save()
    over(people, began=OCTOBER)
    over(people)
    dumps_write()
    before = files(folder)
    assert dumps_write() == []
    assert files(folder) == before
    settings_update(user=people[0], theme="system", confirm_turns="slow", open_games=User.OpenGames.UNNAMED)
    assert dumps_write() == ["2026-10", "2026-11"]
    assert names(folder) == {"Player 1", "Bob"}
    account_delete(user=people[1])
    assert dumps_write() == ["2026-10", "2026-11"]
    assert names(folder) == {"Player 1", "Player 2"}
    assert not any(path.exists() for path in before)


@pytest.mark.half_second
def test_a_new_game_changes_its_own_month_only(folder: Path, people: list[User]) -> None:
    over(people, began=OCTOBER)
    over(people)
    dumps_write()
    october = files(folder)[0]
    over(people)
    assert dumps_write() == ["2026-11"]
    assert files(folder)[0] == october


def test_a_month_without_games_is_taken_off(folder: Path, people: list[User]) -> None:
    match = over(people, began=OCTOBER)
    over(people)
    dumps_write()
    Match.objects.filter(pk=match.pk).update(access=Match.Access.LINK)
    assert dumps_write() == []
    assert [each["month"] for each in manifest(folder)["files"]] == ["2026-11"]
    assert len(list(folder.glob("games-*"))) == 1


def test_what_a_dead_process_has_left_is_made_good(folder: Path, people: list[User]) -> None:
    over(people, began=OCTOBER)
    dumps_write()
    before = (folder / MANIFEST).read_text()
    over(people)
    dumps_write()
    after = files(folder)
    (folder / MANIFEST).write_text(before)  # it died after the file, before the list
    (folder / f"games-2026-11{UNFINISHED}").write_bytes(b"half")
    (folder / f"{MANIFEST}{UNFINISHED}").write_bytes(b"half")
    assert len(all_records(folder)) == 1  # the files in the list exist anyway
    assert dumps_write() == ["2026-11"]
    assert files(folder) == after
    assert len(all_records(folder)) == 2
    assert not list(folder.glob(f"*{UNFINISHED}"))


def test_two_at_once_do_it_once(folder: Path, people: list[User]) -> None:
    over(people)
    with dumps._alone(folder) as is_alone:
        assert is_alone
        assert dumps_write() == []
    dump()
    assert len(all_records(folder)) == 1


def test_a_damaged_file_is_refused(folder: Path, people: list[User]) -> None:
    over(people)
    dumps_write()
    (path,) = files(folder)
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(DumpError, match="damaged"):
        read_dump(path)
    (folder / MANIFEST).unlink()
    with pytest.raises(DumpError, match="no manifest"):
        read_dump(path)


def test_the_same_games_are_the_same_bytes(folder: Path, people: list[User]) -> None:
    over(people)
    dumps_write()
    (path,) = files(folder)
    before = path.read_bytes()
    (folder / MANIFEST).unlink()
    dumps_write()
    assert files(folder) == [path]
    assert path.read_bytes() == before


@pytest.mark.half_second
def test_neither_queries_nor_memory_grow_with_the_games(
    people: list[User], django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(6):
        over(people)
    with django_assert_num_queries(2):
        assert digests().keys() == {"2026-11"}
    with django_assert_num_queries(7):
        assert len(list(records_of("2026-11"))) == 6


def test_the_command_says_what_it_did(folder: Path, people: list[User]) -> None:
    over(people)
    said = StringIO()
    call_command("dump_games", stdout=said)
    assert said.getvalue() == f"2026-11: written\n1 months written to {folder}\n"


def test_all_visitors_can_fetch_list_and_files(folder: Path, people: list[User]) -> None:
    page = Client().get(reverse("open_games"))
    assert "There are no files yet." in page.content.decode()
    over(people)
    dumps_write()
    browser = Client(headers={"Accept-Encoding": "gzip"})
    (path,) = files(folder)
    page = browser.get(reverse("open_games"))
    assert reverse("open_games_file", args=[path.name]) in gzip.decompress(page.content).decode()
    response = Client().get(reverse("open_games_list"))
    assert response.json() == manifest(folder)
    answer: Any = browser.get(reverse("open_games_file", args=[path.name]))
    assert b"".join(answer.streaming_content) == path.read_bytes()
    assert answer.headers["Content-Type"] == "application/gzip"
    assert answer.headers["Content-Encoding"] == "identity"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{path.name}"'
    assert answer.headers["Content-Length"] == str(path.stat().st_size)
    assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("name", [LOCK, MANIFEST, "..%2Fsecret-key", "games-2026-11.txt.gz"])
def test_nothing_else_can_be_fetched(folder: Path, people: list[User], name: str) -> None:
    over(people)
    dumps_write()
    answer = Client().get(f"/open-games/{name}")
    assert answer.status_code == (200 if name == MANIFEST else 404)


def test_the_choice_is_in_the_settings_of_members(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    form = {"username": "Alice", "theme": "system", "confirm_turns": "slow"}
    client.post(reverse("account_settings"), form | {"open_games": "named"})
    people[0].refresh_from_db()
    assert people[0].open_games == User.OpenGames.NAMED
    client.post(reverse("account_settings"), form)  # a page loaded before this setting existed
    people[0].refresh_from_db()
    assert people[0].open_games == User.OpenGames.NAMED
    guest = User.objects.create_user("Guest-1", is_guest=True)
    client.force_login(guest)
    assert 'name="open_games"' not in client.get(reverse("account_settings")).content.decode()
