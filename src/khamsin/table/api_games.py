"""What never changes: the games, their scenes and rulebooks. Anybody may read it."""

from __future__ import annotations

from typing import Any

from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError

from . import voice
from .call import Call
from .editions import edition, packs
from .errors import gone


async def games(call: Call) -> list[dict[str, Any]]:
    """`GET /api/games`."""
    return [voice.card(slug, call.language) for slug in GAMES]


async def scene(call: Call) -> dict[str, Any]:
    """`GET /api/games/{slug}/scene`."""
    slug, pack = _slug(call), call.query("pack") or ""
    if pack and pack not in packs(slug):
        raise gone()
    return voice.scene(edition(slug, pack), call.language)


async def rules(call: Call) -> list[dict[str, Any]]:
    """`GET /api/games/{slug}/rules`."""
    return voice.rules(_slug(call), call.language)


async def rule(call: Call) -> dict[str, Any]:
    """`GET /api/games/{slug}/rules/{rule}`."""
    try:
        return voice.rule(_slug(call), call.language, call.path("rule"))
    except KhamsinError:
        raise gone() from None


def _slug(call: Call) -> str:
    slug = call.path("slug")
    if slug not in GAMES:
        raise gone()
    return slug
