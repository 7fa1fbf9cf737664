// Highlights the places on the board that belong to a button, and vice versa; keys press the elements that name them.

import { keysOf, quietKeys } from "./keys.js";
import { playsAtOnce } from "./preview.js";

const CHOICES = "[data-target], [data-place]";
const MOVED_BY_ARROWS = "input[type=range], input[type=radio]";
const MOVES = /^(Arrow|Home|End|Page)/;
const PRESSED_BY_SPACE = "a, button, summary, input:not([type=range])";

/** Highlight the elements that share a place with this one: buttons of the panel and places on the board. */
function ring(element, on) {
  const places = (element.dataset.target ?? element.dataset.place).split(" ");
  for (const other of document.querySelectorAll(CHOICES)) {
    const theirs = (other.dataset.target ?? other.dataset.place).split(" ");
    const together = other !== element && theirs.some((place) => places.includes(place));
    other.classList.toggle("is-hover", on && together);
  }
}

function typing(target) {
  return target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]");
}

/**
 * Focus the button of an action whose key was pressed, which previews the action; the second press, or Enter, plays it.
 * Returns false if the element must be clicked now: it is no action, has or refuses the focus, or readers play at once.
 */
function wentThere(element) {
  if (!element.matches("button[name=action]") || !document.getElementById("preview") || playsAtOnce()) return false;
  if (document.activeElement === element) return false;
  element.focus();
  return document.activeElement === element;
}

/** Copy a text; returns whether that worked. Pages without TLS have no clipboard API, and it may be refused. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function linkBoard() {
  quietKeys();
  for (const [enter, leave] of [
    ["pointerover", "pointerout"],
    ["focusin", "focusout"],
  ]) {
    for (const [name, on] of /** @type {[string, boolean][]} */ ([
      [enter, true],
      [leave, false],
    ])) {
      document.addEventListener(name, ({ target }) => {
        const element = target.closest?.(CHOICES);
        if (element) ring(element, on);
      });
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    if (event.target.matches(MOVED_BY_ARROWS) && !event.shiftKey && MOVES.test(event.key)) return;
    if (event.key === " " && event.target.closest(PRESSED_BY_SPACE)) return;
    const element = keysOf(event)
      .map((key) => document.querySelector(`[data-key="${CSS.escape(key)}"]:not([aria-disabled], [hidden])`))
      .find(Boolean);
    if (!element) return;
    event.preventDefault();
    if (!wentThere(element)) element.click();
  });

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    if (!(await copied(field.value))) document.execCommand("copy");
    button.lastElementChild.textContent = button.dataset.copied;
  });
}
