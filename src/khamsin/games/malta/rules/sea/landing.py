"""18.5, 18.8 Coming ashore, wave by wave, and what it costs."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import AXIS, HQ, LEADER, NEAR, W1, W2
from khamsin.games.malta.model.state import LANDED, SECOND_WAVE, State, alter
from khamsin.games.malta.rules.combat.losses import eliminate
from khamsin.games.malta.rules.control import near_enemy, next_to_enemy
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.games.malta.rules.movement.regroup import stacking
from khamsin.kernel.play.decision import Roll

from .gunnery import boxes, is_held
from .waters_edge import waters_edge


async def first_wave(g: State) -> None:
    """4.22 The first wave lands."""
    await land(g, W1, W2)


async def second_wave(g: State) -> None:
    """18.8 Then the second."""
    await land(g, W2, 2 * W2)


async def land(g: State, top: int, bottom: int) -> None:
    """18.5, 18.61, 18.62 Onto the beaches: landing losses, then the water's edge."""
    beaches = [(box, beach) for box, beach in boxes(g) if bottom < box <= top]
    if not is_held(g) or not beaches:
        return
    landed: dict[int, tuple[int, ...]] = {}
    for box, beach in beaches:
        units = [unit for unit, place in enumerate(g.place) if place == box]
        for unit in units:
            g.did[unit] |= LANDED | (SECOND_WAVE if top == W2 else 0)
            g.unsupplied = alter(g.unsupplied, unit, 0)  # 8.53
            g.deployed = alter(g.deployed, unit, 0)  # R57
            await enter(g, unit, beach)
        g.landed = alter(g.landed, beach, 1)
        landed[beach] = tuple(units)
        g.tell("ashore", "18.5", units=g.names(units), place=g.place_id(beach))
    for beach, ashore in landed.items():
        await landing_losses(g, beach, ashore)
    await waters_edge(g, [beach for beach, ashore in landed.items() if _holds(g, beach, ashore)])


def _holds(g: State, beach: int, ashore: tuple[int, ...]) -> bool:
    """18.61 Whether units that have just landed are still there, besides those of earlier turns."""
    return any(g.place[unit] == beach and g.pack.kind[unit] != LEADER for unit in ashore)


async def landing_losses(g: State, beach: int, units: tuple[int, ...]) -> None:
    """18.5, R35 A die for each unit with an Allied unit near: 7 or more eliminates it."""
    numbers = g.pack.tables.numbers
    rolling = [unit for unit in units if g.pack.kind[unit] not in (HQ, LEADER)]
    if not rolling or not near_enemy(g, AXIS, beach, NEAR):
        return
    bonus = numbers.landing_adjacent if next_to_enemy(g, AXIS, beach) else numbers.landing_near
    dice = await Roll(len(rolling), "landing", "18.5", "axis")
    g.tell("landing_losses", "18.5", place=g.place_id(beach), dice=dice, bonus=bonus)
    for unit, die in zip(rolling, dice, strict=True):
        if die + bonus >= numbers.landing_eliminated:
            eliminate(g, unit, "18.5")  # no combat: leaders are safe (14.41)


async def after_landing(g: State) -> None:
    """7.2 The end of the phase."""
    g.shots = ()
    await stacking(g)
