"""Whose a piece is, and so which side an event is about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from khamsin.kernel.game import AnyGame
from khamsin.kernel.text.narrator import Narrator

NOBODY = "-"
"""Whose an event is that names no piece and no side."""

_OWNED = ("unit", "block", "units", "blocks")
"""The values of an event that name pieces, and by them a side."""


@lru_cache(maxsize=8)
def owners(game: AnyGame) -> dict[str, str]:
    """The side of every piece."""
    return {
        piece["id"]: piece["side"] for piece in game.presentation.scene(Narrator(game))["pieces"]
    }


def side_of(game: AnyGame, values: Mapping[str, Any]) -> str:
    """The side an event is about: the owner of its piece, or the side it names."""
    known = owners(game)
    for name in _OWNED:
        pieces = values.get(name, ())
        first = pieces if isinstance(pieces, str) else next(iter(pieces), "")
        if first in known:
            return known[first]
    return str(values.get("side", NOBODY))
