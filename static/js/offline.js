// The page without a connection (service-worker.js): it asks for the page that was wanted as soon as there may be one.

const PAUSE = 5000;

/** Whatever is answered, there is a connection again. Nothing is reloaded in vain, which would blink. */
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
