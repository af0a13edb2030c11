// What happened in my matches while I was away: a bell with a number, and a list.

import { button, h, speak, toast } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { closePopover, showPopover } from "../common/popover.js";
import { moment, t } from "../common/words.js";
import { me } from "../transport/session.js";
import { get, getOnce, post } from "../transport/transport.js";

const PAUSE = 30_000;

/** @typedef {{ id: number, match: string, game: string, kind: string, made: string }} Notice */

export function makeBell() {
  /** @type {Notice[]} */
  let news = [];
  let said = 0;
  let asked = 0;
  const bell = button("", () => showList(), { class: "icon bell", "aria-haspopup": "dialog" });

  function draw() {
    const n = news.length;
    const name = n ? t("notices.some", { n }) : t("notices.none");
    bell.replaceChildren(icon("bell"), ...(n ? [h("span", { class: "count", text: n, "aria-hidden": "true" })] : []));
    bell.setAttribute("aria-label", name);
    bell.title = name;
    if (n > said) speak(name);
    said = n;
  }

  async function load() {
    if (!me.person) return;
    const mine = ++asked;
    /** @type {Notice[]} */
    let found = await get("/notices");
    if (mine !== asked) return; // a newer look is under way
    // Who is at a table sees for himself what happened there.
    const here = location.hash.split("/")[1] === "m" ? location.hash.split("/")[2] : "";
    const seen = found.find((one) => one.match === here);
    if (seen) {
      await post("/notices", { upto: seen.id, match: here });
      found = found.filter((one) => one.match !== here);
    }
    // Of several alike the newest says it all.
    news = found.filter((one, n) => found.findIndex((other) => other.match === one.match && other.kind === one.kind) === n);
    draw();
  }

  async function showList() {
    await load().catch(complain);
    const games = await getOnce("/games");
    const box = bell.getBoundingClientRect();
    const title = (/** @type {Notice} */ one) => games.find((/** @type {any} */ game) => game.slug === one.game)?.title ?? one.game;
    const upto = Math.max(0, ...news.map((one) => one.id));
    const content = news.length ? [
      h("ul", { class: "notices" }, ...news.map((one) => h("li", {}, h("a", { href: `#/m/${one.match}`, data: { kind: one.kind }, on: { click: () => closePopover() } },
        h("b", { text: t(`notices.${one.kind}`) }), h("span", { text: title(one) }), h("small", { text: moment(one.made) }))))),
      h("div", { class: "row end" }, button(t("notices.read"), () => read(upto), { class: "small" }))] : [h("p", { class: "hint", text: t("notices.none") })];
    bell.focus();
    showPopover({ x: box.x + box.width / 2, y: box.y, height: box.height }, [h("h2", { text: t("notices.title") }), ...content], { label: t("notices.title"), class: "news", focus: true });
  }

  /** @param {number} upto the newest of those that were shown */
  async function read(upto) {
    try {
      asked += 1; // what is on its way is older than this
      await post("/notices", { upto });
      news = news.filter((one) => one.id > upto);
      draw();
      closePopover(true);
      toast(t("notices.all_read"));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {unknown} error */
  function complain(error) {
    toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
  }

  draw();
  load().catch(() => {}); // the next look may have more luck
  const timer = setInterval(() => {
    if (!bell.isConnected) clearInterval(timer);
    else if (!document.hidden) load().catch(() => {});
  }, PAUSE);
  return bell;
}
