"""A game with a data pack."""

from __future__ import annotations

from typing import Generic

from khamsin.kernel.game import Game, S

from .state import P


class GameFromPack(Game[S], Generic[S, P]):
    """A game that is made of a data pack; its rules and drawings look things up there."""

    def __init__(self, data: P) -> None:
        super().__init__()
        self.data = data
        self.pack = data.digest
        self.sources = tuple(data.notes)
