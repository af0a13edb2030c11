// News from the table: taking them in the right order, and moving from seat to seat at one screen.

import { get } from "./api.js";
import { Choices } from "./choices.js";
import { clockRow } from "./clocks.js";
import { h, speak, toast } from "./dom.js";
import { showTab } from "./panels/tabs.js";
import { askDialog, closePopover } from "./popover.js";
import { render } from "./showing.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} page @param {any} message */
export function hear(page, message) {
  if (page.closed) return;
  if (message.type === "table") take(page, message, false);
  else if (message.type === "chat") {
    const isNew = message.from >= page.talk.length; // else it is told again, because something was taken away
    page.talk = [...page.talk.slice(0, message.from), ...message.lines];
    page.chat.update(page.talk, undefined);
    const last = message.lines[message.lines.length - 1];
    if (page.tab !== "chat" && isNew && last && !last.hidden && !last.removed) toast(`${last.by}: ${last.text}`);
  } else if (message.type === "presence" && message.online) {
    for (const seat of page.table.match.seats) if (seat.holder) seat.holder.online = message.online[seat.side] ?? seat.holder.online;
    if (page.tab === "match") showTab(page);
  }
}

/** Take a new table. @param {TablePage} page @param {any} next @param {boolean} fresh */
export function take(page, next, fresh) {
  if (next.match.renewed !== page.table.match.renewed) {
    location.reload(); // other rules or data: scene, log and perhaps this page are not the same
    return;
  }
  const seat = next.match.you.seat ?? page.seat;
  const moved = seat !== page.seat && page.seat !== null;
  if (!fresh && moved) {
    // It is for a seat we no longer look from.
    if (next.match.entries > page.table.match.entries) catchUp(page);
    return;
  }
  const { from, to, lines } = next.log;
  // Answers and news may overtake each other; log and decisions only ever go forward. Another
  // seat may have a shorter log.
  const [now, then] = [page.table.decision?.number ?? 0, next.decision?.number ?? Infinity];
  if (then < now || (!moved && to < page.lines.length)) return;
  if (from > page.lines.length) {
    catchUp(page);
    return;
  }
  page.lines = [...page.lines.slice(0, from), ...lines];
  if (next.chat) page.talk = [...page.talk.slice(0, next.chat.from), ...next.chat.lines];
  page.table = { ...page.table, ...next };
  page.parts.clocks.replaceChildren(...clockRow(next.match.seats, page.scene.sides));
  page.seat = seat;
  if (moved) page.live?.reopen();
  afterTake(page, next);
}

/** @param {TablePage} page @param {any} next */
function afterTake(page, next) {
  const decision = page.table.decision;
  const mine = page.table.match.you.sides;
  const due = decision?.to_answer.find((side) => mine.includes(side));
  if (decision && due && due !== page.seat && !decision.to_answer.includes(page.seat ?? "")) {
    sitAs(page, due).catch(() => {}); // the next news will ask again
    return;
  }
  if (decision && mine.length > 1 && page.card?.hidden && page.unveiled === null) {
    sitAs(page, page.seat ?? mine[0]).catch(() => {}); // who has opened this page need not be who decides
    return;
  }
  if (decision?.number !== page.decided || !decision?.yours) {
    page.decided = decision?.number ?? -1;
    page.choices = decision?.yours ? new Choices(decision.options ?? [], decision.unit) : new Choices([]);
    page.selected = page.choices.only;
    closePopover();
    if (decision) speak(decision.prompt);
  } else page.choices = new Choices(decision.options ?? [], decision.unit);
  page.busy = false;
  page.chat.update(page.talk, next.notes);
  if (decision && !decision.yours) renderSoon(page);
  else renderNow(page);
}

/** @param {TablePage} page */
function renderNow(page) {
  page.stale = false;
  render(page);
}

/** What others do may come faster than it can be drawn: then only the newest is. @param {TablePage} page */
function renderSoon(page) {
  if (page.stale) return;
  page.stale = true;
  requestAnimationFrame(() => { if (page.stale && !page.closed) renderNow(page); });
}

/** Fetch the table anew. @param {TablePage} page */
export async function refresh(page) {
  const seat = page.heading ?? wantedSeat(page);
  const another = seat !== page.seat && page.card?.hidden; // another seat, another log
  const asked = ++page.asked;
  const next = await get(`/matches/${page.id}/table`, { seat, since: another ? 0 : page.lines.length });
  if (!page.closed && asked === page.asked) take(page, next, true); // only the newest answer counts
}

/** The same where nobody waits for it; if it fails, the wire will say when the table is back. @param {TablePage} page */
export function catchUp(page) {
  refresh(page).catch(() => {});
}

/** The seat to ask for: whichever decides, if it is mine; where there are secrets, only the one that sits here now. @param {TablePage} page */
function wantedSeat(page) {
  return page.table.match.you.sides.length > 1 && !page.hasSecrets ? null : page.seat;
}

/** Another of my seats is to decide: move over, behind a curtain if there are secrets. @param {TablePage} page @param {string} side */
async function sitAs(page, side) {
  if (page.moving === side) return;
  page.moving = side;
  try {
    if (page.hasSecrets && page.unveiled !== side) {
      // The veil stays until the new table is there: the old one is the other player's.
      document.body.classList.add("veiled");
      await curtain(page, side);
      if (page.closed) return;
      page.unveiled = side;
    }
    page.heading = side;
    await refresh(page);
  } finally {
    page.moving = page.heading = null;
    document.body.classList.remove("veiled");
  }
}

/** @param {TablePage} page @param {string} side */
async function curtain(page, side) {
  const label = page.scene.sides[side]?.label ?? side;
  await askDialog(t("curtain.title", { side: label }), [h("p", { text: t("curtain.text") })], { yes: t("curtain.go", { side: label }), no: "" });
}

/** @param {TablePage} page @param {boolean} online */
export function showOnline(page, online) {
  const { offline } = page.parts;
  const was = offline.hidden;
  offline.hidden = online;
  offline.textContent = online ? "" : t("app.offline");
  if (online && !was) {
    toast(t("app.online"));
    catchUp(page);
  }
}
