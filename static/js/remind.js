// Shows the rule about the thing under the pointer or focus, in one line beside the board. Narrow windows have no room
// there: the line appears over the bottom of the window after a tap on something that cannot be played or, after "What
// is this?", on anything. It overlays the page and moves nothing.

import { announce, words } from "./announce.js";

const THINGS = "[data-target], [data-place], [data-at]";
const ASKED_ABOUT = `${THINGS}, button[name=action]`;

const slot = () => document.getElementById("reminder");
const line = () => document.getElementById("reminder-say");
const asks = () => document.getElementById("ask");
const asking = () => asks()?.getAttribute("aria-pressed") === "true";

/** The first line about one of the places, or about a whole that one of them belongs to. */
function lineFor(names) {
  const lines = [...document.querySelectorAll("#rules-in-short [data-of]")];
  return lines.find((line) =>
    line.dataset.of.split(" ").some((place) => names.some((name) => name === place || name.startsWith(`${place}-`))),
  );
}

/** Show the rule about the target of an event; returns whether there is one. */
function remind({ target }) {
  if (!slot()) return false;
  for (let thing = target.closest?.(THINGS); thing; thing = thing.parentElement?.closest(THINGS)) {
    const { at, place, target: goal } = thing.dataset;
    const found = lineFor((place ?? goal ?? at).split(" "));
    if (!found) continue;
    if (slot().dataset.shown !== found.dataset.of) line().replaceChildren(...found.cloneNode(true).childNodes);
    slot().dataset.shown = found.dataset.of;
    return true;
  }
  return false;
}

function close() {
  asks()?.setAttribute("aria-pressed", "false");
  slot()?.classList.remove("is-told");
}

/** Switch "What is this?" on or off: while it is on, tapping things shows their rules instead of playing them. */
function ask() {
  const on = !asking();
  close();
  asks().setAttribute("aria-pressed", String(on));
  if (!on) return;
  line().textContent = slot().dataset.how;
  delete slot().dataset.shown;
  slot().classList.add("is-told");
  announce(slot().dataset.how);
}

function tapped(event) {
  const { target } = event;
  if (target.closest?.("#ask")) {
    ask();
    return;
  }
  if (target.closest?.("#reminder-close")) {
    close();
    asks()?.focus({ preventScroll: true });
    return;
  }
  if (target.closest?.("#reminder")) return;
  const answers = asking() && target.closest?.(ASKED_ABOUT);
  const isTold = remind(event);
  if (answers) {
    // Nothing is played meanwhile, not even things without a rule.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isTold) announce(words(line()));
    return;
  }
  close();
  if (isTold) slot().classList.toggle("is-told", !target.closest("button, a, summary, input, label"));
}

export function remindOfRules() {
  document.addEventListener("pointerover", (event) => !asking() && remind(event));
  document.addEventListener("focusin", (event) => !asking() && remind(event));
  addEventListener("click", tapped, { capture: true });
  addEventListener("keydown", ({ key }) => key === "Escape" && close());
}
