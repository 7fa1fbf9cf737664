"""The service worker in a real browser: shows pushes, closes what is settled, and reports a new push address."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Worker, expect

from tests.browser.conftest import FLAGS, PATIENCE, WHOLE_CHROMIUM, Sit, be_patient
from tests.browser.person import Person
from tests.stack.site import RunningSite, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """The full Chromium: the headless shell shows no notifications."""
    chromium = browser.browser_type.launch(executable_path=WHOLE_CHROMIUM, args=list(FLAGS))
    chromium.on("context", be_patient)
    yield chromium
    chromium.close()


ALLOW = """
async () => {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const keys = {
    p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)),
    auth: text(crypto.getRandomValues(new Uint8Array(16))),
  };
  const panel = document.getElementById("push");
  const form = new FormData(panel.querySelector("form"));
  const endpoint = "https://push.example/first";
  for (const [name, value] of Object.entries({ endpoint, key: keys.p256dh, auth: keys.auth, label: "My desk" }))
    form.set(name, value);
  await fetch(panel.dataset.address, { method: "POST", body: form });
  const memory = await caches.open("push");
  await memory.put(panel.dataset.renewal, new Response(JSON.stringify({ endpoint, keys })));
  await navigator.serviceWorker.register("/service-worker.js");
  await navigator.serviceWorker.ready;
  return keys;
}
"""
"""Does what the settings page does when someone allows pushes: Chromium itself would ask an internet push service."""

CHANGE = """
async ([endpoint, keys]) => {
  const change = new Event("pushsubscriptionchange");
  const done = new Promise((resolve) => { change.waitUntil = resolve; });
  change.newSubscription = { toJSON: () => ({ endpoint, keys }) };
  self.dispatchEvent(change);
  await (await done);
  return (await (await caches.open("push")).match("/notices/browsers/renew/")).json();
}
"""
"""Simulates the event for a new push address of the browser, which only Chromium itself can fire."""


def test_a_new_address_is_told_to_the_site_also_after_logging_out(sit: Sit) -> None:
    person = sit(worker=True)
    page = person.page
    person.sign_up("Push-Keeper")
    page.goto("/notices/settings/")
    first = page.evaluate(ALLOW)
    page.reload()
    expect(page.get_by_text("My desk", exact=False).first).to_be_visible()
    worker = worker_of(person)
    second = first | {"auth": "YW5vdGhlciBzZWNyZXQhIQ"}
    kept = worker.evaluate(CHANGE, ["https://push.example/second", second])
    assert kept["endpoint"] == "https://push.example/second"

    person.log_out()
    kept = worker.evaluate(CHANGE, ["https://push.example/third", first])
    assert (kept["endpoint"], kept["keys"]) == ("https://push.example/third", first)

    refused = worker.evaluate(CHANGE, ["http://push.example/fourth", second])
    assert refused["endpoint"] == "https://push.example/third", "what the site refuses is not remembered"
    assert person.refusals == []


PUSH = """
async (facts) => {
  const push = new Event("push");
  const done = new Promise((resolve) => { push.waitUntil = resolve; });
  push.data = { json: () => facts };
  self.dispatchEvent(push);
  await (await done);
}
"""
"""Simulates the event for a push, which only a push service could send."""

SHOWN = """
async () => (await self.registration.getNotifications())
  .map(({ title, data, renotify }) => [title, data.url, renotify]).sort()
