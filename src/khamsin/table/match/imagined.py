"""Sandboxes that begin in an imagined world: what a seat cannot know has been guessed.

A running match with hidden pieces cannot be copied as it is. Its copy for a seat begins in a world
of `Match.imagine`, and what is stored is how to imagine that world again: the match, how far it had
come, the seat, and a number for the guesses that has nothing to do with the match's own seed.
"""

from __future__ import annotations

import json
import random
import secrets
from typing import NamedTuple

from khamsin.kernel.play.match import AnyMatch
from khamsin.table.errors import ApiError

from .table_match import TableMatch


class Origin(NamedTuple):
    """How a world is imagined."""

    match: str
    acts: int
    entries: int
    side: str
    guess: int

    def text(self) -> str:
        """As it is stored."""
        return json.dumps(self._asdict())


def read(text: str) -> Origin:
    """From the storage."""
    return Origin(**json.loads(text))


def origin(table_match: TableMatch, side: str, entries: int) -> Origin:
    """A new guess of what a seat knew when the journal had so many entries."""
    return Origin(table_match.record.id, table_match.acts, entries, side, secrets.randbits(64))


def world(table_match: TableMatch, origin: Origin) -> AnyMatch:
    """Imagine it: the same origin gives the same world, whatever the truth may be."""
    match = table_match.match.clone()
    match.rewind(min(origin.entries, len(match.entries)))
    rng = random.Random(origin.guess)  # noqa: S311 it decides what is guessed, not what is true
    try:
        found = match.imagine(origin.side, rng)
    except RuntimeError as error:
        raise ApiError(409, "no_world") from error
    found.dice = None  # the table rolls
    return found
