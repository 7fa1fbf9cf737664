// The replay page: autoplay on demand, never with reduced motion; clicking the curves jumps to a step.

import { observeSight, wantsStill } from "./allowed.js";
import { announce, words } from "./announce.js";
import { clear, drawMarks } from "./marks.js";

const PACE_SAID = 1000;
const still = wantsStill();
const TABLES = "#scores-table a, #chances-table a";
const STEPS = `.player__btns a, #step, #log [data-step], [data-jump], .turns__go, ${TABLES}`;
const find = (id) => document.getElementById(id);
let pace = 1400;
let playing = false;
let steppingOn = false;
let timer;
/** The step that the slider was moved to, until the board shows it. */
let pushed = null;
let fetching = false;
/** The id of the focused element while the replay is swapped. */
let focused = null;
/** The id of the element to focus after the next swap, wherever the focus was. */
let goal = null;
/** Whether a turning point was opened, so the best action there is drawn on the board. */
let opened = false;
let waited = false;
/** The position in the window of a pending analysis, if it is in view. */
let waitedAt = null;

const atEnd = () => find("step-next").getAttribute("aria-disabled") === "true";

function pause() {
  playing = false;
  clearTimeout(timer);
}

/** Press a button by script, so that `takeOver` does not take it for the reader. */
function press(id) {
  steppingOn = true;
  find(id).click();
  steppingOn = false;
}

/** Take the next step after a pause. */
function goOn() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!playing) return;
    if (document.hidden) return goOn();
    press("step-next");
  }, pace);
}

function toggle() {
  if (playing) pause();
  else {
    playing = true;
    if (atEnd()) press("step-first");
    else goOn();
  }
  show();
}

/** Show what the server does not know: whether the replay plays, and how fast. */
function show() {
  const button = find("autoplay");
  const label = playing ? button.dataset.pause : button.dataset.play;
  button.hidden = find("speed").hidden = still.matches;
  button.dataset.state = playing ? "playing" : "paused";
  button.setAttribute("aria-label", label);
  button.title = label;
  for (const radio of find("speed").querySelectorAll("input")) radio.checked = +radio.value === pace;
}

function go(step) {
  find("step").value = step;
  find("steps").requestSubmit();
}

function showCount() {
  const count = find("step-count");
  const { value, max } = find("step");
  count.textContent = count.dataset.words.replace("STEP", value).replace("LAST", max);
}

/** Let the board follow the slider: one request at a time, each for the slider's latest step. */
function follow() {
  if (!fetching && pushed !== null) go(pushed);
}

/** Keep the slider where the reader has moved it if the fetched step is behind; the board will follow. */
function catchUp() {
  if (pushed === null) return;
  const slider = find("step");
  if (slider.getAttribute("value") === pushed) pushed = null;
  else {
    slider.value = pushed;
    showCount();
  }
}

/** The step under the pointer in an element that draws all steps from left to right. */
function stepAt(element, { clientX }) {
  const { left, width } = element.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (clientX - left) / width));
  return Math.round(share * +element.dataset.jump);
}

/** Prefetch the neighbouring steps into the browser's cache. */
function prepare() {
  if (pushed !== null || !("kept" in find("replay").dataset)) return;
  for (const id of playing ? ["step-next"] : ["step-next", "step-previous"]) {
    const link = find(id);
    if (link.getAttribute("aria-disabled") === "true") continue;
    fetch(link.href, { headers: { "HX-Request": "true" }, priority: "low" }).catch(() => {});
  }
}

/** Stop autoplay when the reader steps by hand, and forget a pending slider step unless the slider moved. */
function takeOver({ target }) {
  const taken = !steppingOn && target.closest?.(STEPS);
  if (!taken) return;
  pause();
  if (taken.id !== "step") pushed = null;
}

