// Whether someone sits before the page. What nobody has seen calls its reader by other ways.

const ATTENTION = 120000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart", "focus"];
let last = document.hasFocus() ? Date.now() : 0;

export const isHere = () => document.visibilityState === "visible" && Date.now() - last < ATTENTION;

/** Let every request say whether the reader is here, and call `welcome` when they come back. */
export function noticeReader(welcome) {
  for (const sign of SIGNS) {
    addEventListener(
      sign,
      () => {
        const was = isHere();
        last = Date.now();
        if (!was && isHere()) welcome();
      },
      { capture: true, passive: true },
    );
  }
  document.addEventListener("htmx:config:request", ({ detail }) => {
    if (isHere()) detail.ctx.request.headers.Reader = "here";
  });
}
