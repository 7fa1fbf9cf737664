// Marks the action of a hint wherever it can be chosen: in the list of actions and on the board.

const sign = () => document.getElementById("advised")?.content.firstElementChild;

/** The buttons of an action and, if none of them is on the board, the places it affects. */
function places(action) {
  const all = [...document.querySelectorAll("button[name=action]")];
  const buttons = all.filter(({ id, value }) => id !== "hint-do" && value === action);
  if (buttons.some(({ dataset }) => dataset.place)) return buttons;
  const targets = buttons.flatMap(({ dataset }) => dataset.target?.split(" ") ?? []);
  return [...buttons, ...targets.flatMap((place) => [...document.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)])];
}

/** Open the fold that contains the marked button. */
const unfold = (button) => button.closest("details")?.setAttribute("open", "");

function mark() {
  for (const element of document.querySelectorAll(".is-advised")) {
    element.classList.remove("is-advised");
    element.querySelector(":scope > .advised")?.remove();
  }
  if (!sign()) return;
  for (const element of places(document.getElementById("hint-do").value)) {
    element.classList.add("is-advised");
    element.append(sign().cloneNode(true));
    unfold(element);
  }
}

export function markHint() {
  mark();
  document.addEventListener("htmx:after:swap", mark);
}
