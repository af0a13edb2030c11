"""17.4 Replacements: steps that come back."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, AXIS, GLIDER, GONE, GOOD, INFANTRY
from khamsin.games.malta.model.state import RESTORED, State, alter
from khamsin.games.malta.rules.control import land_units, near_enemy, put, refresh
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option, listed


def is_fit(g: State, unit: int) -> bool:
    """11.3, 11.4, 13.3, 17.4, 17.84 A reduced battalion in order, in supply, away from enemies."""
    pack = g.pack
    return (
        pack.is_battalion[unit]
        and g.place[unit] >= 0
        and g.level[unit] > 0
        and g.order[unit] == GOOD
        and not g.unsupplied[unit]
        and not g.did[unit] & RESTORED
        and not near_enemy(
            g, pack.side_of[unit], g.place[unit], pack.limits.replacement_distance - 1
        )
    )


def restore(g: State, unit: int) -> None:
    """17.4 One step back."""
    g.level = alter(g.level, unit, g.level[unit] - 1)
    g.did[unit] |= RESTORED
    refresh(g, g.pack.side_of[unit], g.place[unit])


async def replacements(g: State) -> None:
    """4.1.g, 17.41, 20.2 On 3 July the Axis player restores steps; what is not used is lost."""
    if g.day != g.scenario.replacement_day:
        return
    left = dict(zip((INFANTRY, GLIDER), g.scenario.replacements, strict=True))
    while True:
        units = [
            unit
            for unit in land_units(g, AXIS)
            if left.get(g.pack.kind[unit])
            and g.pack.units[unit].nation == "italian"
            and is_fit(g, unit)
        ]
        if not units:
            break
        options: list[Option] = [("replace", g.unit_id(unit)) for unit in units]
        answer = await Choose("axis", "replace", listed([*options, DONE]), "17.41")
        if answer == DONE:
            break
        unit = g.pack.unit_index[answer[1]]
        left[g.pack.kind[unit]] -= 1
        restore(g, unit)
        g.lost[AXIS] -= 1
        g.tell("replaced", "17.41", unit=answer[1])


def absorb_options(g: State) -> list[Option]:
    """16.6, 17.42 British battalions stacked with security companies."""
    return [
        ("absorb", g.unit_id(unit), g.unit_id(company))
        for units in g.here[ALLIED]
        for unit in units
        if g.pack.units[unit].nation == "british"
        and g.pack.kind[unit] == INFANTRY
        and is_fit(g, unit)
        for company in units
        if g.pack.units[company].is_security
    ]


async def absorb(g: State) -> None:
    """4.1.h, 17.42, 20.1 The company is gone, but it is no loss."""
    while options := absorb_options(g):
        answer = await Choose("allied", "absorb", listed([*options, DONE]), "17.42")
        if answer == DONE:
            return
        unit, company = (g.pack.unit_index[name] for name in answer[1:])
        put(g, company, GONE)
        restore(g, unit)
        g.tell("absorbed", "17.42", unit=answer[1], piece=answer[2])
