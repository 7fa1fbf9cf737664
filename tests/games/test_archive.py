"""The archive: its filters, its page, and the download of all one's games as records."""

import io
import zipfile
from datetime import UTC, date, datetime, timedelta
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine import GAMES
from games.engine.record import read
from games.engine.variants import options_from
from games.models import Match
from games.pages.archive.filter_form import PRINTED, ArchiveForm
from games.selectors.records.archive import Wanted, archive
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from tests.games.listed import LONG_AGO, all_pages, codes, finished
from tests.games.playing import play_out
from tests.markup import squeezed
from tests.visitors import visitor


def changed(match: Match, **columns: Any) -> Match:
    """The match with other values in its columns."""
    Match.objects.filter(pk=match.pk).update(**columns)
    return match


def found(**wanted: Any) -> list[str]:
    return codes(archive(wanted=Wanted(**wanted)).keys)


def test_each_filter_finds_what_it_says(alice: User, bob: User, charlie: User) -> None:
    finished("plain", alice, bob)
    finished("three", alice, bob, charlie, at=LONG_AGO + timedelta(days=1))
    changed(finished("built", bob, charlie, at=LONG_AGO + timedelta(days=2)), game="maya", options="setup=build")
    changed(finished("left", bob, charlie, at=LONG_AGO + timedelta(days=3)), game="maya", reason="resigned")
    assert found() == ["left", "built", "three", "plain"]
    assert found(game="maya") == ["left", "built"]
    assert found(game="maya", options="setup=build") == ["built"]
    assert found(game="maya", options="") == ["left"]
    assert found(game="maya", reason="resigned") == ["left"]
    assert found(seats=3) == ["three"]
    assert found(player=alice) == ["three", "plain"]
    assert found(player=alice, seats=2) == ["plain"]
    assert found(player=charlie, game="maya", reason="resigned") == ["left"]
    assert found(since=date(2026, 1, 2), until=date(2026, 1, 3)) == ["built", "three"]
    assert found(player=bob, since=date(2026, 1, 3)) == ["left", "built"]
    assert found(until=date.max) == found()
    assert found(player=alice, game="maya") == []


@pytest.mark.parametrize("options", [{}, {"setup": "random"}])
def test_the_printed_game_is_found_whatever_a_program_has_said_of_it(
    alice: User, bob: User, owl: User, options: dict[str, str]
) -> None:
    table = {"game": "maya", "options": options}
    code = visitor(alice).post("/api/v1/tables", table, content_type="application/json").json()["code"]
    resign(match=match_join(match=Match.objects.get(code=code), user=bob), user=bob)
    assert found(game="maya", options="") == [code]


def _options_of(game: str) -> list[str]:
    """Every option of a game at every value, and all its options together at their last values in the other order."""
    each = [f"{option.name}={value}" for option in GAMES[game].OPTIONS for value in option.values]
    together = ";".join(f"{option.name}={option.values[-1]}" for option in reversed(GAMES[game].OPTIONS))
    return list(dict.fromkeys([*each, together]))


@pytest.mark.parametrize(("game", "options"), [(game, options) for game in GAMES for options in _options_of(game)])
def test_a_match_is_found_by_the_options_with_which_it_was_opened(
    alice: User, bob: User, owl: User, game: str, options: str
) -> None:
    terms = TableTerms(options=options_from(options))
    opened = match_create(host=alice, game=game, others=[None], terms=terms)
    changed(finished("other", alice, bob), game=game, options="" if opened.options else "of=another")
    resign(match=match_join(match=opened, user=bob), user=bob)
    named = {"game": game, "options": options}
    for asked in (named, {"options": options}, named | {"player": "Alice"}):
        rows = visitor(None).get("/api/v1/archive", asked).json()["rows"]
        assert opened.code in [row["code"] for row in rows]
        assert {row["options"] for row in rows} == {opened.options}
    if options:
        page = visitor(None).get("/archive/", {"game": game, "variant": options})
        assert [row.match.code for row in page.context["page"].rows] == [opened.code]


