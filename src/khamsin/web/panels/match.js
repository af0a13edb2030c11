// The match itself: seats, saving and sharing, ending it early, the dice's honesty.

import { blockButton } from "../account/security.js";
import { embeddingSection } from "../club/embedding.js";
import { playerLink } from "../club/player.js";
import { button, h } from "../common/dom.js";
import { showMenu } from "../common/popover.js";
import { moment, t } from "../common/words.js";
import { friendSection } from "../shared/friend.js";
import { me as account } from "../transport/session.js";
import { inviteSection } from "./invites.js";

/**
 * @param {import("../types.js").Table} table
 * @param {Record<string, { label: string, colour: string }>} sides
 * @param {{ bots: { name: string, title: string }[], seat: (side: string, bot: string | null) => void, exportFile: () => void, journal: () => Promise<Blob | null>, svg: () => void, png: () => void,
 *   fork: () => void, stop: () => void, resign: (side: string) => void, draw: () => void, rulebook: () => void, sources: () => void }} on
 */
export function matchPanel(table, sides, on) {
  const { match } = table;
  const mine = match.you.sides;
  const over = table.result !== null;
  const seats = match.seats.map((seat) => {
    const holder = seat.holder;
    const me = mine.includes(seat.side);
    const name = holder?.kind === "bot" ? t("new.bot", { bot: holder.name ?? "" }) : me ? t("match.you") : holder?.name || t("match.free");
    const state = me ? "" : holder?.online ? t("match.online") : t("match.offline");
    return h("li", {}, h("i", { class: `swatch side-${sides[seat.side]?.colour}` }), h("b", { text: seat.label }), " ", holder?.kind === "person" && holder.name && account.person && !account.local ? playerLink(holder.name) : name, " ",
      h("small", { text: state }), !me && holder?.kind === "person" && account.person && holder.name ? blockButton(holder.name) : null,
      over ? null : !me && !["person", "screen"].includes(holder?.kind ?? "")
        ? button(t("match.to_me", { side: seat.label }), () => on.seat(seat.side, null), { class: "quiet small" })
        : me && on.bots.length && !match.rated && !match.event ? button(t("match.to_bot", { side: seat.label }), (event) => chooseBot(event, seat.side, on), { class: "quiet small", "aria-haspopup": "dialog" }) : null);
  });
  return h("div", { class: "match-panel" },
    table.picture.facts.length ? h("section", {}, h("h3", { text: t("match.facts") }), h("dl", { class: "fact-table" },
      ...table.picture.facts.flatMap((fact) => [h("dt", { text: fact.label }), h("dd", { text: fact.value })]))) : null,
    h("section", {}, h("h3", { text: t("match.seats") }), h("ul", { class: "seats" }, ...seats)),
    match.you.creator && !over && !account.local && (!match.sandbox || match.seats.some((seat) => !["person", "screen"].includes(seat.holder?.kind ?? "") || seat.holder?.name !== account.person?.name)) ? inviteSection(table) : null,
    h("section", {}, h("h3", { text: t("match.save") }), h("div", { class: "row wrap" },
      button(t("match.fork"), on.fork), button(t("match.export"), on.exportFile), button(t("match.svg"), on.svg), button(t("match.png"), on.png),
      button(t("rule.book"), on.rulebook), button(t("new.sources"), on.sources)),
      account.local && !over && match.hidden ? h("p", { class: "hint", text: t("match.export_whole") }) : null),
    account.local && !over && !match.imagined && !table.lesson ? friendSection(match.hidden ?? false, on.journal) : null,
    !over && match.you.creator && match.you.observer && !match.seats.some((seat) => ["person", "screen"].includes(seat.holder?.kind ?? "")) ? h("section", {}, h("h3", { text: t("match.end") }),
      button(t("match.stop"), on.stop, { class: "danger" })) : null,
    over || match.you.observer ? null : h("section", {}, h("h3", { text: t("match.end") }), h("div", { class: "row wrap" },
      button(t("match.draw"), on.draw), ...mine.map((side) => button(mine.length > 1 ? `${t("match.resign")}: ${sides[side]?.label}` : t("match.resign"), () => on.resign(side), { class: "danger" })))),
    over && match.you.creator && !match.private && !match.sandbox && !account.local ? embeddingSection(table) : null,
    h("section", {}, h("h3", { text: t("match.dice") }),
      h("p", { class: "hint", text: t("match.commitment") }), h("code", { class: "hash", text: match.commitment }),
      match.seed ? h("p", {}, t("match.seed"), " ", h("code", { class: "hash", text: match.seed })) : null),
    match.event ? h("p", {}, h("a", { href: `#/events/${match.event}`, text: t("event.belongs") })) : null,
    match.rated ? h("p", { class: "hint", text: `${t("rating.rated")}: ${t("rating.rated_hint")}` }) : null,
    h("p", { class: "hint" }, `${t("match.scenario")}: ${match.scenario}`, match.options.length ? ` · ${t("match.options")}: ${match.options.join(", ")}` : "",
      match.created ? ` · ${moment(match.created)}` : ""));
}

/** Which computer is to play a seat. @param {Event} event @param {string} side @param {Parameters<typeof matchPanel>[2]} on */
function chooseBot(event, side, on) {
  const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  showMenu({ x: box.x + box.width / 2, y: box.y }, t("match.which_bot"), on.bots.map((bot) => ({ text: bot.title, choose: () => on.seat(side, bot.name) })));
}
