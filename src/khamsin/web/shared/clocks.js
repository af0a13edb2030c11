// Clocks for slow games: how long who has left. They go on by themselves between two news.

import { h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { t } from "../common/words.js";

/**
 * One clock.
 * @param {number} until when it ends, in milliseconds
 * @param {boolean} running otherwise it shows what is left now, and stays
 */
export function clockFace(until, running) {
  const face = h("time", { role: "timer" });
  const draw = () => {
    const left = Math.max(0, until - Date.now()) / 1000;
    face.textContent = duration(left);
    face.className = `clock${running ? " running" : ""}${left < 3600 ? " short" : ""}`;
  };
  draw();
  if (running) {
    const timer = setInterval(() => {
      if (face.isConnected) draw();
      else clearInterval(timer);
    }, 1000);
  }
  return face;
}

/**
 * The clocks of all seats, or nothing.
 * @param {import("../types.js").Seat[]} seats
 * @param {Record<string, { label: string, colour: string }>} sides
 */
export function clockRow(seats, sides) {
  if (!seats.some((seat) => seat.clock)) return [];
  return [h("ul", { class: "clocks", "aria-label": t("clock.title") }, ...seats.map((seat) => {
    const { left, running } = seat.clock ?? { left: 0, running: false };
    return h("li", { class: running ? "running" : "" }, h("i", { class: `swatch side-${sides[seat.side]?.colour}` }), h("span", { text: seat.label }),
      clockFace(Date.now() + left * 1000, running), running ? icon("clock") : null, running ? h("span", { class: "unseen", text: t("clock.running") }) : null);
  }))];
}

/** @param {number} left in seconds */
function duration(left) {
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const [days, rest] = [Math.floor(left / 86400), left % 86400];
  if (days > 0) return t("clock.days", { days, hours: Math.floor(rest / 3600) });
  return `${two(rest / 3600)}:${two((rest % 3600) / 60)}:${two(rest % 60)}`;
}
