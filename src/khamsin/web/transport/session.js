// Who we are at this table.

import { del, get, post } from "./transport.js";

/**
 * @type {{ person: { name: string, email: string, webhook: string, language: string, confirmed: boolean, admin: boolean } | null, local: boolean, registration: boolean, passkeys: boolean,
 *   letters: { mail: boolean, webhooks: boolean, push: string } }}
 */
export const me = { person: null, local: true, registration: false, passkeys: false, letters: { mail: false, webhooks: false, push: "" } };

/** Exchange the secret in the address for a session, then learn who we are. */
export async function openSession() {
  const given = new URLSearchParams(location.hash.slice(1));
  const [key, join] = [given.get("key"), given.get("join")];
  if (key) {
    await post("/session", { key });
    history.replaceState(null, "", "#/");
  }
  if (join) history.replaceState(null, "", `#/join/${join}`);
  return refreshMe();
}

/** Leave. */
export async function signOut() {
  await del("/session");
  return refreshMe();
}

export async function refreshMe() {
  Object.assign(me, await get("/me"));
  return me;
}
