// Clocks that count down to the moment in their `data-deadline`, and warn when `data-short` seconds are left. Without
// this file they say what was left at first.

import { announce } from "./announce.js";
import { sound } from "./sound.js";

const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const TICKS = 10 * MINUTE; // with less left than this, every second is shown

const units = new Map();
const NEAR = 20 * 1000; // so late may a page come from a server whose time is the same

let ahead = null; // by how many milliseconds this machine's time is ahead of the server's, once a clock has told
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

/** By how much this machine's time is ahead: the first clock that comes says what is left by the server's time. */
function difference(deadline, left) {
  if (ahead === null && Number(left)) {
    const found = Date.now() - (deadline - left * 1000);
    ahead = Math.abs(found) > NEAR ? found : 0;
  }
  return ahead ?? 0;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = clock.querySelector("[data-left]");
    const deadline = new Date(clock.dataset.deadline);
    const seconds = Math.max(0, (deadline - Date.now() + difference(deadline, left.dataset.left)) / 1000);
    update(left, seconds);
    const short = seconds < clock.dataset.short;
    clock.classList.toggle("clock--short", short);
    if (short) warn(clock, left.textContent);
  }
}

/** Count down on every clock of this page, also those that come later. */
export function runClocks() {
  tick();
  setInterval(tick, 1000);
}
