"""Whatever a browser refuses or lacks: the page works, and the board follows the match."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.ways import with_forms

pytestmark = pytest.mark.browser

SCRIPTS = Path(__file__).parents[2] / "static/js"

REFUSED = {
    "localStorage": "window",
    "WebSocket": "window",
    "AudioContext": "window",
    "Notification": "window",
    "IntersectionObserver": "window",
    "ResizeObserver": "window",
    "matchMedia": "window",
    "caches": "window",
    "crypto": "window",
    "requestIdleCallback": "window",
    "DecompressionStream": "window",
    "clipboard": "navigator",
    "serviceWorker": "navigator",
    "setAppBadge": "navigator",
    "clearAppBadge": "navigator",
    "userAgentData": "navigator",
    "animate": "Element.prototype",
}
"""What browsers refuse in private windows, without TLS, by a setting or because they are old; and where it is."""

ALWAYS_THERE = {
    *("addEventListener", "atob", "btoa", "clearTimeout", "dispatchEvent", "document", "location", "navigator", "name"),
    *("innerHeight", "innerWidth", "scrollBy", "scrollX", "scrollY", "scrollTo", "setInterval", "setTimeout", "self"),
    *(
        "fetch",
        "globalThis",
        "htmx",
        "getComputedStyle",
        "window",
        "history",
        "top",
        "close",
        "open",
        "focus",
        "status",
    ),
    *("scroll", "stop", "find", "event", "length", "origin", "parent", "screen", "print", "clearInterval", "closed"),
    *("CSS", "CustomEvent", "DOMParser", "FormData", "Intl", "Response", "URL", "URLSearchParams", "Event", "matches"),
    *("NaN", "undefined", "String", "Number", "Date", "Map", "Set", "Math", "JSON", "Array", "Object", "Promise"),
    *(
        "Uint8Array",
        "WeakMap",
        "WeakSet",
        "Boolean",
        "Error",
        "RegExp",
        "Symbol",
        "Proxy",
        "Infinity",
        "blur",
        "frames",
    ),
    *(
        "console",
        "encodeURIComponent",
        "requestAnimationFrame",
        "performance",
        "django",
        "Element",
        "HTMLElement",
        "Node",
        "Audio",
        "Option",
        "Image",
    ),
}
"""What every page needs, what the language provides, and words that are also names of other things."""

TAKE = """
for (const [name, where] of Object.entries(%s)) {
    const owner = where.split(".").reduce((found, part) => found[part], window);
    const refuse = () => { throw new DOMException(name + " is refused", "SecurityError"); };
    Object.defineProperty(owner, name, %s);
}
"""
HOW = {
    "is not there": "{ value: undefined, configurable: true }",
    "throws": "{ get: refuse, configurable: true }",
    "throws when it is used": "{ value: function () { refuse(); }, configurable: true, writable: true }",
}


USED_BY_THE_TESTS = {"requestIdleCallback"}
"""Playwright's own scripts in the page need it."""


def taking(names: list[str], how: str) -> str:
    """A script that runs before those of a page, and takes these features away."""
    taken = ", ".join(f"{name}: '{REFUSED[name]}'" for name in names if name not in USED_BY_THE_TESTS)
    return TAKE % (f"{{ {taken} }}", HOW[how])


@pytest.mark.parametrize(("name", "how"), [*((name, "throws") for name in REFUSED), *(("all", how) for how in HOW)])
def test_a_few_moves_are_played_and_the_board_follows(sit: Sit, name: str, how: str) -> None:
    person = sit(worker=True)
    person.page.add_init_script(taking(list(REFUSED) if name == "all" else [name], how))
    person.play_now()
    rng = Random(2)
    for _move in range(2):
        assert person.wait_for_decision()
        ply = person.ply
        with_forms(person, rng)
        person.wait_past(ply)
    # The other parts work too: keys, previews, the sign in the header.
    assert person.wait_for_decision()
    person.actions.first.hover()
    expect(person.page.locator("#preview")).to_be_visible()
    assert person.page.locator("#offline").is_hidden()


@pytest.mark.parametrize("how", HOW)
def test_other_pages_work_too(sit: Sit, how: str) -> None:
    person = sit(worker=True)
    person.page.add_init_script(taking(list(REFUSED), how))
    person.sign_up_by_page(f"Terevaka{len(how)}")
    person.page.goto("/")
    person.page.goto("/notices/settings/")
    person.page.locator("#push button").first.click()
    expect(person.page.locator("#push [role=status]")).not_to_be_empty()
    address = person.open_table("somebody", seats=2)
    person.page.get_by_role("button", name="Copy").click()
    expect(person.page.get_by_role("button", name="Copied")).to_be_visible()
    assert address


def test_all_that_scripts_take_from_browsers_is_known(sit: Sit) -> None:
    page = sit(worker=True).page
    page.goto("/rules/")
    named = set(
        page.evaluate(
            """() => [
                ...Object.getOwnPropertyNames(window),
                ...Object.getOwnPropertyNames(Navigator.prototype).map(name => `navigator.${name}`),
            ]"""
        )
    )
    used = set()
    for file in SCRIPTS.glob("*.js"):
        if file.name == "service-worker.js":  # it runs in its own world
            continue
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        text = re.sub(r'"[^"\n]*"', '""', text)
        declared = set(re.findall(r"\b(?:const|let|function|import \{|,)\s*([A-Za-z]\w*)", text))
        used |= set(re.findall(r"(?<![.\w\"'`#-])([A-Za-z]\w+)\b(?!\s*:)", text)) - declared
        used |= {f"navigator.{name}" for name in re.findall(r"navigator\.(\w+)", text)}
    taken = {name.removeprefix("navigator.") for name in used & named}
    plain = {"userAgent", "platform"}
    assert taken - plain - ALWAYS_THERE - REFUSED.keys() == set()
