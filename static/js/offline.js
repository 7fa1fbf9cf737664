// The offline page (service-worker.js): it loads the requested page as soon as there may be a connection.

const PAUSE = 5000;

/** Reload once the server answers anything. A failed reload would make the page flicker, so test first. */
async function tryAgain() {
  try {
    await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(tryAgain, PAUSE);
  }
}

addEventListener("online", () => location.reload());
setTimeout(tryAgain, PAUSE);
