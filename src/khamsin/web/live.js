// The wire on which the table tells what changed. It mends itself; nothing is lost, because it
// names the last log line it has.

import { patched } from "./patch.js";
import { language } from "./words.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/**
 * @param {string} match
 * @param {{ seat: () => string | null, since: () => number, hear: (message: any) => void, state: (online: boolean) => void }} handlers
 */
export function listen(match, handlers) {
  let wait = FIRST_WAIT;
  let closed = false;
  /** @type {WebSocket | null} */
  let socket = null;
  let timer = 0;

  function open() {
    const url = new URL(`/api/matches/${match}/live`, location.origin);
    url.protocol = url.protocol.replace("http", "ws");
    const seat = handlers.seat();
    if (seat) url.searchParams.set("seat", seat);
    url.searchParams.set("lang", language());
    url.searchParams.set("since", String(handlers.since()));
    const mine = new WebSocket(url);
    socket = mine;
    /** What this wire has told so far: later tables tell only what is different. */
    let known = /** @type {any} */ (null);
    mine.onopen = () => {
      if (closed || socket !== mine) return;
      wait = FIRST_WAIT;
      handlers.state(true);
    };
    mine.onmessage = (event) => {
      if (closed || socket !== mine) return;
      const message = JSON.parse(event.data);
      if (message.type === "table") {
        const { match, picture, patch, serial } = message;
        if (patch && known?.serial !== serial - 1) {
          mine.close(); // a gap: begin anew with a whole table
          return;
        }
        known = patch ? { match: patched(known.match, patch.match), picture: patched(known.picture, patch.picture), serial } : { match, picture, serial };
        message.match = known.match;
        message.picture = known.picture;
      }
      handlers.hear(message);
    };
    mine.onclose = () => {
      if (closed || socket !== mine) return;
      handlers.state(false);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.7, LONGEST_WAIT);
    };
  }

  open();
  return {
    /** Listen as another seat, or in another language. */
    reopen() {
      clearTimeout(timer);
      const old = socket;
      socket = null;
      hangUp(old);
      open();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      hangUp(socket);
    },
  };
}

/** Close a socket; one that is still connecting is closed as soon as it is open, for browsers complain otherwise. @param {WebSocket | null | undefined} socket */
function hangUp(socket) {
  if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
  else socket?.close();
}
