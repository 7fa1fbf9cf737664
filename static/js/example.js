// The example game on the first page plays by itself, with a pause button; not with reduced motion, and only in view.

import { observeSight, wantsStill } from "./allowed.js";

const PACE = 3200;
const button = document.getElementById("example-play");
const figure = button.closest("figure");
let playing = !wantsStill().matches;
let seen = true;

function show() {
  button.dataset.state = playing ? "playing" : "paused";
  button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
}

button.addEventListener("click", () => {
  playing = !playing;
  show();
});
observeSight(([entry]) => (seen = entry.isIntersecting)).observe(figure);
setInterval(() => {
  if (playing && seen && document.visibilityState === "visible") {
    htmx.trigger(document.getElementById("example"), "next-step");
  }
}, PACE);
show();
button.hidden = false;
