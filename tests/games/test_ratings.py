"""Ratings of finished matches: what counts, in which order, and that recomputing the history gives the same numbers."""

import threading
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from openskill.models import PlackettLuce

from accounts.bots import bot_create
from accounts.models import User
from accounts.services import guest_claim
from common.refusals import Refused
from games import jobs
from games.engine import GAMES
from games.engine.contract import Outcome
from games.models import Match, RatedMatch, Rating, RatingChange, RatingLedger
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.advance import finish
from games.services.play.resignation import resign
from games.services.ratings import finished
from games.services.ratings.finished import EARLY, REPEATS, ratings_apply
from games.services.ratings.rebuild import ratings_rebuild
from games.skill import Skill
from games.tasks import rate, sweep
from machupicchu.celery import app
from tests.visitors import visitor

from .playing import play_randomly

ALL = {"season": "", "seats": 0}


def table(*users: User, game: str = "rapa_nui", rated: bool = True) -> Match:
    """A running match of these users, which the people have joined; computer players come after people."""
    host, *others = users
    match = match_create(
        host=host,
        game=game,
        others=[user if user.is_computer else None for user in others],
        terms=TableTerms(rated=rated),
    )
    for user in others:
        if not user.is_computer:
            match = match_join(match=match, user=user)
    return match


def played(*users: User, seed: int = 1, game: str = "rapa_nui", rated: bool = True) -> Match:
    """A match of these users, played to its end."""
    return play_randomly(table(*users, game=game, rated=rated), Random(seed))


def ended(match: Match, *ranks: int) -> Match:
    """The running match, ended by its rules with these ranks in turn order."""
    seats, points = seats_of(match), tuple(-rank for rank in ranks)
    reason = game_of(match).REASONS[0]
    with transaction.atomic():
        finish(match, seats, reason, Outcome(points, ranks, reason, ()), timezone.now())
        match.save()
    return match


def won(*users: User, game: str = "rapa_nui") -> Match:
    """A match of these users that ended in turn order."""
    return ended(table(*users, game=game), *range(1, len(users) + 1))


def begun(match: Match, actions: int = 12) -> Match:
    """A running match in which everyone has decided something."""
    match = play_randomly(match, Random(1), until=match.ply + actions)
    assert match.status == Match.Status.RUNNING
    assert set(match.actions.exclude(source="forced").values_list("seat", flat=True)) == set(range(match.seat_count))
    return match


def skill(user: User, game: str = "rapa_nui", **pool: Any) -> Skill | None:
    """The user's skill in a pool, by default the all-time one."""
    rating = Rating.objects.filter(user=user, game=game, **(ALL | pool)).first()
    return rating.skill if rating else None


def apply_all() -> int:
    """Compute the pending ratings of all games."""
    return sum(ratings_apply(game=game) for game in GAMES)


def everything() -> tuple[list[Any], ...]:
    """All computed ratings, to the last bit."""
    ratings = Rating.objects.order_by("user", "game", "season", "seats").values_list(
        *("user", "game", "season", "seats", "mu", "sigma", "games", "firsts", "seconds", "thirds", "standing"),
        "last_at",
    )
    changes = RatingChange.objects.order_by("game", "number", "seat").values_list(
        *("rated_match", "user", "seat", "game", "number", "place"),
        *("mu_before", "sigma_before", "mu_after", "sigma_after"),
    )
    return list(ratings), list(changes)


@pytest.mark.half_second
def test_the_end_of_a_rated_match_changes_ratings_once(alice: User, bob: User) -> None:
    match = played(alice, bob)
    assert RatedMatch.objects.get().match == match
    assert (ratings_apply(game="rapa_nui"), ratings_apply(game="rapa_nui")) == (1, 0)
    winner = match.seats.get(rank=1).user
    loser = match.seats.get(rank=2).user
    assert skill(winner).rating > 1500 > skill(loser).rating
    assert RatingChange.objects.get(user=winner).points == skill(winner).rating - 1500
    assert Rating.objects.get(user=winner, **ALL).firsts == 1
    assert Rating.objects.get(user=loser, **ALL).seconds == 1


