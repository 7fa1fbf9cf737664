// The server tells times by the reader's clock. Without this file it does not know it: they are UTC, and say so.

const YEAR = 60 * 60 * 24 * 365;

function tell() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=${YEAR}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

/**
 * Leave the reader's time zone to the server, from the next page on: nothing on this one jumps. Browsers take long to
 * find it, so the page is shown first.
 */
export function tellZone() {
  (globalThis.requestIdleCallback ?? setTimeout)(tell);
}
