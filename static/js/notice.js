// Notifications that arrive while a page is open: announced, and shown over the page until closed. The page stays put.

import { announce } from "./announce.js";

const MOST = 3;

const opened = Date.now();
const known = new Set();

/** Show a notification once, however often it arrives, and not on the page that it is about. */
export function tellNotice(news) {
  const name = `${news.id} ${news.url} ${news.title}`; // after a restored backup, ids are given out a second time
  if (known.has(name)) return;
  known.add(name);
  if (news.url !== location.pathname) showNotice(news);
}

/** Show notifications that the socket has missed since the page was opened: the sign in the header brings them. */
export function tellMissed(sign) {
  for (const { dataset } of sign.querySelectorAll("[data-notice]")) {
    const { notice: id, url, title, text } = dataset;
    if (Date.now() - dataset.ago * 1000 > opened) tellNotice({ id, url, title, text });
  }
}

/** Show a notification with a link to its subject. Older ones make room: the page of notifications lists all. */
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
