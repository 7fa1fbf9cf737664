// The administration: gives the widgets that Django's scripts build the accessible names in their labels.

function name() {
  for (const shown of document.querySelectorAll(".select2-selection__rendered")) {
    const field = shown.closest(".select2")?.previousElementSibling;
    const label = field?.labels?.[0];
    if (!label) continue;
    label.id ||= `${field.id}_label`;
    shown.setAttribute("aria-labelledby", label.id);
    shown.closest("[role=combobox]").setAttribute("aria-labelledby", `${label.id} ${shown.id}`);
  }
  for (const sign of document.querySelectorAll(".help-tooltip[aria-label]:not(img)")) sign.setAttribute("role", "img");
}

globalThis.django?.jQuery(name); // after the handlers that build the fields when the page is ready
addEventListener("load", name);
