"""8 Armour combat: dice for every armour point, and tanks that burn or are towed home."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, POOLS, ROMMEL, SIDES, SUPPLIED
from khamsin.games.gazala.model.state import ARMOUR_FIRE, COMBAT, Battle, State
from khamsin.games.gazala.rules.movement.march import activate
from khamsin.kernel.game import Refused
from khamsin.kernel.map.hexsets import union
from khamsin.kernel.play.asking import DONE, choose_some
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one

from .losses import lose_step

NO_ENEMY = Refused("9.0.a", "no_enemy")
NOT_ADJACENT = Refused("9.0.a", "not_adjacent")
NO_ATTACKS_LEFT = Refused("8.5", "no_attacks_left")
ONE_ATTACK = Refused("7.6", "one_attack_withdrawing")
LEFT_ROMMEL = Refused("10.2.d", "left_rommel")
CANNOT_FIRE = Refused("8.12", "cannot_fire")
SIDE_CLOSED = Refused("9.61", "closed_to_armour")
HAS_FIRED = Refused("8.0.b", "has_fired")


# -- limits (8.5, 9.1) -----------------------------------------------------------------------


def attacks_left(g: State) -> int:
    """8.5, 9.1, R16 How many more attacks may be declared in this impulse."""
    limits = g.pack.numbers.limits
    left = limits["attacks"] - g.attacks
    if g.active == ALLIED and g.withdrawing:  # 7.6
        left = min(left, limits["attacks_withdrawing"] - g.allied_attacks)
    return left


def count_attack(g: State, target: int) -> None:
    """8.5, R16 Every combat counts; by the switch armour and normal combat on a hex are one."""
    if g.has("attacks_per_hex") and target in g.armour_hexes:
        return
    g.attacks += 1
    if g.active == ALLIED:
        g.allied_attacks += 1


def why_not_attack_with(g: State, unit: int) -> Refused | None:
    """10.2.d Units activated by Rommel attack only where he is."""
    if g.chit == ROMMEL and g.place[unit] != g.place[g.pack.rommel]:
        return LEFT_ROMMEL
    return None


# -- who fires -------------------------------------------------------------------------------


def armour_value(g: State, unit: int) -> int:
    """2.1.armour, 6.22 The dice of a unit, half of them without supply."""
    value = g.pack.armour[unit][g.step[unit]]
    if g.status(unit) != SUPPLIED:
        value = -(-value // g.pack.numbers.divide_by["unsupplied_armour"])
    return value


def is_closed_to_armour(g: State, here: int, there: int) -> bool:
    """9.61, 10.7.a, 10.81.a, R38 No armour combat over cliffs, forts and unbreached mines."""
    edge = g.pack.board.edge(here, there)
    return bool(g.pack.is_cliff[edge] or g.forts[edge] or g.mines[edge])


def why_not_fire(g: State, unit: int, target: int) -> Refused | None:
    """8.0.b, 8.12 Why a unit of the active side does not fire at a hex."""
    pack = g.pack
    if g.due[unit] < 0 or g.place[unit] < 0:
        return Refused("7.2.a", "not_activated")
    if not pack.board.adjacent(g.place[unit], target):
        return NOT_ADJACENT
    fires = pack.is_vehicle[unit] or pack.is_flak[unit]
    if not fires and not (pack.is_german[unit] and pack.is_infantry[unit]):
        return CANNOT_FIRE
    if not armour_value(g, unit):
        return CANNOT_FIRE
    if unit in g.fired or any(unit in units for _, units, _ in g.declared):
        return HAS_FIRED
    if is_closed_to_armour(g, g.place[unit], target):
        return SIDE_CLOSED
    return why_not_attack_with(g, unit)


def has_armour(g: State, target: int) -> bool:
    """8.0.a Something in the hex can be hit or fires back; not who takes no part (R63)."""
    pack = g.pack
    return any(
        pack.is_vehicle[unit] or pack.armour[unit][g.step[unit]]
        for unit in g.here[1 - g.active][target]
        if unit not in g.struck
    )


def firing_units(g: State, target: int) -> list[int]:
    """The units that may fire at a hex."""
    side = g.active
    return [
        unit
        for near in g.pack.board.neighbours[target]
        for unit in g.here[side][near]
        if why_not_fire(g, unit, target) is None
    ]


def enemies_beside(g: State) -> list[int]:
    """8.11, 9.0.a Hexes with enemies beside activated units."""
    sets = g.pack.sets
    active = {g.place[unit] for unit in g.pack.units_of[g.active] if g.due[unit] >= 0}
    near = union([sets.near[here] for here in active if here >= 0])
    return sorted(sets.spaces(near & g.held[1 - g.active]))


def armour_targets(g: State) -> list[int]:
    """8.11 The hexes that can be attacked."""
    if attacks_left(g) <= 0:
        return []
    named = [target for target, _, _ in g.declared]
    return [
        target
        for target in enemies_beside(g)
        if target not in named and has_armour(g, target) and firing_units(g, target)
    ]


# -- the phase -------------------------------------------------------------------------------


async def name_armour_targets(g: State) -> None:
    """3.22.a, 8.0.a, 8.11 All targets are named before any die falls, with the units that fire."""
    while armour_targets(g):
        await MARK
        answer = await Choose(
            SIDES[g.active], "armour", lambda: target_options(g, armour_targets(g)), "8.11"
        )
        if answer == DONE:
            break
        target = g.pack.board.at(answer[1])
        units = await choose_some(
            SIDES[g.active], "armour_units", "join", firing_units(g, target), g.unit_id, "8.12",
            place=answer[1],
        )  # fmt: skip
        count_attack(g, target)
        g.declared = (*g.declared, (target, units, 0))
    g.stage = ARMOUR_FIRE


async def fight_armour_combats(g: State) -> None:
    """3.22.b, 8.1 One after another, in the order in which they were named."""
    while g.declared:
        await MARK
        target, units, _ = g.declared[0]
        g.declared = g.declared[1:]
        await armour_combat(g, target, units)
    g.stage = COMBAT


def target_options(g: State, targets: list[int]) -> list[Option]:
    """The hexes that can be attacked, and *done*."""
    return [*[("attack", g.place_id(target)) for target in targets], DONE]


# -- one combat (8.1, 8.2) -------------------------------------------------------------------


async def armour_combat(g: State, target: int, units: tuple[int, ...]) -> None:
    """8.1 Both sides fire at once; then losses, then repairs."""
    attacker, defender = g.active, 1 - g.active
    g.armour_hexes = (*g.armour_hexes, target)
    g.fired = (*g.fired, *units)
    for unit in units:
        activate(g, unit)
    defenders = g.here[defender][target]
    b = g.battle = Battle(target, units, is_armour=True)
    b.defenders = defenders
    g.tell(
        "armour_combat", "8.1", side=SIDES[attacker], place=g.place_id(target),
        units=tuple(g.unit_id(unit) for unit in units),
    )  # fmt: skip
    on_defender = await fire(g, attacker, units, defenders)
    on_attacker = await fire(g, defender, defenders, units)  # R14: all that is in the hex
    lost = await take_hits(g, attacker, units, on_attacker)
    lost += await take_hits(g, defender, defenders, on_defender)
    await repairs(g, lost)
    g.battle = None


async def fire(
    g: State, side: int, units: tuple[int, ...], enemies: tuple[int, ...]
) -> tuple[int, int]:
    """8.13.a-b One die for each armour point, flak apart: hits on cars alone, and hits on all.

    A 5 is a hit only if the enemy has cars in the combat.
    """
    pack, armour = g.pack, g.pack.numbers.armour
    plain = sum([armour_value(g, unit) for unit in units if not pack.is_flak[unit]])
    flak = sum([armour_value(g, unit) for unit in units if pack.is_flak[unit]])
    car_hits = hits = 0
    if plain:
        dice = await Roll(plain, "armour", "8.13.a", SIDES[side])
        hits = sum([die >= armour["hit_from"] for die in dice])
        if any(pack.is_car[unit] for unit in enemies):
            car_hits = sum([die == armour["car_hit"] for die in dice])
    if flak:
        dice = await Roll(flak, "flak", "8.13.a", SIDES[side])
        hits += sum([die >= armour["flak_hit_from"] for die in dice])
    g.tell("armour_hits", "8.13.b", side=SIDES[side], dice=plain + flak, cars=car_hits, hits=hits)
    return car_hits, hits


async def take_hits(
    g: State, side: int, units: tuple[int, ...], hits: tuple[int, int]
) -> list[tuple[str, int]]:
    """8.2.a Hits on cars alone come first, then those on all.

    Returns nation and replacement pool of every step lost, for the repairs.
    """
    on_cars, on_all = hits
    lost: list[tuple[str, int]] = []
    await _lose_to_hits(g, side, units, on_cars, lost, cars_only=True)
    await _lose_to_hits(g, side, units, on_all, lost, cars_only=False)
    return lost


async def _lose_to_hits(
    g: State,
    side: int,
    units: tuple[int, ...],
    hits: int,
    lost: list[tuple[str, int]],
    *,
    cars_only: bool,
) -> None:
    """8.2.a, R54 Owner and opponent name the losing units in turn, step by step.

    Hits that nobody is left to take are lost; 8.4: so is a single one on Matildas.
    """
    pack = g.pack
    while hits:
        able = [u for u in units if _can_be_hit(g, u, cars_only=cars_only, hits=hits)]
        if not able:
            return
        chooser = side if len(lost) % 2 == 0 else 1 - side
        options: list[Option] = [("lose", g.unit_id(unit)) for unit in able]
        answer = await choose_one(SIDES[chooser], "armour_loss", options, "8.2.a")
        unit = pack.unit_index[answer[1]]
        hits -= pack.numbers.armour["matilda_hits"] if pack.is_matilda[unit] else 1
        lost.append((pack.units[unit].nation, pack.pool[unit]))
        lose_step(g, unit, "8.2.a")


def _can_be_hit(g: State, unit: int, *, cars_only: bool, hits: int) -> bool:
    """8.2.a, 8.4, R32 Tanks and cars still there; a Matilda only by two hits."""
    pack = g.pack
    if g.place[unit] < 0 or not pack.is_vehicle[unit]:
        return False
    if cars_only:
        return pack.is_car[unit]
    return not pack.is_matilda[unit] or hits >= pack.numbers.armour["matilda_hits"]


async def repairs(g: State, lost: list[tuple[str, int]]) -> None:
    """8.3, R15 A die for each step lost: it may come back as a replacement point of its kind."""
    needed = g.pack.numbers.repair_from
    for nation, pool in lost:
        if pool == NOBODY:
            continue
        (die,) = await Roll(1, "repair", "8.3")
        mended = die >= needed.get(nation, needed["british"])
        if mended:
            g.points[pool] += 1
            g.tell("repaired", "8.3", pool=POOLS[pool], die=die)
        else:
            g.tell("not_repaired", "8.3", pool=POOLS[pool], die=die)
