// What a player can have otherwise at every table: how fast he is shown what others did, sounds, questions.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { showPopover } from "../common/popover.js";
import { remember, settings } from "../common/settings.js";
import { t } from "../common/words.js";
import { pace } from "../playback/player.js";

/** @param {import("../actions.js").Actions} actions @param {() => void} chances whether they are wanted has changed */
export function makePreferences(actions, chances) {
  const open = button("", show, { class: "icon preferences", title: t("prefs.title"), "aria-label": t("prefs.title"), "aria-haspopup": "dialog" }, icon("sliders"));

  function show() {
    const box = open.getBoundingClientRect();
    const speeds = /** @type {HTMLSelectElement} */ (h("select", { name: "playback", on: { change: () => {
      remember({ playback: /** @type {any} */ (speeds.value) });
      actions.animate(speeds.value !== "off");
    } } }, ...["slow", "normal", "fast", "off"].map((name) => h("option", { value: name, text: t(`prefs.playback_${name}`) }))));
    speeds.value = pace();
    showPopover({ x: box.x + box.width / 2, y: box.y, height: box.height }, [h("h2", { text: t("prefs.title") }),
      h("label", { class: "pref-line" }, h("span", { text: t("prefs.playback") }), speeds),
      check("sound", settings.sound !== false, (is) => remember({ sound: is })),
      check("chances", settings.chances === true, (is) => { remember({ chances: is }); chances(); }),
      check("single", !settings.asksAll, (is) => remember({ asksAll: !is })),
      check("end", settings.asksEnd !== false, (is) => remember({ asksEnd: is, ...(is ? { sure: [] } : {}) }))],
    { label: t("prefs.title"), focus: true, class: "preference-list" });
  }

  return open;
}

/** @param {string} name @param {boolean} isOn @param {(is: boolean) => void} change */
function check(name, isOn, change) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, checked: isOn, on: { change: (/** @type {any} */ event) => change(event.target.checked) } }), h("span", { text: t(`prefs.${name}`) }));
}
