// Every page: starts the service worker, which shows push notifications and the offline page, and tells it which
// notifications are settled, as their page was seen or the task done. Without it everything else works.

/** The service worker registration once it is active; undefined without one. */
export async function startWorker() {
  try {
    const registration = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    return registration;
  } catch {
    return undefined;
  }
}

/** Store the language for the offline page. */
async function rememberLanguage() {
  try {
    const memory = await caches.open("reader");
    await memory.put("/offline/", new Response(document.documentElement.lang));
  } catch {
    // The browser's own language is used instead.
  }
}

/** Close the notifications about the page `close` ("*": all); with `onlyCalls` only the calls to decide. */
export async function settle(close, onlyCalls = false) {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.active?.postMessage({ close, onlyCalls });
  } catch {
    // There are no pushes here.
  }
}

function settleSeen() {
  if (!document.hidden) settle(location.pathname);
}

/** Settle notifications about the page whenever it is seen, and all of them on logout or when nobody is logged in. */
export function settlePushes() {
  startWorker().then(rememberLanguage);
  if (document.body.dataset.me) {
    settleSeen();
    document.addEventListener("visibilitychange", settleSeen);
    addEventListener("focus", settleSeen);
    document.addEventListener("htmx:after:swap", settleSeen);
  } else settle("*");
  document.addEventListener("submit", ({ target }) => {
    if (new URL(target.action, location.href).pathname === "/account/logout/") settle("*");
  });
}
