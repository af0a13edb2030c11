"""Traces: how far lines come from some spaces, for supply and for ways that count spaces only.

One trace from the sources answers for all units at once. What bars a line is handed in as flags by
space, because a flag is looked up faster than a function is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .board import FAR


def trace(
    near: Sequence[Sequence[int]],
    starts: Iterable[int],
    closed: bytearray,
    limit: int = FAR,
    last: Sequence[object] | None = None,
) -> dict[int, int]:
    """Return the spaces that lines reach, with the length of the shortest, the nearest first.

    `near` are the spaces a line may go on to from each. It enters none that is `closed`, though it
    may begin in one, and it goes on from none for which `last` is true, unless it begins there.
    `closed` is used up: who wants to keep it hands in a copy.
    """
    found: dict[int, int] = {}
    for start in starts:
        closed[start] = 1
        found[start] = 0
    frontier = list(found)
    length = 0
    while frontier and length < limit:
        length += 1
        ahead: list[int] = []
        for here in frontier:
            for there in near[here]:
                if not closed[there]:
                    closed[there] = 1
                    found[there] = length
                    if last is None or not last[there]:
                        ahead.append(there)
        frontier = ahead
    return found
