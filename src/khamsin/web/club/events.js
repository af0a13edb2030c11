// Tournaments and series: the list, a new one, and one with its standings and pairings.

import { button, h, toast } from "../common/dom.js";
import { askDialog } from "../common/popover.js";
import { moment, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { me } from "../transport/session.js";
import { get, getOnce, post } from "../transport/transport.js";
import { playerLink } from "./player.js";

const DAY = 24 * 3600;
const FORMS = ["swiss", "round_robin", "series"];
const FRESH = 10_000;

/** @param {unknown} error */
const complain = (error) => toast(error instanceof Error ? error.message : String(error), "error");

/** @param {any} event */
const formText = (event) => t(`event.${event.form}_n`, { n: event.rounds });

/** @param {HTMLElement} app @param {() => void} again @param {() => boolean} isWanted */
export async function showEvents(app, again, isWanted) {
  const [events, games] = await Promise.all([get("/events"), getOnce("/games")]);
  if (!isWanted()) return;
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby events", tabindex: -1 }, h("h1", { text: t("event.title") }),
    events.length ? h("ul", { class: "cards" }, ...events.map((/** @type {any} */ event) => h("li", {}, h("a", { class: "match-card", href: `#/events/${event.id}` },
      h("b", { text: event.title }), h("span", { text: `${event.game_title} · ${formText(event)}` }),
      h("small", { text: [t("event.players", { n: event.players }), event.rated ? t("rating.rated") : "", t("event.by", { name: event.organiser })].filter(Boolean).join(" · ") }),
      h("span", { class: "go", text: t(`event.is_${event.status}`) }))))) : h("p", { class: "hint", text: t("event.none") }),
    newForm(games.filter((/** @type {any} */ game) => game.sides.length === 2))));
}

/** @param {any[]} games */
function newForm(games) {
  const game = /** @type {HTMLSelectElement} */ (h("select", { name: "game", on: { change: scenarios } }, ...games.map((one) => h("option", { value: one.slug, text: one.title }))));
  const scenario = /** @type {HTMLSelectElement} */ (h("select", { name: "scenario" }));
  const form = /** @type {HTMLSelectElement} */ (h("select", { name: "form", on: { change: rounds } }, ...FORMS.map((one) => h("option", { value: one, text: t(`event.${one}`) }))));
  const number = /** @type {HTMLInputElement} */ (h("input", { type: "number", name: "rounds", min: 1, max: 15, value: 5, required: true }));
  const meaning = h("small", {});
  const clock = h("select", { name: "clock" }, ...[1, 3, 7, 14].map((n) => h("option", { value: n, text: t("new.clock_days", { n }), selected: n === 3 })));

  function scenarios() {
    const found = games.find((one) => one.slug === game.value);
    scenario.replaceChildren(...found.scenarios.map((/** @type {any} */ one) => h("option", { value: one.id, text: one.title })));
  }
  function rounds() {
    number.max = form.value === "round_robin" ? "2" : "15";
    number.value = { swiss: "5", round_robin: "1", series: "3" }[form.value] ?? "1";
    meaning.textContent = t(`event.${form.value}_rounds`);
  }
  scenarios();
  rounds();
  const line = (/** @type {string} */ text, /** @type {Node[]} */ ...fields) => h("label", {}, text, ...fields);
  const made = /** @type {HTMLFormElement} */ (h("form", { class: "account profile", on: { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(made);
    const seconds = Number(data.get("clock")) * DAY;
    try {
      const answer = await post("/events", { title: String(data.get("title")).trim(), form: data.get("form"), rounds: Number(data.get("rounds")), game: data.get("game"), scenario: data.get("scenario"),
        clock: { reserve: seconds, increment: seconds }, rated: data.get("rated") === "on" });
      location.hash = `#/events/${answer.id}`;
    } catch (error) {
      complain(error);
    }
  } } }, h("fieldset", {}, h("legend", { text: t("event.new") }), line(t("event.name"), h("input", { type: "text", name: "title", required: true, maxlength: 60, autocomplete: "off" })),
    line(t("new.game"), game), line(t("new.scenario"), scenario), line(t("event.form"), form), line(t("event.rounds"), number, meaning), line(t("new.clock"), clock),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "rated" }), h("span", { text: t("rating.rated") })),
    h("div", { class: "row" }, button(t("event.announce"), () => {}, { type: "submit", class: "main" })))));
  return made;
}

