"""What matters is visible and in order: seats beside the board, one height for every sentence, the rule of a thing."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES
from tests.browser.conftest import PHONE, Look, Sit
from tests.stack.site import RunningSite

pytestmark = pytest.mark.browser

TABLET = {"width": 768, "height": 1024}
LAPTOP = {"width": 1024, "height": 768}
DESK = {"width": 1440, "height": 900}

PLACES = """() => {
    const top = selector => document.querySelector(selector).getBoundingClientRect().top + scrollY;
    return [top("#question"), top("#match .boardbox, #match .pwrap")];
}"""

ORDER = """() => [".turntop", "#in-words", "#actions", "#log", ".more"]
    .map(name => document.querySelector(name))
    .map(part => [part.getBoundingClientRect().top + scrollY, [...document.querySelectorAll("*")].indexOf(part)])"""

WITH_THE_BOARD = """() => {
    const board = document.querySelector("#match .boardbox, #match .pwrap");
    scrollTo({top: board.getBoundingClientRect().top + scrollY, behavior: "instant"});
    const {top, bottom} = document.querySelector(".seats").getBoundingClientRect();
    const foot = document.querySelector(".quickbar")?.getBoundingClientRect();
    return [top, bottom, foot?.height ? foot.top : innerHeight];
}"""

WRAPPED = """() => [...document.querySelectorAll(".seat .stock > li")]
    .filter(li => {
        const [own, seat] = [li.getBoundingClientRect(), li.closest(".seat").getBoundingClientRect()];
        return li.scrollWidth > li.clientWidth + 1 || own.right > seat.right;
    })
    .map(li => `${li.closest(".seat").id} ${li.className}`)"""

TWO_FIGURES = """() => document.querySelectorAll(".seat .stock > li:not(.stock--table) b")
    .forEach(number => { if (number.textContent.trim().length === 1) number.textContent = "26"; })"""
"""Large numbers everywhere: more than the matches of the tests have."""


@pytest.mark.parametrize("window", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("game", GAMES)
def test_the_seats_are_in_sight_as_long_as_the_board_is(look: Look, game: str, window: dict[str, int]) -> None:
    top, bottom, foot = look(f"{game}-late", window).evaluate(WITH_THE_BOARD)
    assert 0 <= top < foot or (game, window) == ("machu_picchu", PHONE)
    # Five seats would cover the map of The Princes, and those of Machu Picchu the depots that they repeat.
    if window != PHONE or game not in ("princes", "machu_picchu"):
        assert bottom <= foot + 1


COVERED = """parts => {
    scrollTo(0, 0);
    const seats = document.querySelector(".seats").getBoundingClientRect();
    return [...document.querySelectorAll(parts)]
        .map(part => part.getBoundingClientRect())
        .filter(box => box.height && box.top < seats.bottom && box.bottom > seats.top)
        .map(box => [box.top, box.bottom, seats.top]);
}"""

NAME = """() => {
    const name = document.querySelector(".match__title > span").getBoundingClientRect();
    const line = document.querySelector(".match__title").getBoundingClientRect();
    return [name.top - line.top, name.bottom - line.bottom, name.right - line.right, line.height];
}"""


@pytest.mark.parametrize("moment", ["midway", "waiting"])
@pytest.mark.parametrize("game", GAMES)
def test_on_phones_the_seats_cover_neither_hand_nor_what_can_be_pressed(look: Look, game: str, moment: str) -> None:
    assert look(f"{game}-{moment}", PHONE).evaluate(COVERED, "#match :is(.hand, .rhand), #display .spot") == []


@pytest.mark.parametrize(("match", "part"), [("machu_picchu-late", ".depot"), ("princes-late", ".pmap")])
def test_on_tall_phones_the_seats_cover_neither_depots_nor_the_city(look: Look, match: str, part: str) -> None:
    page = look(match, {"width": 390, "height": 844})
    assert page.locator(part).first.is_visible()
    assert page.evaluate(COVERED, part) == []


@pytest.mark.parametrize("game", GAMES)
def test_on_phones_the_seats_cover_nothing_of_the_result(look: Look, game: str) -> None:
    assert look(f"{game}-finished", PHONE).evaluate(COVERED, "#result, #actions") == []


@pytest.mark.parametrize("moment", ["begun", "midway", "waiting"])
def test_on_phones_the_cards_in_the_hand_can_be_read(look: Look, moment: str) -> None:
    page = look(f"rapa_nui-{moment}", PHONE)
    for card in page.locator(".rhand__l li").all():
        box = card.bounding_box()
        assert box is not None
        assert box["width"] > 60
    assert page.evaluate(COVERED, "#match :is(.hand, .rhand)") == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


SPILLED = """() => [...document.querySelectorAll(".off")].flatMap(card => {
    const box = card.getBoundingClientRect();
    card.querySelector("b").textContent = "12";
    return [...card.querySelectorAll(".i, b")].map(part => part.getBoundingClientRect())
        .map(part => [part.left - box.left, box.right - part.right, part.top - box.top, box.bottom - part.bottom])
        .filter(spaces => Math.min(...spaces) < 0);
})"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (320, 740), (350, 740)])
def test_on_narrow_phones_my_sacrifice_cards_hold_their_numbers(look: Look, width: int, height: int) -> None:
    page = look("rapa_nui-late", PHONE | {"width": width, "height": height})
    assert page.locator(".off").count() == 4
    assert page.evaluate(SPILLED) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