"""


def call(url: str, notice: int, *, calls: bool = True, waiting: list[str] | None = None) -> dict[str, object]:
    """The push about the match at `url`, as deliveries/channels/push.py writes it."""
    tag = f"{'call' if calls else 'over'} {url}"
    facts = {"title": f"Notice {notice}", "body": "Bob is waiting for you.", "url": url, "tag": tag}
    return facts | {"id": str(notice), "calls": calls, "waiting": waiting}


@pytest.fixture
def reader(sit: Sit) -> Person:
    """A guest in a match, whose browser may show notifications and runs its service worker."""
    guest = sit(worker=True, permissions=["notifications"])
    guest.play_now()
    guest.page.wait_for_function(
        "() => navigator.serviceWorker.getRegistration().then(found => found?.active?.state === 'activated')"
    )
    assert guest.wait_for_decision()  # otherwise a computer player's action would settle something
    guest.page.reload()  # a page that loads with a worker in place is controlled at once
    guest.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return guest


def shown(worker: Worker) -> list[list[object]]:
    """The notifications shown: title, URL, and whether one rings although it replaces another."""
    found: list[list[object]] = worker.evaluate(SHOWN)
    return found


def wait_for(worker: Worker, *expected: str) -> None:
    """Wait until exactly these titles are shown."""
    wait_until(
        lambda: [title for title, *_rest in shown(worker)] == list(expected),
        PATIENCE / 1000,
        lambda: f"{shown(worker)} is shown, not {expected}",
    )


def worker_of(person: Person) -> Worker:
    """The service worker of someone's browser, which may only just have started."""
    context = person.page.context
    return context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")


def test_a_new_call_rings_again_and_the_same_one_does_not(reader: Person) -> None:
    worker = worker_of(reader)
    worker.evaluate(PUSH, call("/match/other/", 1))
    worker.evaluate(PUSH, call("/match/other/", 2))
    assert shown(worker) == [["Notice 2", "/match/other/", True]]
    worker.evaluate(PUSH, call("/match/other/", 2))
    assert shown(worker) == [["Notice 2", "/match/other/", False]]


def test_what_was_seen_is_closed_and_nothing_else(reader: Person) -> None:
    page, worker = reader.page, worker_of(reader)
    here = reader.page.url.removeprefix(page.evaluate("location.origin"))
    page.goto("/rules/")
    worker.evaluate(PUSH, call(here, 1))
    worker.evaluate(PUSH, call("/match/other/", 2))
    wait_for(worker, "Notice 1", "Notice 2")
    page.goto(here)
    wait_for(worker, "Notice 2")


def test_a_push_closes_the_calls_that_are_settled_elsewhere(reader: Person) -> None:
    page, worker = reader.page, worker_of(reader)
    page.goto("/rules/")
    worker.evaluate(PUSH, call("/match/one/", 1))
    worker.evaluate(PUSH, call("/match/two/", 2))
    worker.evaluate(PUSH, call("/match/one/", 3, calls=False))
    worker.evaluate(PUSH, call("/match/three/", 4, waiting=["/match/two/", "/match/three/"]))
    wait_for(worker, "Notice 2", "Notice 3", "Notice 4")


def test_playing_on_another_device_closes_the_call_where_any_page_is_open(sit: Sit, site: RunningSite) -> None:
    desk = sit(worker=True)
    desk.play_now()
    assert desk.wait_for_decision()
    address = desk.page.url.removeprefix(site.url)
    phone = sit(worker=True, permissions=["notifications"], storage_state=desk.page.context.storage_state())
    phone.page.goto("/rules/")
    phone.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.wait_until_it_hears()
    worker = worker_of(phone)
    worker.evaluate(PUSH, call(address, 1))
    worker.evaluate(PUSH, call(address, 2, calls=False))
    wait_for(worker, "Notice 1", "Notice 2")
    for _action in range(2):  # a card is played, another one drawn, and the turn is over
        ply = desk.ply
        desk.actions.first.click()
        desk.wait_past(ply)
        assert desk.wait_for_decision()
    wait_for(worker, "Notice 2")


def test_logging_out_closes_everything(sit: Sit) -> None:
    person = sit(worker=True, permissions=["notifications"])
    person.sign_up_by_page("Leaves-Soon")
    page = person.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    worker = worker_of(person)
    worker.evaluate(PUSH, call("/match/other/", 1))
    person.log_out()
    wait_for(worker)
