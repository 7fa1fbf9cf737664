// Settings of this browser: checkboxes with `data-setting`; a ticked one is remembered as "on".

import { forget, remember, remembered } from "./allowed.js";

function show() {
  for (const box of document.querySelectorAll("[data-setting]")) {
    box.checked = remembered(box.dataset.setting) === "on";
  }
}

export function rememberSettings() {
  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.setting;
    if (!name) return;
    if (target.checked) remember(name, "on");
    else forget(name);
    dispatchEvent(new CustomEvent("settings:changed", { detail: { name } }));
  });
  document.addEventListener("htmx:after:swap", show);
  show();
}
