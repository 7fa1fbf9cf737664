// Telling people what has changed: in words for those who listen, by a mark for those who look at their tabs.

import { attempt } from "./allowed.js";

/** The text of an element as one line. */
export const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** Say a sentence to those who listen. */
export function announce(sentence) {
  document.getElementById("live").textContent = sentence;
}

/** Mark the tab and the app's icon when they call their owner. */
export function markTitle(calls) {
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.calm ??= icon.href;
  icon.href = calls ? icon.dataset.calling : icon.dataset.calm;
  // Not every browser has a badge, and one that has it may refuse it.
  attempt(() => (calls ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {}));
  const title = document.title.replace(/^● /, "");
  document.title = calls ? `● ${title}` : title;
}
