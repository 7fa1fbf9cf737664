"""The replay in a real browser: slider, keys, pictures, autoplay, and opening a record and playing on from it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser.conftest import Sit

pytestmark = pytest.mark.browser

REPLAY = "/match/rapa-nui/replay/"
RECORD = Path(__file__).parents[1] / "titles" / "maya" / "records" / "two_seats.txt"
PUSHED = "?eyes=all&step="
"""The slider's requests; links put the step first."""

LATE_TIMERS = "{ const real = setTimeout; window.setTimeout = (act, wait = 0) => real(act, wait + 1000); }"
NOTED = """{
    const animate = Element.prototype.animate;
    window.delays = [];
    Element.prototype.animate = function (frames, timing) {
        if (timing?.delay !== undefined) delays.push(timing.delay);
        return animate.call(this, frames, timing);
    };
}"""
"""Notes the delay after which each piece sets out."""
STANDS = """() => {
    const shown = document.getElementById("step").value;
    if (window.shown !== shown) [window.shown, window.since] = [shown, Date.now()];
    return Date.now() - window.since > 2000;
}"""
"""Whether the same step has been shown for several times as long as a step takes in fast playback."""
GAMES = ["rapa-nui", "princes", "maya", "machu-picchu"]


def count(page: Page) -> Locator:
    """The text that says which step is shown."""
    return page.locator("#step-count")


def test_a_step_taken_as_soon_as_the_page_is_there_loads_no_other_page(sit: Sit) -> None:
    page = sit().page
    page.add_init_script(LATE_TIMERS)
    page.add_init_script("addEventListener('DOMContentLoaded', () => document.getElementById('step-next').click())")
    asked: list[str] = []
    page.on("request", lambda request: request.is_navigation_request() and asked.append(request.url))
    page.goto(f"{REPLAY}?step=10")
    expect(count(page)).to_have_text("step 11 of 121")
    assert len(asked) == 1


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768), (1024, 768)])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_seen_whole_under_the_player(sit: Sit, game: str, width: int, height: int) -> None:
    page = sit(width, height).page
    page.goto(f"/match/{game}/replay/?step=30")
    page.evaluate("document.fonts.ready")
    board = page.locator(".boardbox, .pboard").first.bounding_box()
    assert board is not None
    assert board["y"] + board["height"] <= height


def test_keys_step_and_every_step_has_its_address(sit: Sit) -> None:
    page = sit().page
    page.goto(f"{REPLAY}?step=10")
    loads: list[str] = []
    page.on("load", lambda page: loads.append(page.url))
    for key, step in (("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11), ("End", 121), ("Home", 0)):
        page.keyboard.press(key)
        expect(count(page)).to_have_text(f"step {step} of 121")
        expect(page).to_have_url(re.compile(rf"step={step}\b"))
    page.keyboard.press("Shift+ArrowRight")
    expect(count(page)).not_to_have_text("step 0 of 121")
    expect(page).not_to_have_url(re.compile(r"step=0\b"))
    assert page.locator("#log li[data-step]").count() > 1
    assert loads == []
    page.reload()
    expect(count(page)).not_to_have_text("step 0 of 121")


def test_slider_log_and_pictures_lead_to_their_steps(sit: Sit) -> None:
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=30")
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    expect(count(page)).to_have_text("step 31 of 121")
    page.locator('#log li[data-step="25"]').click()
    expect(count(page)).to_have_text("step 25 of 121")
    for picture in (".lanes [data-jump]", ".sc__pic [data-jump]"):
        page.locator(picture).scroll_into_view_if_needed()
        box = page.locator(picture).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] * 60 / 121, box["y"] + box["height"] / 2)
        expect(count(page)).to_have_text(re.compile("step (59|60|61) of 121"))
        page.keyboard.press("Home")
        expect(count(page)).to_have_text("step 0 of 121")
    page.locator("#scores-table summary").click()
    page.locator("#scores-table a").last.click()
    expect(count(page)).to_have_text("step 121 of 121")
    expect(page.locator("#result")).to_be_visible()


def test_pieces_travel_from_step_to_step_and_not_over_the_whole_game(sit: Sit) -> None:
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=0")
    page.evaluate("""() => {
      window.sent = 0;
      new MutationObserver((changes) => {
        for (const change of changes) {
          for (const added of change.addedNodes) if (added.matches?.(".ghost")) window.sent += 1;
        }
      }).observe(document.body, { childList: true });
    }""")
    page.keyboard.press("End")
    expect(count(page)).to_have_text("step 121 of 121")
    assert page.evaluate("window.sent") == 0
    page.keyboard.press("Home")
    for step in range(7):
        expect(count(page)).to_have_text(f"step {step} of 121")
        page.keyboard.press("ArrowRight")
    expect(count(page)).to_have_text("step 7 of 121")
    assert page.evaluate("window.sent") > 0


