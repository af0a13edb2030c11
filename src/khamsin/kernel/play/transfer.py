"""A match on its way to another process of the same program: the last mark and what came since.

A payload is made to be opened at once by a worker of one's own, never to be stored or accepted
from anybody else: it is a pickle. What is the game's own (its data pack) stays behind and is put
in again on the other side. The dice stay behind too.
"""

from __future__ import annotations

import io
import pickle

from khamsin.kernel.game import AnyGame

from .driver import Snapshot
from .match import AnyMatch, Match


class _Wrapper(pickle.Pickler):
    """Leaves out what the game holds."""

    def __init__(self, file: io.BytesIO, game: AnyGame) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._kept = [(name, value) for name, value in vars(game).items() if _is_own(value)]

    def persistent_id(self, obj: object) -> str | None:
        """The name under which the game holds it."""
        for name, value in self._kept:
            if value is obj:
                return name
        return None


class _Unwrapper(pickle.Unpickler):
    """Puts it in again."""

    def __init__(self, file: io.BytesIO, game: AnyGame) -> None:
        super().__init__(file)
        self._game = game

    def persistent_load(self, pid: str) -> object:
        """What the game holds under this name."""
        return getattr(self._game, pid)


def _is_own(value: object) -> bool:
    """Small plain values are sent; large structures stay with the game."""
    return not isinstance(value, str | int | float | bool | tuple | frozenset | None)


def wrap(match: AnyMatch) -> bytes:
    """Pack a match. Only what it knows goes: an imagined match knows what its side may know."""
    last = match.marks[-1]
    events = match.events[: last.events]
    tail = match.entries[last.entries :]
    file = io.BytesIO()
    _Wrapper(file, match.game).dump((match.setup, last, events, tail))
    return file.getvalue()


def unwrap(game: AnyGame, payload: bytes) -> AnyMatch:
    """Unpack it: a match that can be played on, cloned, and taken back to that mark."""
    setup, mark, events, tail = _Unwrapper(io.BytesIO(payload), game).load()
    match: AnyMatch = Match.__new__(Match)
    match.game = game
    match.setup = setup
    match.dice = None
    match.undone = []
    state = mark.state.copy()
    match._begin([Snapshot(*mark)], state, [("unknown",)] * mark.entries, events)  # noqa: SLF001
    for entry in tail:
        match.feed(entry)
    return match
