"""9.3, 12.21, 12.23, 16.74 What was laid on a hex, looked at again when its combat comes."""

from __future__ import annotations

from itertools import combinations

from khamsin.games.malta.model.pieces import COAST_GUN, LEADER, SIDES
from khamsin.games.malta.model.state import Battle, State
from khamsin.kernel.play.decision import Option, choose_one

from .firepower import formations_of, supports
from .strength import gun_of, printed_attack, printed_defence
from .support import BOMBARD, STORM_SUPPORT, why_not_fire

Marks = tuple[tuple[int, bool], ...]
"""Units that support one side of a combat, and whether their fire is doubled."""


def defenders_in(g: State, side: int, h: int) -> tuple[int, ...]:
    """9.14, 14.0, 16.57 All units in a hex are attacked together; not leaders, not coast guns."""
    kind = g.pack.kind
    return tuple([unit for unit in g.here[side][h] if kind[unit] not in (LEADER, COAST_GUN)])


def attack_on(g: State, h: int, attackers: tuple[int, ...]) -> Battle:
    """9.3.a, R73 An attack of the active side, with the support on its hex that can still fire."""
    b = Battle(h, g.active)
    b.attackers = attackers
    b.hexes = tuple(sorted({g.place[unit] for unit in attackers}))
    b.defenders = defenders_in(g, 1 - g.active, h)
    offensive = [
        (u, kind == STORM_SUPPORT) for u, at, kind in g.fires if at == h and kind < BOMBARD
    ]
    defensive = [(unit, False) for unit, at in g.guards if at == h]
    b.support[0] = tuple([mark for mark in offensive if why_not_fire(g, mark[0]) is None])
    b.support[1] = tuple([mark for mark in defensive if why_not_fire(g, mark[0]) is None])
    return b


def tell_silenced(g: State, h: int) -> None:
    """9.91.dem, 12.23, 17.7, R73 Whose guns cannot keep their promise to a hex, and why."""
    pledged = [u for u, at, kind in g.fires if at == h and kind < BOMBARD]
    for unit in (*pledged, *[unit for unit, at in g.guards if at == h]):
        reason = why_not_fire(g, unit)
        if reason is not None:
            g.tell("guns_silenced", reason.rule, unit=g.unit_id(unit), place=g.place_id(h))


# -- the limit ---------------------------------------------------------------------------------


def printed_limit(g: State, b: Battle, number: int) -> int:
    """12.21, 16.74 How much printed support the attackers or the defenders may have."""
    if number:
        return sum(printed_defence(g, unit) for unit in b.defenders)
    return g.pack.limits.support_factor * sum(printed_attack(g, unit) for unit in b.attackers)


def printed_support(g: State, marks: Marks, number: int) -> int:
    """12.21 The printed support of these markers in attack or defence."""
    return sum(
        gun_of(g, unit).defensive if number else gun_of(g, unit).offensive for unit, _ in marks
    )


async def leave_out(g: State, b: Battle) -> None:
    """12.21, 16.74, R51 Printed support beyond the limit is left out, marker by marker."""
    for number, side in enumerate((b.attacker, 1 - b.attacker)):
        limit = printed_limit(g, b, number)
        while printed_support(g, b.support[number], number) > limit:
            marks = b.support[number]
            options: list[Option] = [("omit", g.unit_id(unit)) for unit, _ in marks]
            (_, name) = await choose_one(SIDES[side], "omit", options, "12.21")
            gone = g.pack.unit_index[name]
            b.support[number] = tuple([mark for mark in marks if mark[0] != gone])
            g.tell("guns_left_out", "R51", unit=name, place=g.place_id(b.place))


def fit(g: State, b: Battle) -> None:
    """12.21, R51 Leave out what a good player would, for a look ahead: the most that fits stays."""
    for number, units in enumerate((b.attackers, b.defenders)):
        limit = printed_limit(g, b, number)
        if printed_support(g, b.support[number], number) <= limit:
            continue
        formations = formations_of(g, units)
        best: Marks = ()
        most = 0
        for count in range(1, len(b.support[number])):
            for marks in combinations(b.support[number], count):
                if printed_support(g, marks, number) > limit:
                    continue
                worth = sum(_worth(g, mark, number, formations) for mark in marks)
                if worth > most:
                    best, most = marks, worth
        b.support[number] = best


def _worth(g: State, mark: tuple[int, bool], number: int, formations: set[int]) -> int:
    unit, doubled = mark
    value = gun_of(g, unit).defensive if number else gun_of(g, unit).offensive
    return supports(g, unit, value, formations, doubled=doubled)
