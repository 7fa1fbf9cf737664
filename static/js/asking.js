// Polling: sockets may be refused, and a connection may die silently.

const TICK = 1000;
const WITHOUT_SOCKET = 4000;

/**
 * Call `ask` every `pause` milliseconds while the page is visible or `staysAwake()`, more often while its socket is
 * closed, and at once when the reader or the network comes back. Returns a function to call with whether the socket is
 * open.
 */
export function keepAsking(ask, pause, staysAwake = () => false) {
  let isOpen = true;
  let last = Date.now();
  const now = () => {
    last = Date.now();
    ask();
  };
  const isSeen = () => document.visibilityState === "visible";
  setInterval(() => {
    if ((isSeen() || staysAwake()) && Date.now() - last >= (isOpen ? pause : Math.min(pause, WITHOUT_SOCKET))) now();
  }, TICK);
  for (const name of ["focus", "online"]) addEventListener(name, now);
  addEventListener("pageshow", ({ persisted }) => persisted && now());
  document.addEventListener("visibilitychange", () => isSeen() && now());
  return (open) => {
    if (open === isOpen) return;
    isOpen = open;
    now(); // something may have happened without news of it
  };
}
