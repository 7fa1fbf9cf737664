// What a reader has asked for and what is slow to come, or does not come at all: the page says so, and what to do.

const PATIENCE = 400;
const REFUSED = [403, 404, "5xx"];

const isRefused = ({ response: { status } }) => status >= 500 || REFUSED.includes(status);

/** A step, an answer: not what a page fetches by itself every now and then. */
const isAsked = ({ sourceEvent }) => ["click", "submit"].includes(sourceEvent?.type);

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
  const failed = ({ sourceElement }) => {
    ask = () => (sourceElement.matches("form") ? sourceElement.requestSubmit() : sourceElement.click());
    note.hidden = false;
  };
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && isAsked(ctx) && failed(ctx));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    note.hidden = true;
    if (isRefused(ctx) && isAsked(ctx)) failed(ctx);
  });
  note.querySelector("button").addEventListener("click", () => {
    note.hidden = true;
    ask();
  });
}

export function tellOfLate() {
  htmx.config.noSwap = [...htmx.config.noSwap, ...REFUSED];
  showWaiting();
  const note = document.getElementById("failed");
  if (note) offerAgain(note);
}
