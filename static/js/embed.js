// A board on a page of another site: it follows its match, and steps through one that is over, in place. Without this
// file links do so, and the page of a running match comes anew now and then.

import { keepAsking } from "./asking.js";

const PAUSE = 15000;
const root = () => document.getElementById("embed");
/** How often something was asked for: an answer that comes after a later question shows nothing any more. */
let asked = 0;

/** What this address shows, taken over into the page; whether there was something. Nobody is asked who is reading. */
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

/** Go to a step; where that fails the browser goes there itself. */
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
  if (asks) show(asks).catch(() => {}); // asked again in a while
}, PAUSE);
