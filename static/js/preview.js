// What an action would do is shown before it is played: by hovering, by the focus, on touch screens by the first tap.

import { remembered } from "./allowed.js";
import { clear, drawMarks } from "./marks.js";
import { callBack, setOut } from "./travel.js";

const ACTIONS = "button[name=action]";
const SAYS_SO = "hint-do"; // the words beside it tell which action it plays
const DWELL = 110;
const PLAY_AT_ONCE = "play-at-once";

const answers = new Map();
let wanted = null;
let chosen = null;
let confirmed = false;
let touched = false;
let timer;
/** Where the mouse is, and where it was when the board changed under it, until it moves. */
let mouse = null;
let resting = null;

/** Whether one tap, or one press of its key, plays an action. */
export const playsAtOnce = () => Boolean(remembered(PLAY_AT_ONCE));

const panel = () => document.getElementById("preview");

/** The words and marks for an action; the server is asked once for each position. */
async function ask(value) {
  const address = panel().dataset.href + encodeURIComponent(value);
  if (!answers.has(address)) {
    const response = await fetch(address);
    if (response.status >= 500) return ""; // the server may know better in a moment
    answers.set(address, response.ok ? await response.text() : "");
  }
  return answers.get(address);
}

function hide() {
  clearTimeout(timer);
  wanted = null;
  chosen?.classList.remove("is-chosen");
  chosen?.form?.querySelector("[name=confirmed]")?.remove();
  chosen = null;
  clear();
  if (panel()) panel().hidden = true;
}

async function show(button) {
  wanted = button;
  const html = await ask(button.value).catch(() => "");
  if (wanted !== button || !panel() || (!html && !chosen)) return;
  clear();
  document.getElementById("preview-say").innerHTML = html;
  panel().classList.toggle("preview--chosen", Boolean(chosen));
  panel().hidden = false;
  const marks = document.querySelector("#preview-say [data-marks]")?.dataset.marks;
  if (marks) drawMarks(JSON.parse(marks));
}

/** Whether a request plays an action: whatever else the page asks for moves nothing. */
const plays = ({ sourceElement, request }) => request.method === "POST" && sourceElement?.matches('form[action$="/play/"]');

/** Pieces set out at the press where it is known how they go, unless someone wants to be asked once more before that. */
function goAhead({ request: { body } }) {
  const html = answers.get(panel()?.dataset.href + encodeURIComponent(body.get("action")));
  if (!html) return;
  const said = new DOMParser().parseFromString(html, "text/html").querySelector("[data-marks]");
  if (said.dataset.asked && !body.has("confirmed")) return;
  clear();
  setOut(JSON.parse(said.dataset.marks).ways.map(({ start, goal, drawing }) => [start, goal, drawing]));
}

/** Whoever has tapped twice is not asked once more whether the turn may end. */
function confirm(form) {
  if (form.querySelector("[name=confirmed]")) return;
  form.insertAdjacentHTML("beforeend", '<input type="hidden" name="confirmed" value="1">');
}

/** The first tap chooses, the second one or "Do it" plays; the mouse, which has shown it, and a hint play at once. */
function choose(event) {
  const button = event.target.closest?.(ACTIONS);
  if (!button || !panel()) return;
  const twice = touched && !confirmed && button !== chosen && button.id !== SAYS_SO && !playsAtOnce();
  confirmed = false;
  if (!twice) {
    if (button === chosen) confirm(button.form);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  hide();
  chosen = button;
  button.classList.add("is-chosen");
  show(button);
}

const isAt = ({ clientX, clientY }, there) => there?.x === clientX && there.y === clientY;

function moved(event) {
  if (event.pointerType !== "mouse") return;
  mouse = { x: event.clientX, y: event.clientY };
  if (!resting || isAt(event, resting)) return;
  resting = null;
  later(event);
}

function later(event) {
  const button = event.target.closest?.(ACTIONS);
  if (!button || chosen || !panel() || (event.pointerType && event.pointerType !== "mouse")) return;
  if (event.pointerType && isAt(event, resting)) return; // the button came under the mouse, not the mouse to the button
  clearTimeout(timer);
  if (button !== wanted) timer = setTimeout(() => show(button), DWELL);
}

function leave(event) {
  if (chosen || !event.target.closest?.(ACTIONS)) return;
  clearTimeout(timer);
  timer = setTimeout(hide, DWELL);
}

export function offerPreview() {
  addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), { capture: true });
  addEventListener("keydown", (event) => {
    touched = false;
    if (event.key === "Escape") hide();
  });
  addEventListener("click", choose, { capture: true });
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#preview-not")) hide();
    if (!target.closest?.("#preview-do") || !chosen) return;
    confirmed = true;
    chosen.click();
  });
  addEventListener("pointermove", moved, { capture: true, passive: true });
  document.addEventListener("pointerover", later);
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target.id === "match") resting = mouse;
  });
  document.addEventListener("focusin", (event) => event.target.matches?.(":focus-visible") && later(event));
  document.addEventListener("pointerout", leave);
  document.addEventListener("focusout", leave);
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => plays(ctx) && goAhead(ctx));
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => plays(ctx) && callBack());
  document.addEventListener("htmx:before:swap", (event) => {
    // What is shown already is not swapped in again.
    if (event.detail.ctx.target.id === "match" && !event.defaultPrevented) hide();
  });
  // On phones the window grows and shrinks with the bar of the browser: what was chosen stands.
  addEventListener("resize", () => (chosen ? show(chosen) : hide()));
}
