// Every page: the service worker shows pushes, and a page of ours where there is no connection. Here it is started, and
// told which pushes are settled, so that none calls to what was seen or done. Without it everything else works.

/** The service worker of this browser once it works; undefined where there is none. */
export async function startWorker() {
  try {
    const registration = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    return registration;
  } catch {
    return undefined;
  }
}

/** In which language it is to be said that there is no connection. */
async function rememberLanguage() {
  try {
    const memory = await caches.open("reader");
    await memory.put("/offline/", new Response(document.documentElement.lang));
  } catch {
    // Then the browser's own language is taken.
  }
}

/** Close what was pushed about the page `close`, "*" for everything; `onlyCalls` leaves what is no call to decide. */
export async function settle(close, onlyCalls = false) {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.active?.postMessage({ close, onlyCalls });
  } catch {
    // Nothing is pushed here.
  }
}

function settleSeen() {
  if (!document.hidden) settle(location.pathname);
}

/** What is seen is settled, also by coming back to it; so is everything for whoever logs out or is not logged in. */
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
