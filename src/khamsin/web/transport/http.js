// Requests to the table, in the way of HTTP.

import { Refusal } from "./contract.js";
import { wire } from "./wire.js";

/** Against forged requests: the server gives it with `/me`, and wants it with every change. */
let token = "";

/** In a page of somebody else we are nobody: what is shown there changes nothing here. */
const credentials = location.pathname.startsWith("/embed/") ? "omit" : "same-origin";

/** @param {string} path @param {Record<string, any>} query */
function address(path, query) {
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) wanted.set(name, String(value));
  }
  return `/api${path}${path.includes("?") ? "&" : "?"}${wanted}`;
}

/** @param {Response} answer */
async function read(answer) {
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

/**
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {Record<string, any>} query
 * @param {any} [body]
 */
export async function request(method, path, query, body) {
  /** @type {Record<string, string>} */
  const headers = method === "GET" ? {} : { "X-Khamsin-CSRF": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await read(await wire.fetch(address(path, query), {
    method, credentials, headers, body: body === undefined ? undefined : JSON.stringify(body),
  }));
  if (answer?.csrf !== undefined) token = answer.csrf ?? "";
  return answer;
}

/** @param {string} path @param {Record<string, any>} query */
export async function file(path, query) {
  const answer = await wire.fetch(address(path, query), { credentials });
  if (!answer.ok) await read(answer);
  return answer.blob();
}
