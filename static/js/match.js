// The match page follows the match: it fetches `#match` again when there is news, and says in words what happened.

import { announce, markTitle, words } from "./announce.js";
import { keepAsking } from "./asking.js";
import { followChat, isChatNews, tellChat } from "./chat.js";
import { keepPieces } from "./patches.js";
import { followPresence } from "./presence.js";
import { isHere, noticeReader } from "./reader.js";
import { listen } from "./socket.js";
import { sound } from "./sound.js";
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

const lastStep = () => Math.max(0, ...[...document.querySelectorAll("#log [data-step]")].map((li) => +li.dataset.step));

/** The text of an element as it is seen, or would be if it were not behind another tab. */
const shownText = (element) => {
  if (element.getClientRects().length) return element.innerText;
  const parts = [...element.childNodes].map((part) => {
    const words = part.textContent.replace(/\s+/g, " ");
    return part.matches?.(".log__more") ? `\n${words}` : words;
  });
  return parts.join("");
};

/** The lines of an element as sentences, one per line, for the log and the turn bar. */
const sentences = (element) => {
  const lines = shownText(element).split("\n").map((line) => line.trim().replace(/[.。]$/, ""));
  return lines.filter(Boolean).join(". ");
};

/** Announce what is new in the log since step `seen`, oldest first (an undo has no step), then whose decision it is. */
function announceNews(seen) {
  const lines = [...document.querySelectorAll("#log li:not(.log__part)")];
  const news = lines.filter((line, place) => +line.dataset.step > seen || (place === 0 && !line.dataset.step));
  const said = [...news.reverse().map((line) => line.children[1]), document.querySelector("#question .turnbar__say")].map(sentences);
  announce(said.join(". "));
}

/** Scroll the strip of steps and the log, and nothing else, to the step on the board; otherwise to the latest. */
function showStep() {
  const [log, shown] = [document.getElementById("log"), document.querySelector("#log [aria-current]")];
  if (shown) log.scrollTop += shown.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
  const steps = document.querySelector(".catch__steps");
  wholly(steps?.querySelector("[aria-current]") ?? steps?.lastElementChild);
}

/** Scrolls the strip of steps until all of `chip` is in sight. */
function wholly(chip) {
  if (!chip) return;
  const steps = chip.closest(".catch__steps");
  const [strip, box] = [steps.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (box.left < strip.left) steps.scrollLeft += box.left - strip.left;
  else if (box.right > strip.right) steps.scrollLeft += box.right - strip.right;
}

const calls = () => ["mine", "ask"].includes(root().dataset.mood);

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

/**
 * Whether a response shows the same as the page: it was requested before an action whose own response came first.
 * Swapping it in would remove what only that response said.
 */
function isShown(text) {
  const news = new DOMParser().parseFromString(text, "text/html").getElementById("match");
  return ["mood", "ply", "step", "plan", "again", "wait"].every((name) => news?.dataset[name] === root().dataset[name]);
}

/** Hide empty swaps ("nothing new" and errors) from listeners to swaps. */
function muteEmptySwaps() {
  const mute = (event) => event.detail.ctx.swap === "none" && (event.preventDefault(), event.stopPropagation());
  addEventListener("htmx:before:swap", mute, { capture: true });
}

/** Update everything else when the match is swapped in: focus, announcements, sounds, scroll positions. */
function followSwaps(found) {
  let seen = lastStep();
  let ply = root().dataset.ply;
  let { step } = root().dataset;
  let { again: rematches } = root().dataset;
  let called = calls();
  let focused = null;
  document.addEventListener("htmx:before:swap", (event) => {
    const { target, text, request, sourceElement } = event.detail.ctx;
    if (target !== root()) return;
    if (request.method === "GET" && isShown(text)) {
      event.preventDefault();
      return;
    }
    focused = root().contains(document.activeElement) ? document.activeElement.id : null;
    if (sourceElement?.id === "hint") focused = "hint"; // someone who asks for a hint waits for it there
    if (root().dataset.mood === "open" && !text.includes('data-mood="open"')) {
      // The match has started; its page has a different head than the table's.
      event.preventDefault();
      location.reload();
    }
  });
  showStep();
  document.addEventListener("focusin", ({ target }) => wholly(target.closest(".catch__steps > *")));
  document.addEventListener("htmx:after:swap", () => {
    showStep();
    if (root().dataset.step !== step) {
      step = root().dataset.step;
      if (root().dataset.mood === "past") announce(sentences(document.getElementById("question")));
    }
    // The pressed button is gone: focus its replacement, or the next decision.
    if (focused !== null && !root().contains(document.activeElement)) {
      const same = focused && document.getElementById(focused);
      (same || document.getElementById("task"))?.focus({ preventScroll: true });
    }
    focused = null;
    if (root().dataset.again !== rematches) {
      rematches = root().dataset.again;
      announce(words(document.getElementById("rematch-news")));
    }
    if (root().dataset.ply === ply) return;
    ply = root().dataset.ply;
    if (isAheadOfNews()) found();
    announceNews(seen);
    seen = lastStep();
    markTitle(calls());
    sound(calls() && !called ? "turn" : "move");
    called = calls();
  });
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
  muteEmptySwaps();
  followSwaps(found);
  followPresence();
  followChat();
  markTitle(calls());
}