/** @param {HTMLElement} app @param {string} id @param {() => void} again @param {() => boolean} isWanted */
export async function showEvent(app, id, again, isWanted) {
  const [event, games] = await Promise.all([get(`/events/${encodeURIComponent(id)}`), getOnce("/games")]);
  if (!isWanted()) return;
  const game = games.find((/** @type {any} */ one) => one.slug === event.game);
  const scenario = game?.scenarios.find((/** @type {any} */ one) => one.id === event.scenario)?.title ?? event.scenario;
  const draw = () => showEvent(app, id, again, isWanted).catch(complain);

  /** @param {string} path @param {any} [body] @param {string} [sure] */
  async function act(path, body = {}, sure = "") {
    if (sure && !await askDialog(sure, [], { yes: sure })) return;
    await post(`/events/${event.id}/${path}`, body).catch(complain);
    await draw();
  }
  const open = event.status === "open";
  const running = event.status === "running";
  const buttons = [
    open && !event.you.in && me.person ? button(t("event.enter"), () => act("entries"), { class: "main" }) : null,
    (open || running) && event.you.in ? button(t("event.leave"), () => act("withdrawals", {}, running ? t("event.leave") : ""), { class: "quiet" }) : null,
    open && event.you.organiser ? button(t("event.start"), () => act("start")) : null,
    (open || running) && (event.you.organiser || me.person?.admin) ? button(t("event.cancel"), () => act("cancel", {}, t("event.cancel")), { class: "danger" }) : null];
  const main = h("main", { id: "main", class: "lobby event", tabindex: -1 }, h("h1", { text: event.title }),
    h("p", {}, [event.game_title, scenario, formText(event), event.rated ? t("rating.rated") : ""].filter(Boolean).join(" · "), " · ", t("event.by", { name: "" }), playerLink(event.organiser)),
    h("p", { class: "hint", text: [t(`event.is_${event.status}`), event.round ? t("event.round_of", { round: event.round, last: event.last_round }) : "", moment(event.created)].filter(Boolean).join(" · ") }),
    h("div", { class: "row wrap" }, ...buttons),
    h("section", {}, h("h2", { text: t(open ? "event.entered" : "event.standings") }), open ? entrants(event, act) : standings(event, act)),
    ...rounds(event, act));
  app.replaceChildren(header([], { language: again }), main);
  if (open || running) keepFresh(main, id, JSON.stringify(event), draw);
}

/** @param {HTMLElement} main @param {string} id @param {string} shown @param {() => void} draw */
function keepFresh(main, id, shown, draw) {
  const timer = setInterval(async () => {
    if (!main.isConnected) clearInterval(timer);
    else if (!document.hidden && JSON.stringify(await get(`/events/${id}`).catch(() => null)) !== shown && main.isConnected) {
      clearInterval(timer);
      draw();
    }
  }, FRESH);
}

/** @typedef {(path: string, body?: any, sure?: string) => Promise<void>} Act */

/** The organiser can take somebody out. @param {any} event @param {string} name @param {Act} act */
const remove = (event, name, act) => (event.you.organiser && name !== me.person?.name
  ? button(t("event.remove"), () => act("withdrawals", { name }, `${t("event.remove")}: ${name}`), { class: "quiet small", "aria-label": `${t("event.remove")}: ${name}` }) : null);

/** @param {any} event @param {Act} act */
const entrants = (event, act) => (event.standings.length
  ? h("ul", { class: "seats" }, ...event.standings.map((/** @type {any} */ row) => h("li", {}, playerLink(row.person), " ", remove(event, row.person, act)))) : h("p", { class: "hint", text: t("event.nobody") }));

/** @param {any} event @param {Act} act */
function standings(event, act) {
  const breaks = event.form === "swiss" ? ["buchholz", "berger", "wins"] : ["berger", "wins"];
  return h("div", { class: "scroll" }, h("table", { class: "record" }, h("thead", {}, h("tr", {}, h("th", { text: "#" }), h("th", { text: t("account.name") }), h("th", { text: t("event.points") }), h("th", { text: t("player.played") }),
    ...breaks.map((one) => h("th", {}, h("abbr", { title: t(`event.${one}_long`), text: t(`event.${one}`) }))), h("th", {}))),
  h("tbody", {}, ...event.standings.map((/** @type {any} */ row) => h("tr", { class: row.withdrawn ? "withdrawn" : "" }, h("td", { text: String(row.place) }), h("th", { scope: "row" }, playerLink(row.person), row.withdrawn ? h("small", { text: ` ${t("event.withdrawn")}` }) : null),
    h("td", {}, h("b", { text: String(row.points) })), h("td", { text: String(row.played) }), ...breaks.map((one) => h("td", { text: String(row[one]) })),
    h("td", {}, event.status === "running" && !row.withdrawn ? remove(event, row.person, act) : null))))));
}

/** @param {any} event @param {Act} act */
function rounds(event, act) {
  const numbers = [...new Set(event.pairings.map((/** @type {any} */ row) => row.round))].sort((one, two) => Number(two) - Number(one));
  const score = (/** @type {any} */ row) => (row.score === null ? "–" : row.second === null ? t("event.bye") : row.score === 0.5 ? "½ : ½" : `${row.score} : ${1 - row.score}`);
  return numbers.map((number) => h("section", {}, h("h2", { text: t("event.round", { n: Number(number) }) }), h("div", { class: "scroll" }, h("table", { class: "record" }, h("tbody", {},
    ...event.pairings.filter((/** @type {any} */ row) => row.round === number).map((/** @type {any} */ row) => h("tr", {}, h("td", { text: String(row.board) }), h("td", {}, playerLink(row.first)), h("td", {}, row.second === null ? null : playerLink(row.second)), h("td", { text: score(row) }),
      h("td", {}, row.match ? h("a", { href: `#/m/${row.match}`, text: t("event.to_match") }) : null),
      h("td", {}, event.you.organiser && event.status === "running" && number === event.round && row.second !== null && row.score === null ? decide(row, act) : null))))))));
}

/** How a match counts that will not end. @param {any} row @param {Act} act */
function decide(row, act) {
  const choice = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": `${t("event.decide")}: ${row.first} – ${row.second}`, on: { change: () => {
    if (choice.value) act("results", { round: row.round, board: row.board, score: Number(choice.value) }, `${t("event.decide")}: ${choice.selectedOptions[0].textContent}`);
  } } }, h("option", { value: "", text: t("event.decide") }), h("option", { value: "1", text: t("event.wins_it", { name: row.first }) }), h("option", { value: "0", text: t("event.wins_it", { name: row.second }) }), h("option", { value: "0.5", text: "½ : ½" })));
  return choice;
}
