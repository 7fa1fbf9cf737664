// The administration: what Django's scripts build is called what the labels beside it say.

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

globalThis.django?.jQuery(name); // after those that build fields as soon as the page is there
addEventListener("load", name);
