// Tells the server the reader's time zone. Without this file it does not know it: times are in UTC, and say so.

const YEAR = 60 * 60 * 24 * 365;

function tell() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=${YEAR}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

/**
 * Set the reader's time zone as a cookie, from the next page on: nothing on this one jumps. Browsers take long to find
 * the zone, so the page is shown first.
 */
export function tellZone() {
  (globalThis.requestIdleCallback ?? setTimeout)(tell);
}
