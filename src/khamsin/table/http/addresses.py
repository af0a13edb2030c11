"""Every address of the table: who answers there, what it takes, and what it is for."""

from __future__ import annotations

import functools
from typing import Any

from . import admin, games, matches, messages, openapi, people, play
from .call import Address, Call, Handler


def get(
    path: str, handler: Handler, text: str, query: type[messages.Query] = messages.Query
) -> Address:
    """Something to be read."""
    return Address("GET", path, handler, text, query=query)


def post(path: str, handler: Handler, text: str, *bodies: type[messages.Body]) -> Address:
    """Something to be changed."""
    return Address("POST", path, handler, text, bodies)


def delete(path: str, handler: Handler, text: str) -> Address:
    """Something to be taken away."""
    return Address("DELETE", path, handler, text)


async def description(call: Call) -> dict[str, Any]:
    """`GET /api/openapi.json`."""
    del call
    return describe()


M = "/api/matches/{match}"

ADDRESSES = [
    get("/api/openapi.json", description, "This description"),
    post(
        "/api/session",
        people.sign_in,
        "Sign in: the key of a local table, or name and password",
        messages.Key,
        messages.SignIn,
    ),
    delete("/api/session", people.sign_out, "Sign out"),
    post("/api/people", people.register, "Make an account", messages.Register),
    get("/api/me", people.me, "Who I am, and the token against forged requests"),
    post("/api/me", people.change_me, "Where letters go, and in which language", messages.Settings),
    post("/api/me/confirm", people.ask_to_confirm, "The letter that confirms my address, again"),
    post("/api/confirm", people.confirm, "Confirm an address", messages.Token),
    post(
        "/api/me/password",
        people.change_password,
        "Another password; all other sessions end",
        messages.NewPassword,
    ),
    delete("/api/me/sessions", people.end_sessions, "Sign out everywhere but here"),
    post("/api/me/delete", people.delete, "Delete my account", messages.Password),
    get("/api/me/data", people.own_data, "What the table keeps about me, as a file"),
    get("/api/people/{name}", people.profile, "What somebody has played"),
    get("/api/blocks", people.blocks, "Whom I have blocked"),
    post("/api/blocks", people.block, "Block somebody, or do so no more", messages.Block),
    post(
        "/api/forgotten",
        people.forgotten,
        "A letter with a link for a new password, to a confirmed address",
        messages.Email,
    ),
    post(
        "/api/reset", people.reset, "A new password, by the link of such a letter", messages.Reset
    ),
    get("/api/notices", people.notices, "What I have not read"),
    post("/api/notices", people.read_notices, "I have read up to here", messages.Read),
    get("/api/games", games.games, "The games"),
    get("/api/games/{slug}/scene", games.scene, "What never changes in a match", messages.Pack),
    get("/api/games/{slug}/record", games.record, "What you have done in it"),
    get("/api/games/{slug}/rules", games.rules, "The rulebook"),
    get("/api/games/{slug}/rules/{rule}", games.rule, "One rule"),
    post(
        "/api/games/{slug}/lessons/{name}",
        matches.lesson,
        "Begin a lesson, or go on with it",
        messages.Nothing,
    ),
    get("/api/matches", matches.listed, "Matches: mine, open or finished", messages.Listed),
    post("/api/matches", matches.create, "Set a match up", messages.NewMatch),
    post("/api/matches/import", matches.import_journal, "Go on from a file", messages.File),
    post("/api/join", matches.join, "Follow an invitation", messages.Token),
    get(f"{M}/invites", matches.invites, "The links that are out, for whoever set the match up"),
    post(f"{M}/invites", matches.invite, "A new link for a seat", messages.Side),
    delete(f"{M}/invites/{{side}}", matches.withdraw_invite, "Withdraw the link of a seat"),
    post(f"{M}/seats", matches.seats, "Sit down, get up, let a bot play", messages.Seating),
    post(f"{M}/fork", matches.fork, "Copy a position into a private sandbox", messages.Copy),
    get(f"{M}/journal", matches.journal, "The match as a file", messages.Seen),
    get(f"{M}/table", play.table, "The table as a seat sees it", messages.SeenSince),
    get(
        f"{M}/positions/{{entries}}/table",
        play.position,
        "The table at an earlier point",
        messages.Seen,
    ),
    get(
        f"{M}/positions/{{entries}}/overlays",
        play.position_overlays,
        "What players counted at an earlier point",
        messages.Counted,
    ),
    post(f"{M}/choices", play.choose, "Answer a decision", messages.Choice),
    post(f"{M}/undo", play.undo, "Take back the last answer", messages.Seat),
    post(f"{M}/restart", play.restart, "Begin a lesson again", messages.Seat),
    post(f"{M}/resign", play.resign, "Give up", messages.Seat),
    post(f"{M}/draw", play.draw, "Offer a draw", messages.Seat),
    post(f"{M}/offers", play.offer, "Ask for an undo, or offer a draw", messages.Offer),
    post(f"{M}/offers/{{kind}}", play.reply, "Answer an offer", messages.Reply),
    get(f"{M}/why", play.why, "Why not?", messages.Asked),
    get(f"{M}/odds", play.odds, "The odds of an attack", messages.Asked),
    get(f"{M}/overlays", play.overlays, "What players count", messages.Counted),
    post(f"{M}/chat", play.chat, "Say something", messages.Line),
    post(f"{M}/notes", play.notes, "Note something for oneself", messages.Notes),
    post(f"{M}/stop", play.stop, "End a match that only bots sit at", messages.Nothing),
    get("/api/admin/people", admin.people, "People, for administrators", messages.Search),
    post(
        "/api/admin/people/{person}",
        admin.change_person,
        "Ban somebody, or no longer",
        messages.Ban,
    ),
    delete(
        "/api/admin/people/{person}/sessions", admin.end_sessions, "Sign somebody out everywhere"
    ),
    get(
        "/api/admin/matches/{match}",
        admin.match,
        "Who sits at a match and what was said there, for administrators",
    ),
    post(
        "/api/admin/matches/{match}/kick", admin.kick, "Make somebody leave a seat", messages.Side
    ),
    delete("/api/admin/matches/{match}/chat/{line}", admin.remove_chat, "Take away what was said"),
]


@functools.cache
def describe() -> dict[str, Any]:
    """The description of all of them."""
    return openapi.describe(ADDRESSES)
