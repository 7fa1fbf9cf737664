// A board embedded in another site: it follows a running match, and steps through a finished one in place. Without this
// file links step through it, and the page of a running match reloads now and then.

import { keepAsking } from "./asking.js";

const PAUSE = 15000;
const root = () => document.getElementById("embed");
/** The number of requests so far: a response that arrives after a later request is ignored. */
let asked = 0;

/** Replace the board with the one at this URL, fetched without cookies. Returns whether it did. */
async function show(address) {
  const mine = ++asked;
  const answer = await fetch(address, { credentials: "omit" });
  if (answer.status !== 200) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("embed");
  if (!found || mine !== asked) return false;
  const focused = document.activeElement?.id;
  root().replaceWith(document.adoptNode(found));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  return true;
}

/** Go to a step in place; if that fails, let the browser navigate there. */
async function step(link) {
  if (link.getAttribute("aria-disabled")) return;
  try {
    if (await show(link.href)) {
      document.getElementById("live").textContent = document.getElementById("embed-say").textContent.trim();
    }
  } catch {
    location.assign(link.href);
  }
}

const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }) => !(ctrlKey || metaKey || shiftKey || altKey);

document.addEventListener("click", (event) => {
  const link = event.target.closest(".embed__steps a");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  step(link);
});
document.addEventListener("keydown", (event) => {
  const link = isPlain(event) && document.querySelector(`.embed__steps [data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  step(link);
});
keepAsking(() => {
  const { asks } = root().dataset;
  if (asks) show(asks).catch(() => {}); // the next poll asks again
}, PAUSE);
