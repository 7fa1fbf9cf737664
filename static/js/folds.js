// What a reader has opened stays open while the page around it is brought up to date: the server does not know of it.

export function keepFolds() {
  htmx.registerExtension("folds", {
    htmx_before_morph_attr: (element, { attrName, newValue }) =>
      !(element.matches("details[id]") && attrName === "open" && newValue === null),
  });
}
