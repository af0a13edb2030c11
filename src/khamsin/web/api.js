// Talking to the table. The contract is docs/table-protocol.md.

import { language } from "./words.js";

let csrf = "";

/**
 * Who we are here.
 * @type {{ person: { name: string, email: string, webhook: string, language: string, confirmed: boolean, admin: boolean } | null, local: boolean, registration: boolean,
 *   letters: { mail: boolean, webhooks: boolean } }}
 */
export const me = { person: null, local: true, registration: false, letters: { mail: false, webhooks: false } };

/** A refusal by the table, with the rule behind it if there is one. */
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

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {Record<string, string | number | null | undefined>} [query]
 */
async function ask(method, path, body, query = {}) {
  const url = new URL(`/api${path}`, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  }
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: {} };
  const headers = /** @type {Record<string, string>} */ (request.headers);
  if (method !== "GET") headers["X-Khamsin-CSRF"] = csrf;
  if (typeof body === "string") request.body = body;
  else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(url, request);
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) throw new Refusal(answer.status, data?.error ?? {});
  return data;
}

/** @param {string} path @param {Record<string, any>} [query] */
export const get = (path, query) => ask("GET", path, undefined, { lang: language(), ...query });
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => ask("POST", path, body, { lang: language() });
/** @param {string} path */
export const del = (path) => ask("DELETE", path, undefined, { lang: language() });

/** Exchange the secret in the address for a session, then learn who we are. */
export async function openSession() {
  const given = new URLSearchParams(location.hash.slice(1));
  const [key, join] = [given.get("key"), given.get("join")];
  if (key) {
    await ask("POST", "/session", { key });
    history.replaceState(null, "", "#/");
  }
  if (join) history.replaceState(null, "", `#/join/${join}`);
  return refreshMe();
}

/** Leave. */
export async function signOut() {
  await ask("DELETE", "/session");
  return refreshMe();
}

export async function refreshMe() {
  const answer = await ask("GET", "/me");
  csrf = answer?.csrf ?? "";
  Object.assign(me, answer);
  return me;
}

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