@pytest.mark.half_second
def test_a_match_counts_for_its_season_and_its_seat_count(alice: User, bob: User, charlie: User) -> None:
    duel = played(alice, bob)
    season = RatedMatch.objects.get(match=duel).season
    assert season == f"{duel.finished_at.year}-{(duel.finished_at.month - 1) // 3 + 1}"
    trio = played(alice, bob, charlie)
    Match.objects.filter(pk=trio.pk).update(finished_at=trio.finished_at - timedelta(days=200))
    RatedMatch.objects.filter(match=trio).update(season="2020-1")
    ratings_apply(game="rapa_nui")
    pools = {(r.season, r.seats): r.games for r in Rating.objects.filter(user=alice)}
    assert pools == {
        ("", 0): 2,
        ("", 2): 1,
        ("", 3): 1,
        (season, 0): 1,
        (season, 2): 1,
        ("2020-1", 0): 1,
        ("2020-1", 3): 1,
    }
    fresh = Rating.objects.get(user=alice, season="2020-1", seats=0)
    assert fresh.sigma > skill(alice).sigma


def test_a_match_that_is_not_rated_changes_nothing(alice: User, bob: User) -> None:
    played(alice, bob, rated=False)
    assert apply_all() == 0
    assert not Rating.objects.exists()


def test_computer_players_are_rated_too(alice: User, owl: User) -> None:
    match = table(alice, owl)
    assert match.rated
    ended(match, 1, 2)
    ratings_apply(game="rapa_nui")
    assert skill(owl) is not None
    assert skill(alice) is not None


def test_a_computer_player_at_several_seats_keeps_its_rating(alice: User, owl: User) -> None:
    won(alice, owl, owl)
    ratings_apply(game="rapa_nui")
    assert skill(owl) is None
    assert skill(alice) is not None


def test_guests_neither_open_nor_join_rated_tables(alice: User, bob: User) -> None:
    guest = User.objects.create(username="Guest-1", is_guest=True)
    with pytest.raises(Refused, match="guests have no rating"):
        match_create(host=guest, game="rapa_nui", others=[None], terms=TableTerms(rated=True))
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(rated=True))
    with pytest.raises(Refused, match="guests have no rating"):
        match_join(match=match, user=guest)
    member = guest_claim(guest=guest, name="Gustavo", email="", password="quiet-terrace-1")
    assert match_join(match=match, user=member).status == Match.Status.RUNNING


@pytest.mark.half_second
def test_partners_win_and_lose_together(alice: User, bob: User, charlie: User, computers: list[User]) -> None:
    match = play_randomly(table(alice, bob, charlie, computers[0], game="maya"), Random(3))
    ratings_apply(game="maya")
    gains = {change.seat: change.mu_after - change.mu_before for change in RatingChange.objects.all()}
    places = {change.seat: change.place for change in RatingChange.objects.all()}
    assert gains[0] == gains[2] == -gains[1] == -gains[3]
    assert set(places.values()) == ({1, 2} if match.seats.filter(rank=3).exists() else {1})
    assert places[0] == places[2]


def test_giving_up_a_duel_loses_it(alice: User, bob: User, owl: User) -> None:
    match = begun(table(alice, bob))
    resign(match=match, user=alice)
    ratings_apply(game="rapa_nui")
    assert skill(alice).rating < 1500 < skill(bob).rating


def test_a_duel_given_up_before_both_have_decided_does_not_count(alice: User, bob: User, owl: User) -> None:
    match = table(alice, bob)
    resign(match=match, user=alice)
    assert not RatedMatch.objects.exists()


@pytest.mark.half_second
def test_only_some_duels_a_day_are_left_early_without_counting(alice: User, bob: User, owl: User) -> None:
    resign(match=begun(table(alice, bob)), user=alice)
    for _number in range(EARLY):
        resign(match=table(alice, bob), user=alice)
    resign(match=table(alice, bob, rated=False), user=alice)
    assert RatedMatch.objects.count() == 1
    oftener = resign(match=table(alice, owl), user=alice)
    assert RatedMatch.objects.count() == 2
    ratings_apply(game="rapa_nui")
    places = RatingChange.objects.filter(rated_match__match=oftener)
    assert dict(places.values_list("user__username", "place")) == {alice.username: 2, owl.username: 1}
    resign(match=table(alice, bob), user=bob)
    resign(match=table(alice, bob, game="machu_picchu"), user=alice)
    assert RatedMatch.objects.count() == 2
    Match.objects.update(finished_at=timezone.now() - timedelta(hours=25))
    resign(match=table(alice, bob), user=alice)
    assert RatedMatch.objects.count() == 2


