// Keeps the last response on the match page, so that the next one has only the changes (games/pages/match/patches.py).

const HEADER = "Match-Pieces";
const NOTHING = { name: "new", pieces: [] };
/** Where responses are cut into pieces, as on the server. */
export const STARTS = /(?=<(?:section|article|li|tr|form|g|details|button|div)[ >])/;
const SAME = /<!--=(\d+)-(\d+)-->/g;
/** The response that each request said the page has; its own response is a patch of that one, not of later ones. */
const said = new WeakMap();
let kept = NOTHING;

/** The whole text of a response that leaves out some of `pieces`. */
export const whole = (text, pieces) => text.replace(SAME, (_mark, first, last) => pieces.slice(+first, +last + 1).join(""));

/** Name the kept response in requests for the match, and complete every response before anyone else reads it. */
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
