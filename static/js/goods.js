// The reader picks a set of goods one by one, and only the button of the picked set is shown. Without scripts the
// buttons of all sets are shown.

const NOTHING = "none";

const picked = new Set();
let moment;

const boxes = () => document.querySelectorAll("[data-goods]");
const setOf = (words) => [...words].sort().join("+");
const named = ({ value }) => setOf(value.split(" ")[1].split("+"));

function show() {
  const { ply } = document.getElementById("match").dataset;
  if (moment !== ply) picked.clear();
  moment = ply;
  for (const box of boxes()) {
    const number = +box.dataset.goods;
    box.classList.add("is-picking");
    for (const ware of box.querySelectorAll("[data-ware]")) {
      const isPicked = picked.has(ware.dataset.ware);
      ware.setAttribute("aria-pressed", isPicked);
      ware.disabled = Boolean(number) && !isPicked && picked.size >= number;
    }
    for (const button of box.querySelectorAll("[name=action]")) button.hidden = named(button) !== (setOf(picked) || NOTHING);
    for (const fold of box.querySelectorAll("details")) fold.open = fold.querySelector("[name=action]:not([hidden])") !== null;
  }
}

export function pickGoods() {
  document.addEventListener("click", ({ target }) => {
    const word = target.closest("[data-ware]")?.dataset.ware;
    if (!word) return;
    if (!picked.delete(word)) picked.add(word);
    show();
  });
  document.addEventListener("htmx:after:swap", show);
  show();
}
