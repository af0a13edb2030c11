// The games of the table, each with a small picture of its map.

import { bounds } from "../board/geometry.js";
import { drawTerrain, withoutNames } from "../board/terrain.js";
import { h, s } from "../common/dom.js";
import { t } from "../common/words.js";
import { getOnce } from "../transport/transport.js";

/** @typedef {import("../types.js").Scene} Scene */

/** @param {any[]} games */
export function gallery(games) {
  const cards = games.map((game) => {
    const picture = h("span", { class: "game-map" });
    const card = h("a", { class: "game-card", href: `#/new/${game.slug}` }, picture,
      h("b", { text: game.title }), h("small", { text: `${game.introduction} ${t("new.players", { n: game.players ?? game.sides.length })}.` }));
    return { slug: game.slug, picture, element: h("li", {}, card) };
  });
  drawMaps(cards);
  return h("section", {}, h("h2", { text: t("lobby.games") }), h("ul", { class: "games" }, ...cards.map((card) => card.element), howItWorks()));
}

/** For somebody who sits down for the first time. */
function howItWorks() {
  return h("li", {}, h("div", { class: "game-card how-card" }, h("b", { text: t("lobby.how") }),
    h("ol", {}, ...["seats", "lit", "why", "undo"].map((step) => h("li", { text: t(`lobby.how_${step}`) })))));
}

/** The part of the map where its spaces are, without tracks and boxes. @param {Scene} scene */
function played(scene) {
  const [left, top, width, height] = scene.sheets?.[0]?.rect ?? [0, 0, ...scene.size];
  const isThere = (/** @type {import("../types.js").Point} */ [x, y]) => x >= left && x <= left + width && y >= top && y <= top + height;
  const box = bounds(scene.spaces.filter((space) => space.kind !== "zone").map((space) => space.center).filter(isThere));
  return [box.x, box.y, box.width, box.height].join(" ");
}

/** When the browser has nothing better to do. */
const idle = () => new Promise((resolve) => { (window.requestIdleCallback ?? setTimeout)(resolve); });

/** One after another, so that the page is there before its pictures are; none for who has gone on. @param {{ slug: string, picture: HTMLElement }[]} cards */
async function drawMaps(cards) {
  let drawn = 0;
  for (const { slug, picture } of cards) {
    const scene = /** @type {Scene | null} */ (await getOnce(`/games/${slug}/scene`).catch(() => null));
    await idle();
    if (!picture.isConnected) return;
    if (!scene) continue;
    picture.replaceChildren(s("svg", { class: "board far", viewBox: played(scene), preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
      drawTerrain(withoutNames(scene), drawn ? `-${slug}` : "")));
    drawn += 1;
  }
}