@pytest.mark.parametrize("asked", [{"options": "setup=none"}, {"options": "random"}, {"game": "rapa_nui"}])
def test_a_program_is_told_of_options_that_do_not_exist(db: None, asked: dict[str, str]) -> None:
    answer = visitor(None).get("/api/v1/archive", {"options": "setup=build"} | asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_deal")


def test_matches_from_before_are_found_as_the_printed_game(alice: User, bob: User) -> None:
    changed(finished("printed", alice, bob), game="maya", options="setup=random")
    changed(finished("built", alice, bob), game="maya", options="setup=build")
    import_module("games.migrations.0047_options_that_differ").clear(apps, None)
    assert found(game="maya", options="") == ["printed"]
    assert found(game="maya", options="setup=build") == ["built"]


def test_a_player_s_pages_show_every_match_once(alice: User, bob: User, owl: User) -> None:
    for number in range(7):
        finished(f"m{number}", alice, owl, owl, at=LONG_AGO + timedelta(minutes=number // 2))
    expected = [f"m{number}" for number in reversed(range(7))]
    for limit in (1, 2, 3, 7):
        wanted = Wanted(player=owl)
        assert all_pages(partial(archive, wanted=wanted), limit=limit) == expected


def test_private_games_of_a_player_are_not_in_the_archive(alice: User, bob: User) -> None:
    finished("private", alice, bob, access="link")
    assert found(player=alice) == []


def test_every_way_to_end_writes_the_end_beside_the_seats(alice: User, bob: User, owl: User) -> None:
    played = play_out(match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob), Random(1))
    left = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    left = resign(match=left, user=bob)
    for match in (played, left):
        assert match.finished_at is not None
        assert set(match.seats.values_list("ended_at", flat=True)) == {match.finished_at}
    assert set(found(player=bob)) == {played.code, left.code}


def test_the_page_filters_and_keeps_the_filter_on_the_next_page(client: Client, alice: User, bob: User) -> None:
    for number in range(30):
        finished(f"m{number}", alice, bob, at=LONG_AGO + timedelta(days=number))
    first = client.get("/archive/", {"player": "alice", "game": "rapa_nui", "since": "2026-01-02"})
    assert codes(first.context["page"].rows) == [f"m{number}" for number in range(29, 4, -1)]
    following = squeezed(first.content.decode()).split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    second = client.get(f"/archive/{following}")
    assert codes(second.context["page"].rows) == ["m4", "m3", "m2", "m1"]


def test_days_are_those_of_the_reader(client: Client, alice: User, bob: User) -> None:
    finished("late", alice, bob, at=datetime(2026, 1, 1, 20, tzinfo=UTC))

    def listed(**days: str) -> list[str]:
        return codes(client.get("/archive/", days).context["page"].rows)

    assert (listed(until="2026-01-01"), listed(since="2026-01-02")) == (["late"], [])
    client.cookies["zone"] = "Asia/Kolkata"  # there it ended in the night to 2 January
    assert (listed(until="2026-01-01"), listed(since="2026-01-02")) == ([], ["late"])
    assert listed(since="0001-01-01", until="9999-12-31") == ["late"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"player": "Nobody-at-all"}, "No member has this name"),
        ({"seats": "9"}, "9 is not one of the available choices"),
        ({"game": "maya", "reason": "flood"}, "flood is not one of the available choices"),
        ({"since": "yesterday"}, "Enter a valid date"),
        ({"since": "2026-02-01", "until": "2026-01-01"}, "This date is before the “From” date"),
    ],
)
def test_a_filter_that_cannot_be_says_so_and_keeps_what_was_typed(
    client: Client, db: None, query: dict[str, str], said: str
) -> None:
    page = client.get("/archive/", query)
    assert page.status_code == 200
    assert said in page.content.decode()
    assert all(value in page.content.decode() for value in query.values())
    assert 'class="empty"' not in page.content.decode(), "there is nothing to say below the form"


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_and_end_of_a_game_can_be_asked_for(game: str) -> None:
    for name in ("variant", "reason"):
        fields = ArchiveForm(QueryDict(), game=game).fields
        for value, _label in fields[name].choices[1:] if name in fields else ():
            query = QueryDict(mutable=True)
            query[name] = value
            form = ArchiveForm(query, game=game)
            assert form.is_valid()
            if name == "reason":
                assert form.wanted().reason == value
            else:
                assert form.wanted().options == ("" if value == PRINTED else value)


