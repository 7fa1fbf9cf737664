// Positions of things on the page: every place of a board has a name, `data-at` or `data-place`.

const SVG = "http://www.w3.org/2000/svg";
const CARD = { width: 64, height: 90 };
/** The size to which a piece shrinks that becomes part of a number. */
const COUNTED = 16;

const shown = (elements) => [...elements].find((element) => element.getClientRects().length);

function named(name) {
  const escaped = CSS.escape(name);
  return shown(document.querySelectorAll(`[data-at="${escaped}"], [data-place="${escaped}"]`));
}

/** The element at a place; if it is not on the page, the element of its whole: `hand` for `hand-fish`. */
export const elementAt = (name) => named(name) ?? named(name.split("-")[0]);

/**
 * The box of a piece at an element: centre and size. It has the element's size or, if that is wider than tall, a
 * card's; it is centred, or at the end with `data-lands="end"`.
 */
export function boxOf(element) {
  const at = element.getBoundingClientRect();
  const size = at.height > at.width ? at : CARD;
  const x = element.dataset.lands === "end" ? at.right - at.height / 2 : at.x + at.width / 2;
  return { x, y: at.y + at.height / 2, width: size.width, height: size.height };
}

/**
 * The box in which a piece arrives at an element. Where things are counted, not shown, it becomes small at the edge,
 * beside the number: `data-lands="start"`.
 */
export function goalBox(element) {
  if (element.dataset.lands !== "start") return { ...boxOf(element), isCounted: false };
  const at = element.getBoundingClientRect();
  return { x: at.x, y: at.y + at.height / 2, width: COUNTED, height: COUNTED, isCounted: true };
}

/** A frame over an element, in page coordinates, to be drawn by its class. */
export function frameOver(element, className) {
  const at = element.getBoundingClientRect();
  const frame = document.createElement("i");
  frame.className = className;
  Object.assign(frame.style, {
    left: `${at.x + scrollX}px`,
    top: `${at.y + scrollY}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  });
  return frame;
}

/** A picture of a piece, `null` if the board has no symbol for it; `width` is its width unless the symbol sets one. */
export function picture(drawing, width) {
  const symbol = document.getElementById(drawing);
  if (!symbol) return null;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ghost");
  svg.setAttribute("aria-hidden", "true");
  // A `use` places the symbol at the origin, wherever its own view box begins.
  const [, , across, down] = symbol.getAttribute("viewBox").split(" ");
  svg.setAttribute("viewBox", `0 0 ${across} ${down}`);
  svg.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", `#${drawing}`);
  svg.style.width = `${symbol.dataset.width ?? width}px`;
  return svg;
}

/** Paths as the server writes them, three words each: start, goal and drawing. */
export function ways(text) {
  const words = text.split(" ");
  return Array.from({ length: words.length / 3 }, (_, number) => words.slice(3 * number, 3 * number + 3));
}
