"""Log, chat and rules are tabs beside the board in wide windows, and stand under each other elsewhere."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Look, Sit
from tests.browser.tables import table_for_two
from tests.browser.ways import on_the_board

pytestmark = pytest.mark.browser

PARTS = ("#log", "#chat-lines", "#short-rules")


def shown(page: Page) -> list[str]:
    """The parts that are in sight."""
    return [part for part in PARTS if page.locator(part).is_visible()]


def test_the_chosen_tab_stays_while_others_play_and_on_the_next_page(sit: Sit) -> None:
    host, friend, _ = table_for_two(sit, "Hanatea")
    mover, other = (host, friend) if host.mood == "mine" else (friend, host)
    log, chat, rules = other.page.get_by_role("tab").all()
    expect(log).to_have_attribute("aria-selected", "true")
    assert shown(other.page) == ["#log"]
    log.focus()
    other.page.keyboard.press("ArrowLeft")
    expect(rules).to_be_focused()
    assert shown(other.page) == ["#short-rules"]
    other.page.keyboard.press("ArrowLeft")
    expect(chat).to_be_focused()
    assert shown(other.page) == ["#chat-lines"]
    expect(other.page.get_by_role("tabpanel")).to_have_accessible_name("Chat")
    ply = other.ply
    on_the_board(mover, Random(3))
    other.wait_past(ply)
    assert shown(other.page) == ["#chat-lines"]
    expect(other.page.locator("#live")).to_contain_text("plays")  # what the log behind the chat says is told
    other.page.reload()
    expect(other.page.get_by_role("tab", selected=True)).to_have_text("Chat")
    assert shown(other.page) == ["#chat-lines"]
    field = other.page.locator("#chat-text")
    field.fill("Iorana!")
    field.press("Enter")
    expect(mover.page.get_by_role("tab", name="Chat")).to_contain_text("1 new message")
    mover.page.get_by_role("tab", name="Chat").click()
    mover.page.get_by_role("button", name="Mark as read").click()
    expect(mover.page.get_by_role("tab", name="Chat")).not_to_contain_text("new message")


def test_one_writes_to_the_others_without_scrolling_also_beside_seven_choices(look: Look) -> None:
    page = look("rapa_nui-late", {"width": 1440, "height": 900})
    expect(page.locator("#actions .act")).to_have_count(7)
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator("#chat-text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#chat-send")).to_be_in_viewport(ratio=1)


def test_on_phones_and_without_scripts_all_parts_stand_under_each_other(look: Look, sit: Sit) -> None:
    page = look("rapa_nui-late", PHONE)
    expect(page.get_by_role("tab")).to_have_count(0)
    assert page.locator("#log").is_visible()
    assert page.locator("#rules-in-short > summary").is_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("tab")).to_have_count(3)
    assert shown(page) == ["#log"]
    person = sit(java_script_enabled=False)
    person.page.goto(page.url)
    for part in ("#log", "#chat", "#rules-in-short"):
        expect(person.page.locator(part)).to_be_visible()
    expect(person.page.get_by_role("tab")).to_have_count(0)


def test_a_link_into_a_part_shows_it(look: Look) -> None:
    page = look("maya-late", {"width": 1440, "height": 900})
    page.goto(f"{page.url}#short-rules")
    page.reload()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Rules")
    assert shown(page) == ["#short-rules"]
