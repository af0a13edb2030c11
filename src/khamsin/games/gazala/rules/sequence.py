"""3 Sequence of play: the initial segment, then impulses until both sides are done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from khamsin.games.gazala.model.state import (
    AIR,
    ARMOUR,
    ARMOUR_FIRE,
    CHITS,
    COMBAT,
    COMBAT_FIGHT,
    COMMAND,
    DRAW,
    HECKLER,
    IMPULSE_END,
    MOVEMENT,
    REASSIGNMENT,
    REPLACEMENTS,
    RETURNS,
    SETUP,
    SUPPLY,
    TURN_END,
    WITHDRAWAL,
    State,
)
from khamsin.games.gazala.rules.combat.armour import fight_armour_combats, name_armour_targets
from khamsin.games.gazala.rules.combat.combat import name_targets
from khamsin.games.gazala.rules.combat.fight import fight_combats
from khamsin.games.gazala.rules.movement.phase import movement_phase
from khamsin.kernel.play.decision import MARK

from .impulses import draw_chit, end_impulse, end_turn, fill_cup, heckler_stage
from .replacements import replacements
from .segment import (
    declare_withdrawal,
    reassign,
    return_headquarters,
    roll_air_support,
    roll_command_limits,
    supply_stage,
)
from .setup import set_up

STAGES: dict[str, Callable[[State], Awaitable[None]]] = {
    SETUP: set_up,
    # 3.1 the initial segment, in the order of R27
    RETURNS: return_headquarters,
    AIR: roll_air_support,
    WITHDRAWAL: declare_withdrawal,
    COMMAND: roll_command_limits,
    REPLACEMENTS: replacements,
    REASSIGNMENT: reassign,
    SUPPLY: supply_stage,
    HECKLER: heckler_stage,
    CHITS: fill_cup,
    # 3.2, 3.3 impulses
    DRAW: draw_chit,
    MOVEMENT: movement_phase,
    ARMOUR: name_armour_targets,
    ARMOUR_FIRE: fight_armour_combats,
    COMBAT: name_targets,
    COMBAT_FIGHT: fight_combats,
    IMPULSE_END: end_impulse,
    TURN_END: end_turn,
}
"""3.0.b Every stage of a turn; each says in `g.stage` which one comes next."""


async def play(g: State) -> None:
    """3.0 Play on from any mark to the end."""
    while g.result is None:
        await MARK
        await STAGES[g.stage](g)
