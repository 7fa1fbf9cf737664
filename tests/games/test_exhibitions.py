"""Exhibitions: computer players among themselves, watched by anyone with the link, without delaying anyone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games import jobs
from games.ai.levels import LEVELS
from games.engine import GAMES
from games.models import Match
from games.models.match import ENDED
from games.selectors.lobby.exhibitions import watched_lately
from games.selectors.records import lists
from games.selectors.records.archive import archive
from games.services.computer import thinking
from games.services.computer.thinking import WHILE_OTHERS_WAIT, ask_again, think
from games.services.live import broadcast
from games.services.lobby import exhibitions
from games.services.lobby.exhibitions import exhibition_create, exhibition_end
from games.services.lobby.matches import match_create
from games.services.moderation.repairs import match_ask
from games.services.records import studies
from games.services.refusals import NotRunning
from games.tasks import think_after_a_pause
from machupicchu.celery import app
from tests.first import first
from tests.games.analysed import finished
from tests.games.playing import play_out
from tests.visitors import visitor


@pytest.fixture
def exhibition(alice: User, computers: list[User]) -> Match:
    return exhibition_create(host=alice, game="machu_picchu", players=computers[:2])


def form(seats: int, **changes: object) -> dict[str, object]:
    return {"seats": seats, **{f"place_{place}": "beginner" for place in range(1, 6)}, **changes}


@pytest.mark.parametrize("game", first(["rapa_nui"], of=GAMES))
def test_computer_players_begin_with_any_number_of_seats(game: str, alice: User, computers: list[User]) -> None:
    for seats in GAMES[game].SEATS:
        match = exhibition_create(host=alice, game=game, players=[*computers, computers[0]][:seats])
        assert (match.status, match.rated, match.exhibition) == (Match.Status.RUNNING, False, True)
        for _decision in range(2):
            match.refresh_from_db()
            assert match.asked_at is not None
            assert think(code=match.code, ply=match.ply)
        Match.objects.filter(pk=match.pk).update(status=Match.Status.BROKEN)


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["machu_picchu"], of=["machu_picchu", "rapa_nui"]))
def test_computer_players_play_to_the_end(game: str, alice: User, computers: list[User]) -> None:
    chinchilla = next(user for user in computers if user.level == "beginner")
    match = exhibition_create(host=alice, game=game, players=[chinchilla] * 2)
    while match.status == Match.Status.RUNNING:
        assert think(code=match.code, ply=match.ply)
        match.refresh_from_db()
    assert (match.status, match.to_move, match.asked_at) == (Match.Status.FINISHED, None, None)
    assert min(seat.rank for seat in match.seats.all()) == 1


def test_a_person_watches_one_at_a_time(exhibition: Match, alice: User, bob: User, computers: list[User]) -> None:
    with pytest.raises(Refused, match="still running"):
        exhibition_create(host=alice, game="maya", players=computers[:2])
    exhibition_create(host=bob, game="maya", players=computers[:2])
    play_out(exhibition, Random(1))
    exhibition_create(host=alice, game="maya", players=computers[:2])


def test_the_number_of_seats_is_the_game_s(alice: User, computers: list[User]) -> None:
    with pytest.raises(Refused, match="can’t be played with 5 seats"):
        exhibition_create(host=alice, game="maya", players=computers)


@pytest.mark.half_second
def test_a_visitor_with_its_link_watches_it_and_its_replay(exhibition: Match, alice: User, bob: User) -> None:
    address = reverse("match", args=[exhibition.code])
    for user in (alice, bob, None):
        client = visitor(user)
        page = client.get(address).content.decode()
        assert "You’re watching" in page
        assert "Exhibition, " in page
        assert f'value="http://testserver{address}"' in page
        assert ('id="exhibition-end"' in page) == (user == alice)
    over = play_out(exhibition, Random(1))
    for name in ("match", "match_replay", "match_record"):
        assert visitor(None).get(reverse(name, args=[over.code])).status_code == 200
    done = visitor(None).get(address).content.decode()
    assert f'href="{reverse("watch")}?game=machu_picchu"' in done


# --- ending it ---


def test_its_host_ends_it(exhibition: Match, alice: User, bob: User, computers: list[User]) -> None:
    address = reverse("match_exhibition_end", args=[exhibition.code])
    for user in (bob, None):
        assert visitor(user).post(address).status_code == 422
    client = visitor(alice)
    page = client.post(address, follow=True).content.decode()
    assert "The exhibition was stopped here." in page
    assert "The host ended this exhibition" in page
    for untrue in ("is-turn", "to move", "#lu-trophy", "Game analysis"):
        assert untrue not in page.partition("<main")[2]
    exhibition.refresh_from_db()
    assert (exhibition.status, exhibition.reason, exhibition.ply) == (Match.Status.FINISHED, ENDED, 1)
    assert {seat.rank for seat in exhibition.seats.all()} == {None}
    replay = client.get(reverse("match_replay", args=[exhibition.code]))
    assert replay.status_code == 200
    assert "Game analysis" not in replay.content.decode()
    with pytest.raises(NotRunning):
        exhibition_end(match=exhibition, user=alice)
    assert not think(code=exhibition.code, ply=0)
    exhibition_create(host=alice, game="maya", players=computers[:2])


def test_nothing_but_an_exhibition_is_ended_so(two_play: Match) -> None:
    assert two_play.host is not None
    with pytest.raises(Refused, match="Only the person who started"):
        exhibition_end(match=two_play, user=two_play.host)


def test_another_one_instead_ends_the_first(exhibition: Match, alice: User, computers: list[User]) -> None:
    other = exhibition_create(host=alice, game="maya", players=computers[:2], instead=True)
    exhibition.refresh_from_db()
    assert (exhibition.reason, other.status) == (ENDED, Match.Status.RUNNING)


def test_the_form_says_once_that_one_goes_on(exhibition: Match, alice: User) -> None:
    client = visitor(alice)
    address = f"{reverse('watch')}?game=maya"
    for answer in (client.get(address), client.post(address, form(2))):
        page = answer.content.decode()
        assert page.count("still running") == 1
        assert exhibition.get_absolute_url() in page
        assert 'name="instead"' in page
    assert answer.status_code == 409
    assert client.post(address, form(2, instead="1")).status_code == 302
    assert Match.objects.filter(exhibition=True, status=Match.Status.RUNNING).get().game == "maya"


def test_it_counts_nowhere(exhibition: Match, alice: User) -> None:
    assert (lists.your_turns(alice), lists.waiting_for_others(alice), lists.own_tables(alice)) == ([], [], [])
    match = play_out(exhibition, Random(1))
    assert match.status == Match.Status.FINISHED
    assert archive().keys == []
    assert not hasattr(match, "rated_match")


def test_it_shortens_no_other_thought_and_takes_little_time_itself(exhibition: Match) -> None:
    assert exhibition.asked_at is not None
    assert thinking.how_many_wait() == 0
    expert = LEVELS["expert"]
    assert thinking.seconds_for(expert, 0, exhibition=True) == WHILE_OTHERS_WAIT < thinking.seconds_for(expert, 0)
    assert thinking.seconds_for(LEVELS["solid"], 0, exhibition=True) == LEVELS["solid"].seconds


@contextmanager
def emptied(name: str) -> Iterator[Any]:
    """An empty queue of the real broker."""
    with app.connection_for_write() as connection:
        queue = connection.SimpleQueue(name)
        queue.clear()
        yield queue


def read_of(queue: Any) -> Any:
    """The next message of the queue."""
    message = queue.get(timeout=60)
    message.ack()
    return message


def check_pause_and_place(queue: Any, match: Match) -> None:
    """Check that the decision waits in another queue, and after its pause comes after all that people wait for."""
    pause = read_of(queue)
    assert pause.headers["task"] == jobs.THINK_AFTER_A_PAUSE
    assert pause.headers["eta"] is not None
    with emptied("ai") as thinking_queue:
        think_after_a_pause(*pause.payload[0])
        message = read_of(thinking_queue)
    assert message.payload[0] == [match.code, match.ply]
    assert message.properties["priority"] == broadcast.LATER
    assert message.headers["eta"] is None, "with an eta, a worker would take it early, before older messages"


def test_its_decisions_come_last_and_after_a_pause(
    alice: User, computers: list[User], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with emptied("default") as queue:
        with django_capture_on_commit_callbacks(execute=True):
            match = exhibition_create(host=alice, game="maya", players=computers[:2])
        check_pause_and_place(queue, match)


def test_what_a_moderator_asks_for_comes_last_too(
    exhibition: Match, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with emptied("default") as queue:
        with django_capture_on_commit_callbacks(execute=True):
            match = match_ask(match=exhibition)
        check_pause_and_place(queue, match)


def test_a_lost_decision_is_asked_for_again_without_haste(exhibition: Match) -> None:
    Match.objects.filter(pk=exhibition.pk).update(asked_at=timezone.now() - timedelta(seconds=30))
    assert ask_again() == 0
    Match.objects.filter(pk=exhibition.pk).update(asked_at=timezone.now() - timedelta(minutes=2))
    assert ask_again() == 1


# --- from a step of a game that is over ---


def test_computer_players_play_on_from_a_step(alice: User, bob: User, computers: list[User]) -> None:
    over = finished("maya/two_seats.txt", [alice, bob])
    begun = studies.play_on(match=over, user=alice, step=5, seat=None, opponents=computers[:1] * 2)
    assert begun.exhibition
    assert {seat.user for seat in begun.seats.all()} == {computers[0]}
    with pytest.raises(Refused, match="still running"):
        studies.play_on(match=over, user=alice, step=5, seat=None, opponents=computers[:1] * 2)


def test_no_member_starts_one_too_many_in_either_way(
    exhibition: Match, alice: User, bob: User, computers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "AI_PROCESSES", 1)
    monkeypatch.setattr(exhibitions, "MOST_FOR_A_PROCESS", 1)
    over = finished("maya/two_seats.txt", [alice, bob])
    with pytest.raises(Refused, match="Many people are watching"):
        exhibition_create(host=bob, game="maya", players=computers[:2])
    with pytest.raises(Refused, match="Many people are watching"):
        studies.play_on(match=over, user=bob, step=5, seat=None, opponents=computers[:1] * 2)
    assert studies.play_on(match=over, user=bob, step=5, seat=0, opponents=computers[:1] * 2).host == bob


@pytest.mark.half_second
@pytest.mark.parametrize(
    "record", first(["princes/five_beginners.txt"], of=["maya/four_seats.txt", "princes/five_beginners.txt"])
)
def test_the_form_to_play_on_has_every_level_and_every_seat(
    record: str, alice: User, bob: User, computers: list[User]
) -> None:
    seats = 5 if "five" in record else 4
    places = [f"place_{place}" for place in range(1, seats + 1)]
    over = finished(record, [alice, bob, *computers][:seats])
    client = visitor(bob)
    address = f"{reverse('match_play_on', args=[over.code])}?step=3"
    page = client.get(address).content.decode()
    for level in LEVELS:
        for place in range(1, seats + 1):
            assert f'name="place_{place}" value="{level}"' in page
    for seat in (*range(seats), "watch"):
        assert f'name="seat" value="{seat}"' in page
    for seat, exhibition in (("2", False), ("watch", True)):
        levels = dict(zip(places, LEVELS, strict=False))
        answer = client.post(address, {"seat": seat, **levels}, follow=True)
        match = Match.objects.get(code=answer.redirect_chain[-1][0].strip("/").split("/")[-1])
        assert (match.exhibition, match.inherited_plies >= 3) == (exhibition, True)
        sitting = [other.user.level if other.user != bob else "" for other in match.seats.order_by("number")]
        assert sitting == ["" if str(number) == seat else level for number, level in enumerate(levels.values())]
    assert client.post(address, levels).status_code == 422
    second = client.post(address, {"seat": "watch", **levels})
    assert (second.status_code, second.content.decode().count("still running")) == (409, 1)
    assert client.post(address, {"seat": "watch", "instead": "1", **levels}).status_code == 302


# --- the page ---


@pytest.mark.parametrize("game", first(["maya"], of=GAMES))
def test_every_visitor_starts_one_in_a_click(game: str, computers: list[User]) -> None:
    client = Client()
    address = f"{reverse('watch')}?game={game}"
    page = client.get(address).content.decode()
    assert page.count("checked") >= 1 + max(GAMES[game].SEATS)
    seats = GAMES[game].SEATS[-1]
    answer = client.post(address, form(seats, place_1="expert"), follow=True)
    assert "You’re watching" in answer.content.decode()
    match = Match.objects.get()
    assert (match.game, match.seat_count, match.exhibition) == (game, seats, True)
    assert {seat.user.level for seat in match.seats.all()} == {"beginner", "expert"}
    assert match.get_absolute_url() in client.get(address).content.decode()
    assert "still running" in client.post(address, form(2)).content.decode()


def test_what_is_missing_is_said(computers: list[User]) -> None:
    address = f"{reverse('watch')}?game=maya"
    answer = Client().post(address, form(2, place_2=""))
    assert answer.status_code == 422
    assert "Choose who sits here." in answer.content.decode()
    assert Client().post(address, form(7)).status_code == 422
    assert Client().post(address, form(2, place_1="grandmaster")).status_code == 422
    assert Client().get(f"{reverse('watch')}?game=chess").status_code == 404
    assert not Match.objects.exists()


def test_exhibitions_are_limited_by_address(computers: list[User], settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"exhibition": "1/h/ip"}
    address = f"{reverse('watch')}?game=maya"
    Client().post(address, form(2))
    answer = Client().post(address, form(2))
    assert answer.status_code == 422
    assert "many exhibitions" in answer.content.decode()


@pytest.mark.parametrize(("seat", "action"), [("watch", "exhibition"), ("0", "play_on")])
def test_so_is_playing_on_from_a_step(
    seat: str, action: str, alice: User, bob: User, computers: list[User], settings: Any
) -> None:
    settings.LIMITS = settings.LIMITS | {action: "1/h/ip"}
    over = finished("maya/two_seats.txt", [alice, bob])
    address = f"{reverse('match_play_on', args=[over.code])}?step=3"
    fields = {"seat": seat, "place_1": "beginner", "place_2": "beginner", "instead": "1"}
    assert Client().post(address, fields).status_code == 302
    answer = Client().post(address, fields)
    assert answer.status_code == 422
    assert "in the past hour. You can continue in" in answer.content.decode()
    assert Match.objects.exclude(pk=over.pk).count() == 1
    assert User.objects.filter(is_guest=True).count() == 1


@pytest.mark.half_second
def test_home_and_tables_lead_to_watching(client: Client, alice: User, bob: User) -> None:
    for address in (reverse("home"), reverse("tables")):
        assert reverse("watch") in client.get(address).content.decode()
    client.force_login(alice)
    assert reverse("watch") in client.get(reverse("home")).content.decode()
    match_create(host=alice, game="maya", others=[bob])
    for user in (alice, bob):
        client.force_login(user)
        assert reverse("watch") in client.get(reverse("home")).content.decode()


def test_the_site_bounds_how_many_run_at_the_same_time(
    exhibition: Match, bob: User, computers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhibitions, "MOST_FOR_A_PROCESS", 0)
    with pytest.raises(Refused, match="come back in a few minutes"):
        exhibition_create(host=bob, game="maya", players=computers[:2])


def test_guests_leave_half_of_the_places_to_members(
    alice: User, bob: User, charlie: User, computers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhibitions, "MOST_FOR_A_PROCESS", 2 / settings.AI_PROCESSES)
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(is_guest=True)
    exhibition_create(host=User.objects.get(pk=alice.pk), game="maya", players=computers[:2])
    with pytest.raises(Refused, match="sign up"):
        exhibition_create(host=User.objects.get(pk=bob.pk), game="maya", players=computers[:2])
    exhibition_create(host=charlie, game="maya", players=computers[:2])


def test_those_that_are_over_stay_in_the_list_of_their_host(
    exhibition: Match, alice: User, bob: User, computers: list[User], django_assert_num_queries: Callable[..., Any]
) -> None:
    assert watched_lately(alice) == []
    exhibition_end(match=exhibition, user=alice)
    last = play_out(exhibition_create(host=alice, game="maya", players=computers[:2]), Random(1))
    assert [row.match.pk for row in watched_lately(alice)] == [last.pk, exhibition.pk]
    assert watched_lately(bob) == watched_lately(None) == []
    page = visitor(alice).get(reverse("watch")).content.decode()
    places = [page.index(text) for text in ("You watched", last.get_absolute_url(), exhibition.get_absolute_url())]
    assert places == sorted(places)
    assert "You watched" not in visitor(bob).get(reverse("watch")).content.decode()
    with django_assert_num_queries(3):
        watched_lately(alice)


def test_who_watches_reads_whether_anything_is_hidden(exhibition: Match, alice: User, computers: list[User]) -> None:
    open_duel = exhibition_create(host=alice, game="maya", players=computers[:2], instead=True)
    assert "You see everything the players see" in visitor(alice).get(open_duel.get_absolute_url()).content.decode()
    hidden = exhibition_create(host=alice, game="machu_picchu", players=computers[:2], instead=True)
    assert "no hidden cards" in visitor(alice).get(hidden.get_absolute_url()).content.decode()


# --- by a program -----------------------------------------------------------------------------------------------------


def program(user: User | None, path: str, **body: Any) -> Any:
    """The answer to a POST of a program of `user`."""
    return visitor(user).post(f"/api/v1/{path}", body, content_type="application/json")


def test_programs_start_and_end_one_too(alice: User, bob: User, computers: list[User]) -> None:
    wish = {"game": "maya", "computers": ["strong", "beginner"]}
    started = program(alice, "exhibitions", **wish)
    assert (started.status_code, started.json()["status"]) == (201, "running")
    match = Match.objects.get(code=started.json()["code"])
    assert match.exhibition
    assert match.host == alice
    assert [seat.user.level for seat in match.seats.order_by("number")] == ["strong", "beginner"]
    again = program(alice, "exhibitions", **wish)
    assert (again.status_code, again.json()["code"]) == (409, "still_watching")
    other = program(alice, "exhibitions", **wish, instead=True).json()["code"]
    end = f"exhibitions/{other}/end"
    assert program(bob, end).json()["detail"] == "Only the person who started an exhibition can end it."
    assert program(alice, end).json()["status"] == "finished"
    listed = visitor(alice).get("/api/v1/exhibitions").json()["rows"]
    assert [(row["code"], row["reason"]) for row in listed] == [(other, "ended"), (match.code, "ended")]
    assert program(None, "exhibitions", **wish).status_code == 401


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"game": "chess", "computers": ["solid", "solid"]}, "There is no such game here."),
        ({"game": "maya", "computers": ["solid"]}, "This game can’t be played with 1 seats."),
        ({"game": "maya", "computers": ["solid", "mild"]}, "There’s no such computer player."),
    ],
)
def test_programs_are_told_what_cannot_be_watched(
    wish: dict[str, Any], says: str, alice: User, computers: list[User]
) -> None:
    answer = program(alice, "exhibitions", **wish)
    assert answer.status_code == 422
    assert says in answer.json()["detail"]
    assert not Match.objects.exists()


def test_programs_share_the_limit_of_the_page(alice: User, computers: list[User], settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"exhibition": "1/h/ip"}
    Client().post(f"{reverse('watch')}?game=maya", form(2))
    answer = program(alice, "exhibitions", game="maya", computers=["solid", "solid"])
    assert (answer.status_code, "many exhibitions" in answer.json()["detail"]) == (429, True)
