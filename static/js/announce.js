// Reports changes: in words for screen readers, by a mark on the tab for everyone.

import { attempt } from "./allowed.js";

/** The text of an element as one line. */
export const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** Let screen readers say a sentence. */
export function announce(sentence) {
  document.getElementById("live").textContent = sentence;
}

/** Mark the tab and the app's icon while someone's turn calls them; otherwise clear the marks. */
export function markTitle(calls) {
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.calm ??= icon.getAttribute("href");
  const wanted = calls ? icon.dataset.calling : icon.dataset.calm;
  if (icon.getAttribute("href") !== wanted) {
    icon.href = wanted; // what is set is fetched and drawn, even if it is the same
  }
  // Not every browser has badges, and one that has them may refuse.
  attempt(() => (calls ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {}));
  const title = document.title.replace(/^● /, "");
  document.title = calls ? `● ${title}` : title;
}
