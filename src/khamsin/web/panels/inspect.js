// A close look at a place or a unit: what is printed on it, who stands there, where the data come from.

import { nameOf } from "../board/descriptions.js";
import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";

/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").SceneBox} SceneBox */
/**
 * @typedef {{ scene: import("../types.js").Scene, picture: import("../types.js").Picture, stack: (place: string) => string[],
 *   portrait: (id: string) => Node | null, pick: (piece: string) => void, selected: string | null }} Around
 */

/** @param {string[]} list */
const facts = (list) => h("ul", { class: "facts" }, ...list.map((text) => h("li", { text })));

/** @param {Around} table @param {string[]} marks */
const tags = ({ scene }, marks) => marks.map((mark) => h("span", { class: "tag", text: scene.marks?.[mark] ?? mark }));

/** @param {Around} table @param {string | null} id */
export function inspector(table, id) {
  const { scene, picture } = table;
  const find = (/** @type {string | null | undefined} */ place) => scene.spaces.find((one) => one.id === place) ?? scene.boxes.find((one) => one.id === place);
  const box = h("div", { class: "inspector" });
  const now = picture.pieces[id ?? ""];
  const piece = scene.pieces.find((one) => one.id === id);
  const space = find(id);
  if (piece || now) {
    const side = scene.sides[piece?.side ?? now?.side ?? ""]?.label ?? "";
    box.append(h("div", { class: "portrait-head" }, table.portrait(id ?? ""),
      h("div", {}, h("h3", { text: piece?.label ?? t("say.unknown", { side }) }), piece && piece.name !== piece.label ? h("p", { text: piece.name }) : null)),
    facts(piece?.facts.slice(1) ?? []), ...tags(table, now?.marks ?? []));
    const at = find(now?.at);
    if (at) box.append(placeLook(table, at));
  } else if (space) box.append(placeLook(table, space));
  else box.append(h("p", { class: "hint", text: t("stack.pick") }), h("p", { class: "hint", text: t("table.why_hint") }));
  return box;
}

/** @param {Around} table @param {SceneSpace | SceneBox} where */
function placeLook(table, where) {
  const { scene, picture } = table;
  const now = picture.spaces[where.id];
  const stack = table.stack(where.id);
  const [head, worth, told] = "polygon" in where ? [nameOf(where), where.value, where.facts] : [where.name, "", []];
  return h("section", { class: "look-place" },
    h("h3", {}, head, worth ? h("span", { class: "worth", text: worth }) : null),
    now?.control ? h("p", { class: "held" }, h("i", { class: `swatch side-${scene.sides[now.control]?.colour}` }), t("stack.control", { side: scene.sides[now.control]?.label ?? now.control })) : null,
    ...tags(table, now?.marks ?? []),
    stack.length ? h("ul", { class: "stack-list" }, ...stack.map((one) => unitRow(table, one))) : h("p", { class: "hint", text: t("stack.empty") }),
    told.length ? facts(told) : null);
}

/** @param {Around} table @param {string} id */
function unitRow(table, id) {
  const { scene, picture } = table;
  const unit = scene.pieces.find((other) => other.id === id);
  const label = unit?.label ?? t("say.hidden");
  const marks = (picture.pieces[id]?.marks ?? []).map((mark) => scene.marks?.[mark] ?? mark).join(", ");
  return h("li", {}, button(label, () => table.pick(id), { class: `unit-row${table.selected === id ? " selected" : ""}` },
    table.portrait(id), h("span", {}, h("b", { text: label }), h("small", { text: [unit?.name === label ? "" : unit?.name, marks].filter(Boolean).join(" · ") }))));
}
