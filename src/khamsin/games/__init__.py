"""The games: one folder each, and the list of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Game

from .battleaxe import Battleaxe
from .commander import Commander
from .gazala import Gazala
from .malta import Malta
from .rommel import Rommel

GAMES: dict[str, type[Game[Any]]] = {
    "battleaxe": Battleaxe,
    "commander": Commander,
    "rommel": Rommel,
    "malta": Malta,
    "gazala": Gazala,
}
"""Every game by the name it has on the command line and in journals."""


def find(slug: str, pack: Path | None = None) -> Game[Any]:
    """Return a game, with the player's own data pack if one is given."""
    if slug not in GAMES:
        raise SetupError(f"there is no game {slug!r}; there are: {', '.join(GAMES)}")
    return GAMES[slug]() if pack is None else GAMES[slug](pack)


__all__ = ["GAMES", "find"]
