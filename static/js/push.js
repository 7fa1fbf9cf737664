// Notification settings: lets this browser receive push notifications, and shows the status.

import { startWorker } from "./worker.js";

const panel = document.getElementById("push");
const button = panel.querySelector("button");
const sentence = panel.querySelector("[role=status]");

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function label() {
  const { brands, platform } = navigator.userAgentData ?? {};
  const brand = brands?.find(({ brand: name }) => !/not.*brand|chromium/i.test(name))?.brand;
  const browser = brand ?? /(Firefox|Edg|Chrome|Safari)/.exec(navigator.userAgent)?.[1] ?? "";
  return [browser, platform ?? navigator.platform].filter(Boolean).join(", ");
}

// For the service worker: when the browser gets another push address, it proves its identity with the old one.
async function remember(subscription) {
  const memory = await caches.open("push");
  const known = { ...subscription.toJSON(), server: panel.dataset.key };
  await memory.put(panel.dataset.renewal, new Response(JSON.stringify(known)));
}

async function allow() {
  if ((await Notification.requestPermission()) !== "granted") {
    sentence.textContent = panel.dataset.denied;
    return;
  }
  const worker = await startWorker();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(panel.dataset.key),
  });
  const form = new FormData(panel.querySelector("form"));
  form.set("endpoint", subscription.endpoint);
  form.set("key", text(subscription.getKey("p256dh")));
  form.set("auth", text(subscription.getKey("auth")));
  form.set("label", label());
  const answer = await fetch(panel.dataset.address, { method: "POST", body: form });
  if (answer.ok) {
    await remember(subscription).catch(() => {}); // without it only a later change of address cannot be reported
    location.reload();
  } else sentence.textContent = (await answer.json()).error ?? panel.dataset.failed;
}

if ("PushManager" in window && "serviceWorker" in navigator) {
  button.disabled = false;
  button.addEventListener("click", () =>
    allow().catch(() => {
      sentence.textContent = panel.dataset.failed;
    }),
  );
} else {
  sentence.textContent = panel.dataset.missing;
}
