// The lesson page: after an answer, focus the verdict. Without this file everything still works.

import { announce, words } from "./announce.js";

document.addEventListener("htmx:after:swap", () => {
  const verdict = document.getElementById("verdict");
  if (!verdict) return;
  announce(words(verdict));
  verdict.focus({ preventScroll: true });
  // A card may be taller than the window.
  for (const part of [verdict.closest(".lcard"), verdict]) part.scrollIntoView({ block: "nearest" });
});
