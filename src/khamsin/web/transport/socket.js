// The socket on which the server tells what changed at a table, and on which a page chooses. It
// mends itself. Nothing is lost, because it names the last log line it has; nothing is done twice,
// because a choice names the decision it answers.

import { Refusal } from "./contract.js";
import { request } from "./http.js";
import { patched } from "./patch.js";
import { wire } from "./wire.js";

/** @typedef {import("./contract.js").Answer} Answer */
/** @typedef {import("./contract.js").Listener} Listener */
/** @typedef {{ answer: Answer, isSent: boolean, timer: number, done: () => void, fail: (error: Refusal) => void }} Waiting */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** A choice that has no answer after so long was sent on a dead socket. */
const PATIENCE = 15000;
/** The code with which the server closes the socket of somebody who may no longer look. */
const REFUSED = 4403;

/**
 * @param {string} match
 * @param {string} language
 * @param {Listener} on
 * @returns {import("./contract.js").Live}
 */
export function follow(match, language, on) {
  let wait = FIRST_WAIT;
  let closed = false;
  /** @type {import("./contract.js").Socket | null} */
  let socket = null;
  /** Whether this socket has told its first table. */
  let isReady = false;
  let timer = 0;
  let seat = on.seat();
  let count = 0;
  /** @type {import("./contract.js").Asked | null} the advice that is waited for: a lost socket has dropped it, the next one is asked again */
  let advice = null;
  /** @type {Map<number, Waiting>} choices that are not answered yet */
  const waiting = new Map();

  /** What is asked for: where we look from, and what we have seen from there. */
  const wanted = () => ({ ...(seat ? { seat } : {}), lang: language, since: seat === on.seat() ? on.since() : 0 });

  function open() {
    clearTimeout(timer);
    hangUp(socket);
    const query = new URLSearchParams(Object.entries(wanted()).map(([name, value]) => [name, String(value)]));
    const mine = wire.socket(`/api/matches/${match}/live?${query}`);
    socket = mine;
    isReady = false;
    /** What this socket has told so far: later tables tell only what is different. */
    let known = /** @type {any} */ (null);
    mine.onmessage = (event) => {
      if (closed || socket !== mine) return;
      const message = JSON.parse(event.data);
      if (message.type === "table") {
        const { match: info, picture, patch, serial } = message;
        if (patch && known?.serial !== serial - 1) {
          mine.close(); // a gap: begin anew with a whole table
          return;
        }
        known = patch ? { match: patched(known.match, patch.match), picture: patched(known.picture, patch.picture), serial } : { match: info, picture, serial };
        hearTable({ ...message, match: known.match, picture: known.picture });
      } else if (message.type === "error") hearRefusal(message.ref, new Refusal(message.status, message.error));
      else if (message.type === "hint") hearAdvice(message);
      else on.hear(message);
    };
    mine.onclose = (event) => {
      if (closed || socket !== mine) return;
      on.online(false);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.7, LONGEST_WAIT);
      if (!isReady || event.code === REFUSED) learnWhy();
      isReady = false;
    };
  }

  /** @param {any} table */
  function hearTable(table) {
    const isFirst = !isReady;
    isReady = true;
    on.hear(table);
    for (const ref of table.done ?? []) settle(ref);
    if (!isFirst) return;
    wait = FIRST_WAIT;
    on.online(true);
    resume(table.decision);
    if (advice) say({ type: "hint", ...advice });
  }

  /** @param {any} message */
  function hearAdvice(message) {
    if (message.ref === advice?.ref && !["waiting", "thinking"].includes(message.state)) advice = null;
    on.hear(message);
  }

  /** @param {any} ref @param {Refusal} error */
  function hearRefusal(ref, error) {
    if (typeof ref === "string") hearAdvice({ type: "hint", ref, state: "failed", text: error.message });
    if (!waiting.has(ref)) return;
    settle(ref, error);
    say({ type: "look", seat: seat ?? "" }); // how the table is, as it is not what was thought
  }

  /** A new socket has told how the table is: choices for what is still open go out, once more if need be. @param {import("../types.js").Decision | null} decision */
  function resume(decision) {
    for (const [ref, one] of [...waiting]) {
      const { number, seat: by } = one.answer;
      if (decision?.number === number && decision.to_answer.includes(by)) send(ref, one);
      else settle(ref, one.isSent ? undefined : new Refusal(409, { code: "stale", text: "" })); // what was sent has arrived
    }
  }

  /** @param {number} ref @param {Waiting} one */
  function send(ref, one) {
    one.isSent = true;
    clearTimeout(one.timer);
    one.timer = setTimeout(open, PATIENCE);
    say({ type: "choose", ...one.answer, ref });
  }

  /** @param {number} ref @param {Refusal} [error] */
  function settle(ref, error) {
    const one = waiting.get(ref);
    if (!one) return;
    waiting.delete(ref);
    clearTimeout(one.timer);
    if (error) one.fail(error);
    else one.done();
  }

  /** @param {any} message */
  function say(message) {
    if (isReady) socket?.send(JSON.stringify(message));
  }

  /** A browser does not tell why a socket was refused: ask in the other way. */
  async function learnWhy() {
    const { lang, since } = wanted();
    const error = await request("GET", `/matches/${match}/table`, { seat, lang, since }).then(() => null, (/** @type {unknown} */ reason) => reason);
    if (closed || !(error instanceof Refusal) || ![401, 403, 404].includes(error.status)) return;
    if (error.status === 403 && seat) seat = null; // it is somebody else's now: look on
    else {
      close();
      on.refused(error);
    }
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    for (const ref of [...waiting.keys()]) settle(ref, new Refusal(0, { code: "closed", text: "" }));
    hangUp(socket);
  }

  open();
  return {
    choose: (answer) => new Promise((done, fail) => {
      count += 1;
      const one = { answer, isSent: false, timer: 0, done, fail };
      waiting.set(count, one);
      if (isReady) send(count, one);
      else if (socket?.readyState !== WebSocket.CONNECTING) open(); // it waits for the first table
    }),
    hint: (asked) => {
      advice = asked;
      say(asked ? { type: "hint", ...asked } : { type: "unhint" });
    },
    look: (next) => {
      seat = next;
      say({ type: "look", seat: next });
    },
    close,
  };
}

/** Close a socket; one that is still connecting is closed as soon as it is open, for browsers complain otherwise. @param {import("./contract.js").Socket | null} socket */
function hangUp(socket) {
  if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
  else socket?.close();
}
