// Forms whose key lets them begin one thing however often they are sent. What is begun anew gets another key.

import { attempt } from "./allowed.js";

const BYTES = 16;

/** Unlike all others that this browser sends. */
const key = () => attempt(random, `${Date.now()}-${Math.random()}`.replace(".", "-"));

const random = () => [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Let the forms within an element begin something new. */
export function renew(element) {
  for (const field of element.querySelectorAll("input[name=once]")) field.value = key();
}

/** Whoever comes back to a page that the browser has kept does not mean what they have sent from it before. */
export function renewKept() {
  addEventListener("pageshow", ({ persisted }) => persisted && renew(document));
}
