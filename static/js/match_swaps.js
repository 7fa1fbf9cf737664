// What else changes when the match is swapped in: the focus, the strip of steps, the log. And what need not be swapped in.

const root = () => document.getElementById("match");

/**
 * Call `then` after each swap that has changed what the match says of itself.
 *
 * @param {string} name of the attribute, without `data-`
 * @param {() => void} then
 */
export function whenChanged(name, then) {
  let known = root().dataset[name];
  document.addEventListener("htmx:after:swap", () => {
    if (root().dataset[name] === known) return;
    known = root().dataset[name];
    then();
  });
}

/**
 * Call `before` before each swap of the match, unless one that was called earlier has prevented it.
 *
 * @param {(event: Event) => void} before
 */
function beforeSwaps(before) {
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.detail.ctx.target === root() && !event.defaultPrevented) before(event);
  });
}

/** Hide empty swaps ("nothing new" and errors) from listeners to swaps. */
function muteEmptySwaps() {
  const mute = (event) => event.detail.ctx.swap === "none" && (event.preventDefault(), event.stopPropagation());
  addEventListener("htmx:before:swap", mute, { capture: true });
}

/**
 * Whether a response shows the same as the page: it was requested before an action whose own response came first.
 * Swapping it in would remove what only that response said.
 *
 * @param {string} text
 */
function isShown(text) {
  const news = new DOMParser().parseFromString(text, "text/html").getElementById("match");
  return ["mood", "ply", "step", "plan", "again", "wait"].every((name) => news?.dataset[name] === root().dataset[name]);
}

function skipWhatIsShown() {
  beforeSwaps((event) => {
    const { text, request } = event.detail.ctx;
    if (request.method === "GET" && isShown(text)) event.preventDefault();
  });
}

/** Load the page again when the match has started: it has a different head than the table's. */
function reloadAtTheStart() {
  beforeSwaps((event) => {
    if (root().dataset.mood !== "open" || event.detail.ctx.text.includes('data-mood="open"')) return;
    event.preventDefault();
    location.reload();
  });
}

/** Focus what replaces the pressed button, or else the next decision. */
function keepFocus() {
  /** The id of what had the focus, empty without one; null if it was outside the match. */
  let focused = null;
  beforeSwaps((event) => {
    focused = root().contains(document.activeElement) ? document.activeElement.id : null;
    if (event.detail.ctx.sourceElement?.id === "hint") focused = "hint"; // who asks for a hint waits for it there
  });
  document.addEventListener("htmx:after:swap", () => {
    if (focused !== null && !root().contains(document.activeElement)) {
      const same = focused && document.getElementById(focused);
      (same || document.getElementById("task"))?.focus({ preventScroll: true });
    }
    focused = null;
  });
}

/**
 * Scroll the strip of steps until all of a step is in sight.
 *
 * @param {Element | null} [step]
 */
function wholly(step) {
  if (!step) return;
  const steps = step.closest(".catch__steps");
  const [strip, box] = [steps.getBoundingClientRect(), step.getBoundingClientRect()];
  if (box.left < strip.left) steps.scrollLeft += box.left - strip.left;
  else if (box.right > strip.right) steps.scrollLeft += box.right - strip.right;
}

/** Scroll the strip of steps and the log, and nothing else, to the step on the board; otherwise to the latest. */
function showStep() {
  const [log, shown] = [document.getElementById("log"), document.querySelector("#log [aria-current]")];
  if (shown) log.scrollTop += shown.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
  const steps = document.querySelector(".catch__steps");
  wholly(steps?.querySelector("[aria-current]") ?? steps?.lastElementChild);
}

function keepStepsInSight() {
  showStep();
  document.addEventListener("focusin", ({ target }) => wholly(target.closest(".catch__steps > *")));
  document.addEventListener("htmx:after:swap", showStep);
}

export function followSwaps() {
  muteEmptySwaps();
  skipWhatIsShown();
  reloadAtTheStart();
  keepFocus();
  keepStepsInSight();
}
