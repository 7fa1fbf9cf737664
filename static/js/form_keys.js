// Forms with a key, so that they begin only one thing however often they are sent. Beginning another needs a new key.

import { attempt } from "./allowed.js";

const BYTES = 16;

/** A key unlike all others that this browser sends. */
const key = () => attempt(random, `${Date.now()}-${Math.random()}`.replace(".", "-"));

const random = () => [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Give the forms in an element new keys, so that they begin something new. */
export function renew(element) {
  for (const field of element.querySelectorAll("input[name=once]")) field.value = key();
}

/** Renew the keys of a page that the browser has cached: its reader means to begin something new. */
export function renewKept() {
  addEventListener("pageshow", ({ persisted }) => persisted && renew(document));
}
