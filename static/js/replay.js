// The replay page: it plays by itself when asked, never under reduced motion; pictures of all steps lead to each.

import { observeSight, wantsStill } from "./allowed.js";
import { announce, words } from "./announce.js";
import { clear, drawMarks } from "./marks.js";

const PACE_SAID = 1000;
const still = wantsStill();
const TABLES = "#course-table a, #chances-table a";
const STEPS = `.player__btns a, #step, #log [data-step], [data-jump], .turns__go, ${TABLES}`;
const find = (id) => document.getElementById(id);
let pace = 1400;
let playing = false;
let steppingOn = false;
let timer;
/** Where the slider was pushed to, until the board shows it. */
let pushed = null;
let fetching = false;
/** The id of what has the focus while the replay is swapped. */
let focused = null;
/** The id of what gets the focus as soon as the replay is swapped, wherever it was. */
let goal = null;
let waited = false;
/** Where in the window the analysis is waited for, if it is seen there. */
let waitedAt = null;

const atEnd = () => find("step-next").getAttribute("aria-disabled") === "true";

function pause() {
  playing = false;
  clearTimeout(timer);
}

/** Step by itself: not to be taken for someone's hand. */
function press(id) {
  steppingOn = true;
  find(id).click();
  steppingOn = false;
}

/** Take the next step in a while. */
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

/** Show what the server does not know: whether it plays, and how fast. */
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

/** The board follows the slider while it is pushed: one request at a time, each for where the slider is by then. */
function follow() {
  if (!fetching && pushed !== null) go(pushed);
}

/** What was fetched may lie behind the hand already: the slider stays with the hand, and the board goes on after it. */
function catchUp() {
  if (pushed === null) return;
  const slider = find("step");
  if (slider.getAttribute("value") === pushed) pushed = null;
  else {
    slider.value = pushed;
    showCount();
  }
}

/** The step under the pointer, where an element draws all steps from left to right. */
function stepAt(element, { clientX }) {
  const { left, width } = element.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (clientX - left) / width));
  return Math.round(share * +element.dataset.jump);
}

/** Fetch what comes next in good time: the answer waits in the browser's own store. */
function prepare() {
  if (pushed !== null || !("kept" in find("replay").dataset)) return;
  for (const id of playing ? ["step-next"] : ["step-next", "step-previous"]) {
    const link = find(id);
    if (link.getAttribute("aria-disabled") === "true") continue;
    fetch(link.href, { headers: { "HX-Request": "true" }, priority: "low" }).catch(() => {});
  }
}

/** Whoever steps by hand has taken over, also from their own hand on the slider. */
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
    if (detail.ctx.sourceElement?.matches("#analysis form")) goal = "analysis-title"; // whoever asks for it waits there
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target.id !== "replay") return;
    catchUp();
    if (playing && atEnd()) pause();
    show();
    keepFocus();
    // Narrow windows order the parts otherwise than the page brings them, and would hold what stands below it in place.
    if (waitedAt !== null) scrollBy({ top: topOf("analysis") - waitedAt, behavior: "instant" });
    if (playing) goOn();
    if (waited && !find("analysis-waits")) announce(words(find("analysis-title")));
    else if (!playing || pace >= PACE_SAID) announce(words(find("question")));
    prepare();
  });
}

/** What was pressed may be gone: go on where it is again, or where the analysis begins. */
function keepFocus() {
  const isLost = focused !== null && !find("replay").contains(document.activeElement);
  const next = goal ?? (isLost ? focused : null);
  if (next !== null) (find(next) ?? find("analysis-title"))?.focus({ preventScroll: true });
  if (goal === "analysis-title" && !isSeen(find("analysis"))) find("analysis").scrollIntoView();
  goal = null;
}

const topOf = (id) => find(id).getBoundingClientRect().top;

/** Whether most of an element that could be seen is in the window. */
function isSeen(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > 0.6 * Math.min(height, innerHeight);
}

/** The board changes where one may not see it: go there. A way back is shown while the analysis is out of sight. */
function bringBoard() {
  const board = document.querySelector(".stage .boardbox");
  if (isSeen(board)) return;
  board.scrollIntoView();
  wayBack.observe(find("analysis-title"));
}

const wayBack = observeSight((seen) => {
  find("analysis-back").hidden = seen.at(-1).isIntersecting;
});

/** Whoever has gone back by that way has no more need of it. */
function leaveWay() {
  wayBack.disconnect();
  find("analysis-back").hidden = true;
}

/** Whether a turning point is reached by its number, from wherever the focus is: its choices are what comes next. */
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
    if (isByKey(event)) goal = "choice";
    const picture = target.closest?.("[data-jump]");
    if (picture) go(stepAt(picture, event));
    const line = target.closest?.(`#log li[data-step], .rlog__earlier a, ${TABLES}`);
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

/** The actions that an analysis tells of are drawn on the board while one points at them. */
function drawAdvice() {
  const advice = ({ target }) => target.closest?.("[data-marks]");
  // A finger that is lifted leaves before it clicks, and not every browser focuses what it has tapped.
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
