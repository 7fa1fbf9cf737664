"""What a computer player does in the seat of someone who has left is told as its doing, not as theirs."""

import re
from random import Random

import pytest
from django.utils.html import strip_tags

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.play.resignation import resign
from tests.games.playing import play_out, play_randomly
from tests.markup import squeezed
from tests.visitors import program, visitor

EARLY, LATE = 12, 40
"""Log positions: Alice leaves at the first, and the game is looked at, at the second."""


@pytest.fixture
def three_play(alice: User, bob: User, charlie: User, computers: list[User]) -> Match:
    """A game of Rapa Nui that Alice leaves early, and the Owl plays on for her."""
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    for user in (bob, charlie):
        match = match_join(match=match, user=user)
    return play_randomly(resign(match=play_randomly(match, Random(1), until=EARLY), user=alice), Random(1), until=LATE)


def log_of(match: Match, user: User | None, where: str = "") -> list[str]:
    """The lines of the log on the page of the match, or on another one, oldest first."""
    page = visitor(user).get(f"{match.get_absolute_url()}{where}").content.decode()
    log = page.partition('id="log"')[2].partition("</ol>")[0]
    lines = [squeezed(strip_tags(line)).strip() for line in re.findall(r"<li.*?</li>", log, re.DOTALL)]
    return lines[::-1]


@pytest.mark.parametrize("where", ["", "replay/"])
def test_the_log_names_the_computer_player_after_its_player_has_left(
    three_play: Match, alice: User, bob: User, where: str
) -> None:
    for reader, before, after in ((alice, "You", "Owl (for you)"), (bob, "Alice", "Owl (for Alice)")):
        lines = log_of(three_play, reader, where)
        left = next(number for number, line in enumerate(lines) if "leave" in line)
        own = [line for line in lines[left + 1 :] if line.startswith((before, after))]
        assert own
        assert all(line.startswith(after) for line in own)
        assert any(line.startswith(before) for line in lines[:left])
        assert not any("for you" in line or "for Alice" in line for line in lines[:left])


def test_what_the_others_bring_to_the_seat_is_not_told_as_the_leavers_own(three_play: Match, alice: User) -> None:
    lines = log_of(three_play, alice)
    left = next(number for number, line in enumerate(lines) if "leave" in line)
    assert not any(re.search(r"\byou \d", line) for line in lines[left + 1 :])


@pytest.mark.half_second
def test_the_page_waits_for_the_computer_player(three_play: Match, alice: User, bob: User) -> None:
    match, rng = three_play, Random(1)
    while match.to_move != match.seats.get(user=alice).number:
        match = play_randomly(match, rng, until=match.ply + 1)
    page = squeezed(visitor(bob).get(match.get_absolute_url()).content.decode())
    assert "Waiting for Owl (for Alice)" in page
    assert "Owl (for Alice)" in page.partition('id="question"')[2][:400]


@pytest.mark.half_second
def test_its_points_at_the_end_are_not_the_leavers(three_play: Match, alice: User, bob: User) -> None:
    over = play_out(three_play, Random(1))
    pages = {user: squeezed(visitor(user).get(over.get_absolute_url()).content.decode()) for user in (alice, bob)}
    for user, name in ((alice, "Owl (for you)"), (bob, "Owl (for Alice)")):
        result = pages[user].partition('id="result"')[2].partition("</section>")[0]
        assert name in result
    assert "You win" not in pages[alice]


def test_programs_are_told_which_actions_are_the_computer_players(three_play: Match, alice: User, bob: User) -> None:
    seat = three_play.seats.get(user=alice).number
    for reader in (alice, bob):
        entries = program(reader).get(f"/api/v1/matches/{three_play.code}/log").json()["entries"]
        left = next(number for number, entry in enumerate(entries) if entry["kind"] == "resign")
        told = [(entry["seat"] == seat, entry["stand_in"]) for entry in entries[left + 1 :] if entry["kind"] == "play"]
        assert (True, True) in told
        assert all(own == stand_in for own, stand_in in told)
        assert not any(entry["stand_in"] for entry in entries[: left + 1])
