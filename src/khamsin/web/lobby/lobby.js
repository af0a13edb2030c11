// The list of matches, a new match, an invitation.

import { button, h, toast } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { moment, t } from "../common/words.js";
import { clockFace } from "../shared/clocks.js";
import { header } from "../shared/header.js";
import { ruleRef } from "../shared/rules.js";
import { me } from "../transport/session.js";
import { Refusal, get, getOnce, isInside, post } from "../transport/transport.js";
import { gallery } from "./gallery.js";
import { invitationLinks } from "./invited.js";
import { lessons } from "./lessons.js";
import { isSearching, moreButton, readLists, searchForm } from "./search.js";
import { makeTerms } from "./terms.js";

const FRESH = 5000;

/** @param {HTMLElement} app @param {() => void} again @param {() => boolean} isWanted whether nothing else was opened in the meantime */
export async function showLobby(app, again, isWanted) {
  /** @type {any[]} */
  const games = await getOnce("/games");
  const lists = await readLists();
  if (!isWanted()) return;
  const [mine, free, done, archive] = lists;
  const draw = () => showLobby(app, again, isWanted);
  const running = mine.filter((/** @type {any} */ match) => match.turn !== "over" && match.status !== "finished");
  const over = [...mine.filter((/** @type {any} */ match) => !running.includes(match)), ...done];
  const groups = [
    [t("lobby.yours"), running.filter((/** @type {any} */ match) => match.turn === "yours")],
    [t("lobby.theirs"), running.filter((/** @type {any} */ match) => match.turn !== "yours")],
    [t("lobby.open"), free.filter((/** @type {any} */ match) => !mine.some((/** @type {any} */ other) => other.id === match.id))],
    [t("lobby.over"), over.filter((/** @type {any} */ match, /** @type {number} */ n) => over.findIndex((other) => other.id === match.id) === n)],
    [t("lobby.archive"), (archive ?? []).filter((/** @type {any} */ match) => !over.some((other) => other.id === match.id))],
  ];
  const records = games.filter((game) => game.record);
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".journal,.json,text/plain", class: "unseen", tabindex: -1, "aria-label": t("lobby.import"), on: { change: () => importFile(file) } }));
  const main = h("main", { id: "main", class: "lobby", tabindex: -1 },
    h("div", { class: "hero" }, h("h1", { text: "Khamsin" }), h("p", { text: t("app.tagline") }),
      h("div", { class: "row" }, h("a", { class: "button main", href: "#/new", text: t("lobby.new") }),
        button(t("lobby.import"), () => file.click()), file,
        isInside ? h("a", { class: "button", href: "docs/index.html", text: t("site.docs") }) : null,
        ...(me.local ? [] : [h("a", { class: "button", href: "#/events", text: t("event.title") }), h("a", { class: "button", href: "#/archive", text: t("archive.title") }), h("a", { class: "button", href: "#/ratings", text: t("rating.title") })]))),
    h("h2", { class: "unseen", text: t("lobby.title") }),
    lessons(games, running),
    searchForm(games, draw),
    ...groups.filter(([, list]) => /** @type {any[]} */ (list).length).map(([title, list]) => h("section", {}, h("h2", { text: title }),
      h("ul", { class: "cards" }, .../** @type {any[]} */ (list).map((match) => card(match, games.find((game) => game.slug === match.game)))))),
    groups.every(([, list]) => !/** @type {any[]} */ (list).length) ? h("p", { class: "hint", text: t(isSearching() ? "lobby.not_found" : "lobby.none") }) : null,
    moreButton(lists, draw),
    gallery(games),
    records.length ? h("section", {}, h("h2", { text: t("lobby.records") }), h("ul", {}, ...records.map((game) => h("li", {}, h("a", { href: `#/record/${game.slug}`, text: game.title }))))) : null);
  const held = document.activeElement?.closest("a.match-card")?.getAttribute("href");
  const field = document.activeElement?.closest(".search") ? document.activeElement.getAttribute("name") : null;
  app.replaceChildren(header([], { language: again }), main);
  if (held) /** @type {HTMLElement | null} */ (main.querySelector(`a[href="${held}"]`))?.focus();
  if (field) /** @type {HTMLElement | null} */ (main.querySelector(`.search [name="${field}"]`))?.focus();
  keepFresh(main, JSON.stringify(lists), draw);
}

