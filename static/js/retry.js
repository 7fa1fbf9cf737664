// Requests by the reader that are slow or fail: the page says so, and offers to try again.

const PATIENCE = 400;
/** The timeout of a page's own polling, in milliseconds. The next poll waits until then. */
const LONGEST_ASKING = 10000;
/** Whether htmx does not swap in a response. It is configured in base.html, so that this holds from the beginning. */
const isRefused = ({ response: { status } }) => status >= 500 || [403, 404].includes(status);

/** Whether the reader made the request (a step, an answer), rather than the page's own polling. */
const isAsked = ({ sourceEvent }) => ["click", "submit"].includes(sourceEvent?.type);

/** A request that is never answered must not keep a page from asking again. */
function giveUpAsking() {
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "GET" && !isAsked(ctx)) ctx.request.timeout ??= LONGEST_ASKING;
  });
}

/** Mark the target of a slow response as busy. */
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

/** Show a note about a failed request; "Try again" repeats the last one. */
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
    if (!isAsked(ctx) && ctx.target !== missing) return; // polling of other parts says nothing about it
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
