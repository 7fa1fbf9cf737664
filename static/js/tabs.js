// Log, chat and rules beside the board as tabs: in wide windows one of them is shown, and the choice is kept for this
// browser. In narrow windows all stand in a column.

import { attempt, remember, remembered } from "./allowed.js";

const CHOICE = "beside";
const wide = attempt(() => matchMedia("(min-width: 56rem)"), { matches: false, addEventListener() {} });

// The column sticks to the window. One that is taller sticks with its lower end, or nobody could scroll there.
const column = attempt(
  () =>
    new ResizeObserver(([{ borderBoxSize }]) => {
      document.documentElement.style.setProperty("--column", `${borderBoxSize[0].blockSize}px`);
    }),
  { disconnect() {}, observe() {} },
);

const bar = () => document.getElementById("tabs");
const tabs = () => [...document.querySelectorAll("#tabs [role=tab]")];
const part = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const chosen = () => tabs().find((tab) => tab.id === remembered(CHOICE)) ?? tabs()[0];

/** How many messages are new, on the tab of the chat. */
function count() {
  const sign = document.getElementById("tab-news");
  if (!sign) return;
  const news = document.querySelectorAll("#chat-lines .is-new").length;
  sign.hidden = !news;
  sign.children[0].textContent = news ? String(news) : "";
  sign.children[1].textContent = document.querySelector("#chat .chat__read .tag")?.textContent.trim() ?? "";
}

/** Show the chosen part. It is done again after each swap: what has been swapped in has no role. */
function show() {
  column.disconnect();
  const side = document.querySelector("#match .side");
  if (side) column.observe(side);
  if (!tabs().length) return;
  const now = chosen();
  const { dataset } = document.documentElement;
  bar().hidden = !wide.matches;
  if (wide.matches) dataset.beside = now.id;
  else delete dataset.beside;
  for (const tab of tabs()) {
    tab.setAttribute("aria-selected", String(tab === now));
    tab.tabIndex = tab === now ? 0 : -1;
    if (wide.matches) part(tab).setAttribute("role", "tabpanel");
    else part(tab).removeAttribute("role");
    const fold = part(tab).querySelector(":scope > details");
    if (wide.matches && fold) fold.open = true;
  }
  count();
}

function choose(tab) {
  remember(CHOICE, tab.id);
  show();
}

/** Arrows, Home and End go from tab to tab; nothing else on the page hears them meanwhile. */
function turn(event) {
  const all = tabs();
  const here = all.indexOf(event.target.closest?.("[role=tab]"));
  const steps = { ArrowRight: here + 1, ArrowLeft: here - 1 + all.length, Home: 0, End: all.length - 1 };
  const next = all[steps[event.key] % all.length];
  if (here < 0 || !next || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  choose(next);
  next.focus();
}

/** Show the part that an address within the page leads into. */
function lead(address) {
  const goal = address.length > 1 && document.getElementById(address.slice(1));
  const tab = goal && tabs().find((each) => part(each).contains(goal));
  if (tab && wide.matches) choose(tab);
}

export function offerTabs() {
  addEventListener("keydown", turn, { capture: true });
  addEventListener(
    "click",
    ({ target }) => {
      const tab = target.closest?.("#tabs [role=tab]");
      if (tab) choose(tab);
      const link = target.closest?.("a[href^='#']");
      if (link) lead(link.hash);
    },
    { capture: true },
  );
  wide.addEventListener("change", show);
  document.addEventListener("htmx:after:swap", show);
  show();
  lead(location.hash);
}
