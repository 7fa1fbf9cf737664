// Says what a swap of the match has brought: in words, by the mark on the tab, and by a sound.

import { announce, markTitle, words } from "./announce.js";
import { whenChanged } from "./match_swaps.js";
import { sound } from "./sound.js";

const mood = () => document.getElementById("match").dataset.mood;
/** Whether the match waits for a decision of the reader. */
const calls = () => ["mine", "ask"].includes(mood());

const lastStep = () => Math.max(0, ...[...document.querySelectorAll("#log [data-step]")].map((li) => +li.dataset.step));

/**
 * The text of an element as it is seen, or would be if it were not behind another tab.
 *
 * @param {HTMLElement} element
 */
function shownText(element) {
  if (element.getClientRects().length) return element.innerText;
  const parts = [...element.childNodes].map((part) => {
    const text = part.textContent.replace(/\s+/g, " ");
    return part instanceof Element && part.matches(".log__more") ? `\n${text}` : text;
  });
  return parts.join("");
}

/**
 * The lines of an element as sentences, one per line, for the log and the turn bar.
 *
 * @param {HTMLElement} element
 */
function sentences(element) {
  const lines = shownText(element).split("\n").map((line) => line.trim().replace(/[.。]$/, ""));
  return lines.filter(Boolean).join(". ");
}

/**
 * Announce what is new in the log since step `seen`, oldest first (an undo has no step), then whose decision it is.
 *
 * @param {number} seen
 */
function announceActions(seen) {
  const lines = [...document.querySelectorAll("#log li:not(.log__part)")];
  const news = lines.filter((line, place) => +line.dataset.step > seen || (place === 0 && !line.dataset.step));
  const said = [...news.reverse().map((line) => line.children[1]), document.querySelector("#question .turnbar__say")];
  announce(said.map(sentences).join(". "));
}

function announceStep() {
  if (mood() === "past") announce(sentences(document.getElementById("question")));
}

function announceRematch() {
  announce(words(document.getElementById("rematch-news")));
}

function followActions() {
  let seen = lastStep();
  let called = calls();
  markTitle(called);
  whenChanged("ply", () => {
    announceActions(seen);
    markTitle(calls());
    sound(calls() && !called ? "turn" : "move");
    seen = lastStep();
    called = calls();
  });
}

export function tellNews() {
  whenChanged("step", announceStep);
  whenChanged("again", announceRematch);
  followActions();
}
