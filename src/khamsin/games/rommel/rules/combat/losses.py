"""9.5.b, A8 Which losses a number of hits may cause: as many steps as can be paid for, no more."""

from __future__ import annotations

from khamsin.games.rommel.model.state import State

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


def allocations(
    g: State, blocks: list[int], points: int, limit: int = 400
) -> list[tuple[int, ...]]:
    """Every way to lose so many steps, a block named once for each; not more than `limit`."""
    found: dict[tuple[int, ...], None] = {}
    cv = g.cv

    def go(taken: tuple[int, ...], left: int) -> None:
        if len(found) >= limit:
            return
        ahead = may_lose(g, blocks, left)
        if not ahead:
            found[taken] = None
            return
        for block in ahead:
            now = tuple(sorted((*taken, block)))
            if now not in seen:
                seen[now] = None
                cost = price(g, block)
                cv[block] -= g.pack.step_of[block]
                go(now, left - cost)
                cv[block] += g.pack.step_of[block]

    seen: dict[tuple[int, ...], None] = {}
    go((), points)
    return list(found)
