// The links by which friends sit down: which are out, a new one, taking one back. For the host alone.

import { button, h, toast } from "../common/dom.js";
import { moment, t } from "../common/words.js";
import { del, get, post } from "../transport/transport.js";

/** @param {import("../types.js").Table} table */
export function inviteSection(table) {
  const { match } = table;
  const free = match.seats.filter((seat) => !["person", "screen"].includes(seat.holder?.kind ?? ""));
  const list = h("ul", { class: "seats invites" });
  /** @type {any[]} */
  let links = [];

  function draw() {
    list.replaceChildren(...match.seats.filter((seat) => free.includes(seat) || links.some((link) => link.chair === seat.side)).map((seat) => {
      const link = links.find((one) => one.chair === seat.side);
      const state = !link ? t("invites.none") : link.used ? t("invites.used", { name: link.by ?? "?" }) : t("invites.waiting", { until: moment(link.until) });
      return h("li", {}, h("b", { text: seat.label }), " ", h("small", { text: state }),
        free.includes(seat) ? button(t("invites.new", { side: seat.label }), () => renew(seat), { class: "quiet small" }) : null,
        link && !link.used ? button(t("invites.withdraw"), () => withdraw(seat.side), { class: "quiet small" }) : null);
    }));
  }

  async function read() {
    links = await get(`/matches/${match.id}/invites`).catch(() => []);
    draw();
  }

  /** @param {{ side: string, label: string }} seat */
  async function renew(seat) {
    try {
      const made = await post(`/matches/${match.id}/invites`, { side: seat.side });
      await navigator.clipboard?.writeText(made.invite).catch(() => {});
      toast(t("invites.made", { side: seat.label }));
      await read();
      list.append(h("li", {}, h("input", { type: "text", readonly: true, value: made.invite, class: "invite", "aria-label": t("new.invited_side", { side: seat.label }) })));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** @param {string} side */
  async function withdraw(side) {
    try {
      await del(`/matches/${match.id}/invites/${side}`);
      toast(t("invites.withdrawn"));
      await read();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  read();
  return h("section", {}, h("h3", { text: t("invites.title") }), list);
}