function followSteps() {
  for (const sign of ["click", "input"]) document.addEventListener(sign, takeOver, { capture: true });
  document.addEventListener("htmx:error", () => {
    pushed = goal = null;
    opened = false;
    pause();
    show();
  });
  document.addEventListener("htmx:before:request", () => (fetching = true));
  document.addEventListener("htmx:finally:request", () => {
    fetching = false;
    follow();
  });
  document.addEventListener("htmx:before:swap", ({ detail }) => {
    if (detail.ctx.target.id !== "replay") return;
    focused = find("replay").contains(document.activeElement) ? document.activeElement.id : null;
    waited = find("analysis-waits") !== null;
    waitedAt = waited && isSeen(find("analysis")) ? topOf("analysis") : null;
    if (detail.ctx.sourceElement?.matches("#analysis form")) goal = "analysis-title"; // its reader waits there
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target.id !== "replay") return;
    catchUp();
    if (playing && atEnd()) pause();
    show();
    keepFocus();
    // Narrow windows reorder the parts of the page, and scroll anchoring would hold the wrong one in place.
    if (waitedAt !== null) scrollBy({ top: topOf("analysis") - waitedAt, behavior: "instant" });
    if (playing) goOn();
    if (waited && !find("analysis-waits")) announce(words(find("analysis-title")));
    else if (!playing || pace >= PACE_SAID) announce(words(find("question")));
    if (opened) drawBest();
    prepare();
  });
}

/** Draw the best action of a turning point, until the reader points at another one or goes on. */
function drawBest() {
  opened = false;
  const best = document.querySelector("#choice [data-marks]");
  if (best) drawMarks(JSON.parse(best.dataset.marks));
}

/** The focused element may be gone: focus its replacement, or the beginning of the analysis. */
function keepFocus() {
  const isLost = focused !== null && !find("replay").contains(document.activeElement);
  const next = goal ?? (isLost ? focused : null);
  if (next !== null) (find(next) ?? find("analysis-title"))?.focus({ preventScroll: true });
  if (goal === "analysis-title" && !isSeen(find("analysis"))) find("analysis").scrollIntoView();
  goal = null;
}

const topOf = (id) => find(id).getBoundingClientRect().top;

/** Whether the window shows most of an element, or of as much of it as fits. */
function isSeen(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > 0.6 * Math.min(height, innerHeight);
}

/** Scroll to a board that changes out of sight. A way back is shown while the analysis is out of sight. */
function bringBoard() {
  const board = document.querySelector(".stage .boardbox");
  if (isSeen(board)) return;
  board.scrollIntoView();
  wayBack.observe(find("analysis-title"));
}

const wayBack = observeSight((seen) => {
  find("analysis-back").hidden = seen.at(-1).isIntersecting;
});

/** Remove the way back once it has been used. */
function leaveWay() {
  wayBack.disconnect();
  find("analysis-back").hidden = true;
}

/** Whether a turning point was opened by its key while the focus was elsewhere; then its choices get the focus. */
function isByKey({ target, detail }) {
  const turn = target.closest?.(".turns__go");
  return turn && detail === 0 && turn !== document.activeElement;
}

function followPointer() {
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest?.("#autoplay")) toggle();
    if (target.closest?.("#analysis-back")) leaveWay();
    if (target.closest?.(".turns__go, [data-marks]")) bringBoard();
    if (target.closest?.(".turns__go")) opened = true;
    if (isByKey(event)) goal = "choice";
    const picture = target.closest?.("[data-jump]");
    if (picture) go(stepAt(picture, event));
    const line = target.closest?.(`#log li[data-step], .replay__log__earlier a, ${TABLES}`);
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(line.dataset.step ?? new URL(line.href).searchParams.get("step"));
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "step") return;
    showCount();
    pushed = target.value;
    follow();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.name === "speed") pace = +target.value;
  });
}

/** Draw the actions in an analysis on the board while the reader points at them. */
function drawAdvice() {
  const advice = ({ target }) => target.closest?.("[data-marks]");
  // Lifting a finger sends `pointerout` before `click`, and not every browser focuses a tapped element.
  for (const shows of ["pointerover", "focusin", "click"]) {
    document.addEventListener(shows, (event) => {
      const shown = advice(event);
      if (!shown) return;
      clear();
      drawMarks(JSON.parse(shown.dataset.marks));
    });
  }
  for (const hides of ["pointerout", "focusout"]) document.addEventListener(hides, (event) => advice(event) && clear());
  document.addEventListener("htmx:before:swap", clear);
  // What is drawn lies where the board was: on phones the bar of the browser changes only the height, and moves nothing.
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) clear();
    width = innerWidth;
  });
}

followPointer();
followSteps();
drawAdvice();
still.addEventListener("change", () => {
  pause();
  show();
});
show();
(globalThis.requestIdleCallback ?? setTimeout)(prepare);
