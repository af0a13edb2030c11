// The wire to a table inside this page. It runs in a worker (web/inside/), so that the page never
// waits for it; requests and sockets go there as messages.

/** @typedef {import("./contract.js").Wire} Wire */
/** @typedef {{ status: number, headers: Record<string, string>, body: ArrayBuffer }} Answered */

/**
 * What the worker says of itself: how far it has come, that it is open, that the table is open in another window, that it was taken over there, or that it failed.
 * @typedef {{ what: "loading", part: number } | { what: "open" | "elsewhere" | "taken" } | { what: "failed", text: string }} News
 */

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** @type {Worker} */
let worker;
let count = 0;
/** @type {Map<number, (answer: Answered) => void>} */
const asked = new Map();
/** @type {Map<number, InsideSocket>} */
const sockets = new Map();

/** @returns {Wire} */
export function begin() {
  worker = new Worker(new URL("../inside/table_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.kind === "answer") settle(data);
    else if (data.kind === "heard") sockets.get(data.id)?.hear(data.what, data.data);
    else dispatchEvent(new CustomEvent("khamsin-inside", { detail: data.news }));
  };
  worker.onerror = (event) => dispatchEvent(new CustomEvent("khamsin-inside", { detail: { what: "failed", text: event.message } }));
  return { fetch: ask, socket: (target) => new InsideSocket(target) };
}

/** Take the table over from another window. */
export function takeOver() {
  worker.postMessage({ kind: "take" });
}

/** @param {string} target @param {RequestInit} init @returns {Promise<Response>} */
function ask(target, init) {
  count += 1;
  const id = count;
  const headers = /** @type {Record<string, string>} */ (init.headers ?? {});
  return new Promise((done) => {
    asked.set(id, ({ status, headers: said, body }) => done(new Response(body, { status, headers: said })));
    worker.postMessage({ kind: "fetch", id, method: init.method ?? "GET", target, headers, body: init.body ?? "" });
  });
}

/** @param {Answered & { id: number }} answer */
function settle(answer) {
  asked.get(answer.id)?.(answer);
  asked.delete(answer.id);
}

/** A socket into the worker. @implements {Pick<WebSocket, "readyState" | "send" | "close">} */
class InsideSocket extends EventTarget {
  /** @param {string} target */
  constructor(target) {
    super();
    count += 1;
    this.id = count;
    this.readyState = CONNECTING;
    /** @type {((event: any) => any) | null} */
    this.onmessage = null;
    /** @type {((event: any) => any) | null} */
    this.onclose = null;
    sockets.set(this.id, this);
    worker.postMessage({ kind: "open", id: this.id, target });
  }

  /** @param {"open" | "text" | "close"} what @param {any} data */
  hear(what, data) {
    if (what === "open") {
      this.readyState = OPEN;
      this.dispatchEvent(new Event("open"));
    } else if (what === "text") this.onmessage?.({ data });
    else {
      this.readyState = CLOSED;
      sockets.delete(this.id);
      this.onclose?.({ code: data });
    }
  }

  /** @param {any} text */
  send(text) {
    worker.postMessage({ kind: "say", id: this.id, text });
  }

  close() {
    worker.postMessage({ kind: "close", id: this.id });
  }
}
