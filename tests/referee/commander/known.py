"""Disagreements that are known and not settled: each is passed over, and as narrow as can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Known(NamedTuple):
    """A disagreement between book and rules."""

    name: str
    rule: str
    says: str
    fits: Callable[[Any, str, object, object], bool]


KNOWN: tuple[Known, ...] = ()


def tolerated(referee: Any, subject: str, book: object, table: object) -> bool:
    """Whether this difference is one of the known ones."""
    return any(known.fits(referee, subject, book, table) for known in KNOWN)
