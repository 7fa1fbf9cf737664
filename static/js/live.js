// Every page: hear where it is my turn. Match pages: follow the match. Without this file everything still works.

import { markAdvice } from "./advice.js";
import { lookAhead } from "./ahead.js";
import { linkBoard } from "./board.js";
import { runClocks } from "./clock.js";
import { keepFolds } from "./folds.js";
import { tellOfLate } from "./late.js";
import { followMatch } from "./match.js";
import { markTitle, say, words } from "./say.js";
import { remindOfRules } from "./remind.js";
import { tellMissed, tellNotice } from "./notice.js";
import { rememberSettings } from "./settings.js";
import { renewKept } from "./once.js";
import { listen } from "./socket.js";
import { offerSounds, sound } from "./sound.js";
import { tellZone } from "./times.js";
import { sendPieces } from "./travel.js";
import { settle, settlePushes } from "./worker.js";

const DOWNLOAD = 5000;

/**
 * Fetch the sign in the header anew when a turn has changed anywhere, and when one may have while the connection was
 * lost. Call when one has become mine elsewhere.
 */
function followMe(path) {
  const here = document.querySelector("[data-news]")?.dataset.news ?? "";
  let called = false;
  let lost = false;
  const hear = (news) => {
    if (news.type === "notice.new") {
      tellNotice(news);
      return;
    }
    if (!news.yours) settle(`/match/${news.match}/`, true); // played, perhaps on another device
    called ||= news.yours && !here.endsWith(`/${news.match}/`);
    htmx.trigger(document.body, "turn-changed");
  };
  const tell = (connected) => {
    if (connected && lost) htmx.trigger(document.body, "turn-changed");
    lost = !connected;
  };
  listen(path, hear, tell);
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const sign = document.getElementById("your-turn");
    if (detail.ctx.target.id !== "your-turn" || !sign) return;
    tellMissed(sign);
    if (called) {
      say(words(sign));
      sound("turn");
    }
    if (!here) markTitle(called && !sign.hidden);
    called = false;
  });
}

/**
 * A page that is being left asks for nothing more. The server changes the session when somebody signs in or sits down
 * as a guest; an answer to the old session that came after the new one would take the new cookie away.
 */
function leaveInPeace() {
  let leaving = false;
  addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => (leaving = false), DOWNLOAD); // a download leaves nothing
  });
  document.addEventListener("htmx:before:request", (event) => leaving && event.preventDefault());
}

leaveInPeace();
settlePushes();
keepFolds();
tellOfLate();
offerSounds();
rememberSettings();
runClocks();
tellZone();
renewKept();
if (document.body.dataset.me) followMe(document.body.dataset.me);
if (document.querySelector("[data-news]")) {
  followMatch();
  remindOfRules();
  lookAhead();
  markAdvice();
}
if (document.querySelector("[data-at]")) sendPieces();
linkBoard();
// Htmx itself begins a moment later: a key or a click in that moment would load a whole page.
htmx.process(document.body);
