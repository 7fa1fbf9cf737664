// Shows push notifications, opens their pages, and closes settled ones; tells the site when the browser's push address
// changes; shows the offline page without a connection. All other pages are always fetched and never cached.
// The site prepends a line with OFFLINE: the offline pages by language, the files they need, and their version.

const RENEWAL = "/notices/browsers/renew/";
const SHELF = `offline-${OFFLINE.version}`;
const FILES = new Set(OFFLINE.files.map((file) => new URL(file, self.location.origin).href));

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

/** Show a notification. A new one rings even if it replaces an older one; the same one arriving twice does not. */
async function show({ title, body, url, tag, id, calls, waiting }) {
  if (waiting) {
    const old = await self.registration.getNotifications();
    old.filter(({ data }) => data?.calls && !waiting.includes(data.url)).forEach((settled) => settled.close());
  }
  const there = await self.registration.getNotifications({ tag });
  const renotify = !there.some(({ data }) => data?.id === id);
  await self.registration.showNotification(title, { body, tag, renotify, data: { url, id, calls } });
}

// Pages report what is settled (worker.js): `close` is the URL of what was seen or done, or "*" for everything.
self.addEventListener("message", (event) => event.waitUntil(settle(event.data)));

async function settle({ close, onlyCalls }) {
  for (const notification of await self.registration.getNotifications()) {
    const { url, calls } = notification.data ?? {};
    if (close === "*" || (url === close && (calls || !onlyCalls))) notification.close();
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(lay());
});

/** Cache the offline pages and their files. Missing files only make the page plainer; they must not block pushes. */
async function lay() {
  const shelf = await caches.open(SHELF);
  const wanted = [...Object.values(OFFLINE.pages), ...OFFLINE.files];
  await Promise.allSettled(wanted.map((file) => shelf.add(new Request(file, { credentials: "omit", cache: "reload" }))));
}

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith("offline-") && name !== SHELF);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (FILES.has(request.url)) event.respondWith(file(request));
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await offline()) ?? Response.error();
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(SHELF)).match(request.url, { ignoreVary: true })) ?? Response.error();
  }
}

/** The offline page in the language of the last page read, otherwise in one of the browser's languages. */
async function offline() {
  const shelf = await caches.open(SHELF);
  const last = await (await (await caches.open("reader")).match("/offline/"))?.text();
  const known = Object.keys(OFFLINE.pages);
  const stem = (name) => name.split("-")[0].toLowerCase();
  const asked = [last, ...self.navigator.languages].filter(Boolean);
  const language = asked.map((name) => known.find((one) => stem(one) === stem(name))).find(Boolean) ?? known[0];
  return shelf.match(OFFLINE.pages[language], { ignoreVary: true });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
      const open = windows.find((page) => page.url.split(/[?#]/)[0] === url);
      return open ? open.focus() : self.clients.openWindow(url);
    }),
  );
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

// Not every browser reports the old address, so the page that subscribed has stored it here (push.js).
async function renew({ oldSubscription, newSubscription }) {
  const memory = await caches.open("push");
  const kept = await memory.match(RENEWAL);
  const old = kept ? await kept.json() : oldSubscription?.toJSON();
  if (!old) return;
  const server = old.server ?? oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: server }));
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({
    old: old.endpoint,
    secret: old.keys.auth,
    endpoint,
    key: keys.p256dh,
    auth: keys.auth,
  });
  const answer = await fetch(RENEWAL, { method: "POST", body });
  if (answer.ok) await memory.put(RENEWAL, new Response(JSON.stringify({ endpoint, keys, server: old.server })));
}
