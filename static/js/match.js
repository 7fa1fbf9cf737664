// The match page follows the match: it fetches `#match` again when there is news.

import { keepAsking } from "./asking.js";
import { followChat, isChatNews, tellChat } from "./chat.js";
import { tellNews } from "./match_news.js";
import { followSwaps, whenChanged } from "./match_swaps.js";
import { keepPieces } from "./patches.js";
import { followPresence } from "./presence.js";
import { isHere, noticeReader } from "./reader.js";
import { listen } from "./socket.js";
import { answer, forget, newsAddress, take } from "./watching.js";

/** Milliseconds between polls while a socket is open. */
const SLOWLY = 20000;
/** Milliseconds without an answer after which the page says so. */
const PATIENCE = 3000;
/** Milliseconds until the next request after the first failed one, and after later ones or a refusal. */
const ONCE_MORE = 1000;
const NOW_AND_THEN = 4000;
/** Milliseconds after which the server is told that the reader has seen what the socket brought. */
const SEEN = 5000;
/** Milliseconds until a match is fetched for which news came during a request. */
const SOON = 250;

const root = () => document.getElementById("match");
let wanted = 0;
let again = false;
let alarm;
let retry;
let seeing;
const underWay = new Set();
/** The ply that the page waited for (`wanted`) when it sent a request. */
const waitedFor = new WeakMap();
/** Requests answered with HTML from the socket, which may be older than the latest news. */
const brought = new WeakSet();

/** Whether the match is being fetched; other requests do not delay it. */
const busy = () => [...underWay].some(({ target }) => target?.id === "match");
const acting = () => [...underWay].some(({ request }) => request.method === "POST");

const behind = () => +root().dataset.ply < wanted;
/** Whether the page shows more than the socket has reported. */
const isAheadOfNews = () => +root().dataset.ply > wanted;
/** Whether the table waits for players. Its page polls even while hidden, as its reader may wait in another tab. */
const isOpen = () => root()?.dataset.mood === "open";
/** Whether the match changes without log entries: tables that wait for players, and offers of a rematch. */
const waiting = () => ["open", "done"].includes(root().dataset.mood);

/** Fetch the match, or after the current request for it if there is one. */
function refresh() {
  if (!root()) return;
  if (busy()) again = true;
  else htmx.trigger(root(), "refresh");
}

/** The server refuses this page: its reader has logged in or out elsewhere, or the table was closed. */
function outdated(status) {
  const note = (status === 404 && document.getElementById("gone")) || document.getElementById("outdated");
  note.hidden = false;
  wanted = 0;
}

/**
 * Show a note when the server has not answered for more than a moment; hide it as soon as it answers. A lost socket is
 * no reason to show it.
 */
function tell(answered) {
  const note = document.getElementById("offline");
  clearTimeout(retry);
  if (answered) {
    clearTimeout(alarm);
    alarm = undefined;
    note.hidden = true;
    return;
  }
  retry = setTimeout(refresh, alarm ? NOW_AND_THEN : ONCE_MORE);
  alarm ??= setTimeout(() => (note.hidden = false), PATIENCE);
}

/** Make a double click one action: send nothing else until the response is shown. */
function sendOneAtATime() {
  const hold = (event) => acting() && (event.preventDefault(), event.stopPropagation());
  addEventListener("submit", hold, { capture: true });
}

/** Keep track of requests: which are under way, whether the server answers, and whether to ask again after them. */
function followRequests() {
  document.addEventListener("htmx:before:request", ({ detail }) => {
    underWay.add(detail.ctx);
    waitedFor.set(detail.ctx, wanted);
  });
  document.addEventListener("htmx:after:request", ({ detail }) => {
    const { status } = detail.ctx.response;
    tell(status < 500);
    if (status === 403 || status === 404) outdated(status);
  });
  document.addEventListener("htmx:error", () => tell(false));
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    underWay.delete(ctx);
    const status = ctx.response?.status ?? 0;
    if (ctx.target?.id === "match" && ctx.status === "swapped" && status < 300) believe(ctx);
    // Server errors are retried by `tell`; refusals, such as for too many requests, only after a while.
    if ((again || behind()) && status && status < 500) setTimeout(refresh, status < 400 ? SOON : NOW_AND_THEN);
    again = false;
  });
}

/**
 * A response to a request that was sent after the news shows the current match. If it is older than the news, a backup
 * has been restored, and what the page waits for will not come.
 */
function believe(ctx) {
  if (!brought.has(ctx) && behind() && waitedFor.get(ctx) === wanted) wanted = +root().dataset.ply;
}

/** Tell the server that the reader has seen the match, as no request did when the socket brought it. */
function tellSeen() {
  clearTimeout(seeing);
  seeing = setTimeout(() => isHere() && refresh(), SEEN);
}

export function followMatch() {
  const isHeard = keepAsking(refresh, SLOWLY, isOpen);
  answer((ctx) => {
    brought.add(ctx);
    if (document.body.dataset.me) tellSeen();
  });
  const found = listen(
    newsAddress(),
    (news) => {
      if (isChatNews(news)) {
        tellChat();
        return;
      }
      take(news);
      wanted = Math.max(wanted, news.ply);
      if (behind() || waiting()) refresh();
    },
    (open) => {
      isHeard(open);
      if (open) {
        forget();
        refresh();
      }
    },
  );
  noticeReader(refresh);
  keepPieces();
  sendOneAtATime();
  followRequests();
  followSwaps();
  whenChanged("ply", () => isAheadOfNews() && found());
  tellNews();
  followPresence();
  followChat();
}
