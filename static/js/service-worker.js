// Shows what is pushed, and leads to it. Nothing else: pages are always fetched.

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
