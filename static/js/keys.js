// Which key was pressed, whatever the keyboard; and none that bears a sign, where someone has switched these off.

const areOff = () => document.documentElement.dataset.keys === "off";
const bearsASign = (key) => key.length === 1;

/**
 * The names by which buttons may know the key that was pressed, the likeliest first.
 * Digits are found by their place where they need Shift (France), and letters where others stand on the keys (Greece);
 * a letter is the same with Caps Lock.
 */
export function keysOf({ key, code, shiftKey }) {
  if (!key) return []; // a browser that fills in a form makes such events
  if (key.length > 1 && key !== "Dead") return [shiftKey ? `Shift+${key}` : key];
  if (areOff()) return [];
  const place = /^(?:Digit|Numpad)([0-9])$|^Key([A-Z])$/.exec(code) ?? [];
  const names = [key, key.toLowerCase()];
  if (place[1] && !shiftKey) names.push(place[1]);
  if (place[2] && !/^[\x21-\x7e]$/.test(key)) names.push(place[2].toLowerCase());
  return names;
}

/** Where such keys are off, nobody is told of them either. */
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
