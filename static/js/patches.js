// The match page keeps what it was sent last, so that an answer need say only what is different (games/pages/match/patches.py).

const HEADER = "Match-Patch";
const NOTHING = { name: "new", pieces: [] };
/** The page is cut here as the server cuts it. */
export const STARTS = /(?=<(?:section|article|li|tr|form|g|details|svg|button|div)[ >])/;
const SAME = /<!--=(\d+)-(\d+)-->/g;
/** What each request says that the page has: an answer is read against that, whatever has come meanwhile. */
const said = new WeakMap();
let kept = NOTHING;

/** The whole text of an answer that leaves out some of `pieces`. */
export const whole = (text, pieces) => text.replace(SAME, (_mark, first, last) => pieces.slice(+first, +last + 1).join(""));

/** Ask for the match by what is kept of it, and make every answer whole before anyone else reads it. */
export function keepPieces() {
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.target?.id !== "match") return;
    said.set(ctx, kept);
    ctx.request.headers[HEADER] = kept.name;
  });
  addEventListener(
    "htmx:after:request",
    ({ detail: { ctx } }) => {
      const name = ctx.response.headers.get(HEADER);
      if (!name || !said.has(ctx)) return;
      ctx.text = whole(ctx.text, said.get(ctx).pieces);
      kept = { name, pieces: ctx.text.split(STARTS) };
    },
    { capture: true },
  );
}
