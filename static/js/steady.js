// A press that was meant for what was there before does nothing: the answer to the first of two presses may have put
// something else under the second. And what is pressed stays where it is in the window when the answer changes the page.

import { keysOf } from "./keys.js";

const DOUBLE = 450;
const NEAR = 28;
const BOARDS = ["match", "lesson"];
const PARTS = "#act, .boardbox, .pwrap";
const WRITES = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** The last press: when, where or with which key, in which part of the page, and when the page has changed since. */
let last = null;
let isLate = false;
let presses = 0;
let timer;

const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) <= NEAR;
const isSame = (one, other) => (one.key || other.key ? one.key === other.key : isNear(one, other));

/** Whether what is pressed does something that all may see: steps back and forth may be as quick as they like. */
const does = (element) => element?.closest("button")?.form?.method === "post";

/** Take note of a press; whether it was meant for what is there no longer. */
function note(press) {
  const late = Boolean(last?.changed && isSame(last, press) && press.at - Math.max(last.at, last.changed) < DOUBLE);
  last = { ...press, changed: late ? press.at : 0 };
  if (late) settle();
  return late;
}

/** The page says until when a press at the same place does nothing. */
function settle() {
  clearTimeout(timer);
  document.body.classList.add("is-settling");
  timer = setTimeout(() => document.body.classList.remove("is-settling"), DOUBLE);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** What a key presses: what has the focus, or what is named by it. */
function pressed(event) {
  const byFocus = (event.key === "Enter" || event.key === " ") && event.target.closest?.("button");
  if (byFocus) return byFocus;
  return keysOf(event)
    .map((key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`))
    .find(Boolean);
}

function heedKeys(event) {
  const { key, target, timeStamp: at, repeat } = event;
  if (!key || target.closest?.(WRITES)) return; // a browser that fills in a form makes events without a key
  const late = repeat ? last?.key === key && last.changed : note({ key, at, part: target.closest?.(PARTS) });
  if (late && does(pressed(event))) stop(event);
}

function heedPointer({ clientX: x, clientY: y, timeStamp: at, target }) {
  presses += 1;
  isLate = note({ x, y, at, part: target.closest?.(PARTS) });
}

function heedClick(event) {
  if (!event.isTrusted || event.detail === 0) return;
  // The first press was on the page before.
  const isSecond = presses === 1 && event.detail > 1;
  if ((isLate || isSecond) && does(event.target)) stop(event);
}

/** Where the part that was pressed is in the window; it may be another element after a swap. */
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
    if (last) last.changed = performance.now(); // nobody has read in less than a moment what is there now
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
