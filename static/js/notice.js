// Notices that arrive while a page is open: said, and shown over the page, which stays where it is, until they are closed.

import { say } from "./say.js";

const MOST = 3;

/** Show a notice with the way to what it is about. Older ones make room: all stand on the page of notices. */
export function showNotice({ title, text, url }) {
  const news = document.getElementById("news");
  const one = document.getElementById("notice").content.firstElementChild.cloneNode(true);
  const link = one.querySelector("a");
  link.href = url;
  link.textContent = title;
  one.querySelector("p > span").textContent = text;
  one.querySelector("button").addEventListener("click", () => {
    one.remove();
    document.getElementById("main").focus({ preventScroll: true });
  });
  news.append(one);
  while (news.childElementCount > MOST) news.firstElementChild.remove();
  say(`${title}. ${text}`);
}
