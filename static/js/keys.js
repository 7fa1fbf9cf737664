// The name of the pressed key on any keyboard layout; character keys are ignored if the reader has switched them off.

const areOff = () => document.documentElement.dataset.keys === "off";
const bearsASign = (key) => key.length === 1;

/**
 * The names that buttons may have for the pressed key, the likeliest first.
 * Digits are found by position on keyboards where they need Shift (France), and so are letters on keyboards with
 * another alphabet (Greece); Caps Lock makes no difference.
 */
export function keysOf({ key, code, shiftKey }) {
  if (!key) return []; // browsers send such events when they fill in a form
  if (key.length > 1 && key !== "Dead") return [shiftKey ? `Shift+${key}` : key];
  if (areOff()) return [];
  const place = /^(?:Digit|Numpad)([0-9])$|^Key([A-Z])$/.exec(code) ?? [];
  const names = [key, key.toLowerCase()];
  if (place[1] && !shiftKey) names.push(place[1]);
  if (place[2] && !/^[\x21-\x7e]$/.test(key)) names.push(place[2].toLowerCase());
  return names;
}

/** If character keys are off, don't advertise them to screen readers either. */
export function quietKeys() {
  if (!areOff()) return;
  const quiet = () => {
    for (const element of document.querySelectorAll("[data-key][aria-keyshortcuts]")) {
      if (bearsASign(element.dataset.key)) element.removeAttribute("aria-keyshortcuts");
    }
  };
  document.addEventListener("htmx:after:swap", quiet);
  quiet();
}
