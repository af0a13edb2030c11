// What a player may do at a table. Every action asks the table or changes the store; what comes of
// it is told by the table, and drawn from the store.

import { toast } from "./common/dom.js";
import { t } from "./common/words.js";
import { shownAt, shownSeat } from "./store.js";
import { Refusal, get, getFile, post } from "./transport/transport.js";

/** @typedef {import("./types.js").Option} Option */
/** @typedef {ReturnType<typeof makeActions>} Actions */

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Refusal)) toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
  else if (error.code === "closed") return; // nobody looks any more
  else if (error.code === "lesson") toast(error.message); // allowed, but not what is being learnt
  else if (error.status === 409) toast(error.message || t("table.stale"), "error");
  else toast(t("app.error", { text: `${error.message}${error.rule ? ` (${error.rule})` : ""}` }), "error");
}

/** @param {import("./store.js").Store} store @param {import("./transport/contract.js").Live} live */
export function makeActions(store, live) {
  const { id } = store.state;
  let [pastAsked, overlaysAsked, isClosed] = [0, 0, false];

  /** A request that changes the match; whether it was done. @param {string} what @param {any} [body] */
  async function act(what, body = {}) {
    try {
      await post(`/matches/${id}/${what}`, body);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /** Show a position of the past; null: the present. @param {number | null} position */
  async function showAt(position) {
    pastAsked += 1;
    const asked = pastAsked;
    if (position === null || Number.isNaN(position)) {
      store.dispatch({ type: "present" });
      return;
    }
    const at = Math.min(Math.max(position, 0), store.state.table.match.entries);
    try {
      const then = await get(`/matches/${id}/positions/${at}/table`, { seat: shownSeat(store.state) });
      if (!isClosed && asked === pastAsked) store.dispatch({ type: "past", at, then }); // else the scrubber has moved on
    } catch (error) {
      complain(error);
    }
  }

  return {
    /** Answer the open decision. The number of the decision is answered once, however often it is sent. @param {Option} option */
    async choose(option) {
      const { table: { decision }, choice, seat } = store.state;
      if (!decision || !seat || choice) return;
      const answer = { seat, number: decision.number, words: option.words };
      store.dispatch({ type: "choosing", number: answer.number, seat });
      await live.choose(answer).catch(complain);
      store.dispatch({ type: "answered", number: answer.number, seat });
    },
    /** The odds of an option, if there are any. @param {Option} option */
    async oddsOf(option) {
      store.dispatch({ type: "asking", is: true });
      const odds = await get(`/matches/${id}/odds`, { seat: store.state.seat, words: option.words.join(" ") }).catch(() => []);
      store.dispatch({ type: "asking", is: false });
      return odds;
    },
    /** Why a unit cannot go somewhere. @param {string} piece @param {string} place @returns {Promise<{ refused: { rule: string, text: string } | null } | null>} */
    whyNot: (piece, place) => get(`/matches/${id}/why`, { seat: store.state.seat, words: `${piece} ${place}` }).catch(() => null),

    // What is looked at.
    /** @param {string | null} piece */
    select: (piece) => store.dispatch({ type: "select", piece }),
    /** @param {string} at */
    look: (at) => store.dispatch({ type: "look", at }),
    /** @param {string} name */
    openTab: (name) => store.dispatch({ type: "tab", name }),
    /** @param {boolean} lit */
    lightGoals: (lit) => store.dispatch({ type: "goals", lit }),
    /** Move to another of one's own seats. @param {string} seat */
    sitAs(seat) {
      store.dispatch({ type: "unveiled", seat });
      live.look(seat);
    },
    /** Learn what can be counted now, for a unit or for all; whether nothing newer was asked since. @param {string | null} piece */
    async askOverlays(piece) {
      overlaysAsked += 1;
      const asked = overlaysAsked;
      const { past } = store.state;
      const list = await get(`/matches/${id}${past === null ? "" : `/positions/${past}`}/overlays`, { seat: shownSeat(store.state), piece }).catch(() => []);
      if (!isClosed && asked === overlaysAsked) store.dispatch({ type: "overlays", list });
    },

    // The past.
    showAt,
    /** The same, with its address. @param {number} at */
    goTo(at) {
      const address = `#/m/${id}/at/${at}`;
      if (location.hash !== address && store.state.past === null) {
        location.hash = address;
        return;
      }
      history.replaceState(null, "", address);
      showAt(at);
    },
    /** @param {string} seat */
    seeAs(seat) {
      store.dispatch({ type: "pastSeat", seat });
      showAt(store.state.past);
    },
    toPresent() {
      location.hash = `#/m/${id}`;
    },
    async fork() {
      try {
        const made = await post(`/matches/${id}/fork`, { entries: shownAt(store.state), seat: shownSeat(store.state) ?? "" });
        location.hash = `#/m/${made.id}`;
      } catch (error) {
        complain(error);
      }
    },
    /** The journal, as a file. @returns {Promise<Blob | null>} */
    async journal() {
      try {
        return await getFile(`/matches/${id}/journal`, { seat: store.state.seat });
      } catch (error) {
        complain(error);
        return null;
      }
    },

    // Everything else that changes a match.
    undo: () => act("undo", { seat: store.state.seat }),
    /** Ask the others to let the last answer be taken back. */
    offerUndo() {
      const { lines, seat, table: { match: { entries } } } = store.state;
      const mine = [...lines].reverse().find((line) => line.at < entries)?.at ?? entries - 1;
      return act("offers", { kind: "undo", to: Math.max(0, Math.min(mine, entries - 1)), seat });
    },
    offerDraw: () => act("draw", { seat: store.state.seat }),
    /** @param {string} kind @param {boolean} accept */
    reply: (kind, accept) => act(`offers/${kind}`, { accept }),
    /** @param {string} side */
    resign: (side) => act("resign", { seat: side }),
    stop: () => act("stop"),
    /** @param {string} side @param {string | null} bot */
    seat: (side, bot) => act("seats", bot ? { side, bot } : { side, person: true }),
    /** @param {string} text */
    say: (text) => act("chat", { text }),
    /** @param {string} text */
    note: (text) => act("notes", { text }),
    /** Nobody looks any more: what comes late is dropped. */
    close() {
      isClosed = true;
    },
  };
}
