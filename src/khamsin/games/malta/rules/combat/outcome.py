"""9.4-9.8 What the dice of a combat do: steps, who stands, disorder, retreats, the advance."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, DEMORALISED, ENGINEERS, GONE
from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.model.tables import Result
from khamsin.games.malta.rules.control import is_blocked

from .advance import advance, stops_advance
from .losses import choose_losses, demoralise, disorganise, leaders_at_risk
from .modifiers import has_engineers
from .retreat import retreat_all, stand
from .strength import steps_left
from .support import night_attack

Lost = dict[int, int]
"""How many steps each hex has lost by a combat."""


async def carry_out(g: State, b: Battle, attacker: Result, defender: Result) -> None:
    """9.41-9.43, 9.51, 9.94.fort, 9.94.left, R68, R74 Steps, who stands, disorder, retreats."""
    strength = sum(steps_left(g, unit) for unit in b.defenders)
    stops = stops_advance(g, b.place)
    b.has_engineers = has_engineers(g, b)
    hits = [attacker.hits, defender.hits]
    if g.forts[b.place]:
        hits[1] = max(0, hits[1] + g.pack.tables.terrain["fort"].defender_hits)
    steps = [-(-hits[0] // 2), hits[1] // 2]
    if b.is_drop:
        steps[0] = hits[0]  # 19.51
    back = [hits[0] - steps[0], hits[1] - steps[1]]
    order = (0, 1) if hits[0] > hits[1] else (1, 0)
    lost: tuple[Lost, Lost] = ({}, {})
    for turn, number in enumerate(order):
        units = b.defenders if number else (*b.attackers, *close_guns(g, b))
        excess = await _lose(g, b, number, units, steps[number], lost[number], "9.42")
        if excess:  # 9.42, 9.94.left
            other = 1 - number
            if turn == 0 and steps[other] + back[other]:
                hits[other] -= 1
                steps[other] = -(-hits[other] // 2) if other == 0 else hits[other] // 2
                if b.is_drop and other == 0:
                    steps[0] = hits[0]
                back[other] = hits[other] - steps[other]
            elif back[other]:
                back[other] -= 1
    defending = await _stand(g, b, 1, back[1], lost[1])
    attacking = await _stand(g, b, 0, back[0], lost[0])
    _disorder(g, b.defenders, defender.order, lost[1])
    _disorder(g, b.attackers, attacker.order, lost[0])
    for number in order:
        await leaders_at_risk(g, b.attacker if number == 0 else 1 - b.attacker, lost[number])
    length = hits[1] - strength  # 9.82: what was left over, if nobody is left
    leaving = _alive(g, b.defenders, defending)
    if back[1] and leaving:
        length, _ = await retreat_all(g, leaving, back[1], _hexes_of(g, b.attackers), joining=False)
        if not _alive(g, leaving):
            length = max(length, back[1] - length)
    retreated: list[int] = []
    leaving = _alive(g, b.attackers, attacking)
    if back[0] and leaving:
        _, retreated = await retreat_all(
            g, leaving, back[0], _hexes_of(g, b.defenders), joining=True
        )
    if g.is_night and not b.is_drop:
        for unit in _alive(g, b.attackers):
            night_attack(g, unit)
    stayed = _alive(g, attacking)
    if stayed and not b.is_drop and not is_blocked(g, b.attacker, b.place):
        await advance(g, b, stayed, tuple(retreated), length, stops=stops)


def _alive(g: State, units: tuple[int, ...], but: tuple[int, ...] = ()) -> tuple[int, ...]:
    return tuple([unit for unit in units if g.place[unit] != GONE and unit not in but])


def _hexes_of(g: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """9.61 Where the units of a combat stand now: some have fallen, some have retreated."""
    return tuple(sorted({g.place[unit] for unit in _alive(g, units)}))


def close_guns(g: State, b: Battle) -> tuple[int, ...]:
    """9.52 Artillery that supports the attack from next to the hex may take step losses."""
    near = g.pack.near[b.place]
    return tuple([u for u, _ in b.support[0] if g.pack.kind[u] == ARTILLERY and g.place[u] in near])


async def _lose(
    g: State, b: Battle, number: int, units: tuple[int, ...], steps: int, lost: Lost, rule: str
) -> int:
    """9.5, 9.92.eng, R77 Step losses of one side; gives what could not be taken."""
    side = b.attacker if number == 0 else 1 - b.attacker
    if number == 0 and b.has_engineers:
        engineers = tuple([u for u in b.attackers if g.pack.kind[u] in ENGINEERS])
        fallen = len(engineers) - len(_alive(g, engineers))
        share = -(-(sum(lost.values()) + steps) // 2) - fallen  # of all steps of this combat
        share = min(steps, max(0, share))
        those = tuple([unit for unit in engineers if unit in units])
        steps -= share - await _take(g, side, those, share, lost, "9.92.eng")
    return await _take(g, side, units, steps, lost, rule)


async def _take(
    g: State, side: int, units: tuple[int, ...], steps: int, lost: Lost, rule: str
) -> int:
    more, excess = await choose_losses(g, side, units, steps, rule)
    for place, count in more.items():
        lost[place] = lost.get(place, 0) + count
    return excess


async def _stand(g: State, b: Battle, number: int, hits: int, lost: Lost) -> tuple[int, ...]:
    """9.7, 9.71 Who of a side stays where it is, and takes what is left as steps.

    With nothing to retreat for, everybody stays.
    """
    side = b.attacker if number == 0 else 1 - b.attacker
    units = b.attackers if number == 0 else b.defenders
    if not hits:
        return units
    firm = await stand(g, side, units, hits)
    if firm:
        await _lose(g, b, number, firm, hits, lost, "9.71")
    return firm


def _disorder(g: State, units: tuple[int, ...], order: int, lost: Lost) -> None:
    """9.41 D or Z for all units of a side that were in the combat."""
    for unit in _alive(g, units):
        if order == 1:
            disorganise(g, unit, "9.41")
        elif order:
            if g.order[unit] == DEMORALISED:
                lost[g.place[unit]] = lost.get(g.place[unit], 0) + 1
            demoralise(g, unit, "9.41")
