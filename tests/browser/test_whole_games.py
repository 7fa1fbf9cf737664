"""A whole match of every game: on the board, with the keyboard, on a small touch screen, without JavaScript."""

from random import Random

import pytest
from playwright.sync_api import expect

from games.engine import GAMES
from tests.browser.conftest import Sit
from tests.browser.person import Person
from tests.browser.ways import Decide, on_the_board, with_forms, with_keys, with_taps

pytestmark = pytest.mark.browser

games = pytest.mark.parametrize("game", sorted(GAMES))

LISTEN = """
  window.said = [];
  new MutationObserver(() => said.push(document.getElementById("live").textContent))
    .observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
"""
"""Records everything that the live region says."""


STILL = {"reduced_motion": "reduce"}
"""Without flying pieces, whose pictures take most of a browser's time. With touch they fly."""

STATE = "match => [match.dataset.mood, document.querySelectorAll('meta[http-equiv=refresh]').length]"
"""The mood of the match, and whether the page reloads by itself."""


def play(person: Person, decide: Decide, rng: Random) -> int:
    """Play the match on the page to its end and check each step. Returns the number of decisions."""
    person.page.evaluate(LISTEN)
    decisions = 0
    while person.wait_for_decision():
        is_well(person)
        expect(person.page).to_have_title("● " + person.page.title().removeprefix("● "))
        ply = person.ply
        decide(person, rng)
        person.wait_past(ply)
        assert person.page.evaluate("said.splice(0).join('')"), "the live region said nothing about it"
        decisions += 1
    is_well(person)
    expect(person.page.locator("#result")).to_be_visible()
    assert not person.page.title().startswith("●")
    return decisions


def is_well(person: Person) -> None:
    """Check that nothing is wider than the window, that the page has one heading, and that nothing was refused."""
    assert person.fits()
    assert person.page.locator("h1").count() == 1
    assert person.refusals == []


@games
def test_on_the_board(sit: Sit, game: str) -> None:
    person = sit(width=1440, **STILL)
    person.hurries()
    person.sign_up(f"Board-{game}")
    person.open_table("beginner", seats=2, game=game)
    assert play(person, on_the_board, Random(11)) >= 10


@games
def test_with_the_keyboard_against_solid(sit: Sit, game: str) -> None:
    person = sit(**STILL)
    person.hurries()
    person.sign_up(f"Keys-{game}")
    person.open_table("solid", seats=2, game=game)
    person.page.locator("#task").focus()
    assert play(person, with_keys, Random(12)) >= 10
    assert person.page.evaluate("document.activeElement !== document.body")


@games
def test_with_touch_on_a_small_screen(sit: Sit, game: str) -> None:
    person = sit(width=360, height=740, has_touch=True, is_mobile=True)
    person.hurries()
    person.sign_up(f"Touch-{game}")
    person.open_table("beginner", seats=2, game=game)
    assert play(person, with_taps, Random(13)) >= 10
    person.page.get_by_role("link", name="Watch the replay").tap()
    person.page.wait_for_url("**/replay/**")
    assert person.fits()


def test_without_javascript(sit: Sit) -> None:
    """One game only: `tests/games/test_by_forms.py` checks the forms of all games without a browser."""
    person = sit(java_script_enabled=False)
    person.sign_up("Forms-Player")
    person.open_table("beginner", seats=2, game="machu_picchu")
    rng = Random(14)
    decisions = 0
    while (state := person.match.evaluate(STATE))[0] != "done":
        mood, moves_on = state
        assert bool(moves_on) == (mood == "wait")
        if moves_on:
            # By itself the page would do so only after some seconds.
            person.page.wait_for_timeout(200)
            person.page.reload()
            continue
        is_well(person)
        with person.page.expect_navigation():
            with_forms(person, rng)
        decisions += 1
    is_well(person)
    assert decisions >= 10
    expect(person.page.locator("#result")).to_be_visible()
    person.page.get_by_role("link", name="Watch the replay").click()
    person.page.locator("#step-next").click()
    expect(person.page.locator(".player .tag")).to_contain_text("step 1 of")
