// Ignores a press that was meant for the page before it changed: the response to the first of two presses may have put
// something else under the second. And keeps the pressed part where it is in the window when the page changes.

import { keysOf } from "./keys.js";

const DOUBLE = 450;
const NEAR = 28;
const BOARDS = ["match", "lesson"];
const PARTS = "#act, .boardbox, .pwrap";
const WRITES = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** The last press: time, place or key, part of the page, and when the page has changed since (0: not at all). */
let last = null;
let isLate = false;
let presses = 0;
let timer;

const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) <= NEAR;
const isSame = (one, other) => (one.key || other.key ? one.key === other.key : isNear(one, other));

/** Whether pressing an element posts a form, which others may see: stepping back and forth may be quick. */
const does = (element) => element?.closest("button")?.form?.method === "post";

/** Record a press; returns whether it was meant for something that is no longer there. */
function note(press) {
  const late = Boolean(last?.changed && isSame(last, press) && press.at - Math.max(last.at, last.changed) < DOUBLE);
  last = { ...press, changed: late ? press.at : 0 };
  if (late) settle();
  return late;
}

/** Mark the page while a press at the same place does nothing. */
function settle() {
  clearTimeout(timer);
  document.body.classList.add("is-settling");
  timer = setTimeout(() => document.body.classList.remove("is-settling"), DOUBLE);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The element that a key presses: the focused button, or the element with that key. */
function pressed(event) {
  const byFocus = (event.key === "Enter" || event.key === " ") && event.target.closest?.("button");
  if (byFocus) return byFocus;
  return keysOf(event)
    .map((key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`))
    .find(Boolean);
}

function heedKeys(event) {
  const { key, target, timeStamp: at, repeat } = event;
  if (!key || target.closest?.(WRITES)) return; // browsers send events without a key when they fill in a form
  const late = repeat ? last?.key === key && last.changed : note({ key, at, part: target.closest?.(PARTS) });
  if (late && does(pressed(event))) stop(event);
}

function heedPointer({ clientX: x, clientY: y, timeStamp: at, target }) {
  presses += 1;
  isLate = note({ x, y, at, part: target.closest?.(PARTS) });
}

function heedClick(event) {
  if (!event.isTrusted || event.detail === 0) return;
  // The first press was on the previous page.
  const isSecond = presses === 1 && event.detail > 1;
  if ((isLate || isSecond) && does(event.target)) stop(event);
}

/** The top of the pressed part in the window; after a swap it may be another element with the same id. */
function place(part) {
  const now = part?.isConnected ? part : part?.id ? document.getElementById(part.id) : null;
  return now?.getBoundingClientRect().top;
}

function followSwaps() {
  let top;
  const isBoard = ({ ctx }) => BOARDS.includes(ctx.target.id);
  document.addEventListener("htmx:before:swap", ({ detail }) => {
    top = isBoard(detail) && detail.ctx.request.method === "POST" ? place(last?.part) : undefined;
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (!isBoard(detail)) return;
    const now = place(last?.part);
    if (top !== undefined && now !== undefined) scrollBy({ top: now - top, behavior: "instant" });
    if (last) last.changed = performance.now(); // nobody can have read the new content yet
    settle();
  });
}

/** Call before anything else listens to presses. */
export function heedPresses() {
  addEventListener("pointerdown", heedPointer, { capture: true });
  addEventListener("click", heedClick, { capture: true });
  addEventListener("keydown", heedKeys, { capture: true });
  followSwaps();
}
