"""9.5.b, A8 Which losses a number of hits may cause: as many steps as can be paid for, no more."""

from __future__ import annotations

from math import comb

from khamsin.games.rommel.model.state import State
from khamsin.kernel.play.state import changed

_READABLE = 400
HIT = 2
"""What an ordinary hit counts for, in half hits (9.52)."""


def price(g: State, block: int) -> int:
    """9.5.a What a step of the block costs in half hits: two hits if it is elite."""
    return HIT * g.pack.step_of[block]


def steps_left(g: State, block: int) -> int:
    """How many steps the block can lose before it is gone."""
    return g.cv[block] // g.pack.step_of[block]


def worth(g: State, blocks: list[int]) -> int:
    """How many half hits destroy all these blocks."""
    return HIT * sum(g.cv[block] for block in blocks)


def _usable(points: int, plain: int, elite: int) -> int:
    """The most half hits that can be used on so many ordinary and elite steps."""
    best = 0
    for elites in range(min(elite, points // (2 * HIT)) + 1):
        spent = elites * 2 * HIT
        best = max(best, spent + HIT * min(plain, (points - spent) // HIT))
    return best


def may_lose(g: State, blocks: list[int], points: int) -> list[int]:
    """9.5.b, 9.5.c The blocks of which one may lose the next step without wasting a hit."""
    plain = sum(steps_left(g, block) for block in blocks if g.pack.step_of[block] == 1)
    elite = sum(steps_left(g, block) for block in blocks if g.pack.step_of[block] > 1)
    most = _usable(points, plain, elite)
    found: list[int] = []
    for block in blocks:
        cost = price(g, block)
        if not g.cv[block] or cost > points:
            continue
        is_plain = g.pack.step_of[block] == 1
        rest = _usable(points - cost, plain - is_plain, elite - (not is_plain))
        if cost + rest == most:
            found.append(block)
    return found


def at_once(blocks: int, hits: int) -> int:
    """10.5.c How many of so many hits on so many blocks are given out in one answer.

    Two, if there may be more ways for all of them than anybody could read; both sides can tell.
    """
    return min(hits, 2) if comb(blocks + hits - 1, hits) > _READABLE else hits


def allocations(
    g: State, blocks: list[int], points: int, part: int | None = None
) -> list[tuple[int, ...]]:
    """Every way to lose so many steps, a block named once for each.

    If only a part of the points is given out now: so that nothing is wasted in the end, and of
    this part nothing if that can be.
    """
    found: dict[tuple[int, ...], int] = {}

    def go(taken: tuple[int, ...], left: int, now: int) -> None:
        ahead = [block for block in may_lose(g, blocks, left) if price(g, block) <= now]
        if not ahead:
            found[taken] = now
            return
        for block in ahead:
            more = tuple(sorted((*taken, block)))
            if more not in seen:
                seen[more] = None
                cost = price(g, block)
                before = g.cv
                g.cv = changed(before, block, before[block] - g.pack.step_of[block])
                go(more, left - cost, now - cost)
                g.cv = before

    seen: dict[tuple[int, ...], None] = {}
    go((), points, points if part is None else part)
    least = min(found.values())
    return [taken for taken, wasted in found.items() if wasted == least]
