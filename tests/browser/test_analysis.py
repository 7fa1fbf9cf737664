"""The analysis of a finished match in a real browser: requested, waited for, stepped through; and a hint in play."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Sit
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

REPLAY = "/match/maya/replay/"

MADE = """
import django; django.setup()
from games.ai import analysis as search
from games.models import Match
from games.services.computer.analysing import analyse, analysis_ask
search.ITERATIONS = dict.fromkeys(search.ITERATIONS, 40)
analysis = analysis_ask(match=Match.objects.get(code="maya"))
while analysis.is_under_way:  # the worker of the site may be at it too
    analyse(analysis_id=analysis.pk, upto=analysis.upto, seconds=1000)
    analysis.refresh_from_db()
"""
"""Makes the analysis at once, with few walks for each decision."""

FORGOTTEN = """
import django; django.setup()
from games.models import Analysis
Analysis.objects.filter(match__code="maya").delete()
"""
THERE = "SELECT 1 FROM games_analysis JOIN games_match ON games_match.id = match_id WHERE code = 'maya'"
TOP_AT_REST = """panel => new Promise(tell => {
    let last
    const look = () => {
        const top = panel.getBoundingClientRect().top
        if (top === last) return tell(top)
        last = top
        setTimeout(look, 200)
    }
    look()
})"""
"""The top of an element in the window, once the page has come to rest."""


def forget(site: RunningSite) -> None:
    """Delete the analysis of the example game, if there is one."""
    if site.rows(THERE):
        site.python("-c", FORGOTTEN)


@pytest.fixture
def made(site: RunningSite) -> None:
    forget(site)
    site.python("-c", MADE)


def test_the_page_waits_and_shows_it_by_itself(sit: Sit, site: RunningSite) -> None:
    forget(site)
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=4")
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#analysis-title")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-count")).to_have_text(re.compile("step 5 of"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    site.python("-c", MADE)
    expect(page.locator("#chances-now")).to_be_visible()
    expect(page.locator("#step-count")).to_have_text(re.compile("step 5 of"))
    expect(page.locator("#analysis-title")).to_be_focused()
    expect(page.locator("#live")).to_have_text(page.locator("#analysis-title").inner_text())
    page.goto("/match/maya/")
    page.get_by_role("link", name="Game analysis").click()
    expect(page.locator("#analysis-title")).to_be_in_viewport()


def test_a_phone_shows_the_wait_and_then_the_analysis_in_the_same_place(sit: Sit, site: RunningSite) -> None:
    forget(site)
    page = sit(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce").page  # so it scrolls at once
    page.goto(f"{REPLAY}?step=4")
    page.get_by_role("button", name="Analyse this game").tap()
    expect(page.get_by_role("progressbar")).to_be_in_viewport()
    expect(page.locator("#analysis-title")).to_be_focused()
    top = page.locator("#analysis").evaluate(TOP_AT_REST)
    site.python("-c", MADE)
    expect(page.locator(".turns__go").first).to_be_in_viewport()
    after = page.locator("#analysis").evaluate(TOP_AT_REST)
    assert abs(after - top) < 1


def test_a_turning_point_reached_by_its_number_is_followed_by_its_choices(sit: Sit, made: None) -> None:
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=4")
    page.keyboard.press("2")
    expect(page.locator("#choice")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".choice__show").first).to_be_focused()
    expect(page.locator("#preview-marks")).to_have_count(1)
    expect(page.locator(".boardbox")).to_be_in_viewport(ratio=0.8)
    page.locator("#turn-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn-1")).to_have_attribute("aria-current", "step")
    expect(page.locator("#turn-1")).to_be_focused()


def test_picture_table_and_turning_points_lead_to_their_steps(sit: Sit, made: None) -> None:
    page = sit(width=1440, reduced_motion="reduce").page  # so the element to press is not scrolling
    page.goto(f"{REPLAY}?step=4")
    expect(page.locator("#choice")).to_contain_text(re.compile("step 5: .* decides"))
    page.locator(".choice__show").first.hover()
    expect(page.locator("#preview-marks")).to_have_count(1)
    expect(page.locator(".is-lifted").first).to_be_visible()
    page.locator("h1").first.hover()
    expect(page.locator("#preview-marks")).to_have_count(0)
    page.locator(".choice__show").first.focus()
    expect(page.locator("#preview-marks")).to_have_count(1)
    page.locator("#step").focus()
    expect(page.locator("#preview-marks")).to_have_count(0)
    turn = page.locator(".turns__go").first
    step = re.search(r"step=(\d+)", turn.get_attribute("href") or "")
    assert step is not None
    turn.click()
    expect(page.locator("#preview-marks")).to_have_count(1)  # the best action is drawn by itself
    expect(page.locator("#step-count")).to_have_text(re.compile(f"step {step[1]} of"))
    expect(page.locator(".turns__go").first).to_have_attribute("aria-current", "step")
    number = int(step[1]) + 1
    expect(page.locator(".turns__go").first).to_contain_text(f"step {number}")
    expect(page.locator("#choice")).to_contain_text(f"step {number}: ")
    played = page.locator("#choice .is-played .choice__show").inner_text()
    page.locator("#step-next").click()
    expect(page.locator("#log .is-now")).to_have_attribute("data-step", str(number))
    expect(page.locator("#preview-marks")).to_have_count(0)
    assert set(re.findall(r"\d", played)) <= set(page.locator("#log .is-now").inner_text())
    page.keyboard.press("1")
    expect(page.locator("#step-count")).to_have_text(re.compile(f"step {step[1]} of"))
    page.locator(".an__pic [data-jump]").scroll_into_view_if_needed()
    box = page.locator(".an__pic [data-jump]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    expect(page.locator("#step-count")).to_have_text(re.compile("step 0 of"))
    page.locator("#chances-table summary").click()
    page.locator("#chances-table a").last.click()
    expect(page.locator("#result")).to_be_visible()


def test_nothing_moves_under_the_choices_while_one_steps(sit: Sit, made: None) -> None:
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=3")
    places = [page.locator(each) for each in ("#log", "#chances", "#turn-1")]
    tops = [place.evaluate("place => place.getBoundingClientRect().top") for place in places]
    for step in range(4, 14):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#step-count")).to_have_text(re.compile(f"step {step} of"))
        assert [place.evaluate("place => place.getBoundingClientRect().top") for place in places] == tops


@pytest.mark.parametrize("pressed", [".turns__go", ".choice__show"])
def test_the_board_comes_into_sight_and_there_is_a_way_back(sit: Sit, made: None, pressed: str) -> None:
    page = sit(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce").page
    page.goto(f"{REPLAY}?step=4")
    page.locator(pressed).last.evaluate("element => element.scrollIntoView({block: 'start'})")
    page.locator(pressed).last.tap()
    if pressed == ".turns__go":
        expect(page.locator(pressed).last).to_have_attribute("aria-current", "step")
    expect(page.locator(".boardbox")).to_be_in_viewport(ratio=0.9)
    if pressed == ".choice__show":
        expect(page.locator("#preview-marks")).to_have_count(1)
    page.locator("#step-count").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#analysis-back").click()
    expect(page.locator("#analysis-title")).to_be_in_viewport()
    expect(page.locator("#analysis-title")).to_be_focused()
    expect(page.locator("#analysis-back")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_needs_no_scripts(sit: Sit, made: None, scheme: str) -> None:
    person = sit(width=360, java_script_enabled=False, color_scheme=scheme)
    person.page.goto(f"{REPLAY}?step=6")
    assert person.page.locator(".aband").count() == 2
    person.page.locator(".turns__go").first.click()
    expect(person.page.locator("#choice")).to_be_visible()
    assert person.fits()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_hint_comes_by_itself_and_can_be_played(sit: Sit, scripts: bool) -> None:
    guest = sit(java_script_enabled=scripts)
    guest.play_now()
    assert guest.wait_for_decision()
    page, ply = guest.page, guest.ply
    page.locator("#hint-ask").click()
    expect(page.locator("#hint-do")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("You ask for a hint")
    assert guest.ply > ply
    ply = guest.ply
    page.locator("#hint-do").click()
    guest.wait_past(ply)


def test_on_a_phone_one_tap_does_what_a_hint_advises(sit: Sit) -> None:
    guest = sit(width=360, height=740, has_touch=True, is_mobile=True)
    guest.play_now()
    assert guest.wait_for_decision()
    page = guest.page
    page.locator("#hint-ask").tap()
    expect(page.locator("#hint-do")).to_be_visible()
    ply = guest.ply
    page.locator("#hint-do").tap()
    guest.wait_past(ply)


def test_a_hint_asked_for_by_key_is_marked_and_played_by_keys(sit: Sit) -> None:
    guest = sit(width=1440)
    guest.play_now()
    assert guest.wait_for_decision()
    page = guest.page
    page.keyboard.press("h")
    expect(page.locator("#hint-do")).to_be_in_viewport()
    expect(page.locator("#hint")).to_be_focused()
    expect(page.locator("#actions .act.is-advised .advised")).to_have_count(1)
    expect(page.locator(".stage .is-advised .advised")).not_to_have_count(0)
    ply = guest.ply
    page.keyboard.press("Tab")
    expect(page.locator("#hint-do")).to_be_focused()
    expect(page.locator("#preview")).to_be_visible()
    page.keyboard.press("h")
    guest.wait_past(ply)
    expect(page.locator(".is-advised")).to_have_count(0)


def test_computer_players_are_watched_live(sit: Sit) -> None:
    page = sit().page
    page.goto("/tables/")
    page.get_by_role("link", name="Watch the computer").click()
    page.get_by_role("link", name="Maya").click()
    page.get_by_role("button", name="Watch them").click()
    expect(page.get_by_role("heading", name="You’re watching")).to_be_visible()
    expect(page.locator("#log [data-step='3']")).to_be_visible()
