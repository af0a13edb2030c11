// Rule numbers that can be read: hover, focus or tap one anywhere.

import { button, h } from "../common/dom.js";
import { closePopover, showPopover } from "../common/popover.js";
import { t } from "../common/words.js";
import { getOnce } from "../transport/transport.js";

const HOVER = 220;

/**
 * A rule's number as something to read.
 * @param {string} game
 * @param {string | null | undefined} id
 */
export function ruleRef(game, id) {
  if (!id) return null;
  let timer = 0;
  /** @type {HTMLElement | null} */
  let shown = null;
  const show = async (/** @type {boolean} */ pinned) => {
    const rule = await getOnce(`/games/${game}/rules/${encodeURIComponent(id)}`).catch(() => null);
    if (!ref.isConnected || (shown?.isConnected && !pinned)) return;
    if (!pinned && !ref.matches(":hover, :focus")) return; // the mouse has gone meanwhile
    const box = ref.getBoundingClientRect();
    shown = showPopover({ x: box.left + box.width / 2, y: box.top, height: box.height }, ruleText(id, rule), { label: t("rule.title", { id }), role: "tooltip", class: "rule-text" });
  };
  const ref = button(id, () => show(true), {
    class: "rule",
    "aria-label": t("rule.read", { id }),
    on: {
      mouseenter: () => { timer = setTimeout(() => show(false), HOVER); },
      mouseleave: () => {
        clearTimeout(timer);
        timer = setTimeout(() => { if (shown?.isConnected && !shown.matches(":hover")) closePopover(); }, HOVER);
      },
      focus: () => { if (ref.matches(":focus-visible")) show(false); },
      blur: () => { if (shown?.isConnected) closePopover(); },
    },
  }, h("span", { text: id }));
  return ref;
}

/** @param {string} id @param {{ title?: string, text?: string, language?: string } | null} rule */
export function ruleText(id, rule) {
  const parts = [h("p", { class: "rule-head" }, h("b", { text: id }), " ", rule?.title ?? "")];
  const text = rule?.text?.trim() || t("rule.missing");
  for (const part of text.split(/\n\s*\n/)) parts.push(h("p", { lang: rule?.language, text: plain(part) }));
  return parts;
}

/** The rulebooks are Markdown; what stands between signs of emphasis is shown plain. @param {string} text */
function plain(text) {
  return text.replace(/\n(?![-*] )/g, " ").replace(/\*\*([^*]+)\*\*/g, "$1").replace(/\*([^*]+)\*/g, "$1").replace(/`([^`]+)`/g, "$1");
}

/** The whole rulebook with a search. @param {string} game @param {HTMLElement} place */
export async function showRulebook(game, place) {
  const rules = await getOnce(`/games/${game}/rules`);
  const list = h("div", { class: "rulebook" });
  const fill = (/** @type {string} */ wanted) => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rules.filter((/** @type {any} */ rule) => {
      const all = `${rule.id} ${rule.title} ${rule.text}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    list.replaceChildren(...found.slice(0, 200).map((/** @type {any} */ rule) => h("article", {}, ...ruleText(rule.id, rule))));
  };
  const search = h("input", { type: "search", "aria-label": t("rule.search"), placeholder: t("rule.search"), on: { input: (/** @type {any} */ event) => fill(event.target.value) } });
  place.replaceChildren(search, list);
  fill("");
}
