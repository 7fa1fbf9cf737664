// What a reader has asked for and what is slow to come, or does not come at all: the page says so, and what to do.

const PATIENCE = 400;
/** Milliseconds after which what a page fetches by itself is given up. The next time that it asks waits until then. */
const LONGEST_ASKING = 10000;
/** What htmx does not put into the page: its configuration stands in base.html, so that it holds from the beginning. */
const isRefused = ({ response: { status } }) => status >= 500 || [403, 404].includes(status);

/** A step, an answer: not what a page fetches by itself every now and then. */
const isAsked = ({ sourceEvent }) => ["click", "submit"].includes(sourceEvent?.type);

/** A request that is never answered must not keep a page from asking again. */
function giveUpAsking() {
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "GET" && !isAsked(ctx)) ctx.request.timeout ??= LONGEST_ASKING;
  });
}

/** Mark the place of an answer that takes long. */
function showWaiting() {
  const alarms = new Map();
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (isAsked(ctx)) alarms.set(ctx, setTimeout(() => ctx.target.setAttribute("aria-busy", "true"), PATIENCE));
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    clearTimeout(alarms.get(ctx));
    if (alarms.delete(ctx)) document.getElementById(ctx.target.id)?.removeAttribute("aria-busy");
  });
}

/** Say what did not come; "Try again" asks for the last of it once more. */
function offerAgain(note) {
  let ask;
  let missing;
  const failed = ({ sourceElement, target }) => {
    missing = target;
    ask = () => (sourceElement.matches("form") ? sourceElement.requestSubmit() : sourceElement.click());
    note.hidden = false;
  };
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && isAsked(ctx) && failed(ctx));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!isAsked(ctx) && ctx.target !== missing) return; // what the page asks for elsewhere is not what did not come
    note.hidden = true;
    if (isRefused(ctx) && isAsked(ctx)) failed(ctx);
  });
  note.querySelector("button").addEventListener("click", () => {
    note.hidden = true;
    ask();
  });
}

export function offerRetries() {
  giveUpAsking();
  showWaiting();
  const note = document.getElementById("failed");
  if (note) offerAgain(note);
}
