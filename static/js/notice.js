// Notices that arrive while a page is open: said, and shown at its head until the reader goes on.

import { say } from "./say.js";

/** Show a notice with the way to what it is about. */
export function showNotice({ title, text, url }) {
  const main = document.getElementById("main");
  let list = main.querySelector(":scope > .messages");
  if (!list) {
    list = document.createElement("ul");
    list.className = "messages wrap";
    main.prepend(list);
  }
  const item = document.createElement("li");
  item.className = "note note--calm";
  const link = document.createElement("a");
  link.href = url;
  link.textContent = title;
  const words = document.createElement("span");
  words.append(link, `: ${text}`);
  item.append(words);
  list.append(item);
  say(`${title}. ${text}`);
}
