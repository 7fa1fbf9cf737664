// Where things are on the page: every place of a board has a name, `data-at` or `data-place`.

const SVG = "http://www.w3.org/2000/svg";
const CARD = { width: 64, height: 90 };

const shown = (elements) => [...elements].find((element) => element.getClientRects().length);

function named(name) {
  const escaped = CSS.escape(name);
  return shown(document.querySelectorAll(`[data-at="${escaped}"], [data-place="${escaped}"]`));
}

/** The element at a place; a place that is not on the page is stood for by its whole: `hand-fish` by `hand`. */
export const elementAt = (name) => named(name) ?? named(name.split("-")[0]);

/**
 * Where a piece lies at an element: over all of it, or small in the middle of what is wider than high; at its end where
 * `data-lands` says so.
 */
export function boxOf(element) {
  const at = element.getBoundingClientRect();
  const size = at.height > at.width ? at : CARD;
  const x = element.dataset.lands === "end" ? at.right - at.height / 2 : at.x + at.width / 2;
  return { x, y: at.y + at.height / 2, width: size.width, height: size.height };
}

/** A picture of a piece, `null` when the board's kit has none; `width` is how wide it lies there. */
export function picture(drawing, width) {
  const symbol = document.getElementById(drawing);
  if (!symbol) return null;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ghost");
  svg.setAttribute("aria-hidden", "true");
  // The symbol is put at the origin, wherever its own drawing begins.
  const [, , across, down] = symbol.getAttribute("viewBox").split(" ");
  svg.setAttribute("viewBox", `0 0 ${across} ${down}`);
  svg.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", `#${drawing}`);
  svg.style.width = `${symbol.dataset.width ?? width}px`;
  return svg;
}

/** Ways as the server writes them, three words each. */
export function ways(text) {
  const words = text.split(" ");
  return Array.from({ length: words.length / 3 }, (_, number) => words.slice(3 * number, 3 * number + 3));
}
