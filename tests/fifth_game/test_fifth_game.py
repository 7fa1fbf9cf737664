"""A fifth game needs only its folder: added to the site for a test, it can be played everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import computer_players_ensure
from games.adapters.vocabulary import VOCABULARY
from games.ai.levels import LEVELS
from games.engine import GAMES
from games.engine.record import read, write
from games.models import Action, Match
from games.services.computer.analysing import analyse, analysis_ask
from games.services.computer.thinking import think
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.ratings.finished import ratings_apply
from games.services.records.examples import example_ensure
from tests.contract.played import Kind, play
from tests.fifth_game.registered import registered
from tests.folders import OURS
from tests.games.playing import decider, legal, play_randomly
from tests.visitors import visitor

KEY = "three_tricks"
FOLDER = Path(__file__).parent / KEY
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, scope="module")
def _three_tricks() -> Iterator[None]:
    """The game on the site, added once: all templates are compiled again when a game comes, and when it goes."""
    with registered(f"tests.fifth_game.{KEY}") as missing:
        assert missing == []
        yield


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name) for name in ("Alice", "Bob")]


def of(match: Match, page: str) -> str:
    return reverse(page, args=[match.code])


def begun(people: list[User], **facts: object) -> Match:
    match = match_create(host=people[0], game=KEY, others=[None] * (len(people) - 1), terms=TableTerms(**facts))
    for user in people[1:]:
        match = match_join(match=match, user=user)
    return match


def test_it_keeps_the_contract_of_the_rules() -> None:
    """The checks of `tests/contract`, on some games of this one."""
    for seats in GAMES[KEY].SEATS:
        played = play(Kind(KEY, seats, (), "mixed", seats))
        for step in played.steps:
            assert played.game.parse(step.state, str(step.action)) == step.action
            assert str(step.action) in VOCABULARY[KEY]
            for viewer in played.viewers:
                view = played.game.view(step.state, viewer)
                imagined = played.game.determinize(view, Random(seats))
                assert played.game.view(imagined, viewer) == view
        assert read(write(played.record())).result == played.record().result


def test_nothing_of_the_product_names_it() -> None:
    named = [
        str(path)
        for folder in (*OURS, "static", "templates")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in {".py", ".html", ".css", ".js", ".toml"} and KEY in path.read_text(encoding="utf-8")
    ]
    assert named == []


NAMELESS = {"/mine/orders/", "/records/", "/mine/", "/people/Alice/", f"/example/{KEY}/?step=2"}
"""Pages that need not name a game that someone has not played, or that asks nothing out of turn."""


@pytest.mark.long
@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/play/",
        f"/play/?game={KEY}",
        "/rules/",
        f"/rules/{KEY}/",
        f"/rules/{KEY}/lesson/1/",
        "/tables/",
        f"/tables/new/?game={KEY}",
        f"/tables/?game={KEY}",
        "/watch/",
        f"/watch/?game={KEY}",
        f"/archive/?game={KEY}",
        f"/leaderboards/{KEY}/",
        "/mine/",
        "/mine/orders/",
        "/records/",
        "/people/Alice/",
        "/credits/",
        f"/example/{KEY}/?step=2",
    ],
)
def test_every_page_that_names_games_names_it(address: str, people: list[User]) -> None:
    call_command("example_game")
    for client in (Client(), visitor(people[0])):
        answer = client.get(address, follow=True)
        assert answer.status_code == 200
    assert ("Three Tricks" in answer.content.decode()) is (address not in NAMELESS)


@pytest.mark.half_second
def test_people_play_it_by_pages_and_see_no_hand_of_another(people: list[User]) -> None:
    match = begun(people)
    browsers = {user.pk: visitor(user) for user in people}
    while match.status == Match.Status.RUNNING:
        mover, text = decider(match).pk, legal(match)[0]
        for pk, client in browsers.items():
            page = client.get(of(match, "match")).content.decode()
            assert (f'value="{text}"' in page) is (pk == mover)
        answer = browsers[mover].post(of(match, "match_play"), {"action": text, "ply": match.ply})
        assert answer.status_code == 302
        match.refresh_from_db()
    assert "All cards are played" in browsers[people[0].pk].get(of(match, "match")).content.decode()
    for step in range(match.ply + 1):
        assert Client().get(f"{of(match, 'match_replay')}?step={step}").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_a_form_begins_it_against_every_computer_player(level: str, people: list[User]) -> None:
    computer_players_ensure()
    chosen = {f"seats_{key}": game.SEATS[-1] for key, game in GAMES.items()}
    chosen |= {f"option_{key}_{each.name}": each.values[0] for key, game in GAMES.items() for each in game.OPTIONS}
    answer = visitor(people[0]).post("/play/", {"game": KEY, "level": level} | chosen)
    assert answer.status_code == 302
    match = Match.objects.get(game=KEY)
    assert match.seat_count == 3
    while match.status == Match.Status.RUNNING:
        if match.seats.get(number=match.to_move).user.level:
            assert think(code=match.code, ply=match.ply)
            match.refresh_from_db()
        else:
            match = play_randomly(match, Random(1), until=match.ply + 1)
    assert match.actions.filter(source=Action.Source.COMPUTER).exists()


def test_computer_players_show_it_and_a_hint_is_given(people: list[User]) -> None:
    computers = computer_players_ensure()
    match = exhibition_create(host=people[0], game=KEY, players=computers[:3])
    assert visitor(people[0]).get(of(match, "match")).status_code == 200
    own = begun(people)
    mover = own.seats.get(number=own.to_move).user
    assert visitor(mover).post(of(own, "match_hint"), {"ply": own.ply}).status_code in (200, 302)


@pytest.mark.half_second
def test_its_record_goes_out_and_comes_in_again(people: list[User]) -> None:
    match = play_randomly(begun(people), Random(2))
    text = visitor(people[0]).get(of(match, "match_record")).content.decode()
    assert read(text).game == KEY
    answer = visitor(people[1]).post("/records/", {"text": text})
    assert answer.status_code == 302
    assert Match.objects.filter(game=KEY, status=Match.Status.FINISHED).count() >= 1
    assert visitor(people[1]).get(answer["Location"], follow=True).status_code == 200


def test_it_is_rated_and_analysed(people: list[User]) -> None:
    match = play_randomly(begun(people, rated=True), Random(3))
    assert ratings_apply(game=KEY) == 1
    analysis = analysis_ask(match=match)
    analyse(analysis_id=analysis.pk, upto=analysis.upto, seconds=1000)
    analysis.refresh_from_db()
    assert analysis.finished_at is not None
    assert not analysis.trouble
    assert visitor(people[0]).get(f"{of(match, 'match_replay')}?step=1").status_code == 200


def test_newcomers_are_shown_a_game() -> None:
    assert example_ensure(KEY)
    assert not example_ensure(KEY)


def test_its_lesson_is_a_page_that_takes_an_answer() -> None:
    page = Client().get(f"/rules/{KEY}/lesson/1/")
    assert page.status_code == 200
    buttons = re.findall(r'name="action" value="(play \d)"', page.content.decode())
    assert set(buttons) == {"play 2", "play 5", "play 9"}
    said = Client().post(f"/rules/{KEY}/lesson/1/", {"action": "play 9"}, follow=True).content.decode()
    assert "Nothing is higher" in said


def test_programs_play_it_through_the_api(people: list[User]) -> None:
    match = begun(people)
    clients = {user.pk: visitor(user) for user in people}
    address, rng = f"/api/v1/matches/{match.code}", Random(4)
    assert KEY in [game["game"] for game in clients[people[0].pk].get("/api/v1/games").json()]
    while match.status == Match.Status.RUNNING:
        client = clients[decider(match).pk]
        position = client.get(address).json()
        move = {"action": rng.choice(position["legal"]), "ply": position["ply"]}
        assert client.post(f"{address}/play", move, content_type="application/json").status_code == 200
        match.refresh_from_db()
    position = Client().get(address).json()
    assert (position["status"], position["ply"]) == ("finished", match.ply)
    lines = Client().get(f"{address}/events", {"after": "0-0"}).begun.decode().splitlines()
    assert [
        f'"type":"{kind}"' in line for kind, line in zip(["entry"] * match.ply + ["match", "end"], lines, strict=True)
    ]
