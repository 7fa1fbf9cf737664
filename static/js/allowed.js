// What a browser may refuse, or not have at all, each with what a page does instead. Nothing of it stops anything else.

/** Do something. Where that fails the reader's console says why, and what is to be had `instead` comes back. */
export function attempt(deed, instead) {
  try {
    return deed();
  } catch (trouble) {
    console.warn(trouble);
    return instead;
  }
}

/** What this page remembers where the browser keeps nothing. */
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

/** Whether nothing shall move, as `matches` that may change; where nobody can be asked everything may. */
export const wantsStill = () =>
  attempt(() => matchMedia("(prefers-reduced-motion: reduce)"), { matches: false, addEventListener() {} });

/** Call `hear` when something comes into sight or leaves it; never where that is not to be known. */
export const observeSight = (hear) =>
  attempt(() => new IntersectionObserver(hear), { observe() {}, disconnect() {} });
