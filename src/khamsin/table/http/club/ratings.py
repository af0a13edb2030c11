"""The life of a club: who is how strong."""

from __future__ import annotations

from khamsin.games import GAMES
from khamsin.table.errors import gone
from khamsin.table.http import messages
from khamsin.table.http.call import Call


async def ratings(call: Call) -> list[dict[str, object]]:
    """`GET /api/ratings/{slug}`: a page of the best players of a game, for members."""
    _ = call.person
    slug = call.path("slug")
    if slug not in GAMES:
        raise gone()
    return await call.table.ratings.board(slug, call.query(messages.Paged).page)
