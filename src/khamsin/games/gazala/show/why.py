"""Why not? The reason, with its rule, that a unit may not do something now."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, OFF, SIDES, WAITING
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
from khamsin.games.gazala.rules.combat.armour import (
    NO_ATTACKS_LEFT,
    NO_ENEMY,
    NOT_ADJACENT,
    ONE_ATTACK,
    attacks_left,
    firing_units,
    has_armour,
    why_not_fire,
)
from khamsin.games.gazala.rules.combat.combat import (
    ODDS_TOO_LOW,
    able_attackers,
    is_enough,
    is_free,
    why_not_join,
)
from khamsin.games.gazala.rules.movement.engineers import breach_options
from khamsin.games.gazala.rules.movement.march import (
    LOCKED,
    NOT_ON_MAP,
    NOT_YOURS,
    why_not_go,
    why_not_move,
)
from khamsin.games.gazala.rules.movement.reach import entry_hexes
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
ALREADY_NAMED = Refused("9.0.a", "already_named")
NO_ARMOUR = Refused("8.0.a", "no_armour")
ALREADY_THERE = Refused("4.1", "already_there")
ENTRY_CLOSED = Refused("11.11", "entry_closed")
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
NO_BREACH_NOW = Refused("10.84", "no_breach_now")


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """Answer for `unit <unit>`, `<unit> <hex>`, `to <hex>`, `attack <hex>`, and for every option
    that begins with a verb and a unit.
    """
    pack = g.pack
    verb, rest = (words[0], words[1:]) if words else ("", ())
    if verb == "attack" and rest and rest[0] in pack.board.index:
        return _why_not_attack(g, side, pack.board.at(rest[0]))
    if verb == "to" and rest and rest[0] in pack.board.index:
        if g.stage != MOVEMENT or SIDES[g.active] != side or not g.moving:
            return None
        return _why_not_go(g, side, g.moving[0], pack.board.at(rest[0]))
    if verb in ("breach", "assisted") and rest and rest[0] in pack.board.index:
        is_open = g.stage == MOVEMENT and SIDES[g.active] == side and len(g.moving) == 1
        own = breach_options(g, g.moving[0]) if is_open and g.place[g.moving[0]] >= 0 else []
        return None if words in own else NO_BREACH_NOW
    if verb in _OTHERS and rest and rest[0] in pack.unit_index:
        unit = pack.unit_index[rest[0]]
        if SIDES[pack.unit_side[unit]] != side:
            return NOT_YOURS if verb not in ("lose", "remove") else None
        there = pack.board.at(rest[1]) if len(rest) > 1 and rest[1] in pack.board.index else NOBODY
        return _OTHERS[verb](g, unit, there)
    if verb in ("unit", "move"):
        words = rest
    if not words or words[0] not in pack.unit_index:
        return None
    unit = pack.unit_index[words[0]]
    if len(words) > 1 and words[1] in pack.board.index:
        return _why_not_go(g, side, unit, pack.board.at(words[1]))
    if verb != "unit":
        return None
    reason = _why_not_unit(g, side, unit)
    # who has given shelter may still breach (10.84)
    return None if reason is LOCKED and breach_options(g, unit) else reason


def _why_not_unit(g: State, side: str, unit: int) -> Refused | None:
    if SIDES[g.pack.unit_side[unit]] != side:
        return NOT_YOURS
    if g.place[unit] < 0 and g.place[unit] != WAITING:
        return NOT_ON_MAP
    if SIDES[g.active] != side:
        return NOT_YOUR_IMPULSE
    if g.stage != MOVEMENT:
        return NO_MOVES_NOW
    reason = why_not_move(g, unit)
    if reason is None and g.place[unit] == WAITING and not entry_hexes(g, g.active):
        return ENTRY_CLOSED
    return reason


def _why_not_go(g: State, side: str, unit: int, place: int) -> Refused | None:
    reason = _why_not_unit(g, side, unit)
    if reason is not None:
        return reason
    return ALREADY_THERE if g.place[unit] == place else why_not_go(g, unit, place)


def _why_not_attack(g: State, side: str, target: int) -> Refused | None:
    if SIDES[g.active] != side:
        return NOT_YOUR_IMPULSE
    if g.stage not in (ARMOUR, COMBAT) or g.battle is not None:
        return NO_ATTACKS_NOW
    if not g.here[1 - g.active][target]:
        return NO_ENEMY
    near = [u for h in g.pack.board.neighbours[target] for u in g.here[g.active][h]]
    if target in [named for named, _, _ in g.declared]:
        return ALREADY_NAMED
    if attacks_left(g) <= 0 and not is_free(g, target):
        return ONE_ATTACK if g.active == ALLIED and g.withdrawing else NO_ATTACKS_LEFT
    if g.stage == ARMOUR and not has_armour(g, target):
        return NO_ARMOUR
    judge = why_not_fire if g.stage == ARMOUR else why_not_join
    able = firing_units(g, target) if g.stage == ARMOUR else able_attackers(g, target)
    if not able:
        reasons = [judge(g, unit, target) for unit in near]
        return reasons[0] if reasons else NOT_ADJACENT
    if g.stage == COMBAT and not is_enough(g, target, tuple(able)):
        return ODDS_TOO_LOW
    return None


# -- other options that name a unit ------------------------------------------------------------


def _why_not_place(g: State, unit: int, place: int) -> Refused | None:
    if g.stage != SETUP:
        return SETUP_OVER
    if unit != g.unplaced[0]:
        return OTHER_UNIT_FIRST
    return NOT_A_SETUP_HEX if place != NOBODY and place not in placements(g, unit) else None


def _why_not_react(g: State, unit: int, place: int) -> Refused | None:
    pack = g.pack
    if unit not in (*pack.cars[pack.unit_side[unit]], *g.scenario.reacting):
        return NO_CAR
    if g.place[unit] < 0:
        return NOT_ON_MAP
    if g.stage != MOVEMENT or g.active == pack.unit_side[unit]:
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
    return None if is_fought and g.active == g.pack.unit_side[unit] else NO_PURSUIT_NOW


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
    hexes = comeback_hexes(g, unit, statuses(g, pack.unit_side[unit]))
    return NOT_A_COMEBACK_HEX if place not in (NOBODY, *hexes) else None


def _why_not_rebuild(g: State, unit: int, place: int) -> Refused | None:
    del place
    if g.stage != REPLACEMENTS:
        return NO_REPLACEMENTS_NOW
    if g.place[unit] < 0:
        return NOT_ON_MAP
    return why_not_rebuild(g, unit, statuses(g, g.pack.unit_side[unit]))


def _why_not_reassign(g: State, unit: int, place: int) -> Refused | None:
    del place
    if g.stage != REASSIGNMENT:
        return NO_REASSIGNMENT_NOW
    if g.pack.is_hq[unit]:
        return HQ_STAYS
    return NOT_ON_MAP if g.place[unit] < 0 else None


def _why_not_split(g: State, unit: int, place: int) -> Refused | None:
    del place
    if not g.chit or g.active != g.pack.unit_side[unit]:
        return NOT_YOUR_IMPULSE
    return NO_MOVES_NOW if g.stage != MOVEMENT else why_not_split(g, unit)


def _why_not_join(g: State, unit: int, place: int) -> Refused | None:
    del place
    if not g.chit or g.active != g.pack.unit_side[unit]:
        return NOT_YOUR_IMPULSE
    return NO_ATTACKS_NOW if g.stage not in (ARMOUR, COMBAT) else None


_OTHERS: dict[str, Callable[[State, int, int], Refused | None]] = {
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
