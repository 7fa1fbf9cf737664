// Every page: listen for my turns elsewhere. Match pages: follow the match. Without this file everything still works.

import { attempt } from "./allowed.js";
import { announce, markTitle, words } from "./announce.js";
import { keepAsking } from "./asking.js";
import { linkBoard } from "./board.js";
import { followChat } from "./chat.js";
import { runClocks } from "./clock.js";
import { closeMenu, keepFolds } from "./folds.js";
import { renewKept } from "./form_keys.js";
import { pickGoods } from "./goods.js";
import { markHint } from "./hint.js";
import { followMatch } from "./match.js";
import { tellMissed, tellNotice } from "./notice.js";
import { pickThings } from "./pick.js";
import { offerPreview } from "./preview.js";
import { remindOfRules } from "./remind.js";
import { offerRetries } from "./retry.js";
import { rememberSettings } from "./settings.js";
import { openSheets } from "./sheets.js";
import { listen } from "./socket.js";
import { offerSounds, sound } from "./sound.js";
import { heedPresses } from "./steady.js";
import { offerTabs } from "./tabs.js";
import { tellZone } from "./times.js";
import { sendPieces } from "./travel.js";
import { settle, settlePushes } from "./worker.js";

/** Milliseconds after which a page that was to be left is still there, since it was a download. */
const DOWNLOAD = 5000;
/** Milliseconds between polls for the sign in the header, if there is no news. */
const PAUSE = 30000;
/** Milliseconds between polls on pages whose changes no socket reports. */
const NEWS = 10000;

/**
 * Fetch the sign in the header again when a turn has changed elsewhere, and now and then in case one has. Announce it
 * when a turn has become mine, but not in the match on this page, which shows that itself.
 */
function followMe(path) {
  const here = document.querySelector("[data-news]")?.dataset.news ?? "";
  const sign = () => document.getElementById("your-turn");
  let shown = words(sign());
  let called = false;
  const ask = () => htmx.trigger(document.body, "turn-changed");
  const hear = (news) => {
    if (news.type === "notice.new") {
      tellNotice(news);
      ask(); // the bell counts it
      return;
    }
    if (!news.yours) settle(`/match/${news.match}/`, true); // played, perhaps on another device
    if (here.endsWith(`/${news.match}/`)) return;
    called ||= news.yours;
    ask();
  };
  const found = listen(path, hear, keepAsking(ask, PAUSE));
  document.addEventListener("htmx:before:swap", (event) => {
    const { target, text } = event.detail.ctx;
    // After logging out elsewhere the response is the login page.
    if (target.id === "your-turn" && !text.includes('id="your-turn"')) event.preventDefault();
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target.id !== "your-turn" || !sign()) return;
    tellMissed(sign());
    if (words(sign()) !== shown) found();
    shown = words(sign());
    if (called) {
      announce(words(sign()));
      sound("turn");
    }
    if (!here) markTitle(called && !sign().hidden);
    called = false;
  });
}

/**
 * Send no more requests while the page is being left. The server changes the session when someone logs in or sits down
 * as a guest; a late response to the old session would remove the new cookie.
 */
function leaveInPeace() {
  let leaving = false;
  addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => (leaving = false), DOWNLOAD); // a download does not leave the page
  });
  document.addEventListener("htmx:before:request", (event) => leaving && event.preventDefault());
}

/** Other live pages: poll for changes. */
const followPage = () => keepAsking(() => htmx.trigger("[data-asks]", "refresh"), NEWS);
const isMatch = () => document.querySelector("[data-news]");
const isChat = () => !isMatch() && document.getElementById("chat-lines");

// Each starts separately: an error in one of them does not stop the others.
const parts = [
  heedPresses,
  leaveInPeace,
  settlePushes,
  closeMenu,
  keepFolds,
  offerRetries,
  offerSounds,
  rememberSettings,
  runClocks,
  tellZone,
  renewKept,
  () => document.body.dataset.me && followMe(document.body.dataset.me),
  () => isMatch() && followMatch(),
  () => isMatch() && offerTabs(),
  () => isMatch() && remindOfRules(),
  () => isMatch() && offerPreview(),
  () => isMatch() && pickThings(),
  () => isMatch() && pickGoods(),
  () => isMatch() && openSheets(),
  () => isMatch() && markHint(),
  () => isChat() && followChat(),
  () => document.querySelector("[data-asks]") && followPage(),
  () => document.querySelector("[data-at]") && sendPieces(),
  linkBoard,
];
for (const part of parts) attempt(part);
// Htmx itself starts a moment later; a key or click before that would load a whole page.
htmx.process(document.body);
