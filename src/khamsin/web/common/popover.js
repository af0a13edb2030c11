// Small windows: popovers beside something, menus, and dialogs that ask.

import { button, h } from "./dom.js";
import { t } from "./words.js";

/** @type {{ box: HTMLElement, back: Element | null } | null} */
let open = null;

/** As many items of a menu have a number key. */
const KEYS = 9;

/** Close the popover that is open. @param {boolean} [refocus] */
export function closePopover(refocus = false) {
  const old = open;
  open = null;
  old?.box.remove();
  if (refocus && old?.back instanceof HTMLElement) old.back.focus();
  if (refocus && old?.back instanceof SVGElement) old.back.focus();
}

export const popoverIsOpen = () => open !== null;

/**
 * Show something beside a point of the screen.
 * @param {{ x: number, y: number, height?: number }} at
 * @param {Node[]} content
 * @param {{ label: string, role?: string, kind?: string, focus?: boolean, class?: string }} how
 */
export function showPopover(at, content, how) {
  const back = document.activeElement;
  closePopover();
  const box = h("div", { class: `popover ${how.class ?? ""}`, role: how.role ?? "dialog", "aria-label": how.label, tabindex: -1 }, ...content);
  document.getElementById("popovers")?.append(box);
  const [w, high] = [box.offsetWidth, box.offsetHeight];
  const below = at.y + (at.height ?? 0) + 10;
  const top = below + high < innerHeight - 8 ? below : Math.max(8, at.y - high - 10);
  box.style.left = `${Math.min(Math.max(8, at.x - w / 2), innerWidth - w - 8)}px`;
  box.style.top = `${top}px`;
  open = { box, back };
  if (how.focus) (/** @type {HTMLElement} */ (box.querySelector("button, a, input") ?? box)).focus();
  return box;
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.box.contains(/** @type {Node} */ (event.target))) closePopover();
}, true);
document.addEventListener("keydown", (event) => {
  if (!open) return;
  if (event.key === "Escape") {
    event.stopPropagation();
    closePopover(true);
  } else if (/^[1-9]$/.test(event.key) && open.box.querySelector(".menu")) {
    event.stopPropagation();
    /** @type {HTMLElement | undefined} */ (open.box.querySelectorAll(".menu button")[Number(event.key) - 1])?.click();
  } else if (event.key === "Tab" && !open.box.contains(document.activeElement)) closePopover();
}, true);

/**
 * A short list of things to choose from, at a point of the screen; their numbers are keys.
 * @param {{ x: number, y: number }} at
 * @param {string} label
 * @param {{ text: string, choose: () => void }[]} items
 */
export function showMenu(at, label, items) {
  const list = h("div", { class: "menu" }, ...items.map((item, n) => button("", () => {
    closePopover();
    item.choose();
  }, {}, n < KEYS ? h("kbd", { "aria-hidden": "true", text: String(n + 1) }) : null, h("span", { text: item.text }))));
  showPopover(at, [h("p", { class: "menu-title", text: label }), list], { label, focus: true });
}

/** @type {Set<(answer: boolean) => void>} dialogs that wait for an answer */
const asking = new Set();

/** Another page comes: nobody will answer any more. */
export function closeDialogs() {
  for (const end of asking) end(false);
}

/**
 * Ask something that must be answered.
 * @param {string} title
 * @param {Node[]} content
 * @param {{ yes: string, no?: string, mayEscape?: boolean }} names `no` "": there is nothing to refuse; `mayEscape`: Escape does as well as `yes`
 * @returns {Promise<boolean>}
 */
export function askDialog(title, content, names) {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title }));
    const end = (/** @type {boolean} */ answer) => {
      asking.delete(end);
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    asking.add(end);
    dialog.append(h("h2", { text: title }), ...content, h("div", { class: "row end" },
      names.no === "" ? null : button(names.no ?? t("app.cancel"), () => end(false), { class: "quiet" }),
      button(names.yes, () => end(true), { class: "main", autofocus: true })));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (names.no !== "") end(false);
      else if (names.mayEscape) end(true);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
