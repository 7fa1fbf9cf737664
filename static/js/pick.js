// Decisions about several things: the reader picks the things themselves, and once there are enough, the button for
// exactly these is pressed. Without scripts there are only the buttons.

const picked = (list) => [...list.querySelectorAll("[data-pick][aria-pressed=true]")];

/** The button of the panel whose action names these things, in any order. */
function buttonOf(things) {
  const wanted = things.sort().join(" ");
  const named = ({ value }) => value.split(" ").slice(1).sort().join(" ");
  return [...document.querySelectorAll("#actions [name=action]")].find((button) => named(button) === wanted);
}

export function pickThings() {
  document.addEventListener("click", ({ target }) => {
    const thing = target.closest("[data-pick]");
    if (!thing) return;
    thing.setAttribute("aria-pressed", thing.getAttribute("aria-pressed") !== "true");
    const list = thing.closest("[data-picks]");
    const things = picked(list);
    if (things.length < +list.dataset.picks) return;
    const button = buttonOf(things.map(({ dataset }) => dataset.pick));
    for (const each of things) each.setAttribute("aria-pressed", "false");
    button?.click();
  });
}
