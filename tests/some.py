"""For tests that look at many things: there must have been something to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T]) -> Iterator[T]:
    """Each of them, and at the end that there was one at least."""
    is_empty = True
    for thing in things:
        is_empty = False
        yield thing
    assert not is_empty, "there was nothing to look at"