@pytest.mark.parametrize(
    "query", [{}, {"player": "Alice"}, {"game": "rapa_nui"}, {"player": "Alice", "game": "rapa_nui", "seats": "2"}]
)
def test_the_archive_asks_no_more_of_the_database_for_more_matches(
    client: Client, alice: User, bob: User, query: dict[str, str], django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        finished(f"m{number}", alice, bob, at=LONG_AGO + timedelta(days=number))
    with django_assert_max_num_queries(4):
        assert len(client.get("/archive/", query).context["page"].rows) == 20


def test_an_end_is_found_in_all_games_without_reading_every_match(alice: User, bob: User) -> None:
    """Programs can ask for it without a game. A rare one took seconds among a million matches."""
    for number, game in enumerate(["maya", "princes", "maya", "rapa_nui", "princes"]):
        at = LONG_AGO + timedelta(days=number)
        changed(finished(f"m{number}", alice, bob, at=at), game=game, reason="timeout" if number == 3 else "resigned")
    first = archive(wanted=Wanted(reason="resigned"), limit=3)
    rest = archive(wanted=Wanted(reason="resigned"), limit=3, cursor=first.following)
    assert [codes(page.keys) for page in (first, rest)] == [["m4", "m2", "m1"], ["m0"]]
    assert rest.following == ""
    with CaptureQueriesContext(connection) as asked:
        assert archive(wanted=Wanted(reason="conquest")).keys == []
    assert len(asked) == len(GAMES)
    if connection.vendor == "sqlite":  # PostgreSQL reads a small table as a whole
        with connection.cursor() as cursor:
            for each in list(asked.captured_queries):
                cursor.execute(f"EXPLAIN QUERY PLAN {each['sql']}")
                assert "USING INDEX match_archive_game_reason" in " ".join(row[3] for row in cursor.fetchall())


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        ({"reason": "resigned"}, "match_archive_game_reason"),
        ({"options": "setup=build"}, "match_archive_game_options"),
        ({"game": "maya", "seats": 3}, "match_archive_game_seats"),
    ],
)
def test_what_is_rare_is_not_looked_for_in_all_matches_of_a_computer_player(
    alice: User, bob: User, owl: User, wanted: dict[str, Any], index: str
) -> None:
    """It sits in a good part of all matches: a rare end took a second among 300,000, and anyone may ask for it."""
    for number in range(4):
        at, other = LONG_AGO + timedelta(days=number), bob if number % 2 else owl
        match = changed(finished(f"m{number}", alice, other, at=at), game="maya")
        if number >= 2:
            changed(match, reason="resigned", options="setup=build", seat_count=3)
    assert found(**wanted) == ["m3", "m2"]
    assert found(player=alice, **wanted) == ["m3", "m2"]
    with CaptureQueriesContext(connection) as asked:
        assert found(player=owl, **wanted) == ["m2"]
    if connection.vendor == "sqlite":  # PostgreSQL reads a small table as a whole
        with connection.cursor() as cursor:
            plans = ""
            for each in list(asked.captured_queries):
                cursor.execute(f"EXPLAIN QUERY PLAN {each['sql']}")
                plans += " ".join(row[3] for row in cursor.fetchall())
        assert f"USING INDEX {index}" in plans
        assert "seat_archive" not in plans


def test_all_my_games_are_one_file_of_records(client: Client, alice: User, bob: User, charlie: User) -> None:
    mine = [
        play_out(match_join(match=match_create(host=alice, game=game, others=[None]), user=bob), Random(1))
        for game in ("maya", "machu_picchu")
    ]
    match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)  # still running
    play_out(match_join(match=match_create(host=charlie, game="maya", others=[None]), user=bob), Random(1))
    client.force_login(alice)
    answer = client.get("/mine/records.zip")
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archived:
        assert archived.testzip() is None
        assert {name.split("-")[-1] for name in archived.namelist()} == {f"{match.code}.txt" for match in mine}
        assert {read(archived.read(name).decode()).game for name in archived.namelist()} == {"maya", "machu_picchu"}


def test_the_file_takes_as_many_queries_for_few_games_as_for_some(
    client: Client, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    client.force_login(alice)
    for _again in range(2):
        play_out(match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob), Random(1))
        with django_assert_num_queries(8):  # session, user, keys, matches, logs, seats, people, ratings
            b"".join(client.get("/mine/records.zip").streaming_content)


def test_the_file_is_not_made_again_and_again(client: Client, alice: User) -> None:
    """Each game has to be replayed for the file, which occupies a thread."""
    client.force_login(alice)
    answers = [client.get("/mine/records.zip").status_code for _time in range(7)]
    assert answers == [200] * 6 + [429]
