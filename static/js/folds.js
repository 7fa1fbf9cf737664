// Keeps folds that the reader has opened open while the page is updated: the server does not know about them.

export function keepFolds() {
  htmx.registerExtension("folds", {
    htmx_before_morph_attr: (element, { attrName, newValue }) =>
      !(element.matches("details[id]") && attrName === "open" && newValue === null),
  });
}
