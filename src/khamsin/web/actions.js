// What a player may do at a table. Every action asks the table or changes the store; what comes of
// it is told by the table, and drawn from the store.

import { toast } from "./common/dom.js";
import { t } from "./common/words.js";
import { canChoose, isPlayingBack, shownAt, shownSeat } from "./store.js";
import { patched } from "./transport/patch.js";
import { me } from "./transport/session.js";
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
  let [pastAsked, overlaysAsked, hintsAsked, isClosed] = [0, 0, 0, false];

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
      store.dispatch({ type: "choosing", number: answer.number, seat, words: option.words });
      await live.choose(answer).catch(complain);
      store.dispatch({ type: "answered", number: answer.number, seat });
    },
    /** Answer one question after another, as long as each of these is still offered. @param {Option[]} options */
    async chooseAll(options) {
      for (const wanted of options) {
        const words = wanted.words.join(" ");
        const option = canChoose(store.state) ? store.state.choices.options.find((one) => one.words.join(" ") === words) : null;
        if (!option || option.text !== wanted.text) break; // what it costs or does has changed: that is a question of its own
        await this.choose(option);
      }
      store.dispatch({ type: "together", is: false });
    },
    /** @param {boolean} is */
    together: (is) => store.dispatch({ type: "together", is }),
    /** Let preparations be answered in the usual way, until something else is asked. */
    async takeUsual() {
      const { table: { decision }, choice, seat } = store.state;
      if (!decision || !seat || choice) return;
      store.dispatch({ type: "choosing", number: decision.number, seat });
      await act("usual", { seat, number: decision.number });
      store.dispatch({ type: "answered", number: decision.number, seat });
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

    // What the computer thinks.
    /** Ask what it would do. What comes of it is told on the socket. */
    askAdvice() {
      const { table: { decision }, seat } = store.state;
      if (!decision || !seat) return;
      hintsAsked += 1;
      const ref = `hint ${hintsAsked}`;
      store.dispatch({ type: "hintAsked", ref });
      live.hint({ seat, number: decision.number, ref });
    },
    putAdviceAway() {
      const isThinking = store.state.advice && !["done", "failed"].includes(store.state.advice.state);
      store.dispatch({ type: "hintAway" });
      if (isThinking) live.hint(null);
    },
    /** @param {number} n */
    showPlan: (n) => store.dispatch({ type: "hintShow", n }),
    /** How likely each side is to win, if that may be known. */
    async askChances() {
      const { seat } = store.state;
      const found = await get(`/matches/${id}/chances`, { seat }).catch(() => null);
      if (!isClosed) store.dispatch({ type: "chances", found });
    },
    forgetChances: () => { if (store.state.chances) store.dispatch({ type: "chances", found: null }); },

    // What the others did.
    /** Learn what happened since so many answers, step by step. @param {number} since */
    async askPlayback(since) {
      try {
        const { from, to, picture, steps } = await get(`/matches/${id}/playback`, { seat: store.state.seat, since });
        /** @type {any} */
        let now = picture;
        const pictures = steps.map((/** @type {any} */ step) => ({ at: step.at, by: step.by, picture: (now = patched(now, step.patch)) }));
        if (!isClosed) store.dispatch({ type: "played", from, to, picture, steps: pictures });
      } catch {
        if (!isClosed) store.dispatch({ type: "playEnd" }); // how it stands can be seen all the same
      }
    },
    /** @param {number} shown */
    playTo: (shown) => store.dispatch({ type: "playStep", shown }),
    playEnd: () => store.dispatch({ type: "playEnd" }),
    playAgain: () => store.dispatch({ type: "playAgain" }),
    /** Skip what is played, or put away what it came to. */
    playNext: () => store.dispatch({ type: isPlayingBack(store.state) ? "playEnd" : "playDismiss" }),
    playDismiss: () => store.dispatch({ type: "playDismiss" }),
    putReportAway: () => store.dispatch({ type: "reported" }),
    /** @param {boolean} is */
    animate: (is) => store.dispatch({ type: "animated", is }),

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
    /** The journal, as a file; at a table of one's own with all that is hidden, or nobody could go on from it. @returns {Promise<Blob | null>} */
    async journal() {
      try {
        return await getFile(`/matches/${id}/journal`, { seat: store.state.seat, ...(me.local ? { whole: true } : {}) });
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
    /** The same game once more, with the same players where that needs nobody's consent. */
    async rematch() {
      const { match } = store.state.table;
      const seats = Object.fromEntries(match.seats.map(({ side, holder }) => [side, holder?.bot ? { kind: "bot", bot: holder.bot }
        : match.you.sides.includes(side) ? { kind: match.you.sides[0] === side ? "you" : "screen" } : { kind: "invite" }]));
      try {
        const made = await post("/matches", { game: match.game, scenario: match.scenario, options: match.options, pack: match.pack ?? "", seats, private: true });
        location.hash = `#/m/${made.id}`;
      } catch (error) {
        complain(error);
      }
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
