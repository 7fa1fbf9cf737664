// The rule of the thing under the pointer or the focus, in one line beside the board.

const THINGS = "[data-target], [data-place], [data-at]";

/** The line that is about one of the places, the closest first. */
function lineFor(names) {
  const lines = [...document.querySelectorAll("#rules-in-short [data-of]")];
  return lines.find((line) =>
    line.dataset.of.split(" ").some((place) => names.some((name) => name === place || name.startsWith(`${place}-`))),
  );
}

function remind({ target }) {
  const slot = document.getElementById("reminder");
  if (!slot) return;
  for (let thing = target.closest?.(THINGS); thing; thing = thing.parentElement?.closest(THINGS)) {
    const { at, place, target: goal } = thing.dataset;
    const line = lineFor((place ?? goal ?? at).split(" "));
    if (!line) continue;
    if (slot.dataset.shown !== line.dataset.of) slot.replaceChildren(...line.cloneNode(true).childNodes);
    slot.dataset.shown = line.dataset.of;
    return;
  }
}

export function remindOfRules() {
  document.addEventListener("pointerover", remind);
  document.addEventListener("focusin", remind);
  document.addEventListener("click", remind);
}
