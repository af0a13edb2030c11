// Making elements. Texts are always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, any>} Props  `class`, `text`, `on`, `data`, or attributes by name
 */

/**
 * @param {Element} element
 * @param {Props} props
 * @param {(Node | string | null | undefined | false)[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = String(value);
    else if (name === "on") {
      for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) element.setAttribute(`data-${key}`, String(text));
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(element, props, children);
  return element;
}

/**
 * A button with a name that people can read.
 * @param {string} text
 * @param {(event: Event) => void} click
 * @param {Props} [props]
 * @param {...(Node | string | null | undefined | false)} children
 */
export function button(text, click, props = {}, ...children) {
  return h("button", { type: "button", ...props, on: { click, ...(props.on ?? {}) } }, ...(children.length ? children : [text]));
}

/**
 * Show fresh parts in place of those that differ. What looks the same stays, so that whoever is
 * pressing a button or reading there is not disturbed by what others do.
 * @param {HTMLElement} shown
 * @param {HTMLElement} fresh
 */
export function replaceChanged(shown, fresh) {
  const [old, parts] = [[...shown.children], [...fresh.children]];
  if (old.length !== parts.length) shown.replaceChildren(...parts);
  else parts.forEach((part, n) => { if (!old[n].isEqualNode(part)) old[n].replaceWith(part); });
}

/** Say something to screen readers only. @param {string} text */
export function speak(text) {
  const speaker = document.getElementById("speaker");
  if (speaker) speaker.textContent = text;
}

/**
 * A short message at the edge of the screen.
 * @param {string} text
 * @param {"info" | "error"} [kind]
 */
export function toast(text, kind = "info") {
  const box = h("div", { class: `toast ${kind}`, text });
  document.getElementById("toasts")?.append(box);
  setTimeout(() => box.remove(), kind === "error" ? 7000 : 4000);
}
