// Clocks that count down to the moment in their `data-deadline`, and warn when less than `data-short` seconds are left.
// Without this file they show the time left when the page was made. Time left is counted from what the server says,
// since the reader's clock may be wrong by any amount, and may be corrected at any moment.

import { announce } from "./announce.js";
import { sound } from "./sound.js";

const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const TICKS = 10 * MINUTE; // with less left than this, every second is shown

const units = new Map();
const JUMP = 2000; // smaller differences are ignored: clocks show whole seconds
const AGAIN = 10 * 1000; // the shortest time between two requests for the time left

let server = null; // how far the server's time is ahead of `now()`, in milliseconds, once a clock has shown it
let slept = 0; // how long this machine has slept, with its monotonic clock stopped
let looked = null; // the last time we checked for sleep, by both clocks of this machine
let asked = -Infinity; // the last time we asked the server what is left
let unsure = false; // whether we need to ask it
const measured = new WeakMap(); // the last seconds each clock showed, from the server or from this script
let warned = null; // the deadline of the last warning; it outlives the clock element, which swaps replace

function words(count, unit) {
  const language = document.documentElement.lang;
  if (!units.has(unit)) units.set(unit, new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }));
  return units.get(unit).format(count);
}

/** The units to show, as `[count, unit]`: of days, hours and minutes the first two that are not 0, as on the server. */
function largest(seconds) {
  return [
    [Math.floor(seconds / DAY), "day"],
    [Math.floor((seconds % DAY) / HOUR), "hour"],
    [Math.floor((seconds % HOUR) / MINUTE), "minute"],
  ].filter(([count]) => count).slice(0, 2);
}

/** The state of a clock with this much left, before `inWords`: minutes and seconds when it is urgent. */
function shown(seconds) {
  if (seconds > TICKS) return largest(seconds);
  return `${Math.floor(seconds / MINUTE)}:${String(Math.floor(seconds % MINUTE)).padStart(2, "0")}`;
}

function inWords(state) {
  return typeof state === "string" ? state : state.map(([count, unit]) => words(count, unit)).join(" ");
}

/** The part of these seconds that a clock shows: what is left of the turn or, once that is over, of the bank. */
const running = (seconds, spare) => (seconds > spare ? seconds - spare : seconds);

/** Make `left` show `seconds`, if its text changes. `data-left` has the seconds left, at first the server's. */
function update(left, seconds, spare) {
  const state = shown(running(seconds, spare));
  if (String(state) === String(shown(running(+left.dataset.left, spare)))) return;
  left.dataset.left = seconds;
  left.textContent = inWords(state);
}

/** Warn the player to decide once per deadline that little time is left: by a sentence, and a sound if wanted. */
function warn({ dataset }, text) {
  if (!dataset.warning || warned === dataset.deadline) return;
  warned = dataset.deadline;
  announce(`${dataset.warning} ${text}`);
  sound("turn");
}

/** Monotonic milliseconds that include sleep. */
const now = () => performance.now() + slept;

/** How far the server's time is ahead of ours, by a clock that came in `at`: a lower bound, as it took time to come. */
const lead = (clock, at) => +new Date(clock.dataset.deadline) - 1000 * clock.querySelector("[data-left]").dataset.left - at;

/** Whether a clock says how much is left: 0 may also mean overdue. */
const tells = (clock) => Number(clock.querySelector("[data-left]")?.dataset.left) > 0;

const note = (left) => measured.set(left, left.dataset.left);

/** Read the time left from the clocks of a page that has just arrived. */
function measure(page, at) {
  const clocks = [...page.querySelectorAll("[data-deadline]")].filter(tells);
  if (clocks.length) server = Math.max(...clocks.map((clock) => lead(clock, at)));
  for (const clock of clocks) note(clock.querySelector("[data-left]"));
}

/** Read a clock that has arrived with a part of the page, which may have been rendered a while ago. */
function compare(clock) {
  const left = clock.querySelector("[data-left]");
  if (measured.get(left) === left.dataset.left) return;
  note(left);
  if (!tells(clock)) return;
  const found = lead(clock, now());
  if (server !== null && found < server - JUMP) unsure = true;
  server = Math.max(server ?? found, found);
}

/** Ask the server what is left: the machine has slept, or its clock was set forward, which looks the same from here. */
async function ask() {
  if (now() - asked < AGAIN) return;
  asked = now();
  const answer = await fetch(location.href).catch(() => null);
  if (!answer || answer.status >= 500) return;
  unsure = false;
  if (!answer.ok) return;
  const came = now();
  measure(new DOMParser().parseFromString(await answer.text(), "text/html"), came);
}

/** Detect that this machine has slept. Until the server answers, assume the longest time that it can have slept. */
function look() {
  const here = { wall: Date.now(), counter: performance.now() };
  const missed = looked ? here.wall - looked.wall - (here.counter - looked.counter) : 0;
  looked = here;
  if (missed < JUMP) return;
  slept += missed;
  unsure = true;
  asked = -Infinity;
}

function tick() {
  look();
  const clocks = [...document.querySelectorAll("[data-deadline]")];
  clocks.forEach(compare);
  if (unsure && clocks.length) ask();
  for (const clock of clocks) {
    const left = clock.querySelector("[data-left]");
    const seconds = Math.max(0, (+new Date(clock.dataset.deadline) - now() - (server ?? Infinity)) / 1000);
    const spare = +clock.dataset.spare;
    update(left, seconds, spare);
    note(left);
    clock.classList.toggle("clock--spare", seconds <= spare && spare > 0);
    const short = seconds < clock.dataset.short;
    clock.classList.toggle("clock--short", short);
    if (short) warn(clock, left.textContent);
  }
}

/** Count down on every clock of this page, including those that arrive later. */
export function runClocks() {
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  measure(document, page?.responseStart || now());
  unsure = page?.type === "back_forward"; // the browser may have cached the page
  tick();
  setInterval(tick, 1000);
}
