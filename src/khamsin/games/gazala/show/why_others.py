"""Why not? The reasons against options that name a unit, but for moving it and attacking."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.gazala.model.pieces import NOBODY, OFF
from khamsin.games.gazala.model.state import (
    ARMOUR,
    COMBAT,
    MOVEMENT,
    REASSIGNMENT,
    REPLACEMENTS,
    SETUP,
    State,
)
from khamsin.games.gazala.rules.brigades import why_not_split
from khamsin.games.gazala.rules.movement.march import LOCKED, NOT_ON_MAP
from khamsin.games.gazala.rules.movement.reaction import is_leaderless, reaction_hexes
from khamsin.games.gazala.rules.replacements import (
    NEVER_REPLACED,
    NO_POINTS,
    comeback_hexes,
    why_not_rebuild,
)
from khamsin.games.gazala.rules.setup import placements
from khamsin.games.gazala.rules.supply import statuses
from khamsin.kernel.game import Refused

NOT_YOUR_IMPULSE = Refused("3.0.b", "not_your_impulse")
NO_MOVES_NOW = Refused("3.21.a", "no_moves_now")
NO_ATTACKS_NOW = Refused("3.23.a", "no_attacks_now")
SETUP_OVER = Refused("3.0.a", "setup_over")
OTHER_UNIT_FIRST = Refused("3.0.a", "other_unit_first")
NOT_A_SETUP_HEX = Refused("3.0.a", "not_a_setup_hex")
NO_CAR = Refused("10.3", "no_armoured_car")
NOT_REACTING = Refused("10.3", "reacts_when_enemy_moves")
HQ_LOST = Refused("10.13", "hq_lost")
NO_REACTION_HEX = Refused("10.3", "no_reaction_hex")
NO_RETREAT_NOW = Refused("9.4", "no_retreat_now")
NO_PURSUIT_NOW = Refused("9.5", "no_pursuit_now")
NOT_IN_COMBAT = Refused("9.4", "not_in_combat")
NO_FULLER = Refused("12.2", "no_fuller_pursuit")
NO_REPLACEMENTS_NOW = Refused("11.2.a", "no_replacements_now")
STILL_IN_PLAY = Refused("11.23", "still_in_play")
NOT_A_COMEBACK_HEX = Refused("11.23", "not_a_comeback_hex")
NO_REASSIGNMENT_NOW = Refused("7.32.a", "no_reassignment_now")
HQ_STAYS = Refused("7.32.a", "hq_stays")


def _why_not_place(g: State, unit: int, place: int) -> Refused | None:
    if g.stage != SETUP:
        return SETUP_OVER
    if unit != g.unplaced[0]:
        return OTHER_UNIT_FIRST
    return NOT_A_SETUP_HEX if place != NOBODY and place not in placements(g, unit) else None


def _why_not_react(g: State, unit: int, place: int) -> Refused | None:
    pack = g.pack
    if unit not in (*pack.cars[pack.side_of[unit]], *g.scenario.reacting):
        return NO_CAR
    if g.place[unit] < 0:
        return NOT_ON_MAP
    if g.stage != MOVEMENT or g.active == pack.side_of[unit]:
        return NOT_REACTING
    if g.locked[unit]:
        return LOCKED
    if is_leaderless(g, unit):
        return HQ_LOST
    return NO_REACTION_HEX if place != NOBODY and place not in reaction_hexes(g, unit) else None


def _why_not_retreat(g: State, unit: int, place: int) -> Refused | None:
    del place
    if g.battle is None or g.battle.is_armour:
        return NO_RETREAT_NOW
    fought = (*g.battle.attackers, *g.battle.defenders)
    return None if unit in fought else NOT_IN_COMBAT


def _why_not_aside(g: State, unit: int, place: int) -> Refused | None:
    if not g.has("fuller_pursuit"):
        return NO_FULLER
    reason = _why_not_pursue(g, unit, place)
    if reason is not None:
        return reason
    return None if g.battle is not None and unit in g.battle.attackers else NOT_IN_COMBAT


def _why_not_pursue(g: State, unit: int, place: int) -> Refused | None:
    del place
    is_fought = g.battle is not None and not g.battle.is_armour
    return None if is_fought and g.active == g.pack.side_of[unit] else NO_PURSUIT_NOW


def _why_not_lose(g: State, unit: int, place: int) -> Refused | None:
    del place
    if g.battle is None:
        return NO_RETREAT_NOW
    return None if unit in (*g.battle.attackers, *g.battle.defenders) else NOT_IN_COMBAT


def _why_not_comeback(g: State, unit: int, place: int) -> Refused | None:
    pack = g.pack
    if pack.pool[unit] == NOBODY or not pack.is_vehicle[unit]:
        return NEVER_REPLACED
    if g.stage != REPLACEMENTS:
        return NO_REPLACEMENTS_NOW
    if g.place[unit] != OFF:
        return STILL_IN_PLAY
    if not g.points[pack.pool[unit]]:
        return NO_POINTS
    hexes = comeback_hexes(g, unit, statuses(g, pack.side_of[unit]))
    return NOT_A_COMEBACK_HEX if place not in (NOBODY, *hexes) else None


def _why_not_rebuild(g: State, unit: int, place: int) -> Refused | None:
    del place
    if g.stage != REPLACEMENTS:
        return NO_REPLACEMENTS_NOW
    if g.place[unit] < 0:
        return NOT_ON_MAP
    return why_not_rebuild(g, unit, statuses(g, g.pack.side_of[unit]))


def _why_not_reassign(g: State, unit: int, place: int) -> Refused | None:
    del place
    if g.stage != REASSIGNMENT:
        return NO_REASSIGNMENT_NOW
    if g.pack.is_hq[unit]:
        return HQ_STAYS
    return NOT_ON_MAP if g.place[unit] < 0 else None


def _why_not_split(g: State, unit: int, place: int) -> Refused | None:
    del place
    if not g.chit or g.active != g.pack.side_of[unit]:
        return NOT_YOUR_IMPULSE
    return NO_MOVES_NOW if g.stage != MOVEMENT else why_not_split(g, unit)


def _why_not_join(g: State, unit: int, place: int) -> Refused | None:
    del place
    if not g.chit or g.active != g.pack.side_of[unit]:
        return NOT_YOUR_IMPULSE
    return NO_ATTACKS_NOW if g.stage not in (ARMOUR, COMBAT) else None


OTHERS: dict[str, Callable[[State, int, int], Refused | None]] = {
    "place": _why_not_place,
    "react": _why_not_react,
    "apart": _why_not_retreat,
    "aside": _why_not_aside,
    "advance": _why_not_pursue,
    "lose": _why_not_lose,
    "comeback": _why_not_comeback,
    "rebuild": _why_not_rebuild,
    "reassign": _why_not_reassign,
    "split": _why_not_split,
    "join": _why_not_join,
}
"""Who asks about an option by its verb, with a unit and perhaps a hex."""
