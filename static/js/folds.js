// Folds.

/** Keep folds that the reader has opened open while the page is updated: the server does not know about them. */
export function keepFolds() {
  htmx.registerExtension("folds", {
    htmx_before_morph_attr: (element, { attrName, newValue }) =>
      !(element.matches("details[id]") && attrName === "open" && newValue === null),
  });
}

/** Close the menu of the header on Escape, on a press elsewhere and when the focus leaves it: it covers the page. */
export function closeMenu() {
  const menu = () => document.querySelector(".menu[open]");
  const leave = ({ target }) => {
    if (menu()?.contains(target) === false) menu().open = false;
  };
  document.addEventListener("click", leave);
  document.addEventListener("focusin", leave);
  document.addEventListener("keydown", ({ key }) => {
    const open = menu();
    if (key !== "Escape" || !open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
}
