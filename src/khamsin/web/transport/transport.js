// All talk with the table goes through here: requests, files, and a match that is followed. The
// contract is docs/table-protocol.md, whoever answers: a server, or a table inside this page (wire.js).

import { language } from "../common/words.js";
import { file as fileOverHttp, request } from "./http.js";
import { follow as followSocket } from "./socket.js";

export { Refusal } from "./contract.js";
export { isInside } from "./wire.js";

/** @type {import("./contract.js").Transport} */
const transport = { request, file: fileOverHttp, follow: followSocket };

/** @param {string} path @param {Record<string, any>} [query] @returns {Promise<any>} */
export const get = (path, query) => transport.request("GET", path, { lang: language(), ...query });
/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export const post = (path, body = {}) => transport.request("POST", path, { lang: language() }, body);
/** @param {string} path @returns {Promise<any>} */
export const del = (path) => transport.request("DELETE", path, { lang: language() });
/** @param {string} path @param {Record<string, any>} [query] */
export const getFile = (path, query = {}) => transport.file(path, query);
/** @param {string} match @param {import("./contract.js").Listener} on */
export const follow = (match, on) => transport.follow(match, language(), on);

/**
 * Keep what never changes: scenes, rules.
 * @type {Map<string, Promise<any>>}
 */
const kept = new Map();

/** @param {string} path @returns {Promise<any>} */
export function getOnce(path) {
  const key = `${language()} ${path}`;
  let answer = kept.get(key);
  if (!answer) {
    answer = get(path);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return answer;
}
