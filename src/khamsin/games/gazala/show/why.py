"""Why not? The reason, with its rule, that a unit may not do something now."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, SIDES, WAITING
from khamsin.games.gazala.model.state import ARMOUR, COMBAT, MOVEMENT, State
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
from khamsin.games.gazala.rules.movement.cost import entry_hexes
from khamsin.games.gazala.rules.movement.engineers import breach_options
from khamsin.games.gazala.rules.movement.march import (
    LOCKED,
    NOT_ON_MAP,
    NOT_YOURS,
    why_not_go,
    why_not_move,
)
from khamsin.kernel.game import Refused

from .why_others import NO_ATTACKS_NOW, NO_MOVES_NOW, NOT_YOUR_IMPULSE, OTHERS

ALREADY_NAMED = Refused("9.0.a", "already_named")
NO_ARMOUR = Refused("8.0.a", "no_armour")
ALREADY_THERE = Refused("4.1", "already_there")
ENTRY_CLOSED = Refused("11.11", "entry_closed")
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
        return _why_not_go(g, side, g.moving, pack.board.at(rest[0]))
    if verb in ("breach", "assisted") and rest and rest[0] in pack.board.index:
        is_open = g.stage == MOVEMENT and SIDES[g.active] == side and len(g.moving) == 1
        own = breach_options(g, g.moving[0]) if is_open and g.place[g.moving[0]] >= 0 else []
        return None if words in own else NO_BREACH_NOW
    if verb in OTHERS and rest and rest[0] in pack.unit_index:
        unit = pack.unit_index[rest[0]]
        if SIDES[pack.side_of[unit]] != side:
            return NOT_YOURS if verb not in ("lose", "remove") else None
        there = pack.board.at(rest[1]) if len(rest) > 1 and rest[1] in pack.board.index else NOBODY
        return OTHERS[verb](g, unit, there)
    if verb in ("unit", "move"):
        words = rest
    if not words or words[0] not in pack.unit_index:
        return None
    unit = pack.unit_index[words[0]]
    if len(words) > 1 and words[1] in pack.board.index:
        return _why_not_go(g, side, (unit,), pack.board.at(words[1]))
    if verb != "unit":
        return None
    reason = _why_not_unit(g, side, unit)
    # who has given shelter may still breach (10.84)
    return None if reason is LOCKED and breach_options(g, unit) else reason


def _why_not_unit(g: State, side: str, unit: int) -> Refused | None:
    if SIDES[g.pack.side_of[unit]] != side:
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


def _why_not_go(g: State, side: str, units: tuple[int, ...], place: int) -> Refused | None:
    reason = _why_not_unit(g, side, units[0])
    if reason is not None:
        return reason
    return ALREADY_THERE if g.place[units[0]] == place else why_not_go(g, units, place)


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
