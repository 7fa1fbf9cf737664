// Whoever plays or watches need not fetch the match: the news bring what is shown (games/pages/match/watched.py).

import { attempt } from "./allowed.js";
import { STARTS, whole } from "./patches.js";

const root = () => document.getElementById("match");
/** The pieces of what the socket has brought last; the next news may leave them out. */
let pieces = [];
let ready = null;

const unpacks = () => attempt(() => Boolean(new DecompressionStream("gzip")), false);
/** Whether the match is played: one that gathers or is over is shown by pages that each ask for themselves. */
const isPlayed = () => root() && !["open", "done"].includes(root().dataset.mood);
/** What may be planned is open, which the board that comes does not know. */
const isPlanning = () => root().dataset.plan?.endsWith("open");

/** The address of the socket: while the match is played, the page asks for more than the news. */
export function newsAddress() {
  const { news } = root().dataset;
  if (!isPlayed() || !unpacks()) return news;
  const { lang, dataset } = document.documentElement;
  const zone = dataset.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return `${news}?${new URLSearchParams({ boards: lang, zone })}`;
}

/** A socket that is opened anew begins with all there is. */
export function forget() {
  pieces = [];
  ready = null;
}

/** Take what came with the news; the next request for the match is answered by it. */
export function take({ html, ply }) {
  if (html === undefined) return;
  const text = whole(html, pieces);
  pieces = text.split(STARTS);
  ready = { text, ply };
}

/** Answer requests for the match as it stands by what has come, and tell `answered`: no other page asks in this way. */
export function answer(answered) {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!ready || ctx.sourceElement !== root() || isPlanning()) return;
    const { text, ply } = ready;
    ready = null;
    if (ply <= +root().dataset.ply) return; // fetched already
    answered(ctx);
    ctx.fetch = async () => new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  });
}
