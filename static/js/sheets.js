// Places on the board that are too small for a finger: a press on the link there opens all that can be chosen, over the
// board. Without scripts the link leads to the same choices in the panel.

const OPEN = "is-open";
const LINK = "[data-sheet]";

/** Close all sheets but one. */
function closeBut(sheet) {
  for (const { parentElement } of document.querySelectorAll(`.${OPEN} > ${LINK}`)) {
    if (parentElement !== sheet) parentElement.classList.remove(OPEN);
  }
}

export function openSheets() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(LINK);
    closeBut(link?.parentElement ?? event.target.closest(`.${OPEN}`));
    if (!link) return;
    event.preventDefault();
    const isOpen = link.parentElement.classList.toggle(OPEN);
    if (isOpen) link.parentElement.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && closeBut(null));
}
