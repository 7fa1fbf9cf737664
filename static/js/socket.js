// A socket that only receives; it reconnects by itself, with growing pauses.

import { attempt } from "./allowed.js";

const LONGEST_PAUSE = 15000;
const LONGEST_OPENING = 10000;
const REFUSED = 4000;
const JUST_BANNED = 4410;
const NOT_LOGGED_IN = 4401;
const SESSION_ENDED = 4411;
const TOO_MANY = 4429;
const LATE = 3000;

/** The text of a message; long ones arrive compressed. */
const unpacked = (data) =>
  typeof data === "string" ? data : new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).text();

const connect = (path) =>
  attempt(() => new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`));

/**
 * Call `hear` with every message of the socket at `path`, and `tell` with true or false when it opens or is lost.
 * A socket that the server refuses (codes from 4000) is not tried again, unless too many were open. If it is closed
 * because a moderator has just banned the account, the page reloads, which then says why. When the session of a socket
 * ends, it is tried again with the current session; if there is none, the page reloads.
 *
 * Returns `found`, for callers whose poll has found what a message should have reported: if none arrives within a
 * moment, the connection is dead and is opened again.
 *
 * @param {string} path
 * @param {(news: any) => void} hear
 * @param {(isOpen: boolean) => void} [tell]
 */
export function listen(path, hear, tell = () => {}) {
  let pause = 500;
  let socket = null;
  let heardAt = 0;
  let timer;
  let hasEnded = false;

  function again() {
    clearTimeout(timer);
    timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  /** Drop a socket, and connect again later. */
  function giveUp(dead) {
    if (dead !== socket) return;
    socket = null;
    attempt(() => dead?.close());
    tell(false);
    again();
  }

  function open() {
    const mine = (socket = connect(path));
    if (!mine) {
      giveUp(mine);
      return;
    }
    const opening = setTimeout(giveUp, LONGEST_OPENING, mine);
    let order = Promise.resolve();
    mine.onopen = () => {
      clearTimeout(opening);
      if (mine !== socket) return;
      pause = 500;
      tell(true);
    };
    mine.onmessage = (event) => {
      heardAt = Date.now();
      order = order
        .then(() => unpacked(event.data))
        .then((text) => mine === socket && hear(JSON.parse(text)))
        .catch((error) => console.error(error));
    };
    mine.onclose = (event) => {
      clearTimeout(opening);
      if (event.code === JUST_BANNED || (hasEnded && event.code === NOT_LOGGED_IN)) location.reload();
      hasEnded ||= event.code === SESSION_ENDED;
      if (event.code < REFUSED || event.code === TOO_MANY || event.code === SESSION_ENDED) giveUp(mine);
      else if (mine === socket) socket = null;
    };
  }

  open();
  return () => {
    const [suspect, asked] = [socket, Date.now()];
    setTimeout(() => suspect && heardAt < asked - LATE && giveUp(suspect), LATE);
  };
}
