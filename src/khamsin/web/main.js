// Where the page begins: session, words, and the way from addresses to pages.

import { showProfile } from "./account/profile.js";
import { showForgotten, showReset, showSignIn } from "./account/sign_in.js";
import { showAdmin } from "./club/admin.js";
import { showArchive } from "./club/archive.js";
import { showEvent, showEvents } from "./club/events.js";
import { showPlayer } from "./club/player.js";
import { showRatings } from "./club/ratings.js";
import { button, h, toast } from "./common/dom.js";
import { closePopover } from "./common/popover.js";
import { applyTheme } from "./common/settings.js";
import { loadWords, t } from "./common/words.js";
import { showContinue } from "./lobby/continuing.js";
import { showLobby, showNew } from "./lobby/lobby.js";
import { showRecord } from "./lobby/record.js";
import { showReview } from "./review/review.js";
import { header } from "./shared/header.js";
import { watchSite } from "./shared/site.js";
import { openTable } from "./table.js";
import { me, openSession } from "./transport/session.js";
import { Refusal, isInside, post } from "./transport/transport.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {{ close: () => void, id: string, at: (position: number | null) => void } | null} */
let table = null;
let route = 0;
/** The match that is shown in a page of somebody else, if this is one. */
const EMBEDDED = /^\/embed\/(\w+)/.exec(location.pathname)?.[1];

async function again() {
  await loadWords();
  table?.close();
  table = null;
  await show();
}

async function show() {
  route += 1;
  const mine = route;
  const isWanted = () => mine === route; // what comes late must not cover what was opened since
  closePopover();
  const address = location.hash.replace(/^#\/?/, "").replace(/^join=/, "join/");
  const parts = address.split("/");
  if (EMBEDDED && parts[1] !== EMBEDDED) {
    location.replace(`#/m/${EMBEDDED}/at/0`); // in a page of somebody else there is this one replay
    return;
  }
  if (parts[0] === "m" && parts[1] && parts[2] === "review") {
    table?.close();
    table = null;
    await showReview(app, parts[1], again, isWanted);
    if (isWanted()) document.title = `${t("review.title")} - Khamsin`;
    return;
  }
  if (parts[0] === "m" && parts[1]) {
    const position = parts[2] === "at" ? Number(parts[3]) : null;
    if (table?.id === parts[1]) {
      table.at(position);
      return;
    }
    table?.close();
    app.replaceChildren(h("main", { id: "main", class: "loading", tabindex: -1 }, h("p", { text: t("app.loading") })));
    try {
      const opened = await openTable(app, parts[1], position, { again, isWanted, refused: lost });
      if (isWanted()) table = opened;
      else opened?.close();
    } catch (error) {
      if (isWanted()) throw error; // otherwise nobody waits for it any more
    }
    return;
  }
  table?.close();
  table = null;
  if (parts[0] === "confirm" && parts[1]) {
    await confirmAddress(parts.slice(1).join("/"));
    return;
  }
  if (parts[0] === "reset" && parts[1] && !me.local) {
    showReset(app, parts.slice(1).join("/"), again, show);
    return;
  }
  if (parts[0] === "forgotten" && !me.person && !me.local) {
    showForgotten(app, again);
    return;
  }
  if (parts[0] === "archive" && !me.local) {
    await showArchive(app, again, isWanted);
    return;
  }
  if (!me.person) {
    if (me.local) fail(new Refusal(401, {}));
    else showSignIn(app, again, show);
    return;
  }
  if (parts[0] === "new") await showNew(app, parts[1], again, isWanted);
  else if (parts[0] === "continue" && parts[1]) await showContinue(app, parts[1], again, isWanted);
  else if (parts[0] === "record" && parts[1]) await showRecord(app, parts[1], again, isWanted);
  else if (parts[0] === "me" && !me.local) showProfile(app, again, show);
  else if (parts[0] === "p" && parts[1] && !me.local) await showPlayer(app, decodeURIComponent(parts[1]), again, isWanted);
  else if (parts[0] === "events" && parts[1] && !me.local) await showEvent(app, parts[1], again, isWanted);
  else if (parts[0] === "events" && !me.local) await showEvents(app, again, isWanted);
  else if (parts[0] === "ratings" && !me.local) await showRatings(app, parts[1], again, isWanted);
  else if (parts[0] === "admin" && me.person.admin) showAdmin(app, parts[1], again);
  else if (parts[0] === "join" && parts[1]) showInvitation(parts.slice(1).join("/"));
  else await showLobby(app, again, isWanted);
  if (isWanted()) document.title = "Khamsin";
}

/** @param {string} token */
function showInvitation(token) {
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("join.title") }), h("p", { text: t("join.text") }),
    button(t("join.go"), async () => {
      try {
        const seat = await post("/join", { token });
        location.hash = `#/m/${seat.id}`;
      } catch (error) {
        fail(error);
      }
    }, { class: "main big" })));
}

/** The link of a letter: the address it went to is mine. @param {string} token */
async function confirmAddress(token) {
  let text = t("confirm.done");
  try {
    await post("/confirm", { token });
  } catch (error) {
    text = error instanceof Refusal && error.status === 404 ? t("confirm.old") : String(error instanceof Error ? error.message : error);
  }
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("confirm.title") }),
    h("p", { role: "status", text }), h("a", { class: "button main", href: "#/", text: t("confirm.go") })));
}

/** The table may no longer be looked at. @param {unknown} error */
function lost(error) {
  table?.close();
  table = null;
  fail(error);
  if (!(error instanceof Refusal && error.status === 401)) location.hash = "#/";
}

/** @param {unknown} error */
function fail(error) {
  if (error instanceof Refusal && error.status === 401 && !me.local) showSignIn(app, again, show);
  else if (error instanceof Refusal && error.status === 401) {
    app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: "Khamsin" }), h("p", { text: t("app.no_session") })));
  } else {
    toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
    if (app.querySelector(".loading")) location.hash = "#/";
  }
}

applyTheme();
await loadWords();
if (isInside) watchSite(app);
const skip = document.getElementById("skip");
if (skip) {
  skip.textContent = t("app.skip");
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  });
}
addEventListener("hashchange", () => show().catch(fail));
try {
  await openSession();
  await show();
} catch (error) {
  fail(error);
}
