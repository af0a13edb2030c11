// A close look at a place or a unit: what is printed on it, who stands there, where the data come from.

import { button, h } from "../dom.js";
import { t } from "../words.js";

/**
 * @param {{ scene: import("../types.js").Scene, picture: import("../types.js").Picture, stack: (place: string) => string[],
 *   portrait: (id: string) => Node | null, pick: (piece: string) => void, selected: string | null }} table
 * @param {string | null} id
 */
export function inspector(table, id) {
  const { scene, picture } = table;
  const space = scene.spaces.find((one) => one.id === id) ?? scene.boxes.find((one) => one.id === id);
  const piece = scene.pieces.find((one) => one.id === id);
  const box = h("div", { class: "inspector" });
  if (!space && !piece) {
    box.append(h("p", { class: "hint", text: t("stack.pick") }), h("p", { class: "hint", text: t("table.why_hint") }));
    return box;
  }
  const facts = (/** @type {string[]} */ list) => h("ul", { class: "facts" }, ...list.map((text) => h("li", { text })));
  if (piece) {
    const now = picture.pieces[piece.id];
    box.append(h("div", { class: "portrait-head" }, table.portrait(piece.id), h("div", {}, h("h3", { text: piece.label }), h("p", { text: piece.name }))),
      facts(piece.facts.slice(1)));
    for (const mark of now?.marks ?? []) box.append(h("span", { class: "tag", text: scene.marks?.[mark] ?? mark }));
    const at = scene.spaces.find((one) => one.id === now?.at);
    if (at) box.append(place(at));
    return box;
  }
  if (space) box.append(place(space));
  return box;

  /** @param {any} where */
  function place(where) {
    const now = picture.spaces[where.id];
    const stack = table.stack(where.id);
    const head = [where.short, where.name].filter(Boolean).join(" ");
    return h("section", { class: "look-place" },
      h("h3", {}, head, where.value ? h("span", { class: "worth", text: where.value }) : null),
      now?.control ? h("p", { class: "held" }, h("i", { class: `swatch side-${scene.sides[now.control]?.colour}` }), t("stack.control", { side: scene.sides[now.control]?.label ?? now.control })) : null,
      ...(now?.marks ?? []).map((mark) => h("span", { class: "tag", text: scene.marks?.[mark] ?? mark })),
      stack.length
        ? h("ul", { class: "stack-list" }, ...stack.map((one) => {
          const unit = scene.pieces.find((other) => other.id === one);
          const marks = (picture.pieces[one]?.marks ?? []).map((mark) => scene.marks?.[mark] ?? mark).join(", ");
          return h("li", {}, button(unit?.label ?? "?", () => table.pick(one), { class: `unit-row${table.selected === one ? " selected" : ""}` },
            table.portrait(one), h("span", {}, h("b", { text: unit?.label ?? t("say.hidden") }), h("small", { text: [unit?.name, marks].filter(Boolean).join(" · ") }))));
        }))
        : h("p", { class: "hint", text: t("stack.empty") }),
      where.facts ? facts(where.facts) : null);
  }
}