/** Look again now and then, as long as the list is on the screen; draw it only if it has changed. @param {HTMLElement} main @param {string} shown @param {() => void} draw */
function keepFresh(main, shown, draw) {
  const timer = setInterval(async () => {
    if (!main.isConnected) clearInterval(timer);
    else if (!document.hidden && !document.activeElement?.closest(".search") && JSON.stringify(await readLists()) !== shown && main.isConnected) {
      clearInterval(timer);
      draw();
    }
  }, FRESH);
}

/** What a computer player is like. @param {string} bot @returns {string} "" for one that came with a game */
const botAbout = (bot) => (["greedy", "random", "recruit", "veteran", "field_marshal"].includes(bot) ? t(`bot.${bot}`) : "");

/** @param {any} match @param {any} game */
function card(match, game) {
  const label = (/** @type {string} */ side) => game?.sides.find((/** @type {any} */ one) => one.id === side)?.label ?? side;
  const bot = (/** @type {string} */ name) => game?.bots.find((/** @type {any} */ one) => one.name === name)?.title ?? name;
  const who = (/** @type {any} */ seat) => (seat.bot ? bot(seat.name) : match.you?.includes(seat.side) ? t("new.you") : seat.name || t("match.free"));
  const seats = (match.seats ?? []).map((/** @type {any} */ seat) => `${label(seat.side)}: ${who(seat)}`).join(" · ");
  const scenario = game?.scenarios.find((/** @type {any} */ one) => one.id === match.scenario)?.title ?? match.scenario;
  return h("li", {}, h("a", { class: `match-card turn-${match.turn}`, href: `#/m/${match.id}` },
    h("b", { text: match.title ?? match.game }), h("span", { text: scenario }), h("small", { text: seats }),
    h("small", { text: [match.lesson ? t("lesson.title") : match.sandbox ? t("match.sandbox") : "", match.rated ? t("rating.rated") : "", moment(match.changed ?? match.created)].filter(Boolean).join(" · ") }),
    match.deadline ? h("small", { class: "card-clock" }, icon("clock"), `${t("clock.left")} `, clockFace(Date.parse(match.deadline), true)) : null,
    match.result ? h("span", { class: "card-result", text: match.result.winner ? t("table.winner", { side: label(match.result.winner) }) : t("table.nobody") }) : null,
    h("span", { class: "go", text: match.turn === "over" ? t("lobby.review") : match.turn === "yours" ? t("lobby.resume") : match.you?.length ? t("new.to_table") : t("lobby.watch") })),
    match.turn === "over" && !match.lesson ? h("a", { class: "to-review", href: `#/m/${match.id}/review`, text: t("review.open"), "aria-label": `${t("review.open")}: ${match.title ?? match.game}` }) : null);
}

/** @param {HTMLInputElement} input */
async function importFile(input) {
  const file = input.files?.[0];
  if (!file) return;
  try {
    const made = await post("/matches/import", { file: await file.text() });
    toast(t("lobby.imported"));
    location.hash = `#/m/${made.id}`;
  } catch (error) {
    toast(t("app.error", { text: error instanceof Error ? error.message : "" }), "error");
  }
}

/** Whether somebody has finished no match yet: the easiest opponent is offered first. @returns {Promise<boolean>} */
const isNewcomer = () => get("/matches", { list: "finished", page: 0 }).then((found) => !found.length, () => true);

