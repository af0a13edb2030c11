// What a page may ask of whatever answers it: a server, or anything else that knows the games.

/** @typedef {{ seat: string, number: number, words: string[] }} Answer */
/** @typedef {{ seat: string, number: number, ref: string }} Asked */
/**
 * A page that follows a match. `seat` and `since`: where it looks from, and how many lines of that log it has; `hear`: a message; `refused`: it may look no more.
 * @typedef {{ seat: () => string | null, since: () => number, hear: (message: any) => void, online: (is: boolean) => void,
 *   refused: (error: Refusal) => void }} Listener
 */
/**
 * A match that is followed. `hint` asks what the computer would do at a decision, or (null) not to know it any more; what comes of it is heard as a message. `choose` ends well once the choice is stored, and with a refusal if it is not taken; `look` moves to another seat.
 * @typedef {{ choose: (answer: Answer) => Promise<void>, look: (seat: string) => void, hint: (asked: Asked | null) => void, close: () => void }} Live
 */
/**
 * @typedef {{ request: (method: "GET" | "POST" | "DELETE", path: string, query: Record<string, any>, body?: any) => Promise<any>,
 *   file: (path: string, query: Record<string, any>) => Promise<Blob>,
 *   follow: (match: string, language: string, on: Listener) => Live }} Transport
 */

/** What is used of a socket, the browser's own or one that leads into the page. @typedef {Pick<WebSocket, "readyState" | "onmessage" | "onclose" | "addEventListener" | "send" | "close">} Socket */
/** What carries requests and sockets. @typedef {{ fetch: (target: string, init: RequestInit) => Promise<Response>, socket: (target: string) => Socket }} Wire */

/** What is not done, and why: a sentence, perhaps with the rule behind it. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, text?: string, rule?: string | null }} error
   */
  constructor(status, error) {
    super(error.text ?? `${status}`);
    this.status = status;
    this.code = error.code ?? "";
    this.rule = error.rule ?? null;
  }
}
