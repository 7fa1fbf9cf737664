// Settings of this browser: boxes with `data-setting`; what is ticked is remembered as "on".

function show() {
  for (const box of document.querySelectorAll("[data-setting]")) {
    box.checked = localStorage.getItem(box.dataset.setting) === "on";
  }
}

export function rememberSettings() {
  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.setting;
    if (!name) return;
    if (target.checked) localStorage.setItem(name, "on");
    else localStorage.removeItem(name);
    dispatchEvent(new CustomEvent("settings:changed", { detail: { name } }));
  });
  document.addEventListener("htmx:after:swap", show);
  show();
}
