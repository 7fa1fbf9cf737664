// Shows what is pushed, and leads to it; tells the site when pushes reach the browser at another address.
// Nothing else: pages are always fetched.

const RENEWAL = "/notices/browsers/renew/";

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: { url } }),
  );
});

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

// Not every browser says what the old address was, so the page that asked for pushes has left it here (push.js).
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
