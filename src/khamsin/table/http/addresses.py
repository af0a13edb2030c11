"""Every address of the table: who answers there, what it takes, and what it is for."""

from __future__ import annotations

import functools

from . import games, matches, messages, openapi, people, play
from .account import passkeys, programs, push
from .advice import hints, reviews
from .call import Address, Call, Handler
from .club import admin, embedding, events, ratings


def get(
    path: str,
    handler: Handler,
    text: str,
    query: type[messages.Query] = messages.Query,
    scope: str = "",
) -> Address:
    """Something to be read."""
    return Address("GET", path, handler, text, query=query, scope=scope)


def post(
    path: str, handler: Handler, text: str, *bodies: type[messages.Body], scope: str = ""
) -> Address:
    """Something to be changed."""
    return Address("POST", path, handler, text, bodies, scope=scope)


def delete(path: str, handler: Handler, text: str) -> Address:
    """Something to be taken away."""
    return Address("DELETE", path, handler, text)


async def description(call: Call) -> dict[str, object]:
    """`GET /api/openapi.json`."""
    del call
    return describe()


M = "/api/matches/{match}"

ADDRESSES = [
    get("/api/openapi.json", description, "This description", scope="read"),
    post(
        "/api/session",
        people.sign_in,
        "Sign in: the key of a local table, or name and password",
        messages.Key,
        messages.SignIn,
    ),
    delete("/api/session", people.sign_out, "Sign out"),
    post("/api/people", people.register, "Make an account", messages.Register),
    get("/api/me", people.me, "Who I am, and the token against forged requests", scope="read"),
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
    get("/api/me/passkeys", passkeys.passkeys, "My passkeys"),
    post(
        "/api/me/passkeys/challenge",
        passkeys.begin_adding,
        "What the browser needs to make a passkey",
        messages.Password,
    ),
    post("/api/me/passkeys", passkeys.add, "A new passkey", messages.NewPasskey),
    delete("/api/me/passkeys/{passkey}", passkeys.remove, "A passkey is good no more"),
    post(
        "/api/session/challenge",
        passkeys.begin_signing_in,
        "What the browser needs to ask for a passkey",
    ),
    post("/api/session/passkey", passkeys.sign_in, "Sign in with a passkey", messages.Passkey),
    get("/api/me/browsers", push.count, "In how many browsers I am told of notices"),
    post("/api/me/browsers", push.add, "Tell me in this browser too", messages.Browser),
    post("/api/me/browsers/remove", push.remove, "Not in this one any more", messages.Endpoint),
    get("/api/me/tokens", programs.tokens, "The tokens of my programs"),
    post(
        "/api/me/tokens",
        programs.make,
        "A new token for a program of mine; it is shown this once",
        messages.NewToken,
    ),
    delete("/api/me/tokens/{token}", programs.revoke, "A token is good no more"),
    get("/api/people/{name}", people.profile, "What somebody has played", scope="read"),
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
    get("/api/notices", people.notices, "What I have not read", scope="read"),
    post(
        "/api/notices", people.read_notices, "I have read up to here", messages.Read, scope="play"
    ),
    get("/api/games", games.games, "The games", scope="read"),
    get(
        "/api/games/{slug}/scene",
        games.scene,
        "What never changes in a match",
        messages.Pack,
        scope="read",
    ),
    get(
        "/api/ratings/{slug}", ratings.ratings, "The best players of a game", messages.Paged, "read"
    ),
    get("/api/events", events.listed, "Tournaments and series", messages.Paged, "read"),
    post("/api/events", events.create, "Announce one", messages.NewEvent),
    get("/api/events/{event}", events.event, "Pairings, results and standings", scope="read"),
    post("/api/events/{event}/entries", events.enter, "Enter it", messages.Nothing),
    post(
        "/api/events/{event}/withdrawals",
        events.leave,
        "Play no more; the organiser may name another",
        messages.Withdrawal,
    ),
    post("/api/events/{event}/start", events.start, "Begin the first round", messages.Nothing),
    post("/api/events/{event}/cancel", events.cancel, "End it before its end", messages.Nothing),
    post(
        "/api/events/{event}/results",
        events.decide,
        "Say how a match counts that will not end",
        messages.Decided,
    ),
    get("/api/games/{slug}/record", games.record, "What you have done in it", scope="read"),
    get("/api/games/{slug}/rules", games.rules, "The rulebook", scope="read"),
    get("/api/games/{slug}/rules/{rule}", games.rule, "One rule", scope="read"),
    post(
        "/api/games/{slug}/lessons/{name}",
        matches.lesson,
        "Begin a lesson, or go on with it",
        messages.Nothing,
    ),
    get(
        "/api/matches",
        matches.listed,
        "Matches: mine, open or finished",
        messages.Listed,
        scope="read",
    ),
    post("/api/matches", matches.create, "Set a match up", messages.NewMatch, scope="matches"),
    post(
        "/api/matches/import",
        matches.import_journal,
        "Go on from a file",
        messages.File,
        scope="matches",
    ),
    post("/api/join", matches.join, "Follow an invitation", messages.Token, scope="matches"),
    get(
        f"{M}/invites",
        matches.invites,
        "The links that are out, for whoever set the match up",
        scope="matches",
    ),
    post(f"{M}/invites", matches.invite, "A new link for a seat", messages.Side, scope="matches"),
    delete(f"{M}/invites/{{side}}", matches.withdraw_invite, "Withdraw the link of a seat"),
    post(
        f"{M}/seats",
        matches.seats,
        "Sit down, get up, let a bot play",
        messages.Seating,
        scope="matches",
    ),
    post(
        f"{M}/fork",
        matches.fork,
        "Copy a position into a private sandbox",
        messages.Copy,
        scope="matches",
    ),
    get(f"{M}/journal", matches.journal, "The match as a file", messages.Filed, scope="read"),
    get(f"{M}/table", play.table, "The table as a seat sees it", messages.SeenSince, scope="read"),
    get(
        f"{M}/positions/{{entries}}/table",
        play.position,
        "The table at an earlier point",
        messages.Seen,
        scope="read",
    ),
    get(
        f"{M}/positions/{{entries}}/overlays",
        play.position_overlays,
        "What players counted at an earlier point",
        messages.Counted,
        scope="read",
    ),
    get(
        f"{M}/playback",
        play.playback,
        "What happened since, step by step",
        messages.SeenSince,
        scope="read",
    ),
    get(f"{M}/review", reviews.standing, "How far the review of a match is", scope="read"),
    post(
        f"{M}/review",
        reviews.begin,
        "Review a match that is over",
        messages.Nothing,
        scope="matches",
    ),
    get(
        f"{M}/review/page",
        reviews.page,
        "The review, as a page",
        messages.Reviewed,
        scope="read",
    ),
    post(f"{M}/choices", play.choose, "Answer a decision", messages.Choice, scope="play"),
    post(f"{M}/usual", play.usual, "Prepare in the usual way", messages.Asking, scope="play"),
    post(f"{M}/undo", play.undo, "Take back the last answer", messages.Seat, scope="play"),
    post(f"{M}/restart", play.restart, "Begin a lesson again", messages.Seat),
    post(f"{M}/resign", play.resign, "Give up", messages.Seat, scope="play"),
    post(f"{M}/draw", play.draw, "Offer a draw", messages.Seat, scope="play"),
    post(
        f"{M}/offers", play.offer, "Ask for an undo, or offer a draw", messages.Offer, scope="play"
    ),
    post(f"{M}/offers/{{kind}}", play.reply, "Answer an offer", messages.Reply, scope="play"),
    get(f"{M}/why", play.why, "Why not?", messages.Asked, scope="read"),
    get(f"{M}/odds", play.odds, "The odds of an attack", messages.Asked, scope="read"),
    get(f"{M}/overlays", play.overlays, "What players count", messages.Counted, scope="read"),
    get(
        f"{M}/chances",
        hints.chances,
        "How likely each side is to win, by the computer's evaluation; not against people",
        messages.Seen,
    ),
    get(
        f"{M}/embedding",
        embedding.allowed,
        "Whether pages of others may show its replay",
        scope="read",
    ),
    post(f"{M}/embedding", embedding.allow, "Allow that, or no longer", messages.Embedding),
    post(f"{M}/chat", play.chat, "Say something", messages.Line, scope="play"),
    post(f"{M}/notes", play.notes, "Note something for oneself", messages.Notes, scope="play"),
    post(
        f"{M}/stop",
        play.stop,
        "End a match that only bots sit at",
        messages.Nothing,
        scope="matches",
    ),
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
    post(
        "/api/admin/people/{person}/delete",
        admin.delete_account,
        "Delete somebody's account: a pseudonym takes the place of the name",
        messages.Nothing,
    ),
    post(
        "/api/admin/registration",
        admin.registration,
        "Take new accounts no more, or again",
        messages.Registration,
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
def describe() -> openapi.Schema:
    """The description of all of them."""
    return openapi.describe(ADDRESSES)
