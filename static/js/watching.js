// Whoever only watches need not fetch the match: the news bring what is shown (games/pages/watched.py).

import { attempt } from "./allowed.js";
import { STARTS, whole } from "./patches.js";

const root = () => document.getElementById("match");
/** The pieces of what the socket has brought last; the next news may leave them out. */
let pieces = [];
let ready = null;

const unpacks = () => attempt(() => Boolean(new DecompressionStream("gzip")), false);
const watches = () => root()?.dataset.mood === "watch";

/** The address of the socket: a page that watches asks for more than the news. */
export function newsAddress() {
  const { news } = root().dataset;
  if (!watches() || !unpacks()) return news;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return `${news}?${new URLSearchParams({ boards: document.documentElement.lang, zone })}`;
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

/** Answer requests for the match as it stands by what has come: no other page asks in this way. */
export function answer() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!ready || ctx.sourceElement !== root() || !watches()) return;
    const { text, ply } = ready;
    ready = null;
    if (ply <= +root().dataset.ply) return; // fetched already
    ctx.fetch = async () => new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  });
}
