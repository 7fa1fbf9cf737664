// Players and spectators need not fetch the match: the news bring its HTML (games/pages/match/live_boards.py).

import { attempt } from "./allowed.js";
import { STARTS, whole } from "./patches.js";

const root = () => document.getElementById("match");
/** The pieces of the last HTML from the socket; the next news may leave them out. */
let pieces = [];
let ready = null;

const unpacks = () => attempt(() => Boolean(new DecompressionStream("gzip")), false);
/** Whether the match is running. Pages of one that waits for players or is over each fetch it themselves. */
const isPlayed = () => root() && !["open", "done"].includes(root().dataset.mood);
/** Whether the choice of actions to plan is open, which HTML from the socket does not show. */
const isPlanning = () => root().dataset.plan?.endsWith("open");

/** The URL of the socket; while the match is running, the page also asks for boards. */
export function newsAddress() {
  const { news } = root().dataset;
  if (!isPlayed() || !unpacks()) return news;
  const { lang, dataset } = document.documentElement;
  const zone = dataset.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return `${news}?${new URLSearchParams({ pieces: lang, zone })}`;
}

/** Forget everything: a newly opened socket starts with a whole board. */
export function forget() {
  pieces = [];
  ready = null;
}

/** Keep the HTML in the news, for the next request for the match. */
export function take({ html, ply }) {
  if (html === undefined) return;
  const text = whole(html, pieces);
  pieces = text.split(STARTS);
  ready = { text, ply };
}

/** Answer the page's own requests for the current match from the kept HTML, and call `answered` for each. */
export function answer(answered) {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!ready || ctx.sourceElement !== root() || isPlanning()) return;
    const { text, ply } = ready;
    ready = null;
    if (ply <= +root().dataset.ply) return; // already fetched
    answered(ctx);
    ctx.fetch = async () => new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  });
}
