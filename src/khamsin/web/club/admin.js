// For those who keep order: people, and what was said at a match. What lies on its table is not shown here.

import { button, h, toast } from "../common/dom.js";
import { askDialog } from "../common/popover.js";
import { moment, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { me } from "../transport/session.js";
import { del, get, post } from "../transport/transport.js";

/** @param {HTMLElement} app @param {string | undefined} match @param {() => void} again */
export function showAdmin(app, match, again) {
  const people = h("ul", { class: "seats people" });
  const talk = h("div", {});
  const door = h("p", {});
  let page = 0;
  const search = /** @type {HTMLInputElement} */ (h("input", { type: "search", name: "search", maxlength: 30, "aria-label": t("admin.search"), placeholder: t("admin.search") }));
  const address = /** @type {HTMLInputElement} */ (h("input", { type: "text", name: "match", maxlength: 200, "aria-label": t("admin.match_hint"), placeholder: t("admin.match_hint") }));
  const more = button(t("lobby.more"), () => { page += 1; list(); }, { class: "quiet" });
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby admin", tabindex: -1 }, h("h1", { text: t("admin.title") }),
    h("section", {}, h("h2", { text: t("admin.people") }), h("form", { class: "row", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); page = 0; list(); } } },
      search, button(t("admin.find"), () => {}, { type: "submit" })), people, more, door),
    h("section", {}, h("h2", { text: t("admin.match") }), h("form", { class: "row", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); look(); } } },
      address, button(t("admin.look"), () => {}, { type: "submit" })), talk)));
  showDoor();
  if (match) {
    address.value = match;
    look();
  }
  list();

  /** Whether new accounts are taken, and the way to change it. */
  function showDoor() {
    const what = me.registration ? t("admin.close") : t("admin.open");
    door.replaceChildren(button(what, () => sure(what, async () => { me.registration = (await post("/admin/registration", { open: !me.registration })).open; }, showDoor), { class: "quiet" }));
  }

  /** Do it once it is confirmed, then look again. @param {string} what @param {() => Promise<any>} work @param {() => void} after */
  async function sure(what, work, after) {
    if (!await askDialog(t("admin.sure"), [h("p", { text: what })], { yes: what })) return;
    try {
      await work();
      toast(t("admin.done"));
      after();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  async function list() {
    /** @type {any[]} */
    const found = await get("/admin/people", { search: search.value.trim(), page }).catch((error) => {
      toast(error.message, "error");
      return [];
    });
    const lines = found.map((one) => h("li", { class: "person" }, h("b", { text: one.name }), " ",
      h("small", { text: [one.admin ? t("admin.is_admin") : "", one.banned ? t("admin.is_banned") : "", t("admin.seen", { when: moment(one.seen) }), t("admin.running", { n: one.running })].filter(Boolean).join(" · ") }),
      one.admin ? null : button(one.banned ? t("admin.unban") : t("admin.ban"), () => sure(`${one.banned ? t("admin.unban") : t("admin.ban")}: ${one.name}`,
        () => post(`/admin/people/${one.id}`, { banned: !one.banned }), () => { page = 0; list(); }), { class: "quiet small", "aria-label": `${one.banned ? t("admin.unban") : t("admin.ban")}: ${one.name}` }),
      button(t("admin.sign_out"), () => sure(`${t("admin.sign_out")}: ${one.name}`, () => del(`/admin/people/${one.id}/sessions`), () => {}), { class: "quiet small", "aria-label": `${t("admin.sign_out")}: ${one.name}` }),
      one.admin ? null : button(t("admin.delete"), () => sure(`${t("admin.delete")}: ${one.name}`, () => post(`/admin/people/${one.id}/delete`, {}), () => { page = 0; list(); }),
        { class: "quiet small", "aria-label": `${t("admin.delete")}: ${one.name}` })));
    if (page === 0) people.replaceChildren(...(lines.length ? lines : [h("li", { class: "hint", text: t("admin.nobody") })]));
    else people.append(...lines);
    more.hidden = found.length < 50;
  }

  async function look() {
    const id = address.value.trim().replace(/^.*#\/m\//, "").split("/")[0];
    if (!id) return;
    try {
      const found = await get(`/admin/matches/${encodeURIComponent(id)}`);
      talk.replaceChildren(h("h3", { text: found.title }), h("ul", { class: "seats" }, ...found.seats.map((/** @type {any} */ seat) => h("li", {}, h("b", { text: seat.side }), ` ${seat.name || t("match.free")} `,
        ["person", "screen"].includes(seat.kind) && found.status !== "finished" ? button(t("admin.kick"), () => sure(`${t("admin.kick")}: ${seat.name}`,
          () => post(`/admin/matches/${found.id}/kick`, { side: seat.side }), look), { class: "quiet small", "aria-label": `${t("admin.kick")}: ${seat.name}` }) : null))),
      h("ol", { class: "chat-lines" }, ...(found.chat.length ? found.chat.map((/** @type {any} */ line) => h("li", {}, h("b", { text: line.by }), " ", line.removed ? h("i", { text: t("chat.removed") }) : line.text, " ",
        line.removed ? null : button(t("admin.remove"), () => sure(`${t("admin.remove")}: ${line.text}`, () => del(`/admin/matches/${found.id}/chat/${line.n}`), look), { class: "quiet small", "aria-label": `${t("admin.remove")}: ${line.text}` })))
        : [h("li", { class: "hint", text: t("chat.empty") })])));
    } catch (error) {
      talk.replaceChildren(h("p", { class: "hint", role: "status", text: error instanceof Error ? error.message : String(error) }));
    }
  }
}
