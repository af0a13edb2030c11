"""16 Special rules of June 15: two German divisions wait, and the Allies open on a wide front."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.battleaxe.model.state import ACTIVE, ASSAULT, State

PANZER_15, LIGHT_5 = 0, 1  # the order of [[locked]] in scenarios.toml


def is_locked(g: State, unit: int) -> bool:
    """5.2.2i, 16.0 A locked unit does not move, attack or regroup; it defends and retreats."""
    division = g.pack.division[unit]
    return division != NOBODY and g.locked[division]


def note_control(g: State, space: int) -> None:
    """16.1 15th Panzer is released when 6, or an Area next to 18, becomes Allied (R28)."""
    pack = g.pack
    if g.control[space] == ALLIED and (
        space == pack.halfaya or space in pack.area_neighbours[pack.panzer_camp]
    ):
        release(g, PANZER_15)


def note_entry(g: State, side: int, space: int) -> None:
    """16.1, 16.2 Both divisions are released when an Allied unit enters Zone E, F or G."""
    if side == ALLIED and space in g.pack.axis_rear:
        release(g, PANZER_15)
        release(g, LIGHT_5)


def note_assault(g: State, side: int, space: int) -> None:
    """16.2 5th Light is released when the Allies in Tobruk make an Assault (R28)."""
    if side == ALLIED and space == g.pack.tobruk:
        release(g, LIGHT_5)


def release(g: State, division: int) -> None:
    """16.0 Once released, released for good; in an Axis Assault it may act at once (R28)."""
    if not g.locked[division]:
        return
    g.locked[division] = False
    locked = g.pack.divisions[division]
    g.tell("released", locked.rule, division=locked.id)
    if g.doing == ASSAULT and g.half == AXIS:
        for unit in locked.units:
            if g.place[unit] in g.active:
                g.status[unit] = ACTIVE  # 9.1.1: it stands in an Active Area


def is_first_activation(g: State) -> bool:
    """16.3 The Allied half of impulse 1 on June 15."""
    return g.turn == 1 and g.impulse == 1 and g.half == ALLIED
