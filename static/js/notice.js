// Notices that arrive while a page is open: said, and shown over the page, which stays where it is, until they are closed.

import { announce } from "./announce.js";

const MOST = 3;

const opened = Date.now();
const known = new Set();

/** Show a notice once, however often it comes; not on the page that it is about. */
export function tellNotice(news) {
  const name = `${news.id} ${news.url} ${news.title}`; // where a backup was put back, numbers are given a second time
  if (known.has(name)) return;
  known.add(name);
  if (news.url !== location.pathname) showNotice(news);
}

/** Show what came while this page was open and its connection lost: the sign in the header brings it along. */
export function tellMissed(sign) {
  for (const { dataset } of sign.querySelectorAll("[data-notice]")) {
    const { notice: id, url, title, text } = dataset;
    if (Date.now() - dataset.ago * 1000 > opened) tellNotice({ id, url, title, text });
  }
}

/** Show a notice with the way to what it is about. Older ones make room: all stand on the page of notices. */
function showNotice({ title, text, url }) {
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
  announce(`${title}. ${text}`);
}
