"""The description of the API, for people who write clients and for those who try to break it.

It is kept by hand; a test compares it with the addresses that there are. What the answers look
like is told in docs/table-protocol.md.
"""

from __future__ import annotations

from typing import Any

from khamsin import __version__

from .call import Call

Schema = dict[str, Any]

TEXT: Schema = {"type": "string", "maxLength": 200}
WORD: Schema = {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[^\\s#]+$"}
NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 2**31}
FLAG: Schema = {"type": "boolean"}
SECONDS: Schema = {"type": "number", "minimum": 0, "maximum": 31536000}
LANGUAGE: Schema = {"type": "string", "enum": ["en", "es", "pl"]}


def words(least: int = 1) -> Schema:
    """A list of words."""
    return {"type": "array", "items": WORD, "minItems": least, "maxItems": 64}


def fields(*needed: str, **known: Schema) -> Schema:
    """An object."""
    return {
        "type": "object",
        "properties": known,
        "required": list(needed),
        "additionalProperties": False,
    }


SEAT_WANTED = fields(
    "kind",
    kind={"type": "string", "enum": ["you", "screen", "invite", "open", "bot"]},
    bot=TEXT,
    name={"type": "string", "maxLength": 30},
)
CLOCK = fields("reserve", "increment", reserve=SECONDS | {"minimum": 1}, increment=SECONDS)
SETUP = fields(
    "game",
    "scenario",
    game=TEXT,
    scenario=TEXT,
    options=words(0),
    pack=TEXT,
    seats={"type": "object", "additionalProperties": SEAT_WANTED},
    private=FLAG,
    clock=CLOCK,
    on_timeout={"type": "string", "description": "offer, or bot NAME", "maxLength": 200},
)
SEAT_ONLY = fields("seat", seat=TEXT)
OFFER = {"type": "string", "enum": ["undo", "draw"]}

M = "/api/matches/{match}"

# method, address, what it does, the body, what may stand behind the question mark
OPERATIONS: list[tuple[str, str, str, Schema | None, tuple[str, ...]]] = [
    ("GET", "/api/openapi.json", "This description", None, ()),
    (
        "POST",
        "/api/session",
        "Sign in: the key of a local table, or name and password",
        fields(key=TEXT, name=TEXT, password=TEXT),
        (),
    ),
    ("DELETE", "/api/session", "Sign out", None, ()),
    (
        "POST",
        "/api/people",
        "Make an account",
        fields("name", "password", name=TEXT, password=TEXT, email=TEXT),
        (),
    ),
    ("GET", "/api/me", "Who I am, and the token against forged requests", None, ()),
    (
        "POST",
        "/api/me",
        "Where letters go, and in which language",
        fields(
            email=TEXT,
            webhook={"type": "string", "maxLength": 500},
            language=LANGUAGE,
            password=TEXT,
        ),
        (),
    ),
    ("POST", "/api/me/confirm", "The letter that confirms my address, again", None, ()),
    ("POST", "/api/confirm", "Confirm an address", fields("token", token=TEXT), ()),
    (
        "POST",
        "/api/me/password",
        "Another password; all other sessions end",
        fields("old", "new", old=TEXT, new=TEXT),
        (),
    ),
    ("DELETE", "/api/me/sessions", "Sign out everywhere but here", None, ()),
    (
        "POST",
        "/api/me/delete",
        "Delete my account",
        fields("password", password=TEXT),
        (),
    ),
    ("GET", "/api/people/{name}", "What somebody has played", None, ()),
    ("GET", "/api/blocks", "Whom I have blocked", None, ()),
    (
        "POST",
        "/api/blocks",
        "Block somebody, or do so no more",
        fields("name", name=TEXT, blocked=FLAG),
        (),
    ),
    (
        "POST",
        "/api/forgotten",
        "A letter with a link for a new password, to a confirmed address",
        fields("email", email=TEXT),
        (),
    ),
    (
        "POST",
        "/api/reset",
        "A new password, by the link of such a letter",
        fields("token", "password", token=TEXT, password=TEXT),
        (),
    ),
    ("GET", "/api/notices", "What I have not read", None, ()),
    (
        "POST",
        "/api/notices",
        "I have read up to here",
        fields("upto", upto=NUMBER, match=TEXT),
        (),
    ),
    ("GET", "/api/games", "The games", None, ("lang",)),
    ("GET", "/api/games/{slug}/scene", "What never changes in a match", None, ("lang", "pack")),
    ("GET", "/api/games/{slug}/record", "What you have done in it", None, ("lang",)),
    ("GET", "/api/games/{slug}/rules", "The rulebook", None, ("lang",)),
    ("GET", "/api/games/{slug}/rules/{rule}", "One rule", None, ("lang",)),
    (
        "GET",
        "/api/matches",
        "Matches: mine, open or finished",
        None,
        ("list", "game", "who", "page"),
    ),
    ("POST", "/api/matches", "Set a match up", SETUP, ()),
    (
        "POST",
        "/api/matches/import",
        "Go on from a file",
        fields("file", file={"type": "string", "maxLength": 2097152}),
        (),
    ),
    ("POST", "/api/join", "Follow an invitation", fields("token", token=TEXT), ()),
    ("GET", f"{M}/invites", "The links that are out, for whoever set the match up", None, ()),
    ("POST", f"{M}/invites", "A new link for a seat", fields("side", side=TEXT), ()),
    ("DELETE", f"{M}/invites/{{side}}", "Withdraw the link of a seat", None, ()),
    (
        "POST",
        f"{M}/seats",
        "Sit down, get up, let a bot play",
        fields("side", side=TEXT, bot=TEXT, person=FLAG, leave=FLAG),
        (),
    ),
    (
        "POST",
        f"{M}/fork",
        "Copy a position into a private sandbox",
        fields("entries", entries=NUMBER, seat=TEXT),
        (),
    ),
    ("GET", f"{M}/journal", "The match as a file", None, ("seat",)),
    ("GET", f"{M}/table", "The table as a seat sees it", None, ("seat", "lang", "since")),
    (
        "GET",
        f"{M}/positions/{{entries}}/table",
        "The table at an earlier point",
        None,
        ("seat", "lang"),
    ),
    (
        "GET",
        f"{M}/positions/{{entries}}/overlays",
        "What players counted at an earlier point",
        None,
        ("seat", "lang", "piece"),
    ),
    (
        "POST",
        f"{M}/choices",
        "Answer a decision",
        fields("seat", "number", "words", seat=TEXT, number=NUMBER, words=words()),
        (),
    ),
    ("POST", f"{M}/undo", "Take back the last answer", SEAT_ONLY, ()),
    ("POST", f"{M}/resign", "Give up", SEAT_ONLY, ()),
    ("POST", f"{M}/draw", "Offer a draw", SEAT_ONLY, ()),
    (
        "POST",
        f"{M}/offers",
        "Ask for an undo, or offer a draw",
        fields("kind", kind=OFFER, seat=TEXT, to=NUMBER),
        (),
    ),
    ("POST", f"{M}/offers/{{kind}}", "Answer an offer", fields("accept", accept=FLAG), ()),
    ("GET", f"{M}/why", "Why not?", None, ("seat", "lang", "words")),
    ("GET", f"{M}/odds", "The odds of an attack", None, ("seat", "lang", "words")),
    ("GET", f"{M}/overlays", "What players count", None, ("seat", "lang", "piece")),
    (
        "POST",
        f"{M}/chat",
        "Say something",
        fields("text", text={"type": "string", "minLength": 1, "maxLength": 2000}),
        (),
    ),
    (
        "POST",
        f"{M}/notes",
        "Note something for oneself",
        fields("text", text={"type": "string", "maxLength": 20000}),
        (),
    ),
    ("POST", f"{M}/stop", "End a match that only bots sit at", fields(), ()),
    ("GET", "/api/admin/people", "People, for administrators", None, ("search", "page")),
    (
        "POST",
        "/api/admin/people/{person}",
        "Ban somebody, or no longer",
        fields("banned", banned=FLAG),
        (),
    ),
    (
        "DELETE",
        "/api/admin/people/{person}/sessions",
        "Sign somebody out everywhere",
        None,
        (),
    ),
    (
        "GET",
        "/api/admin/matches/{match}",
        "Who sits at a match and what was said there, for administrators",
        None,
        (),
    ),
    (
        "POST",
        "/api/admin/matches/{match}/kick",
        "Make somebody leave a seat",
        fields("side", side=TEXT),
        (),
    ),
    (
        "DELETE",
        "/api/admin/matches/{match}/chat/{line}",
        "Take away what was said",
        None,
        (),
    ),
]

_ERROR = fields(
    "error",
    error=fields(
        "code",
        "text",
        "rule",
        code={"type": "string"},
        text={"type": "string"},
        rule={"type": ["string", "null"]},
    ),
)


def _parameter(name: str, where: str) -> Schema:
    schema: Schema = {
        "since": NUMBER,
        "entries": NUMBER,
        "page": NUMBER,
        "person": NUMBER,
        "line": NUMBER,
        "lang": LANGUAGE,
    }.get(name, TEXT)
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _operation(method: str, path: str, text: str, body: Schema | None, query: Any) -> Schema:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parameters = [_parameter(name, "path") for name in names]
    parameters += [_parameter(name, "query") for name in query]
    kind = "text/plain" if path.endswith("/journal") else "application/json"
    operation: Schema = {
        "summary": text,
        "parameters": parameters,
        "responses": {
            "200": {"description": "Done", "content": {kind: {}}},
            "default": {
                "description": "Refused; nothing was changed",
                "content": {"application/json": {"schema": _ERROR}},
            },
        },
    }
    if body is not None:
        content = {"application/json": {"schema": body}}
        operation["requestBody"] = {"required": True, "content": content}
    if method != "GET":
        operation["security"] = [{"session": [], "csrf": []}]
    return operation


def describe() -> Schema:
    """The whole description."""
    paths: dict[str, Schema] = {}
    for method, path, text, body, query in OPERATIONS:
        paths.setdefault(path, {})[method.lower()] = _operation(method, path, text, body, query)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Khamsin: the table", "version": __version__},
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "khamsin"},
                "csrf": {"type": "apiKey", "in": "header", "name": "X-Khamsin-CSRF"},
            }
        },
    }


async def description(call: Call) -> Schema:
    """`GET /api/openapi.json`."""
    del call
    return describe()
