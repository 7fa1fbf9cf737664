// Features that a browser may refuse or lack, each with a fallback. A failure here stops nothing else.

/** Returns `deed()`. If that throws, logs the error to the console and returns `instead`. */
export function attempt(deed, instead) {
  try {
    return deed();
  } catch (trouble) {
    console.warn(trouble);
    return instead;
  }
}

/** The page's own memory, for browsers that refuse localStorage. */
const memory = new Map();

export const remembered = (name) => attempt(() => localStorage.getItem(name), memory.get(name) ?? null);

export function remember(name, value) {
  memory.set(name, value);
  attempt(() => localStorage.setItem(name, value));
}

export function forget(name) {
  memory.delete(name);
  attempt(() => localStorage.removeItem(name));
}

/** The media query for reduced motion; `matches` may change. Without media queries everything may move. */
export const wantsStill = () =>
  attempt(() => matchMedia("(prefers-reduced-motion: reduce)"), { matches: false, addEventListener() {} });

/** An IntersectionObserver that calls `hear`; without support it never does. */
export const observeSight = (hear) =>
  attempt(() => new IntersectionObserver(hear), { observe() {}, disconnect() {} });
