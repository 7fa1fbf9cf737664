// The lesson page: after an answer go where it is judged. Without this file everything still works.

import { say, words } from "./say.js";

document.addEventListener("htmx:after:swap", () => {
  const verdict = document.getElementById("verdict");
  if (!verdict) return;
  say(words(verdict));
  verdict.focus({ preventScroll: true });
  // A card may be higher than the window.
  for (const part of [verdict.closest(".lcard"), verdict]) part.scrollIntoView({ block: "nearest" });
});
