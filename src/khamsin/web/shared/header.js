// The top of every page: where we are, language, light or dark.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { applyTheme, remember, settings } from "../common/settings.js";
import { LANGUAGES, language, t } from "../common/words.js";
import { me } from "../transport/session.js";
import { makeBell } from "./notices.js";

/**
 * @param {(Node | string | null)[]} middle
 * @param {{ language: () => void }} on
 * @param {(Node | null)[]} [tools]
 */
export function header(middle, on, tools = []) {
  const languages = /** @type {HTMLSelectElement} */ (h("select", { class: "language", "aria-label": t("app.language"), on: { change: () => {
    remember({ language: languages.value });
    on.language();
  } } }, ...LANGUAGES.map(([id, name]) => h("option", { value: id, text: name, lang: id }))));
  languages.value = language();
  const themes = ["", "light", "dark"];
  const names = [t("app.theme_auto"), t("app.theme_light"), t("app.theme_dark")];
  const signs = ["auto", "light", "dark"];
  const theme = button("", () => {
    const next = themes[(themes.indexOf(settings.theme ?? "") + 1) % 3];
    remember({ theme: /** @type {any} */ (next) });
    applyTheme();
    show();
  }, { class: "icon theme" });
  function show() {
    const n = themes.indexOf(settings.theme ?? "");
    theme.replaceChildren(icon(signs[n]));
    theme.setAttribute("aria-label", `${t("app.theme")}: ${names[n]}`);
    theme.title = `${t("app.theme")}: ${names[n]}`;
  }
  show();
  // At the table there is little room: the settings are reached from the list of matches.
  const known = me.person && !me.local ? me.person : null;
  const account = known && !tools.length ? h("a", { class: "button icon", href: "#/me", title: `${t("me.title")}: ${known.name}`, "aria-label": `${t("me.title")}: ${known.name}` }, icon("person")) : null;
  // In a page of somebody else it leads to the match at our own table.
  const home = location.pathname.startsWith("/embed/") ? { href: `/#/m/${location.pathname.split("/")[2]}`, target: "_blank", rel: "noopener" } : { href: "#/" };
  return h("header", { class: "top" },
    h("a", { class: "home", ...home, title: t("app.home"), "aria-label": `Khamsin: ${t("app.home")}` }, h("img", { src: new URL("../icon.svg", import.meta.url).href, alt: "", width: 28, height: 28 }), h("span", { text: "Khamsin" })),
    h("div", { class: "middle" }, ...middle), h("div", { class: "tools" }, ...tools, known ? makeBell() : null, account, languages, theme));
}
