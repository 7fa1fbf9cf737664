// A socket that speaks and never listens: it comes back by itself, sooner after short absences.

const LONGEST_PAUSE = 15000;
const REFUSED = 4000;
const JUST_BANNED = 4410;

/**
 * Call `hear` with every message of the socket at `path`, and `tell` with true or false when it opens or is lost.
 * A socket that the server refuses (codes from 4000; 4429: too many are open) is not tried again; one
 * that is closed since a moderator has just closed the account loads the page anew, which then says why.
 */
export function listen(path, hear, tell = () => {}) {
  let pause = 500;

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    socket.onopen = () => {
      pause = 500;
      tell(true);
    };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (event.code === JUST_BANNED) location.reload();
      if (event.code >= REFUSED) return;
      tell(false);
      setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
  }

  open();
}
