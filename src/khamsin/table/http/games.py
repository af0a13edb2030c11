"""The games, their scenes and rulebooks, which anybody may read; and what one has done in them."""

from __future__ import annotations

import functools
import hashlib

import msgspec
from starlette.responses import Response

from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import Finished, Setup
from khamsin.kernel.play.state import Result
from khamsin.table.errors import ApiError, gone
from khamsin.table.match.archived import UNPLAYABLE
from khamsin.table.match.editions import edition, game, packs
from khamsin.table.match.table_match import TableMatch
from khamsin.table.show import presenter
from khamsin.table.times import moment

from . import messages
from .call import Call


async def games(call: Call) -> list[dict[str, object]]:
    """`GET /api/games`."""
    return [presenter.card(slug, call.language) for slug in GAMES]


async def scene(call: Call) -> Response:
    """`GET /api/games/{slug}/scene`: large, and the same each time; a browser keeps it."""
    slug, pack = _slug(call), call.query(messages.Pack).pack
    if pack and pack not in packs(slug):
        raise gone()
    data, tag = _scene(edition(slug, pack), call.language)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if call.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="application/json", headers=headers)


@functools.lru_cache(maxsize=100)
def _scene(named: str, language: str) -> tuple[bytes, str]:
    """As it is sent, with the tag that it is known by."""
    data = msgspec.json.encode(presenter.scene(named, language))
    return data, f'"{hashlib.sha256(data).hexdigest()[:16]}"'


async def rules(call: Call) -> list[dict[str, object]]:
    """`GET /api/games/{slug}/rules`."""
    return presenter.rules(_slug(call), call.language)


async def rule(call: Call) -> dict[str, object]:
    """`GET /api/games/{slug}/rules/{rule}`."""
    try:
        return presenter.rule(_slug(call), call.language, call.path("rule"))
    except KhamsinError:
        raise gone() from None


async def record(call: Call) -> dict[str, object] | None:
    """`GET /api/games/{slug}/record`: what this person has done in all finished matches of it."""
    slug, person = _slug(call), call.person
    finished: list[Finished] = []
    for match in await call.table.matches.finished(slug, person.id):
        try:
            async with call.table.rooms.enter(match, fresh=False) as table_match:
                finished += _finished(table_match, person.id)
        except ApiError as error:
            if error.code not in UNPLAYABLE:
                raise
    told = game(slug).presentation.record(finished, presenter.narrator(slug, call.language))
    return None if told is None else dict(told)


def _finished(table_match: TableMatch, person: int) -> list[Finished]:
    """A match that somebody has finished, from each side he had."""
    over, record = table_match.over, table_match.record
    if over is None or over.rule is None:
        return []  # given up or agreed upon: the rules have not ended it
    result = Result(over.winner, over.rule, over.reason, over.scores)
    setup = Setup(record.scenario, tuple(record.options))
    day = moment(table_match.changed)[:10]
    return [Finished(record.id, day, setup, side, result) for side in table_match.sides_of(person)]


def _slug(call: Call) -> str:
    slug = call.path("slug")
    if slug not in GAMES:
        raise gone()
    return slug