/** @param {HTMLElement} app @param {string | undefined} slug the game that is wanted @param {() => void} again @param {() => boolean} isWanted */
export async function showNew(app, slug, again, isWanted) {
  /** @type {any[]} */
  const games = await getOnce("/games");
  if (!isWanted()) return;
  let usual = "bot:veteran";
  let game = games.find((one) => one.slug === slug) ?? games[0];
  const terms = me.local ? null : makeTerms(game.bots);
  const form = h("form", { class: "new-match", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); start(); } } });
  const main = h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("new.title") }), form);
  app.replaceChildren(header([], { language: again }), main);

  function draw() {
    const choices = [["you", t("new.you")], ["screen", t("new.screen")], ...(me.local ? [] : [["invite", t("new.invite")], ["open", t("new.open")]]),
      ...game.bots.map((/** @type {any} */ bot) => [`bot:${bot.name ?? bot}`, t("new.bot", { bot: bot.title ?? bot.name ?? bot })])];
    const optionLines = game.options.map((/** @type {any} */ one) =>
      h("div", { class: "choice-line" }, h("label", { class: "check" }, h("input", { type: "checkbox", name: "option", value: one.id, checked: one.usual }), h("span", {}, one.title,
        one.effect && one.effect !== one.title ? h("small", { text: one.effect }) : null)), ruleRef(game.slug, one.rule)));
    const showOptions = (/** @type {string} */ scenario) => game.options.forEach((/** @type {any} */ one, /** @type {number} */ n) => {
      const fits = !one.scenarios?.length || one.scenarios.includes(scenario);
      optionLines[n].style.display = fits ? "" : "none";
      /** @type {HTMLInputElement} */ (optionLines[n].querySelector("input")).disabled = !fits;
    });
    showOptions(game.scenarios[0].id);
    form.replaceChildren(
      h("fieldset", { class: "new-game" }, h("legend", { text: t("new.game") }), h("div", { class: "game-cards" }, ...games.map((one) => radio("game", one.slug, one.slug === game.slug,
        [h("b", { text: one.title }), h("small", { text: `${one.introduction} ${t("new.players", { n: one.players ?? one.sides.length })}.` })], () => {
          game = one;
          draw();
          /** @type {HTMLElement | null} */ (form.querySelector("[name=game]:checked"))?.focus();
        })))),
      h("div", { class: "new-side" }, h("fieldset", {}, h("legend", { text: t("new.scenario") }), ...game.scenarios.map((/** @type {any} */ one, /** @type {number} */ n) =>
        h("div", { class: "choice-line" }, radio("scenario", one.id, n === 0, [one.title, h("small", { text: one.introduction })], () => showOptions(one.id)), ruleRef(game.slug, one.rule)))),
      h("fieldset", {}, h("legend", { text: t("new.seats") }), ...game.sides.map((/** @type {any} */ side, /** @type {number} */ n) => {
        const list = /** @type {HTMLSelectElement} */ (h("select", { name: `seat-${side.id}`, on: { change: () => { if (list.value === "open") terms?.open(); } } }, ...choices.map(([id, text]) => h("option", { value: id, text }))));
        list.value = n === 0 ? "you" : choices.some(([id]) => id === usual) ? usual : choices[choices.length - 1][0];
        const about = h("small", { class: "bot-about" });
        const tell = () => { about.textContent = list.value.startsWith("bot:") ? botAbout(list.value.slice(4)) : ""; };
        list.addEventListener("change", tell);
        tell();
        return h("label", { class: "seat-line" }, h("span", { text: t("new.seat", { side: side.label }) }), list, about);
      })),
      ...(game.packs?.length ? [h("fieldset", {}, h("legend", { text: t("new.pack") }), h("select", { name: "pack", "aria-label": t("new.pack") },
        h("option", { value: "", text: t("new.pack_standard") }), ...game.packs.map((/** @type {string} */ name) => h("option", { value: name, text: name }))))] : []),
      ...(terms?.elements ?? [])),
      h("fieldset", { class: "new-options" }, h("legend", { text: t("new.options") }), ...(game.options.length ? optionLines : [h("p", { class: "hint", text: t("new.no_options") })])),
      h("div", { class: "row end" }, button(t("new.start"), () => {}, { type: "submit", class: "main big" })));
  }

  /** @param {string} name @param {string} value @param {boolean} checked @param {(Node | string)[]} content @param {() => void} [change] */
  function radio(name, value, checked, content, change) {
    return h("label", { class: "check" }, h("input", { type: "radio", name, value, checked, on: change ? { change } : {} }), h("span", {}, ...content));
  }

  async function start() {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    /** @type {Record<string, any>} */
    const seats = {};
    for (const side of game.sides) {
      const [kind, bot] = String(data.get(`seat-${side.id}`)).split(":");
      seats[side.id] = bot ? { kind, bot } : { kind };
    }
    try {
      const made = await post("/matches", { game: game.slug, scenario: data.get("scenario"), options: data.getAll("option"), pack: data.get("pack") ?? "", seats, ...(terms?.read(data) ?? { private: true }) });
      const links = Object.entries(made.invites ?? {});
      if (links.length) form.replaceChildren(...invitationLinks(game, made.id, links));
      else location.hash = `#/m/${made.id}`;
    } catch (error) {
      toast(t("app.error", { text: error instanceof Refusal ? error.message : String(error) }), "error");
    }
  }

  let isChosen = false; // by somebody, who is not to be overruled
  form.addEventListener("change", () => { isChosen = true; });
  draw();
  if (!(await isNewcomer())) return;
  usual = "bot:recruit";
  if (isChosen) return;
  for (const list of form.querySelectorAll("select")) {
    if (list.value !== "bot:veteran") continue;
    list.value = usual;
    list.dispatchEvent(new Event("change"));
  }
}
