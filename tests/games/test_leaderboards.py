"""Leaderboards and profiles: who is on them, in which order, page by page, and with how many queries."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine import GAMES
from games.models import Match, RatedMatch, Rating, Seat
from games.models.match import RESIGNED
from games.models.rating import season_of
from games.pages.people.leaderboards import bars
from games.pages.people.rating_chart import HEIGHT, curve
from games.selectors.people import profiles
from games.selectors.ratings import leaderboards
from games.selectors.ratings.leaderboards import (
    Pool,
    around,
    computer_lines,
    leaderboard,
    line_of,
    places,
    rating_histories,
    seasons,
)
from games.selectors.records.lists import BadCursor
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.ratings.finished import ratings_apply
from tests.games.standings import NOW, finished, stands
from tests.markup import squeezed

from .playing import play_randomly

RAPA = Pool("rapa_nui")


def crowd(count: int) -> list[User]:
    """Members with ratings, strongest first; of every three neighbours two are equally strong."""
    users = [User.objects.create(username=f"p{number:02}") for number in range(count)]
    for number, user in enumerate(users):
        stands(user, 40.0 - number // 3 * 3 - (number % 3 == 2))
    return users


def names(board: leaderboards.Board) -> list[str]:
    return [line.rating.user.username for line in board.lines]


@pytest.mark.django_db
def test_the_strongest_come_first_and_the_provisional_last(alice: User, bob: User, charlie: User) -> None:
    stands(alice, 25.0)
    stands(bob, 50.0, games=3)
    stands(charlie, 30.0)
    board = leaderboard(RAPA)
    assert [(line.place, line.rating.user) for line in board.lines] == [(1, charlie), (2, alice), (None, bob)]
    assert (board.players, board.preceding, board.following) == (3, "", "")


@pytest.mark.django_db
def test_pools_are_apart(alice: User, bob: User) -> None:
    stands(alice, 25.0)
    stands(bob, 25.0, season="2026-2")
    stands(bob, 26.0, seats=2)
    stands(bob, 27.0, game="maya")
    assert names(leaderboard(RAPA)) == ["Alice"]
    assert names(leaderboard(Pool("rapa_nui", season="2026-2"))) == ["Bob"]
    assert names(leaderboard(Pool("rapa_nui", seats=2))) == ["Bob"]
    assert leaderboard(Pool("rapa_nui", season="2026-2", seats=2)).players == 0


def test_computer_players_are_shown_or_not(alice: User, owl: User) -> None:
    stands(owl, 40.0)
    stands(alice, 25.0)
    assert names(leaderboard(RAPA)) == ["Owl", "Alice"]
    people = Pool("rapa_nui", computers=False)
    assert [(line.place, line.rating.user) for line in leaderboard(people).lines] == [(1, alice)]
    assert [rating.user for rating in computer_lines(people)] == [owl]


def test_who_may_not_log_in_is_not_listed(alice: User, bob: User) -> None:
    stands(alice, 30.0)
    stands(bob, 25.0)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert [(line.place, line.rating.user) for line in leaderboard(RAPA).lines] == [(1, bob)]
    assert places(bob)[0].place == 1


def test_places_do_not_count_those_who_are_not_shown(alice: User, owl: User) -> None:
    users = crowd(9)
    stands(owl, 50.0)
    stands(alice, 1.0)
    User.objects.filter(pk__in=[users[0].pk, users[5].pk]).update(is_active=False)
    people = Pool("rapa_nui", computers=False)
    for pool, place in ((RAPA, 9), (people, 8)):
        line, neighbourhood = line_of(pool, alice), around(pool, alice)
        assert line is not None
        assert neighbourhood is not None
        assert {line.place, neighbourhood.lines[-1].place} == {place}
        assert {neighbourhood.players, leaderboard(pool).players} == {place}


@pytest.mark.django_db
def test_a_profile_names_the_same_place_as_the_leaderboard() -> None:
    """Including two players who are equally strong."""
    everybody = crowd(7)
    on_the_board = [line.place for line in leaderboard(RAPA).lines]
    assert [places(user)[0].place for user in everybody] == on_the_board == [*range(1, 8)]


@pytest.mark.django_db
@pytest.mark.parametrize("limit", [1, 4, 5, 13])
def test_pages_lead_down_and_up_through_all_players_once(limit: int) -> None:
    everybody = [user.username for user in crowd(13)]
    down, board = [], leaderboard(RAPA, limit=limit)
    assert board.preceding == ""
    while True:
        assert [line.place for line in board.lines] == list(range(len(down) + 1, len(down) + len(board.lines) + 1))
        down += names(board)
        if not board.following:
            break
        board = leaderboard(RAPA, after=board.following, limit=limit)
    assert down == everybody
    up = names(board)
    while board.preceding:
        board = leaderboard(RAPA, before=board.preceding, limit=limit)
        up = [name for name in names(board) if name not in up] + up
    assert up == everybody


@pytest.mark.django_db
def test_around_me_are_my_neighbours() -> None:
    users = crowd(13)
    board = around(RAPA, users[6], neighbours=2)
    assert board is not None
    assert [(line.place, line.rating.user) for line in board.lines] == [(n + 1, users[n]) for n in range(4, 9)]
    top = around(RAPA, users[0], neighbours=2)
    assert top is not None
    assert names(top) == ["p00", "p01", "p02"]
    assert top.preceding == ""
    line = line_of(RAPA, users[6])
    assert line is not None
    assert line.place == 7
    assert around(RAPA, User.objects.create(username="nobody-yet")) is None


@pytest.mark.django_db
@pytest.mark.parametrize("cursor", ["x", "~", "1.5~", "1.5", "nan~1", "inf~1", "1.5~-1", f"1.5~{9**99}", "~7"])
def test_nonsense_is_no_place_on_a_leaderboard(cursor: str, client: Client) -> None:
    for direction in ("after", "before"):
        with pytest.raises(BadCursor):
            leaderboard(RAPA, **{direction: cursor})
        assert client.get("/leaderboards/rapa_nui/", {direction: cursor}).status_code == 404


def test_seasons_reach_back_to_the_first_rated_match(alice: User, bob: User) -> None:
    assert seasons("rapa_nui", NOW) == ["2026-2"]
    finished(alice, bob, code="first")
    RatedMatch.objects.update(season="2025-3")
    assert seasons("rapa_nui", NOW) == ["2026-2", "2026-1", "2025-4", "2025-3"]
    assert [season_of(datetime(2026, month, 1, tzinfo=UTC)) for month in (1, 3, 4, 9, 10, 12)] == [
        *("2026-1", "2026-1", "2026-2", "2026-3", "2026-4", "2026-4")
    ]


@pytest.mark.parametrize("address", ["", "?season=1999-1", "?seats=5", "?seats=x", "?season=now"])
def test_addresses_that_lead_nowhere(address: str, client: Client, db: None) -> None:
    assert client.get(f"/leaderboards/{'rapa_nui' if address else 'chess'}/{address}").status_code == 404


@pytest.mark.parametrize("count", [3, 40])
def test_a_leaderboard_takes_the_same_queries_whatever_its_length(
    alice: User, count: int, django_assert_num_queries: Any
) -> None:
    users = crowd(count)
    with django_assert_num_queries(5):
        assert [line.rating.user.username for line in leaderboard(RAPA).lines]
    with django_assert_num_queries(7):
        assert around(RAPA, users[1])
    with django_assert_num_queries(3):
        line_of(RAPA, users[1])
    with django_assert_num_queries(1):
        places(users[1])


def test_the_page_of_a_leaderboard(client: Client, alice: User, bob: User, owl: User) -> None:
    stands(owl, 40.0, sigma=1.0)
    stands(alice, 30.0)
    stands(bob, 30.0, games=2)
    client.force_login(alice)
    page = client.get("/leaderboards/rapa_nui/").content.decode()
    assert client.get("/leaderboards/").headers["Location"].startswith("/leaderboards/")
    table = page[page.index("<tbody>") :]
    assert table.index("/people/Owl/") < table.index("/people/Alice/") < table.index("/people/Bob/")
    for words in ("Your place: 2", "1950", "± 30", "provisional", "no place yet", "Show people only", 'id="me"'):
        assert words in page
    hidden = client.get("/leaderboards/rapa_nui/?computers=hide&around=me").content.decode()
    assert "Your place: 1" in hidden
    assert "Show computer players" in hidden
    empty = client.get("/leaderboards/maya/?seats=4").content.decode()
    assert "No rated games have finished here yet." in empty
    assert "You are not on this list yet" in empty


def test_the_page_about_ratings_gives_the_numbers(client: Client, db: None) -> None:
    page = squeezed(client.get("/ratings/").content.decode())
    for words in ("1500 + 30 × (μ − 25)", "before 10 rated games", "± 200", "the first 5 count"):
        assert words in page


def test_a_duel_that_is_resigned_is_lost_and_not_left(alice: User, bob: User, owl: User) -> None:
    duel = finished(bob, alice, code="duel")
    Match.objects.filter(pk=duel.pk).update(reason=RESIGNED)
    duel.seats.filter(user=alice).update(stand_in=owl)
    record = profiles.record_of(alice)
    assert (record.started, record.left, record.reliability) == (1, 0, 100)
    # If Alice ran out of time before Bob resigned, she has left him to a computer player.
    duel.seats.filter(user=bob).update(stand_in=owl)
    assert profiles.record_of(alice).left == 1
    trio = finished(bob, owl, alice, code="trio")
    Match.objects.filter(pk=trio.pk).update(reason=RESIGNED)
    trio.seats.filter(user=alice).update(stand_in=owl)
    assert profiles.record_of(alice).left == 2


def test_a_record_counts_every_game_and_who_left(alice: User, bob: User, charlie: User, owl: User) -> None:
    finished(alice, bob, code="one")
    finished(bob, alice, code="two", rated=False, access="link")
    three = finished(bob, charlie, alice, code="three")
    three.seats.filter(user=alice).update(stand_in=owl)
    finished(alice, bob, charlie, owl, code="team", game="maya")
    Seat.objects.filter(match__code="team", number__in=(2, 3)).update(rank=3)
    Seat.objects.filter(match__code="team", number__in=(0, 1)).update(rank=1)
    running = finished(alice, bob, code="running", rated=False)
    Match.objects.filter(pk=running.pk).update(status=Match.Status.RUNNING, finished_at=None)
    record = profiles.record_of(alice)
    assert [(result.game, result.seats, result.places) for result in record.results] == [
        ("rapa_nui", 2, (1, 1)),
        ("rapa_nui", 3, (0, 0, 1)),
        ("maya", 4, (1, 0)),
    ]
    assert (record.finished, record.won, record.running) == (4, 2, 1)
    assert (record.started, record.left, record.reliability) == (5, 1, 80)
    assert profiles.record_of(charlie).results[-1].places == (0, 1)
    assert profiles.record_of(User(pk=0)).reliability is None


def test_a_first_place_that_an_opponent_shares_is_not_won(
    alice: User, bob: User, charlie: User, owl: User, client: Client
) -> None:
    finished(alice, bob, code="won")
    finished(alice, bob, code="draw").seats.update(rank=1)
    finished(alice, bob, charlie, code="two-of-three").seats.filter(user=bob).update(rank=1)
    finished(alice, bob, charlie, owl, code="partners", game="maya")
    Seat.objects.filter(match__code="partners").update(rank=3)
    Seat.objects.filter(match__code="partners", number__in=GAMES["maya"].TEAMS[4][0]).update(rank=1)
    finished(alice, bob, charlie, owl, code="teams-draw", game="maya").seats.update(rank=1)
    record = profiles.record_of(alice)
    assert (record.finished, record.won, record.shared) == (5, 2, 3)
    assert "plus 3 shared wins" in squeezed(client.get("/people/Alice/").content.decode())
    told = client.get("/api/v1/people/Alice").json()
    assert (told["won"], told["shared"]) == (2, 3)


def test_frequent_opponents_and_head_to_head(alice: User, bob: User, charlie: User) -> None:
    finished(alice, bob, code="one")
    finished(bob, alice, code="two", access="link")
    tie = finished(alice, bob, charlie, code="tie")
    tie.seats.update(rank=1)
    guest = User.objects.create(username="Guest-1", is_guest=True)
    finished(alice, guest, code="guest", rated=False)
    found = {rival.user_id: (rival.ahead, rival.behind, rival.level) for rival in profiles.frequent_opponents(alice)}
    assert found == {bob.pk: (1, 0, 1), charlie.pk: (0, 0, 1)}
    rival = profiles.head_to_head(alice, bob)
    assert rival is not None
    assert (rival.ahead, rival.behind, rival.level, rival.games) == (1, 1, 1, 3)
    back = profiles.head_to_head(bob, alice)
    assert back is not None
    assert (back.ahead, back.behind) == (1, 1)
    assert profiles.head_to_head(bob, guest) is None


def test_private_games_are_listed_only_for_those_who_sat_there(alice: User, bob: User, charlie: User) -> None:
    finished(alice, bob, code="public")
    finished(alice, bob, code="private", access="link")

    def seen(reader: User | None) -> list[str]:
        return [game.row.match.code for game in profiles.latest(alice, reader)]

    assert seen(None) == seen(charlie) == ["public"]
    assert seen(bob) == seen(alice) == ["private", "public"]


def test_the_curve_runs_through_every_rated_game(alice: User, bob: User) -> None:
    assert profiles.rating_history(alice, "rapa_nui") == []
    for number in range(3):
        finished(alice, bob, code=f"m{number}")
    ratings_apply(game="rapa_nui")
    ratings = profiles.rating_history(alice, "rapa_nui")
    assert ratings[0] == 1500
    assert len(ratings) == 4
    assert ratings == sorted(ratings)
    assert [change.points for game in profiles.latest(alice, None) for _seat, change in game.results] == [
        after - before for before, after in pairwise(ratings)
    ][::-1]


def test_a_computer_player_at_two_seats_has_played_one_game(client: Client, alice: User, bob: User, owl: User) -> None:
    both = finished(owl, alice, owl, code="both", rated=False)
    finished(owl, owl, code="alone", rated=False)
    finished(bob, alice, code="other", rated=False)
    latest = profiles.latest(owl, alice)
    assert [game.row.match.code for game in latest] == ["alone", "both"]
    assert [(seat.rank, seat.points) for seat, _change in latest[1].results] == [(1, 50), (3, 48)]
    assert [[seat.user for seat in game.others] for game in latest] == [[], [alice]]
    page = client.get("/people/Owl/").content.decode()
    assert page.count(f'href="{both.get_absolute_url()}"') == 1
    rival = profiles.head_to_head(alice, owl)
    assert rival is not None
    assert (rival.games, rival.ahead, rival.behind, rival.level) == (1, 1, 1, 0)


def test_a_profile_says_that_the_seats_of_a_computer_player_are_counted(
    client: Client, alice: User, bob: User, owl: User
) -> None:
    finished(owl, alice, owl, code="over", rated=False)
    running = finished(owl, owl, bob, code="running", rated=False)
    Match.objects.filter(pk=running.pk).update(status=Match.Status.RUNNING, finished_at=None)

    def facts(name: str) -> list[tuple[str, str]]:
        return re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", squeezed(client.get(f"/people/{name}/").content.decode()))

    assert facts("Owl") == [("Seats in finished games", "2"), ("Winning seats", "1"), ("Seats in running games", "2")]
    assert facts("Alice")[:3] == [("Games finished", "1"), ("Won", "0"), ("Running now", "0")]


@pytest.mark.parametrize("ratings", [[1500, 1500], [1500, 1556], [1500, 1480, 1700, 2400], [-40, 0]])
def test_the_drawing_of_a_curve_stays_in_its_frame(ratings: list[int]) -> None:
    drawn = curve(ratings)
    assert 2 <= len(drawn.grid) <= 5
    assert drawn.grid[0].rating <= min(ratings) <= max(ratings) <= drawn.grid[-1].rating
    heights = [float(point.split(",")[1]) for point in drawn.points.split()]
    assert all(0 < y < HEIGHT for y in heights)
    assert [heights.index(y) for y in sorted(set(heights))] == [
        ratings.index(rating) for rating in sorted(set(ratings), reverse=True)
    ]


def test_bars_show_places_that_were_taken() -> None:
    assert [(bar.place, bar.x, bar.width) for bar in bars((1, 0, 2, 0, 1))] == [(1, 0, 25), (3, 25, 50), (4, 75, 25)]
    assert bars((0, 0)) == []


@pytest.mark.half_second
def test_a_profile_shows_what_a_member_has_played_with_whom_and_how_reliably(
    client: Client, alice: User, bob: User, owl: User
) -> None:
    finished(alice, bob, code="one")
    finished(bob, alice, owl, code="two")
    ratings_apply(game="rapa_nui")
    page = client.get("/people/Alice/").content.decode()
    for words in ("Here since", "100%", "left 0 of 2 games", "2 rated games", "Plays most with", "/people/Bob/"):
        assert words in page
    assert "You and Alice" not in page
    # Narrow windows have the other players, the end and the replay below the name of the game.
    assert [page.count(f'href="/match/{code}/replay/"') for code in ("one", "two")] == [2, 2]
    client.force_login(bob)
    assert "You and Alice" in client.get("/people/Alice/").content.decode()
    machine = client.get("/people/Owl/").content.decode()
    assert "Computer player, strong." in machine
    assert "Reliability" not in machine
    assert client.get("/people/aLICE/").headers["Location"] == "/people/Alice/"


def test_only_members_and_computer_players_have_a_profile(client: Client, alice: User, bob: User) -> None:
    User.objects.create(username="Guest-7", is_guest=True)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    for name in ("Guest-7", "Bob", "Nobody", "..", "a" * 300, "%00"):
        assert client.get(f"/people/{name}/").status_code == 404
    assert client.post("/people/Alice/").status_code == 405
    assert client.get("/people/Alice/").status_code == 200


@pytest.mark.parametrize("count", [1, 6])
def test_a_profile_takes_the_same_queries_whatever_is_on_it(
    client: Client, alice: User, bob: User, charlie: User, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        finished(alice, bob, charlie, code=f"m{number}")
    ratings_apply(game="rapa_nui")
    with django_assert_num_queries(16):
        assert client.get("/people/Alice/").status_code == 200
    with django_assert_num_queries(2):
        assert len(rating_histories("rapa_nui", [alice.pk, bob.pk, charlie.pk])[alice.pk]) == count + 1


@pytest.mark.half_second
def test_a_rated_table_says_so_and_sends_guests_to_sign_up(client: Client, alice: User, owl: User) -> None:
    client.force_login(alice)
    address = client.post(
        "/tables/new/?game=rapa_nui",
        {"seats": 2, "place_2": "somebody", "access": "anybody", "pace": "live", "rated": "on"},
    ).headers["Location"]
    match = Match.objects.get()
    assert match.rated
    assert "The match is rated." in client.get(address).content.decode()
    stranger = Client()
    assert "Log in to sit down" in stranger.get(address).content.decode()
    assert "Log in to sit down" in stranger.get("/tables/").content.decode()
    answer = stranger.post("/play-now/", {"table": match.code}, follow=True)
    assert "guests have no rating" in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    guest = Client()
    guest.post("/play-now/", {"game": "rapa_nui"})
    assert "Sign up to sit down" in guest.get(address).content.decode()
    assert "Sign up to sit down" in guest.get("/tables/").content.decode()
    refused = guest.post("/play-now/", {"table": match.code}, follow=True)
    assert "guests have no rating" in refused.content.decode()


@pytest.mark.half_second
def test_the_end_of_a_match_says_what_it_did_to_the_ratings(client: Client, alice: User, bob: User) -> None:
    match = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(rated=True)), user=bob
    )
    match = play_randomly(match, Random(1))
    address = match.get_absolute_url()
    assert "The ratings are being calculated." in client.get(address).content.decode()
    ratings_apply(game="rapa_nui")
    page = client.get(address).content.decode()
    assert "(+79)" in page
    assert "(−79)" in page
    RatedMatch.objects.all().delete()
    assert "This game doesn’t change any ratings." in client.get(address).content.decode()
    Match.objects.update(rated=False)
    assert "result__ratings" not in client.get(address).content.decode()


def test_guests_are_not_asked_whether_a_table_is_rated(client: Client, computers: list[User]) -> None:
    client.post("/play-now/", {"game": "rapa_nui"})
    assert Match.objects.get().rated is False
    assert 'name="rated"' not in client.get("/tables/new/?game=rapa_nui").content.decode()
    form = {"seats": 2, "place_2": "somebody", "access": "anybody", "pace": "live", "rated": "on"}
    assert client.post("/tables/new/?game=rapa_nui", form).status_code == 302
    assert not Match.objects.filter(rated=True).exists()


def test_the_administration_shows_ratings_and_changes_none(
    admin_client: Client, alice: User, bob: User, rating_pages: Callable[[], list[str]]
) -> None:
    finished(alice, bob, code="one")
    ratings_apply(game="rapa_nui")
    for address in rating_pages():
        assert admin_client.get(address).status_code == 200
        assert admin_client.post(address, {"mu": 99}).status_code == 403
    listed = admin_client.get("/admin/games/rating/").content.decode()
    assert f"{Rating.objects.get(user=alice, season='', seats=0).skill.rating} ± " in listed
    assert '<a href="?season=">all time</a>' in listed


@pytest.fixture
def rating_pages() -> Callable[[], list[str]]:
    """A function for the URLs of one row of each rating model in the administration."""

    def addresses() -> list[str]:
        return [
            f"/admin/games/{name}/{key}/change/"
            for name, key in (
                ("rating", Rating.objects.first().pk),
                ("ratedmatch", RatedMatch.objects.first().pk),
                ("ratingledger", "rapa_nui"),
            )
        ]

    return addresses
