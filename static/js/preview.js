// Previews an action before it is played: on hover or focus, and on touch screens on the first tap.

import { remembered } from "./allowed.js";
import { clear, drawMarks } from "./marks.js";
import { callBack, setOut } from "./travel.js";

const ACTIONS = "button[name=action]";
const ASKS = "confirm-yes";
const SAY_SO = ["hint-do", ASKS]; // the text beside these buttons says which action they play
const DWELL = 110;
const PLAY_AT_ONCE = "play-at-once";

const answers = new Map();
let wanted = null;
let chosen = null;
let confirmed = false;
let touched = false;
let timer;
/** The mouse position, and the one when the board changed under the mouse, until it moves. */
let mouse = null;
let resting = null;

/** Whether a single tap or key press plays an action. */
export const playsAtOnce = () => Boolean(remembered(PLAY_AT_ONCE));

const panel = () => document.getElementById("preview");

/** The text and marks for an action, as HTML; fetched once per position. */
async function ask(value) {
  const address = panel().dataset.href + encodeURIComponent(value);
  if (!answers.has(address)) {
    const response = await fetch(address);
    if (response.status >= 500) return ""; // the server may recover in a moment
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

/** While no action is pointed at, show the one that the reader is asked to confirm, if there is one. */
function rest() {
  const asks = document.getElementById(ASKS);
  if (asks) show(asks);
  else hide();
}

/** Whether a request plays an action; other requests move no pieces. */
const plays = ({ sourceElement, request }) => request.method === "POST" && sourceElement?.matches('form[action$="/play/"]');

/** Start moving pieces at once if the preview says how they move, unless the action must be confirmed first. */
function goAhead({ request: { body } }) {
  const html = answers.get(panel()?.dataset.href + encodeURIComponent(body.get("action")));
  if (!html) return;
  const said = new DOMParser().parseFromString(html, "text/html").querySelector("[data-marks]");
  if (said.dataset.asked && !body.has("confirmed")) return;
  clear();
  setOut(JSON.parse(said.dataset.marks).ways.map(({ start, goal, drawing }) => [start, goal, drawing]));
}

/** Mark the action as confirmed: people who have tapped twice are not asked again whether the turn may end. */
function confirm(form) {
  if (form.querySelector("[name=confirmed]")) return;
  form.insertAdjacentHTML("beforeend", '<input type="hidden" name="confirmed" value="1">');
}

/** The first tap chooses, the second or "Confirm" plays. Hints and mouse clicks, which follow a hover, play at once. */
function choose(event) {
  const button = event.target.closest?.(ACTIONS);
  if (!button || !panel()) return;
  const twice = touched && !confirmed && button !== chosen && !SAY_SO.includes(button.id) && !playsAtOnce();
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
  if (event.pointerType && isAt(event, resting)) return; // the button moved, not the mouse
  clearTimeout(timer);
  if (button !== wanted) timer = setTimeout(() => show(button), DWELL);
}

function leave(event) {
  if (chosen || !event.target.closest?.(ACTIONS)) return;
  clearTimeout(timer);
  timer = setTimeout(rest, DWELL);
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
    if (detail.ctx.target.id !== "match") return;
    resting = mouse;
    rest();
  });
  document.addEventListener("focusin", (event) => event.target.matches?.(":focus-visible") && later(event));
  document.addEventListener("pointerout", leave);
  document.addEventListener("focusout", leave);
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => plays(ctx) && goAhead(ctx));
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => plays(ctx) && callBack());
  document.addEventListener("htmx:before:swap", (event) => {
    // If the swap was prevented, as it would show nothing new, the preview stays.
    if (event.detail.ctx.target.id === "match" && !event.defaultPrevented) hide();
  });
  // On phones the window changes size with the browser's bar: keep the chosen action.
  addEventListener("resize", () => (chosen ? show(chosen) : rest()));
}
