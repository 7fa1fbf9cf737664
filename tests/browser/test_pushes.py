"""The service worker in a real browser: it tells the site when pushes reach the browser at another address."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit

pytestmark = pytest.mark.browser

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
"""What the settings page does when somebody allows pushes: Chromium would ask a push service on the internet."""

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
"""The browser has another address. Only Chromium itself can make the event, so this one stands in for it."""


def test_a_new_address_is_told_to_the_site_also_after_logging_out(sit: Sit) -> None:
    person = sit()
    page = person.page
    person.sign_up("Push-Keeper")
    page.goto("/notices/settings/")
    first = page.evaluate(ALLOW)
    page.reload()
    expect(page.get_by_text("My desk", exact=False).first).to_be_visible()
    worker = page.context.service_workers[0]
    second = first | {"auth": "YW5vdGhlciBzZWNyZXQhIQ"}
    kept = worker.evaluate(CHANGE, ["https://push.example/second", second])
    assert kept["endpoint"] == "https://push.example/second"

    page.goto("/account/logout/")
    page.locator("main form button").first.click()
    page.wait_for_url("**/")
    kept = worker.evaluate(CHANGE, ["https://push.example/third", first])
    assert (kept["endpoint"], kept["keys"]) == ("https://push.example/third", first)

    refused = worker.evaluate(CHANGE, ["http://push.example/fourth", second])
    assert refused["endpoint"] == "https://push.example/third", "what the site refuses is not remembered"
    assert person.refusals == []