def test_the_board_follows_the_slider_while_it_is_pushed(sit: Sit) -> None:
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=30")
    under_way: list[str] = []
    at_once: list[int] = []

    def asked(request: Request) -> None:
        if PUSHED in request.url:
            under_way.append(request.url)
            at_once.append(len(under_way))

    page.on("request", asked)
    page.on("requestfinished", lambda request: PUSHED in request.url and under_way.remove(request.url))
    box = page.locator("#step").bounding_box()
    assert box is not None
    places = [box["x"] + box["width"] * share / 100 for share in range(25, 76)]
    height = box["y"] + box["height"] / 2
    page.mouse.move(places[0], height)
    page.mouse.down()
    for place in places:
        page.mouse.move(place, height)
    reached = page.locator("#step").input_value()
    assert int(reached) > 80
    expect(page.locator(f'#log [data-step="{reached}"].is-now')).to_be_visible()
    expect(count(page)).to_have_text(f"step {reached} of 121")
    assert max(at_once) <= 2  # at most one, but its end may be reported after the next one begins
    page.mouse.up()
    expect(page).to_have_url(re.compile(rf"step={reached}\b"))


def test_who_leaves_the_slider_for_another_step_stays_there(sit: Sit) -> None:
    page = sit(width=1440).page
    page.goto(f"{REPLAY}?step=30")
    held: list[Route] = []
    page.route(re.compile(re.escape(f"{PUSHED}31")), lambda route: held.append(route))
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    while not held:
        page.wait_for_timeout(10)
    page.keyboard.press("ArrowRight")
    expect(count(page)).to_have_text("step 32 of 121")
    page.locator('#log li[data-step="25"]').click()
    held[0].continue_()
    expect(count(page)).to_have_text("step 25 of 121")
    expect(page.locator('#log [data-step="25"].is-now')).to_be_visible()
    expect(page).to_have_url(re.compile(r"step=25\b"))


def test_it_plays_by_itself_until_the_reader_takes_over(sit: Sit) -> None:
    page = sit().page
    page.goto(f"{REPLAY}?step=20")
    page.locator("label", has=page.locator("#speed-fast")).click()
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => document.getElementById('step').value >= 23")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.wait_for_function(STANDS)
    expect(count(page)).not_to_have_text("step 121 of 121")


def test_it_plays_by_itself_to_the_end(sit: Sit) -> None:
    page = sit().page
    page.goto(f"{REPLAY}?step=110")
    page.locator("label", has=page.locator("#speed-fast")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(count(page)).to_have_text("step 121 of 121")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_nothing_plays_by_itself_under_reduced_motion(sit: Sit) -> None:
    page = sit(reduced_motion="reduce").page
    page.goto(f"{REPLAY}?step=100")
    expect(page.locator("#autoplay")).to_be_hidden()
    page.keyboard.press("Space")
    page.wait_for_timeout(2000)
    expect(count(page)).to_have_text("step 100 of 121")


def test_eyes_see_what_they_saw(sit: Sit) -> None:
    page = sit().page
    page.goto(f"{REPLAY}?step=60")
    for eyes in ("0", "1", "nobody", "all"):
        page.locator(f"#eyes-{eyes}").click()
        expect(page.locator(f"#eyes-{eyes}")).to_have_attribute("aria-current", "true")
        expect(page).to_have_url(re.compile(rf"eyes={eyes}\b"))
        expect(count(page)).to_have_text("step 60 of 121")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [360, 1024])
def test_replay_and_result_fit(sit: Sit, game: str, width: int) -> None:
    person = sit(width=width)
    person.page.goto(f"/match/{game}/replay/?step=20")
    assert person.fits()
    person.page.locator("#step-last").click()
    expect(person.page.locator("#result")).to_be_visible()
    assert person.fits()


def test_without_scripts_every_step_is_a_page(sit: Sit) -> None:
    page = sit(java_script_enabled=False).page
    page.goto(f"{REPLAY}?step=7")
    page.locator("#step-next").click()
    expect(count(page)).to_have_text("step 8 of 121")
    page.locator('#log a[href*="step=3"]').first.click()
    expect(count(page)).to_have_text("step 3 of 121")
    page.locator("#eyes-1").click()
    page.get_by_role("button", name="Go").click()
    expect(page).to_have_url(re.compile("eyes=1"))


@pytest.mark.parametrize("scripts", [True, False])
def test_open_a_record_and_play_on_from_it(sit: Sit, scripts: bool) -> None:
    person = sit(java_script_enabled=scripts)
    page = person.page
    page.goto("/records/")
    page.locator("[name=text]").fill(RECORD.read_text().replace("swap 1-2", "swap 1-9", 1))
    page.get_by_role("button", name="Open the record").click()
    expect(page.get_by_role("alert")).to_contain_text("Line")
    expect(page.locator("[name=text]")).to_have_value(re.compile("swap 1-9"))
    page.locator("[name=file]").set_input_files(RECORD)
    page.get_by_role("button", name="Open the record").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Maya")
    page.locator("#step-next").click()
    expect(count(page)).to_have_text(re.compile("step 1 of"))
    page.locator("#play-on").click()
    expect(page.locator(".play-on__board svg").first).to_be_visible()
    page.locator("#play-on").click()
    person.match.wait_for()
    assert person.ply >= 1
    page.goto("/records/")
    page.get_by_label("Delete the study").click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(page.get_by_text("Study deleted.")).to_be_visible()


def test_a_card_that_is_drawn_and_what_it_scores_are_two_beats(sit: Sit) -> None:
    page = sit().page
    page.add_init_script(NOTED)
    page.goto(f"{REPLAY}?step=22")
    page.locator("#step-next").click()
    expect(count(page)).to_have_text("step 23 of 121")
    page.wait_for_function("delays.length === 3")
    drawn, *scored = page.evaluate("delays")
    assert drawn == 0
    assert scored[0] > 300  # after most of the card's way
    assert 0 < scored[1] - scored[0] < 100