TITLES = """() => {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    document.body.append(drawing);
    return [...document.querySelectorAll("symbol[id^=card-] .rk-title")].map(title => {
        const copy = title.cloneNode(true);
        drawing.append(copy);
        return [title.textContent, title.x.baseVal[0].value + copy.getComputedTextLength()];
    });
}"""
"""The name of each card, and where it ends on a card 150 wide."""


@pytest.mark.parametrize("language", ["en", "de", "hu", "zh-hans"])
def test_the_name_of_a_card_leaves_a_margin(sit: Sit, site: RunningSite, language: str) -> None:
    page = sit().page
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page.goto("/match/rapa-nui/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.evaluate("document.fonts.ready")
    titles = page.evaluate(TITLES)
    assert len(titles) == 7
    assert [title for title, end in titles if end > 143] == []


BARS = """() => [...document.querySelectorAll(".result__bar text")]
    .map(number => parseFloat(getComputedStyle(number).fontSize) * number.getScreenCTM().a)"""
"""The height of the letters of each number in the bars of a result, in pixels."""


@pytest.mark.parametrize("window", [PHONE, LAPTOP, {"width": 1366, "height": 768}], ids=["phone", "laptop", "low"])
@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_in_the_bars_of_a_result_can_be_read(look: Look, game: str, window: dict[str, int]) -> None:
    page = look(f"{game}-finished", window)
    bars = page.evaluate(BARS)
    assert bars
    assert min(bars) > 10
    box, result = page.locator(".result__bar").first.bounding_box(), page.locator("#result").bounding_box()
    assert box is not None
    assert result is not None
    assert box["x"] + box["width"] <= result["x"] + result["width"]


WRAPPED_CHOICES = """() => [...document.querySelectorAll(".seg")].filter(seg => seg.offsetHeight).map(seg => {
    const style = getComputedStyle(seg);
    const end = seg.getBoundingClientRect().right - parseFloat(style.paddingRight) - parseFloat(style.borderRightWidth);
    const rows = new Map();
    for (const choice of seg.querySelectorAll("label")) {
        const { top, right } = choice.getBoundingClientRect();
        rows.set(Math.round(top), Math.max(right, rows.get(Math.round(top)) ?? 0));
    }
    return [...rows.values()].map(right => Math.abs(end - right));
}).filter(rows => rows.length > 1)"""
"""For each row of choices that is broken into several: how far each of these ends from the edge."""


def test_on_phones_rows_of_choices_that_wrap_fill_their_lines(look: Look) -> None:
    page = look("princes-begun", PHONE)
    page.locator("details:has(.seg)").evaluate_all("parts => parts.forEach(part => { part.open = true })")
    rows = page.evaluate(WRAPPED_CHOICES)
    for address in ("/account/settings/", "/tables/new/?game=princes"):
        page.goto(address)
        page.evaluate("document.fonts.ready")
        rows += page.evaluate(WRAPPED_CHOICES)
    assert rows
    assert max(space for row in rows for space in row) < 4


def test_on_phones_the_seats_cover_no_hand_under_the_first_steps(sit: Sit) -> None:
    page = sit(**PHONE).page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#first-steps")).to_be_visible()
    expect(page.locator("#match :is(.hand, .rhand)")).to_be_visible()
    assert page.evaluate(COVERED, "#match :is(.hand, .rhand)") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_the_game_is_in_sight_whole_or_not_at_all(look: Look, game: str) -> None:
    for width in (320, 360, 390, 430):
        above, below, beside, line = look(f"{game}-midway", {"width": width, "height": 740}).evaluate(NAME)
        whole = above >= 0 and below <= 0 and beside <= 0
        assert whole or above >= line - 1


@pytest.mark.parametrize("window", [PHONE, LAPTOP, DESK], ids=["phone", "laptop", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_lies_where_it_lay_whichever_seat_decides(look: Look, game: str, window: dict[str, int]) -> None:
    page = look(f"{game}-late", window)
    there = page.evaluate(PLACES)
    page.locator("#step-back").click()
    expect(page.locator("#match")).to_have_attribute("data-mood", "past")
    assert page.evaluate(PLACES) == there
    if window == PHONE:  # on other windows the seats above the board may have more or fewer rows
        for moment in ("begun", "waiting"):
            assert look(f"{game}-{moment}", window).evaluate(PLACES)[0] == there[0]


@pytest.mark.parametrize("window", [PHONE, LAPTOP, DESK], ids=["phone", "laptop", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_seats_own_has_its_place(look: Look, game: str, window: dict[str, int]) -> None:
    for match in ("late", "three"):
        page = look(f"{game}-{match}", window)
        assert page.evaluate(WRAPPED) == []
        page.evaluate(TWO_FIGURES)
        assert page.evaluate(WRAPPED) == []


@pytest.mark.parametrize("width", [1280, 1366, 1440])
def test_what_the_numbers_of_the_market_are_stands_in_one_line_over_them(look: Look, width: int) -> None:
    page = look("princes-late", {"width": width, "height": 900})
    title = page.locator(".pmarket h2").bounding_box()
    goods = page.locator(".pmarket tbody").bounding_box()
    assert title is not None
    assert goods is not None
    for heading in page.locator(".pmarket thead th:nth-last-child(-n + 2)").all():
        box = heading.bounding_box()
        assert box is not None
        assert title["y"] - 2 <= box["y"]
        assert box["y"] + box["height"] <= goods["y"] + 2


@pytest.mark.parametrize("width", [650, 900, 1024, 1130])
def test_the_numbers_of_the_market_stay_in_its_panel(look: Look, width: int) -> None:
    page = look("princes-late", {"width": width, "height": 900})
    assert page.locator(".pmarket").evaluate("panel => panel.scrollWidth <= panel.clientWidth")


@pytest.mark.parametrize("width", [650, 760])
def test_what_five_seats_own_is_no_wider_than_the_window(look: Look, width: int) -> None:
    page = look("princes-late", {"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


NAMES_OUTSIDE = """() => {
    const map = document.querySelector(".pmap").getBoundingClientRect();
    return [...document.querySelectorAll(".plab > .only-wide")]
        .filter(plate => {
            const box = plate.getBoundingClientRect();
            return !box.width || box.left < map.left || box.right > map.right || box.bottom > map.bottom;
        })
        .map(plate => plate.textContent.trim());
}"""

LETTERS = """() => {
    const name = document.querySelector(".plab > .only-wide .plab__name");
    return parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a;
}"""


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 10), (1366, 625, 9), (1024, 768, 9)])
def test_the_city_is_seen_whole_and_with_its_names_in_a_low_window(
    look: Look, width: int, height: int, least: int
) -> None:
    page = look("princes-late", {"width": width, "height": height})
    map_box = page.locator(".pmap").bounding_box()
    assert map_box is not None
    assert map_box["y"] + map_box["height"] <= height
    assert page.evaluate(NAMES_OUTSIDE) == []
    assert page.evaluate(LETTERS) > least


LIT = """() => [...document.querySelectorAll(".xchip")].filter(arrow => arrow.getClientRects().length).map(arrow => {
    const {x, y, width, height} = arrow.getBoundingClientRect();
    const stair = document.querySelector(`[data-at=stair-${arrow.value.at(-1)}]`).getBoundingClientRect();
    const [across, down] = [x + width / 2 - stair.x - stair.width / 2, y + height / 2 - stair.y - stair.height / 2];
    return [Math.min(width, height), Math.hypot(across, down)];
})"""


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_the_stairs_are_quiet_until_a_card_is_chosen(look: Look, window: dict[str, int]) -> None:
    page = look("machu_picchu-begun", window)
    cards = page.locator("label.xcard")
    free = page.locator(".xpick").count()
    assert page.evaluate(LIT) == []
    for card in cards.all():
        card.click()
        page.mouse.move(0, 0)
        arrows = page.evaluate(LIT)
        assert len(arrows) == free
        assert all(size >= 44 and beside < 4 for size, beside in arrows)
        box = card.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


ON_THE_NUMBER = """() => [...document.querySelectorAll(".depot")].filter(depot => {
    const name = document.createRange();
    name.selectNodeContents(depot.querySelector("h2"));
    return name.getBoundingClientRect().right > depot.querySelector(".depot__value").getBoundingClientRect().left;
}).length"""


def test_the_name_of_a_depot_leaves_room_for_its_stones(look: Look) -> None:
    page = look("machu_picchu-late", {"width": 1366, "height": 768})
    page.evaluate("document.querySelectorAll('.depot__value').forEach(value => { value.textContent = '+17'; })")
    assert page.evaluate(ON_THE_NUMBER) == 0


@pytest.mark.parametrize("game", GAMES)
def test_parts_stand_in_the_order_in_which_the_keyboard_goes_through_them(look: Look, game: str) -> None:
    order = look(f"{game}-late", PHONE).evaluate(ORDER)
    assert order == sorted(order)
    assert [place for _top, place in order] == sorted(place for _top, place in order)


def test_a_step_that_the_log_does_not_reach_is_told_by_its_number(look: Look) -> None:
    page = look("rapa_nui-late", DESK)
    page.goto(f"{page.url}?step=3")
    expect(page.locator("#question")).to_contain_text(re.compile(r"Looking back: step 3 of \d+"))
    page.goto(page.url.replace("step=3", "step=0"))
    expect(page.locator("#question")).to_contain_text("Before the first action")


def test_one_button_leads_back_to_now_and_the_log_shows_the_step(look: Look) -> None:
    page = look("rapa_nui-late", DESK)
    for _step in range(6):
        step = page.locator("#match").get_attribute("data-step")
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("before => document.getElementById('match').dataset.step !== before", arg=step)
    shown = page.locator("#log [aria-current=step]")
    expect(shown).to_have_attribute("data-step", page.locator("#match").get_attribute("data-step") or "")
    box, log = shown.bounding_box(), page.locator("#log").bounding_box()
    assert box is not None
    assert log is not None
    assert log["y"] <= box["y"] < log["y"] + log["height"]
    expect(page.get_by_role("link", name="Back to now")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#log [aria-current]")).to_have_count(0)


LONG_CLOCKS = """() => {
    for (const clock of document.querySelectorAll(".seat [data-left]")) clock.textContent = "23 hours 59 minutes";
    return [...document.querySelectorAll(".seat:has([data-left])")].map(seat => {
        const place = part => seat.querySelector(part).getBoundingClientRect();
        const [name, note] = [place(".seat__name"), place(".seat__note")];
        const {scrollWidth, clientWidth} = seat.querySelector(".seat__name");
        return {name: name.width, whole: scrollWidth <= clientWidth, apart: note.left - name.right,
            inside: place(".stock").right - note.right};
    });
}"""


@pytest.mark.parametrize("match", ["waiting", "three"])
def test_a_long_clock_leaves_room_for_the_name(look: Look, match: str) -> None:
    [seat] = look(f"rapa_nui-{match}", PHONE).evaluate(LONG_CLOCKS)
    assert seat["whole"] or seat["name"] > 40
    assert seat["inside"] >= 0
    assert match == "three" or seat["apart"] >= 0


@pytest.mark.parametrize("game", GAMES)
def test_in_low_windows_the_name_of_the_one_who_decides_is_whole(look: Look, game: str) -> None:
    name = look(f"{game}-late", {"width": 1366, "height": 768}).locator(".is-turn .seat__name")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_the_one_who_decides_reads_the_clock_beside_the_sentence_and_at_the_foot_of_a_phone(look: Look) -> None:
    for window, part in ((DESK, ".turnbar"), (PHONE, ".quickbar")):
        page = look("rapa_nui-late", window)
        left = page.locator(f"{part} [data-left]")
        expect(left).to_be_visible()
        expect(left).to_have_text(page.locator(".seat [data-left]").text_content() or "-")
        expect(page.locator(".seat [data-left]")).to_be_visible(visible=window == DESK)


LONG_BAR = """([task, step, left, bank]) => {
    const bar = document.querySelector(".turnbar");
    bar.querySelector(".turnbar__say").textContent = task;
    bar.querySelector("[data-left]").textContent = left;
    bar.querySelector(".clock__bank").textContent = bank;
    const last = bar.querySelector(".catch__step[aria-current] > span:last-child");
    last.textContent = step;
    last.parentElement.classList.add("catch__step--long");
    const parts = [bar, bar.querySelector(".turnbar__say"), bar.querySelector(".turnbar__clock"), last];
    const within = 3;  // letters reach a little beyond their line
    const isWhole = part => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight + within;
    return parts.filter(part => part.checkVisibility() && !isWhole(part)).map(part => part.className || part.innerText);
}"""
"""What is cut off in the bar above the board: task, latest step or clock."""

LONG_BARS = {
    "de": (
        "Du bist am Zug: Lege eine Karte auf eine Treppe",
        "Maximilian stellt die Stele zwischen 13 und 14, den Adler auf Stufe 4",
        "1 Tag 23 Stunden",
        "+15 Minuten",
    ),
    "hu": (
        "Te jössz: rakj egy kártyát egy lépcsőre",
        "Maximilian cserél: 13 és 14, 4. szinttől, és bejelenti a játék végét",
        "1 nap 23 óra",
        "+15 perc",
    ),
    "zh-hans": (
        "轮到你了：在石阶上放一张牌",
        "Maximilian 从第4层起交换13号塔和14号塔，并宣布终局",
        "1天23小时",
        "+15分钟",
    ),
}
"""Long sentences of the bar by language: the task, the latest step, the time left and the bank."""


@pytest.mark.parametrize("width", [1440, 1366, 1024])
@pytest.mark.parametrize("language", LONG_BARS)
def test_the_bar_above_the_board_cuts_off_no_long_sentence(look: Look, language: str, width: int) -> None:
    page = look("rapa_nui-late", DESK | {"width": width})
    assert page.evaluate(LONG_BAR, LONG_BARS[language]) == []


CHANGE_BESIDE = """word => {
    const seat = document.querySelector(".seat");
    seat.querySelector(".stock--cards .change")?.remove();
    seat.querySelector(".stock--cards").insertAdjacentHTML("beforeend", '<span class="change">+2</span>');
    const label = seat.querySelector(".stock--glory .stock__label");
    label.textContent = word;
    const letters = document.createRange();
    letters.selectNodeContents(label);
    return seat.querySelector(".stock--cards .change").getBoundingClientRect().left
        - letters.getBoundingClientRect().right;
}"""
"""The room between the word for glory and a change of the cards beside it."""


def test_in_rapa_nui_the_change_of_the_cards_does_not_touch_the_longest_word_for_glory(look: Look) -> None:
    assert look("rapa_nui-late", DESK).evaluate(CHANGE_BESIDE, "dicsőség") >= 2


LONG_FOOT = """([task, left]) => {
    document.querySelector(".quickbar b").textContent = task;
    document.querySelector(".quickbar [data-left]").textContent = left;
    const foot = document.querySelector(".quickbar").getBoundingClientRect();
    return [...document.querySelectorAll(".quickbar :is(b, [data-left], .clock__bank, .btn)")]
        .map(part => part.getBoundingClientRect())
        .map(box => [box.left - foot.left, foot.right - box.right, box.top - foot.top, foot.bottom - box.bottom]);
}"""


LINES = """() => {
    const task = document.querySelector(".quickbar b");
    return Math.round(task.getBoundingClientRect().height / parseFloat(getComputedStyle(task).lineHeight));
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_a_long_clock_at_the_foot_leaves_room_for_task_and_button(look: Look, width: int) -> None:
    page = look("rapa_nui-begun", PHONE | {"width": width})
    for task, left in (
        ("Move your prince", "23 hours 59 minutes"),
        ("Deinen Prinzen bewegen", "23 Stunden 59 Minuten"),
    ):
        assert min(space for box in page.evaluate(LONG_FOOT, [task, left]) for space in box) >= 0
        assert page.evaluate(LINES) == 1


def smallest(page: Page, parts: str) -> float:
    """Width or height of the narrowest of the parts, which must be there."""
    boxes = [box for part in page.locator(parts).all() if (box := part.bounding_box()) is not None]
    return min(min(box["width"], box["height"]) for box in boxes)


@pytest.mark.parametrize("moment", ["begun", "midway", "late"])
def test_on_phones_the_ways_between_towers_are_large_enough_for_a_finger(look: Look, moment: str) -> None:
    assert smallest(look(f"maya-{moment}", PHONE), ".mpath__go:visible") >= 44


def test_on_phones_a_way_opens_its_levels_over_the_board(look: Look) -> None:
    page = look("maya-midway", PHONE)
    for way in page.locator(".mpath").all():
        spots = way.locator(".mspot")
        expect(spots.first).to_be_hidden()
        way.locator(".mpath__go").tap()
        expect(page.locator(".mpath.is-open")).to_have_count(1)
        expect(spots.first).to_be_in_viewport(ratio=1)
        board = page.locator("#display").bounding_box()
        assert board is not None
        for spot in spots.all():
            box = spot.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert board["x"] <= box["x"]
            assert box["x"] + box["width"] <= board["x"] + board["width"]
            assert board["y"] <= box["y"]
            assert box["y"] + box["height"] <= board["y"] + board["height"]
        way.locator(".mpath__go").tap()
        expect(way).not_to_have_class(re.compile("is-open"))
    way = page.locator(".mpath").first
    way.locator(".mpath__go").tap()
    way.locator(".mspot").first.tap()
    expect(page.locator("#preview")).to_be_visible()
    expect(way).to_have_class(re.compile("is-open"))
    page.locator("#preview-not").tap()
    expect(way).not_to_have_class(re.compile("is-open"))
    assert page.locator("#match").get_attribute("data-mood") == "mine"


AROUND = """() => ["width", "height"].map(
    size => parseFloat(getComputedStyle(document.querySelector(".para"), "::after")[size]))"""


def test_on_phones_contents_and_numbers_of_the_rules_are_large_enough_for_a_finger(look: Look) -> None:
    page = look("maya-begun", PHONE)
    for game in GAMES:
        page.goto(f"/rules/{game}/")
        assert smallest(page, ".toc a:visible") >= 44
        assert min(page.evaluate(AROUND)) >= 44


COLOURS = """() => ["#question", "#ask"].map(part => getComputedStyle(document.querySelector(part)).color)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("match", ["rapa_nui-late", "rapa_nui-three"], ids=["my turn", "a question"])
def test_what_lies_on_the_sentence_has_its_colour(look: Look, match: str, theme: Literal["light", "dark"]) -> None:
    page = look(match, PHONE)
    page.emulate_media(color_scheme=theme)
    sentence, question_mark = page.evaluate(COLOURS)
    assert sentence == question_mark


GROUNDS = """([chosen, other]) =>
    [chosen, other].map(part => getComputedStyle(document.querySelector(part)).backgroundColor)"""


CHOSEN = {
    "/account/settings/": (".seg label", ".dyesets label"),
    "/tables/new/?game=maya": (".pick", ".create__games a"),
    "/archive/?game=maya": (".filter a", ".site__nav a"),
    "/leaderboards/maya/": (".gtab", ".seg a"),
}


def test_what_is_chosen_is_seen_in_forced_colours(look: Look) -> None:
    page = look("maya-late", DESK)
    page.emulate_media(forced_colors="active")
    for address, choices in CHOSEN.items():
        page.goto(address)
        for choice in choices:
            chosen = f"{choice}:is([aria-current], :has(:checked))"
            one, two = page.evaluate(GROUNDS, [chosen, f"{choice}:not({chosen})"])
            assert one != two, f"{choice} at {address}"


def test_on_phones_the_choice_of_a_game_is_one_line_and_the_chosen_one_in_sight(look: Look) -> None:
    page = look("maya-late", PHONE)
    page.goto("/archive/?game=princes")
    line = page.locator(".filter").bounding_box()
    assert line is not None
    assert line["height"] < 60
    expect(page.locator(".filter [aria-current]")).to_be_in_viewport(ratio=0.9)
    first = page.locator(".filter a").first
    first.focus()  # nothing covers what has the focus
    expect(first).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("window", [(1024, 768), (1440, 900)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_form_for_a_new_table_fits_one_screen(look: Look, game: str, window: tuple[int, int]) -> None:
    page = look("maya-begun", {"width": window[0], "height": window[1]})
    page.goto(f"/tables/new/?game={game}")
    expect(page.locator(".create__more")).not_to_have_attribute("open", "")
    box = page.locator(".create > .fields").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= window[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= window[0]


def ply(page: Page) -> str | None:
    return page.locator("#match").get_attribute("data-ply")


def test_a_phone_tells_what_a_thing_is_and_moves_nothing(look: Look) -> None:
    page = look("rapa_nui-late", PHONE)
    page.locator("#match .spot").first.scroll_into_view_if_needed()
    before, there = ply(page), page.evaluate(PLACES)
    reminder, ask = page.locator("#reminder"), page.get_by_role("button", name="What is this?")
    expect(reminder).to_be_hidden()
    ask.tap()
    expect(reminder).to_be_visible()
    page.locator("#display .spot").first.tap()
    expect(reminder.locator("a")).to_have_attribute("href", re.compile("#RAP-"))
    expect(page.locator("#live")).to_contain_text("Rules,")
    expect(page.locator("#preview")).to_be_hidden()
    assert page.evaluate(PLACES) == there
    reminder.get_by_role("button", name="Close").tap()
    expect(reminder).to_be_hidden()
    expect(ask).to_be_focused()
    # Things that cannot be played show their rule at once.
    page.locator("[data-at^=supply]:not(:has(.spot)), #tables [data-at]").first.tap()
    expect(reminder).to_be_visible()
    page.keyboard.press("Escape")
    expect(reminder).to_be_hidden()
    assert ply(page) == before
