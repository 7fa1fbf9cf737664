// Clocks that count down to the moment in their `data-deadline`, and warn when `data-short` seconds are left. Without
// this file they say what was left at first. What is left is what the server says, counted from when it came: the time
// of the reader's machine may be wrong by any amount, and may be put right at any moment.

import { announce } from "./announce.js";
import { sound } from "./sound.js";

const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const TICKS = 10 * MINUTE; // with less left than this, every second is shown

const units = new Map();
const JUMP = 2000; // what differs by less is the same: clocks say whole seconds
const AGAIN = 10 * 1000; // so long after an answer that failed it is asked again

let server = null; // how far the server's time is ahead of `now()`, in milliseconds, once a clock has told
let slept = 0; // for how long this machine has stood still, its own counter too
let looked = null; // when that was looked at last, by both clocks of this machine
let asked = -Infinity; // when the server was asked last what is left
let unsure = false; // whether it has to be
const measured = new WeakMap(); // what each clock has said, by itself or last by this script
let warned = null; // the deadline of which the reader was warned last: a page fetched anew shows another clock

function words(count, unit) {
  const language = document.documentElement.lang;
  if (!units.has(unit)) units.set(unit, new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }));
  return units.get(unit).format(count);
}

/** The units that are shown, as `[count, unit]`: the two largest that are not 0, as the server writes them. */
function largest(seconds) {
  return [
    [Math.floor(seconds / DAY), "day"],
    [Math.floor((seconds % DAY) / HOUR), "hour"],
    [Math.floor((seconds % HOUR) / MINUTE), "minute"],
  ].filter(([count]) => count).slice(0, 2);
}

/** What a clock with so much left shows, before it is put into words: minutes and seconds when it is urgent. */
function shown(seconds) {
  if (seconds > TICKS) return largest(seconds);
  return `${Math.floor(seconds / MINUTE)}:${String(Math.floor(seconds % MINUTE)).padStart(2, "0")}`;
}

function inWords(state) {
  return typeof state === "string" ? state : state.map(([count, unit]) => words(count, unit)).join(" ");
}

/** Make `left` say `seconds`. Its `data-left` are those it says, first the server's: most times nothing need change. */
function update(left, seconds) {
  const state = shown(seconds);
  if (String(state) === String(shown(left.dataset.left))) return;
  left.dataset.left = seconds;
  left.textContent = inWords(state);
}

/** Warn whoever decides once for each deadline, as soon as little time is left: by a sentence, and a sound if wanted. */
function warn({ dataset }, text) {
  if (!dataset.warning || warned === dataset.deadline) return;
  warned = dataset.deadline;
  announce(`${dataset.warning} ${text}`);
  sound("turn");
}

/** Milliseconds that never go back, and go on while the machine sleeps. */
const now = () => performance.now() + slept;

/** The server's time, ahead of ours, by a clock that came at `at`; it has come late, so that this is the least. */
const told = (clock, at) => new Date(clock.dataset.deadline) - 1000 * clock.querySelector("[data-left]").dataset.left - at;

/** Whether it says how much is left: 0 may stand for less. */
const tells = (clock) => Number(clock.querySelector("[data-left]")?.dataset.left) > 0;

const note = (left) => measured.set(left, left.dataset.left);

/** Take from a page that has just come what is left on its clocks. */
function measure(page, at) {
  const clocks = [...page.querySelectorAll("[data-deadline]")].filter(tells);
  if (clocks.length) server = Math.max(...clocks.map((clock) => told(clock, at)));
  for (const clock of clocks) note(clock.querySelector("[data-left]"));
}

/** Take notice of a clock that has come with a part of the page; it may have been drawn a while ago. */
function compare(clock) {
  const left = clock.querySelector("[data-left]");
  if (measured.get(left) === left.dataset.left) return;
  note(left);
  if (!tells(clock)) return;
  const found = told(clock, now());
  if (server !== null && found < server - JUMP) unsure = true;
  server = Math.max(server ?? found, found);
}

/** Ask what is left: the machine has slept, or its time was put forward, which looks the same from here. */
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

/** Notice that this machine has stood still; until the server has told, the longest time that can have been is counted. */
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
    const seconds = Math.max(0, (new Date(clock.dataset.deadline) - now() - (server ?? Infinity)) / 1000);
    update(left, seconds);
    note(left);
    const short = seconds < clock.dataset.short;
    clock.classList.toggle("clock--short", short);
    if (short) warn(clock, left.textContent);
  }
}

/** Count down on every clock of this page, also those that come later. */
export function runClocks() {
  const [page] = performance.getEntriesByType("navigation");
  measure(document, page?.responseStart || now());
  unsure = page?.type === "back_forward"; // a browser may have kept it
  tick();
  setInterval(tick, 1000);
}
