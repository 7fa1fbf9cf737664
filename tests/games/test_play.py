"""Playing against the computer: any game, any of the five levels, in one form and one click."""

from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from games.ai.levels import LEVELS
from games.ai.strength import SHARES
from games.engine import GAMES
from games.models import Match
from games.pages.lobby.computer_players import COMPUTER_PLAYERS
from games.pages.lobby.play_computer_form import PlayForm
from games.selectors.access import seats_of
from games.services.computer.thinking import think
from tests.first import first
from tests.markup import squeezed

PLAY = reverse("play")


def opponents(match: Match) -> list[str]:
    return [seat.user.level for seat in seats_of(match) if seat.user is not None and seat.user.level]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", first(["maya"], of=GAMES))
def test_one_click_plays_any_game_against_any_of_the_five(
    client: Client, computers: list[User], game: str, level: str
) -> None:
    response = client.post(PLAY, {"game": game, "level": level})
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert (match.game, match.status, match.rated, match.pace) == (game, Match.Status.RUNNING, False, Match.Pace.NONE)
    assert (match.seat_count, opponents(match)) == (2, [level])
    assert match.host is not None
    assert match.host.is_guest


def test_a_hint_is_to_be_had_there(browser: Client, computers: list[User]) -> None:
    browser.post(PLAY, {"game": "machu_picchu", "level": "beginner"})
    match = Match.objects.get()
    while match.to_move is not None and seats_of(match)[match.to_move].user != match.host:
        assert think(code=match.code, ply=match.ply)
        match.refresh_from_db()
    assert 'id="hint-ask"' in browser.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize("seats", [2, 5])
def test_the_opponent_takes_every_seat_but_one(browser: Client, computers: list[User], seats: int) -> None:
    game = "princes"
    browser.post(PLAY, {"game": game, "level": "solid", f"seats_{game}": seats})
    assert opponents(Match.objects.get()) == ["solid"] * (seats - 1)


def test_variants_are_those_of_the_chosen_game(browser: Client, computers: list[User]) -> None:
    said = {"level": "casual", "seats_princes": 5, "seats_maya": 3, "option_maya_setup": "build"}
    said |= {"option_princes_start": "beginner"}
    for game, seats, options in (("maya", 3, "setup=build"), ("princes", 5, "start=beginner"), ("rapa_nui", 2, "")):
        browser.post(PLAY, said | {"game": game})
        match = Match.objects.latest("pk")
        assert (match.game, match.seat_count, match.options) == (game, seats, options)


@pytest.mark.parametrize(
    "said",
    [
        {"game": "chess", "level": "solid"},
        {"game": "maya", "level": "godlike"},
        {"game": "maya"},
        {"level": "solid"},
        {"game": "maya", "level": "solid", "seats_maya": "5"},
    ],
)
def test_nonsense_begins_nothing(client: Client, computers: list[User], said: dict[str, str]) -> None:
    response = client.post(PLAY, said)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not Match.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.django_db
def test_without_computer_players_nothing_is_begun(client: Client) -> None:
    response = client.post(PLAY, {"game": "maya", "level": "solid"})
    assert "The computer players aren’t ready yet." in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("query", "game", "level", "seats"),
    [
        ("", "rapa_nui", "beginner", "2"),
        ("?game=maya&level=expert&seats=4", "maya", "expert", "4"),
        ("?game=chess&level=godlike&seats=7", "rapa_nui", "beginner", "2"),
        ("?game=maya&seats=5", "maya", "beginner", "2"),
    ],
)
@pytest.mark.django_db
def test_what_is_preselected_stands_in_the_address(
    client: Client, query: str, game: str, level: str, seats: str
) -> None:
    form: PlayForm = client.get(PLAY + query).context["form"]
    assert (form["game"].value(), form["level"].value(), form[f"seats_{game}"].value()) == (game, level, seats)


@pytest.mark.half_second
def test_games_and_profiles_lead_there_with_what_they_are_about(
    client: Client, browser: Client, computers: list[User]
) -> None:
    door, desk = client.get("/").content.decode(), browser.get("/").content.decode()
    assert all(f'href="{PLAY}?game={game}"' in door for game in GAMES)
    assert all(f'href="{PLAY}?level={level}"' in door for level in LEVELS)
    assert all(f'name="level" value="{level}"' in desk for level in LEVELS)
    for computer in computers:
        assert f'href="{PLAY}?level={computer.level}"' in client.get(f"/people/{computer}/").content.decode()


def test_the_form_tells_the_five_apart(client: Client, computers: list[User]) -> None:
    page = client.get(PLAY).content.decode()
    for rival in COMPUTER_PLAYERS.values():
        assert page.count(str(escape(rival.character))) == 1


@pytest.mark.django_db
def test_forms_tell_how_often_each_wins_against_the_one_below(client: Client) -> None:
    play = squeezed(client.get(PLAY).content.decode())
    for game in GAMES:
        watch = squeezed(client.get(f"{reverse('watch')}?game={game}").content.decode())
        for rival in COMPUTER_PLAYERS.values():
            if rival.below:
                wins = f"wins {SHARES[game][rival.level]} of 100 games against the {rival.below.name}"
                assert f'data-game="{game}">{wins}</small>' in play
                assert watch.count(wins) == 1


def test_profiles_tell_how_strong_a_computer_player_is(client: Client, computers: list[User]) -> None:
    for computer in computers:
        page = client.get(f"/people/{computer}/").content.decode()
        rival = COMPUTER_PLAYERS[computer.level]
        for neighbour in (rival.below, rival.above):
            assert neighbour is None or f"against the {neighbour.name}" in page
        for game in GAMES:
            if rival.below:
                assert f'<td class="r">{SHARES[game][rival.level]}</td>' in page
            if rival.above:
                assert f'<td class="r">{100 - SHARES[game][rival.above.level]}</td>' in page


def test_without_scripts_what_belongs_to_other_games_is_out_of_sight() -> None:
    style = Path(find("css/games.css")).read_text()
    for game in GAMES:
        assert f'[value="{game}"]:checked) [data-game]:not([data-game="{game}"])' in style
