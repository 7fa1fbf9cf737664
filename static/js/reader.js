// Whether someone is looking at the page. If nobody is, the server notifies its reader by other channels.

const ATTENTION = 120000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart", "focus"];
let last = document.hasFocus() ? Date.now() : 0;

export const isHere = () => document.visibilityState === "visible" && Date.now() - last < ATTENTION;

/** Add a header to every request made while the reader is here, and call `welcome` when they come back. */
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