def test_larger_tables_are_left_early_as_seldom(alice: User, computers: list[User]) -> None:
    for _number in range(EARLY):
        resign(match=table(alice, *computers[:2]), user=alice)
    assert not RatedMatch.objects.exists()
    resign(match=table(alice, *computers[:2]), user=alice)
    assert RatedMatch.objects.exists()


@pytest.mark.parametrize("now", [0, 99])
def test_a_rebuild_judges_leaving_early_by_the_rule_of_its_time(
    now: int, alice: User, bob: User, owl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(EARLY + 1):
        resign(match=table(alice, bob), user=alice)
    apply_all()
    stored = everything()
    assert RatedMatch.objects.count() == 1
    monkeypatch.setattr(finished, "EARLY", now)
    assert rebuilt("--check").count("the same to the last bit") == len(GAMES)
    assert not ratings_rebuild(game="rapa_nui", write=True).differs
    assert everything() == stored


def test_a_player_who_has_planned_has_decided(alice: User, bob: User, owl: User) -> None:
    match = begun(table(alice, bob))
    match.actions.filter(seat=0).exclude(source="forced").update(source="plan")
    resign(match=match, user=alice)
    assert RatedMatch.objects.exists()


@pytest.mark.half_second
def test_a_seat_that_was_taken_over_costs_only_the_one_who_left(
    alice: User, bob: User, charlie: User, owl: User
) -> None:
    match = begun(table(alice, bob, charlie), 20)
    match = resign(match=match, user=bob)
    assert match.status == Match.Status.RUNNING
    play_randomly(match, Random(4))
    ratings_apply(game="rapa_nui")
    assert skill(alice) is skill(charlie) is skill(owl) is None
    assert skill(bob).rating < 1500
    assert RatingChange.objects.get().place == 3


@pytest.mark.half_second
def test_only_some_games_a_day_of_the_same_two_players_count(alice: User, bob: User, charlie: User) -> None:
    matches = [won(alice, bob) for _number in range(REPEATS + 1)]
    assert RatedMatch.objects.count() == REPEATS
    won(alice, bob, charlie)
    assert RatedMatch.objects.count() == REPEATS
    won(alice, charlie)
    assert RatedMatch.objects.count() == REPEATS + 1
    Match.objects.filter(pk=matches[0].pk).update(finished_at=matches[0].finished_at - timedelta(hours=25))
    won(alice, bob)
    assert RatedMatch.objects.count() == REPEATS + 2
    won(alice, bob, game="machu_picchu")
    assert RatedMatch.objects.filter(game="machu_picchu").count() == 1


@pytest.mark.half_second
def test_of_two_players_each_counts_as_one_with_their_bots(alice: User, bob: User, charlie: User) -> None:
    """Otherwise someone could lose to a friend with one bot after the other."""
    robos = [bot_create(owner=bob, name=f"Robo{name}") for name in "ABC"]
    for number in range(REPEATS):
        won(alice, robos[number % 2])
    for other in (robos[0], robos[2], bob):
        won(alice, other)
        won(bot_create(owner=alice, name=f"Of{other.username}"), other)
    assert RatedMatch.objects.count() == REPEATS
    won(charlie, robos[0])
    assert RatedMatch.objects.count() == REPEATS + 1


def test_computer_players_may_meet_as_often_as_people_like(
    alice: User, bob: User, owl: User, computers: list[User]
) -> None:
    chinchilla = next(user for user in computers if user != owl)
    for _number in range(REPEATS):
        won(alice, owl, chinchilla)
    won(bob, owl, chinchilla)
    assert RatedMatch.objects.count() == REPEATS + 1
    won(alice, owl, chinchilla)
    assert RatedMatch.objects.count() == REPEATS + 1


def test_the_task_is_asked_for_when_the_end_is_committed(
    alice: User, bob: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(app, "send_task", lambda *task: asked.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        won(alice, bob)
    assert [task for task in asked if task[0] == jobs.RATE] == [(jobs.RATE, ["rapa_nui"])]


def test_the_sweep_asks_again_for_what_waits(
    alice: User, bob: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(alice, bob)
    won(alice, bob, game="maya")
    ratings_apply(game="maya")
    asked: list[Any] = []
    monkeypatch.setattr(app, "send_task", lambda *task: asked.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        sweep()
    assert asked == [(jobs.RATE, ["rapa_nui"])]
    rate("rapa_nui")
    assert skill(alice) is not None


def test_a_call_that_dies_leaves_nothing_half_done(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(alice, bob)
    with monkeypatch.context() as dying:
        dying.setattr(RatingLedger, "save", lambda *_a, **_k: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            ratings_apply(game="rapa_nui")
    assert everything() == ([], [])
    assert ratings_apply(game="rapa_nui") == 1
    assert len(everything()[1]) == 2


def test_a_match_that_cannot_be_rated_stops_no_other(alice: User, bob: User, caplog: pytest.LogCaptureFixture) -> None:
    broken = won(alice, bob)
    won(alice, bob)
    broken.seats.update(rank=None)
    assert ratings_apply(game="rapa_nui") == 2
    assert "struck from the ratings" in caplog.text
    assert list(RatedMatch.objects.values_list("struck", flat=True)) == [True, False]
    assert Rating.objects.get(user=alice, **ALL).games == 1
    assert not ratings_rebuild(game="rapa_nui", write=False).differs


def history(people: list[User], computers: list[User], rng: Random, count: int) -> None:
    """Play matches of every kind, several at once and ending in any order, with ratings computed now and then."""
    running = []
    for _number in range(count):
        game, seats = rng.choice([("rapa_nui", 2), ("rapa_nui", 3), ("maya", 4), ("machu_picchu", 2)])
        users = rng.sample(people, rng.randint(1, min(seats, len(people))))
        users += [rng.choice(computers) for _seat in range(seats - len(users))]
        running.append(table(*users, game=game, rated=rng.random() < 0.9))
    while running:
        match = running.pop(rng.randrange(len(running)))
        if rng.random() < 0.2:
            match = play_randomly(match, rng, until=match.ply + 16)
            match = resign(match=match, user=next(seat.user for seat in seats_of(match) if not seat.user.is_computer))
        if match.status == Match.Status.RUNNING and match.game == "maya":
            play_randomly(match, rng)  # its teams come from the engine
        elif match.status == Match.Status.RUNNING:
            scores = [rng.randint(1, 4) for _seat in range(match.seat_count)]
            ended(match, *(1 + sum(other < score for other in scores) for score in scores))
        if rng.random() < 0.4:
            apply_all()
    apply_all()


def rebuilt(*arguments: str) -> str:
    """The output of `manage.py ratings_rebuild`."""
    out = StringIO()
    call_command("ratings_rebuild", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.half_second
@pytest.mark.parametrize("count", [8, pytest.param(24, marks=pytest.mark.slow)])
def test_the_history_gives_the_same_numbers_to_the_last_bit(
    alice: User, bob: User, charlie: User, computers: list[User], count: int
) -> None:
    history([alice, bob, charlie], computers, Random(5), count)
    stored = everything()
    counted = RatedMatch.objects.count()
    assert counted > count // 2
    assert rebuilt("--check").count("the same to the last bit") == 4
    assert f"rapa_nui: {RatedMatch.objects.filter(game='rapa_nui').count()} matches" in rebuilt()
    assert everything() == stored
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    assert "differed: put right" in rebuilt()
    assert everything() == stored


def test_the_rebuild_finds_and_repairs_a_single_bit(alice: User, bob: User) -> None:
    won(alice, bob)
    apply_all()
    stored = everything()
    change, rating = RatingChange.objects.first(), Rating.objects.first()
    RatingChange.objects.filter(pk=change.pk).update(mu_after=change.mu_after * (1 + 2**-52))
    Rating.objects.filter(pk=rating.pk).update(sigma=rating.sigma * (1 + 2**-52))
    assert everything() != stored
    with pytest.raises(SystemExit, match="1"):
        rebuilt("--check")
    assert everything() != stored
    assert "1 changes and 1 ratings differed: put right" in rebuilt()
    assert everything() == stored
    surplus = Rating.objects.create(
        user=alice,
        game="rapa_nui",
        season="1999-1",
        seats=0,
        mu=1,
        sigma=1,
        games=1,
        standing=1,
        last_at=rating.last_at,
    )
    assert ratings_rebuild(game="rapa_nui", write=True).ratings == 1
    assert not Rating.objects.filter(pk=surplus.pk).exists()


def test_a_match_that_waits_is_left_to_its_task(alice: User, bob: User) -> None:
    won(alice, bob)
    apply_all()
    won(alice, bob)
    found = ratings_rebuild(game="rapa_nui", write=True)
    assert (found.matches, found.differs) == (1, False)
    assert apply_all() == 1
    assert not ratings_rebuild(game="rapa_nui", write=False).differs


def test_rating_a_match_takes_the_same_queries_for_all_players(
    alice: User, bob: User, charlie: User, django_assert_max_num_queries: Any
) -> None:
    won(alice, bob, charlie)
    with django_assert_max_num_queries(14):
        ratings_apply(game="rapa_nui")


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_rate_each_match_once(alice: User, bob: User, charlie: User) -> None:
    for pair in ([alice, bob], [bob, charlie], [alice, charlie], [alice, bob, charlie]):
        won(*pair)
    done: list[int] = []

    def worker() -> None:
        done.append(ratings_apply(game="rapa_nui"))
        connection.close()

    threads = [threading.Thread(target=worker) for _number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) == 4
    assert not ratings_rebuild(game="rapa_nui", write=False).differs
    assert list(RatingChange.objects.values_list("number", flat=True)) == [1, 1, 2, 2, 3, 3, 4, 4, 4]


def test_seats_with_equal_ranks_share_a_place(alice: User, bob: User, charlie: User) -> None:
    ended(table(alice, bob, charlie), 2, 1, 2)
    ratings_apply(game="rapa_nui")
    first, second, third = RatingChange.objects.order_by("seat")
    assert [first.place, second.place, third.place] == [2, 1, 2]
    assert first.mu_after == third.mu_after < 25.0 < second.mu_after


def test_a_worker_that_has_no_time_left_strikes_nothing(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(alice, bob)

    def interrupted(*_args: object, **_more: object) -> None:
        raise SoftTimeLimitExceeded

    with monkeypatch.context() as patch:
        patch.setattr(PlackettLuce, "rate", interrupted)
        with pytest.raises(SoftTimeLimitExceeded):
            ratings_apply(game="rapa_nui")
    assert ratings_apply(game="rapa_nui") == 1
    assert list(RatedMatch.objects.values_list("struck", flat=True)) == [False]


# --- by a program -----------------------------------------------------------------------------------------------------


def told(path: str) -> Any:
    """What a program of nobody in particular is told."""
    answer = visitor(None).get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_programs_read_what_a_match_has_done_to_ratings(alice: User, bob: User) -> None:
    match = table(alice, bob)
    path = f"matches/{match.code}/ratings"
    assert told(path) == {"waits": False, "changes": []}
    ended(match, 1, 2)
    assert told(path) == {"waits": True, "changes": []}
    ratings_apply(game="rapa_nui")
    winner, loser = (seat.user for seat in seats_of(match))
    assert told(path) == {
        "waits": False,
        "changes": [
            {"seat": 0, "name": winner.username, "before": 1500, "after": skill(winner).rating},
            {"seat": 1, "name": loser.username, "before": 1500, "after": skill(loser).rating},
        ],
    }
    unrated = ended(table(alice, bob, rated=False), 1, 2)
    assert told(f"matches/{unrated.code}/ratings") == {"waits": False, "changes": []}


@pytest.mark.half_second
def test_programs_read_the_course_of_a_rating_and_the_places(alice: User, bob: User) -> None:
    course = [1500]
    for number in range(3):
        match = table(alice, bob)
        own = match.seats.get(user=alice).number
        ended(match, *((1, 2) if own == number % 2 else (2, 1)))
        ratings_apply(game="rapa_nui")
        course.append(skill(alice).rating)
    assert told("people/Alice/ratings/rapa_nui") == {"game": "rapa_nui", "ratings": course}
    assert told("people/Alice/ratings/maya") == {"game": "maya", "ratings": []}
    [result] = told("people/Alice")["results"]
    firsts = Rating.objects.get(user=alice, **ALL).firsts
    assert result == {"game": "rapa_nui", "seats": 2, "places": [firsts, 3 - firsts]}
    for path in ("people/Nobody/ratings/maya", "people/Alice/ratings/ludo"):
        assert visitor(None).get(f"/api/v1/{path}").status_code == 404
