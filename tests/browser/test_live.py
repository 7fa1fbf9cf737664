"""Several browsers at one table: everyone sees every action at once, and nobody sees more than they may."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Response, expect

from tests.browser.conftest import Sit
from tests.browser.tables import table_for_two
from tests.browser.ways import on_the_board
from tests.stack.site import PATIENCE, RunningSite, wait_until

pytestmark = pytest.mark.browser

MOST_ROUNDS = 40

HAS_TICKED = "() => document.querySelector('#match [data-warning] [data-left]').dataset.left.includes('.')"
"""The server sends whole seconds."""

SEES_A_LIGHT = """place => {
    dispatchEvent(new Event("focus"));
    return document.querySelector(place);
}"""

TOLD = """news => sockets.filter(socket => socket.url.includes("/ws/match/")).forEach(
    socket => socket.onmessage(new MessageEvent("message", { data: JSON.stringify(news) })))"""


def test_a_member_who_sits_down_writes_to_those_who_wait_there(sit: Sit) -> None:
    host, member = sit(), sit()
    host.sign_up("Hekii")
    member.sign_up("Akivi")
    member.page.goto(host.open_table("somebody", "somebody", seats=3))
    member.page.get_by_role("button", name="Sit down").click()
    field = member.page.locator("#chat-text")
    field.fill("Iorana!")
    field.press("Enter")
    expect(host.page.locator("#chat-lines")).to_contain_text("Iorana!")


def test_who_has_the_match_open_has_a_light_at_their_seat(sit: Sit) -> None:
    host, friend, _address = table_for_two(sit, "Rano")
    for person in (host, friend):
        # A page asks three times a minute, and whenever its reader comes back to the window. Seats are drawn.
        own, others = person.page.locator(".seat:has(.seat__you)"), person.page.locator(".seat:not(:has(.seat__you))")
        person.page.wait_for_function(SEES_A_LIGHT, arg=".seat:not(:has(.seat__you)) .lamp", polling=500)
        expect(own.locator(".lamp")).to_have_count(0)
        expect(others.locator(".lamp")).to_have_text(["here now"])
    mover = next(person for person in (host, friend) if person.mood == "mine")
    ply = mover.ply
    on_the_board(mover, Random(1))
    expect(mover.page.locator(f'#match:not([data-ply="{ply}"])')).to_be_visible()
    expect(mover.page.locator(".seat .lamp")).to_have_text(["here now"])


def test_two_play_and_a_third_watches_live(sit: Sit) -> None:
    host, friend, address = table_for_two(sit, "Marama", only_listen=True)
    watcher = sit(reduced_motion="reduce")
    watcher.only_listens()
    watcher.page.goto(address)
    expect(watcher.page.get_by_role("heading", name="You’re watching")).to_be_visible()
    loads: list[str] = []
    for person in (host, friend, watcher):
        person.page.on("load", lambda page: loads.append(page.url))
    fetched: list[str] = []
    watcher.page.on("request", lambda asked: fetched.append(asked.url) if "?ply=" in asked.url else None)

    rng = Random(5)
    for _ in range(12):
        mover = host if host.mood in ("mine", "ask") else friend
        ply = mover.ply
        on_the_board(mover, rng)
        for person in (mover, host, friend, watcher):
            person.wait_past(ply)
        # The player who decides next got the same news, so the next round need not wait.
        assert {host.mood, friend.mood} & {"mine", "ask"}
        assert watcher.mood == "watch"
        assert watcher.spots.count() == 0
        assert "Your hand" not in watcher.match.inner_text()
    assert loads == []
    assert len(fetched) <= 6  # news contain what is shown; only a newly opened socket begins with a request


IDS = """async () => {
  const whole = await (await fetch(location.href, { headers: { "HX-Request": "true" } })).text();
  const fresh = new DOMParser().parseFromString(whole, "text/html").getElementById("match");
  const marks = document.createTreeWalker(document.getElementById("match"), NodeFilter.SHOW_COMMENT);
  const ids = (element) => [...element.querySelectorAll("[id]")].map(({ id }) => id).sort();
  return [marks.nextNode() === null, ids(fresh), ids(document.getElementById("match"))];
}"""
"""Whether the page has no marks of left-out pieces; the IDs it would have if sent whole; and the IDs it has."""


def test_answers_leave_out_what_the_page_has_and_the_page_is_whole(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Vai")
    answers: list[Response] = []
    for person in (host, friend):
        person.page.on("response", lambda answer: answers.append(answer) if "match-pieces" in answer.headers else None)
    rng = Random(6)
    texts: list[str] = []
    patched: list[int] = []
    for _ in range(MOST_ROUNDS):
        mover = host if host.mood in ("mine", "ask") else friend
        ply = mover.ply
        on_the_board(mover, rng)
        for person in (host, friend):
            person.wait_past(ply)
            is_clean, expected, shown = person.page.evaluate(IDS)
            assert is_clean
            assert {each for each in expected if not each.startswith("chat")} <= set(shown)
        while answers:
            texts.append(answers.pop(0).text())
        patched = [len(text) for text in texts if "<!--=" in text]
        if len(patched) >= 5:  # another process than before sends everything
            break
    assert median(patched) < max(map(len, texts)) / 2


def test_a_link_table_is_not_shown_to_strangers(sit: Sit) -> None:
    host, _, address = table_for_two(sit, "Tavake", access="link")
    stranger = sit()
    answer = stranger.page.request.get(address)
    assert answer.status == 404
    assert host.ply == 0


def test_what_happened_is_said_and_the_keyboard_goes_on(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Heva")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    mover.actions.last.focus()
    ply = mover.ply
    mover.page.keyboard.press("Enter")
    for person in (mover, other):
        person.wait_past(ply)
    expect(mover.page.locator("#live")).to_contain_text("You play")
    expect(other.page.locator("#live")).to_contain_text("plays")
    assert mover.page.evaluate("document.activeElement.closest('#actions') !== null")


def test_what_is_half_written_in_the_chat_outlives_an_action(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Nanihi")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    other.page.get_by_role("tab", name="Chat").click()
    field = other.page.locator(".side #chat-text")
    field.press_sequentially("Iorana")
    ply = other.ply
    mover.actions.first.click()
    other.wait_past(ply)
    field.press_sequentially("!")
    expect(field).to_have_value("Iorana!")
    field.press("Enter")
    for person in (mover, other):
        expect(person.page.locator("#chat-lines")).to_contain_text("Iorana!")
    expect(field).to_have_value("")


def test_times_are_those_of_the_reader_and_without_scripts_say_that_they_are_utc(sit: Sit) -> None:
    kolkata = sit(timezone_id="Asia/Kolkata")
    kolkata.play_now()
    kolkata.wait_for_decision()
    ply = kolkata.ply
    on_the_board(kolkata, Random(7))
    kolkata.wait_past(ply)
    kolkata.page.reload()
    moment = kolkata.page.locator("#log time").first.get_attribute("datetime") or ""
    made_at = datetime.fromisoformat(moment)
    there = f"{made_at.astimezone(ZoneInfo('Asia/Kolkata')):%H:%M}"
    line = f"#log time[datetime='{moment}']"  # the computer may play in the meantime
    expect(kolkata.page.locator(line).first).to_have_text(there)
    expect(kolkata.page.get_by_text("Times are in UTC.")).to_be_hidden()

    def plainly(cookies: list[Any]) -> tuple[str, bool]:
        """How a browser without scripts shows that moment, and whether it says that it is UTC."""
        plain = sit(java_script_enabled=False, timezone_id="Asia/Kolkata")
        plain.page.context.add_cookies(cookies)
        plain.page.goto(kolkata.page.url)
        time = plain.page.locator(line).first
        return time.inner_text(), plain.page.get_by_text("Times are in UTC.").is_visible()

    # A known device has reported its zone once; a stranger's zone is unknown.
    known = [cookie for cookie in kolkata.page.context.cookies() if cookie["name"] != "zone"]
    assert plainly(known) == (there, False)
    assert plainly([]) == (f"{made_at:%H:%M}", True)


def test_a_waiting_table_asks_while_it_is_hidden_too(sit: Sit) -> None:
    host = sit()
    host.sign_up("Anakena")
    address = host.open_table("somebody", seats=2)
    host.page.clock.install()
    host.page.reload()
    host.wait_until_it_hears()
    host.page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    host.page.wait_for_load_state("networkidle")
    with host.page.expect_request(lambda request: request.url.endswith(address)):
        host.page.clock.fast_forward(21_000)


def test_a_lost_connection_is_shown_and_made_good(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Rongo")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    other.page.context.set_offline(True)
    other.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(other.page.locator("#offline")).to_be_visible()
    ply = mover.ply
    mover.actions.last.click()
    mover.wait_past(ply)
    other.page.context.set_offline(False)
    other.wait_past(ply)
    expect(other.page.locator("#offline")).to_be_hidden()


def test_a_turn_that_came_while_the_connection_was_lost_stands_in_the_header(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Haoa")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    other.page.goto("/rules/")
    other.wait_until_it_hears()
    sign = other.page.locator("#your-turn")
    expect(sign).to_be_hidden()
    other.page.context.set_offline(True)
    other.page.evaluate("sockets.forEach(socket => socket.close())")
    rng = Random(3)
    while mover.mood in ("mine", "ask"):
        ply = mover.ply
        on_the_board(mover, rng)
        mover.wait_past(ply)
    expect(sign).to_be_hidden()
    other.page.context.set_offline(False)
    expect(sign).to_be_visible()  # it retries after growing pauses


def test_the_player_to_move_is_told_once_that_time_gets_short(sit: Sit, site: RunningSite) -> None:
    host, friend, address = table_for_two(sit, "Kainga")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    clock = mover.page.locator("#match [data-warning]").first
    said = mover.page.locator("#live")
    give(site, address, timedelta(minutes=105, seconds=50))
    mover.page.reload()
    expect(clock).to_contain_text("1 hour 30 minutes left")
    expect(clock.locator(".clock__bank")).to_have_text(re.compile(r"\+15 minutes"))
    expect(said).to_be_empty()
    give(site, address, timedelta(seconds=40))
    mover.page.reload()
    expect(said).to_contain_text(re.compile("You’re running out of time: 0:[0-3]"))
    expect(clock.locator(".clock__bank")).to_be_hidden()
    expect(clock.locator(".clock__from")).to_be_visible()
    shown = clock.locator("[data-left]").inner_text()
    said.evaluate("live => live.textContent = ''")
    expect(clock.locator("[data-left]")).not_to_have_text(shown)
    expect(said).to_be_empty()
    expect(other.page.locator("[data-warning]")).to_have_count(0)


def give(site: RunningSite, address: str, left: timedelta) -> None:
    """Leave this much time to the player whose turn it is in the match at this URL."""
    with closing(sqlite3.connect(site.folder / "site.sqlite3", timeout=60)) as database, database:
        when = f"{datetime.now(UTC) + left:%Y-%m-%d %H:%M:%S.%f}"
        code = address.rstrip("/").rpartition("/")[2]
        changed = database.execute("UPDATE games_match SET deadline = ? WHERE code = ?", (when, code))
        assert changed.rowcount == 1


def test_a_machine_whose_time_is_wrong_by_any_amount_shows_what_is_left(sit: Sit, site: RunningSite) -> None:
    host, friend, address = table_for_two(sit, "Poike")
    page = (host if host.mood == "mine" else friend).page
    give(site, address, timedelta(minutes=9))  # with less than ten minutes left every second is shown
    clock = page.locator("#match [data-warning]").first

    def is_right() -> bool:
        deadline = datetime.fromisoformat(clock.get_attribute("data-deadline") or "")
        shown = float(clock.locator("[data-left]").get_attribute("data-left") or 0)
        return abs((deadline - datetime.now(UTC)).total_seconds() - shown) < 4

    for wrong in (timedelta(seconds=19), timedelta(seconds=-19), timedelta(days=3), timedelta(hours=-5)):
        page.clock.set_system_time(datetime.now(UTC) + wrong)
        page.reload()
        page.wait_for_function(HAS_TICKED)
        wait_until(is_right, PATIENCE)
        expect(page.locator(".clock--short")).to_have_count(0)
    with page.expect_response(page.url):  # it asks how much is left
        page.clock.set_system_time(datetime.now(UTC) + timedelta(minutes=5))  # put forward under an open page
    wait_until(is_right, PATIENCE)


def test_a_page_that_waits_for_what_was_lost_with_a_backup_believes_the_answer_and_goes_on(sit: Sit) -> None:
    host, friend, address = table_for_two(sit, "Tahai")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    other.wait_until_it_hears()
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url) if request.url.startswith(address) else None)
    with other.page.expect_response(lambda response: response.url.startswith(address)) as answer:
        other.page.evaluate(TOLD, {"type": "match.changed", "match": address.rstrip("/")[-8:], "ply": other.ply + 7})
    assert answer.value.status == 204
    other.page.wait_for_timeout(2000)  # enough for a page that keeps asking to ask eight times
    assert len(asked) == 1
    ply = mover.ply
    mover.actions.last.click()
    mover.wait_past(ply)
    other.wait_past(ply)


def test_the_title_calls_whose_turn_it_is(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Hotu")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    expect(mover.page).to_have_title("● Rapa Nui · Machu Picchu")
    expect(other.page).to_have_title("Rapa Nui · Machu Picchu")


def test_hovering_a_button_rings_its_place_and_the_other_way_round(sit: Sit) -> None:
    guest = sit()
    guest.play_now()
    guest.wait_for_decision()
    button = guest.page.locator("#act button[data-target^=hand]").first
    place = guest.page.locator(f"[data-place={button.get_attribute('data-target')}]").first
    button.hover()
    expect(place).to_contain_class("is-hover")
    place.hover()
    expect(button).to_contain_class("is-hover")


def test_leaving_asks_first_and_a_computer_plays_on(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Nuku", "beginner")
    host.page.get_by_text("Leave the match", exact=True).click()
    host.page.get_by_role("button", name="Yes, leave").click()
    expect(friend.page.locator(".seat__note", has_text="is playing on")).to_be_visible()
    expect(host.page.get_by_role("heading", name="You’re watching")).to_be_visible()


def test_leaving_a_table_for_two_ends_the_match(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Rapu")
    host.page.get_by_text("Resign", exact=True).click()
    host.page.get_by_role("button", name="Yes, resign").click()
    expect(friend.page.locator("#question")).to_contain_text("resigned")
    expect(host.page.locator("#result")).to_contain_text("A player resigned")


RINGS_STAY = "const later = setTimeout; setTimeout = (task, delay) => delay === 2000 || later(task, delay);"
"""Stops rings from disappearing when their time is over."""


def test_a_result_shows_neither_rings_nor_first_steps(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Vaitea")
    host.page.emulate_media(reduced_motion="reduce")
    host.page.add_init_script(RINGS_STAY)
    host.page.reload()
    host.wait_until_it_hears()
    rings, strip = host.page.locator(".arrived"), host.page.locator("#first-steps")
    expect(strip).to_be_visible()
    mover = host if host.mood == "mine" else friend
    mover.wait_until_presses_count()
    mover.actions.filter(has_text="Play").first.click()
    expect(rings.first).to_be_visible()
    friend.page.get_by_text("Resign", exact=True).click()
    friend.page.get_by_role("button", name="Yes, resign").click()
    expect(host.page.locator("#result")).to_be_visible()
    expect(rings).to_have_count(0)
    expect(strip).to_be_hidden()


def test_a_stale_page_gets_the_fresh_board_and_a_word(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Maui")
    mover = host if host.mood == "mine" else friend
    page = mover.page
    page.evaluate("document.querySelector('#act [name=ply]').value = 999")
    mover.actions.last.click()
    expect(page.locator("#match [role=alert]")).to_be_visible()
    mover.wait_until_presses_count()
    ply = mover.ply
    mover.actions.last.click()
    mover.wait_past(ply)
    expect(page.locator("#match [role=alert]")).to_have_count(0)


def test_the_invitation_is_copied(sit: Sit) -> None:
    host = sit(permissions=["clipboard-write"])
    host.sign_up("Vaite")
    host.open_table("somebody", seats=2)
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    link = host.page.locator("#invitation").input_value()
    # Pages may not read the clipboard (Permissions-Policy); people may paste.
    field = host.page.locator(".waiting #chat-text")
    field.press("Control+V")
    expect(field).to_have_value(link)


def test_an_answer_that_comes_late_closes_nothing(sit: Sit) -> None:
    host, _, _ = table_for_two(sit, "Tiare")
    page = host.page
    page.get_by_text("Resign", exact=True).click()
    with page.expect_response(lambda answer: answer.url.endswith("?ply=999")) as late:
        page.evaluate("document.getElementById('match').setAttribute('hx-get', location.pathname + '?ply=999')")
        page.evaluate("dispatchEvent(new Event('focus'))")
    assert late.value.status == 200
    late.value.finished()
    page.wait_for_timeout(300)
    expect(page.get_by_role("button", name="Yes, resign")).to_be_visible()


def test_what_is_open_stays_open_while_others_play(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Hotuiti")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    folds = [other.page.locator(f"#{fold}") for fold in ("in-words", "resign")]
    for fold in folds:
        fold.locator("> summary").click()
    ply = mover.ply
    on_the_board(mover, Random(3))
    other.wait_past(ply)
    for fold in folds:
        expect(fold).to_have_attribute("open", "")


TRY = """button => {
    const body = new FormData(button.form, button);
    body.set("once", crypto.randomUUID());
    return fetch(button.form.action, { method: "POST", body });
}"""
"""Requests a test notice as a freshly loaded page would: a page that sends the same thing twice starts it only once."""


def test_a_notice_lies_over_the_page_and_moves_nothing_of_it(sit: Sit) -> None:
    reader = sit(width=360, height=740)
    page = reader.page
    reader.sign_up("Tangaroa")
    page.goto("/notices/settings/")
    reader.wait_until_it_hears()
    there = page.locator("h1").bounding_box()
    button = page.locator(".tries button[value=pages]")
    news = page.locator("#news > li")
    for _ in range(4):
        latest = page.locator("#news > li:last-child")
        latest.evaluate_all("found => found.forEach(li => li.classList.add('seen'))")
        button.evaluate(TRY)
        expect(page.locator("#news > li:last-child:not(.seen)")).to_have_count(1)
    expect(news).to_have_count(3)
    assert page.locator("h1").bounding_box() == there
    expect(page.locator("#live")).to_contain_text("test")
    expect(news.filter(visible=True)).to_have_count(1)
    news.last.get_by_role("button", name="Close").click()
    expect(news).to_have_count(2)
    assert page.locator("main").evaluate("main => main === document.activeElement")
