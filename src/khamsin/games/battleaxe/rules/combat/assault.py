"""8.1.1, 9.1 The Assault: units of the Active Area move and attack, in any order."""

from __future__ import annotations

from itertools import compress

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.battleaxe.model.state import ACTIVE, IDLE, NIGHT, Battle, State
from khamsin.games.battleaxe.rules.advantage import (
    can_declare_fuel_shortage,
    can_declare_rommel,
    declare_fuel_shortage,
    declare_rommel,
)
from khamsin.games.battleaxe.rules.control import has_room, is_contested, move_unit, was_contested
from khamsin.games.battleaxe.rules.june15 import is_first_activation, is_locked, note_assault
from khamsin.games.battleaxe.rules.movement import allowance, step, steps_of
from khamsin.kernel.play.asking import ALL, DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, choose_one, listed

from .combat import OVERRUN, resolve

STAY: Option = ("stay",)


def can_act(g: State, unit: int) -> bool:
    """9.1.1 A unit that is not locked, and can move or has an enemy beside it."""
    if is_locked(g, unit):
        return False
    return (g.pack.unit_mf[unit] > 0 and allowance(g, unit) > 0) or is_contested(g, g.place[unit])


def spaces_to_activate(g: State, side: int) -> list[int]:
    """9.1a Spaces in which this side has a unit that could do something."""
    spaces: list[int] = []
    for space, units in enumerate(g.here[side]):
        for unit in units:
            if can_act(g, unit):
                spaces.append(space)
                break
    return spaces


def activate(g: State, side: int, spaces: tuple[int, ...]) -> None:
    """8.1.1, 9.1.1 The units standing there now may act in this Assault (R34)."""
    g.active = (*g.active, *spaces)
    for space in spaces:
        for unit in g.here[side][space]:
            if g.status[unit] == IDLE and not is_locked(g, unit):
                g.status[unit] = ACTIVE
        note_assault(g, side, space)
    names = tuple(g.place_id(space) for space in spaces)
    g.tell("activated", "8.1.1", side=SIDES[side], places=names)


def activations(g: State) -> list[Option]:
    """9.1a One space; 16.3 in the first Allied half Zones A to D together (R35)."""
    spaces = spaces_to_activate(g, g.half)
    options: list[Option] = []
    if is_first_activation(g):
        together = [space for space in g.pack.jump_off if space in spaces]
        spaces = [space for space in spaces if space not in together]
        if together:
            options.append(("assault", *[g.place_id(space) for space in together]))
    return options + [("assault", g.place_id(space)) for space in spaces]


def second_activations(g: State) -> list[int]:
    """9.1.2a-b Combined Operations: the Axis may add an Area unless short of fuel (R34)."""
    if g.half != AXIS or g.fuel_low or len(g.active) > 1:
        return []
    idle = [
        [unit for unit in units if g.status[unit] == IDLE and can_act(g, unit)]
        for units in g.here[AXIS]
    ]
    return [space for space, units in enumerate(idle) if units and space not in g.active]


async def assault(g: State) -> None:
    """9.1b, 9.2.1a, 9.2.1c Move one unit a step, attack, or stop; as long as the player likes."""
    pack = g.pack
    while True:
        await MARK
        answer = await Choose(SIDES[g.half], "assault", lambda: assault_options(g), "9.1b")
        verb = answer[0]
        if verb == "move":
            step(g, pack.unit_index[answer[1]], pack.board.at(answer[2]))
        elif verb == "attack":
            await attack(g, pack.board.at(answer[1]))
        elif verb == "activate":
            activate(g, g.half, (pack.board.at(answer[1]),))
        elif verb == "fuel_shortage":
            declare_fuel_shortage(g)
        elif verb == "rommel":
            declare_rommel(g)
        else:
            break
    g.doing = NIGHT


def active_units(g: State) -> list[int]:
    """9.1.1 The units that may still act, in order."""
    status = g.status
    return [unit for unit in compress(g.pack.numbered, status) if status[unit] == ACTIVE]


def assault_options(g: State) -> list[Option]:
    """Everything the player whose Assault it is may do now."""
    side = g.half
    unit_ids, place_ids = g.pack.unit_ids, g.pack.place_ids
    options: list[Option] = []
    targets: list[int] = []
    opened: dict[int, list[int]] = {}
    place, enemies, attacked = g.place, g.here[1 - side], g.attacked
    owed = False
    for unit in active_units(g):
        space = place[unit]
        if enemies[space] and space not in attacked and space not in targets:
            targets.append(space)
            owed = owed or is_mandatory(g, space)
        name = unit_ids[unit]
        for goal in steps_of(g, unit, opened):
            options.append(("move", name, place_ids[goal]))
    for space in sorted(targets):
        options.append(("attack", place_ids[space]))
    for space in second_activations(g):
        options.append(("activate", place_ids[space]))
    if side == ALLIED and can_declare_fuel_shortage(g):
        options.append(("fuel_shortage",))
    if can_declare_rommel(g):
        options.append(("rommel",))
    if not owed:
        options.append(DONE)
    return options


def is_mandatory(g: State, space: int) -> bool:
    """11.1 Enemy-held and not contested when the half began (R41)."""
    return not was_contested(g, space)


async def attack(g: State, space: int) -> None:
    """9.2e, 11.1-11.3 An attack in one space, by those who must or those who will (R17)."""
    side = g.half
    able = tuple([unit for unit in g.here[side][space] if g.status[unit] == ACTIVE])
    battle = Battle(space, side, is_mandatory=is_mandatory(g, space), is_overrun=False)
    if battle.is_mandatory:
        battle.attackers = able
    else:
        battle.attackers = await gather(g, side, "attackers", able, "11.3")
    was_stutzpunkt = g.pack.spaces[space].is_stutzpunkt and g.control[space] == AXIS
    await resolve(g, battle)
    if battle.outcome == OVERRUN:
        if side == ALLIED and was_stutzpunkt:
            g.tell("no_second_activation", "11.4.4e", place=g.place_id(space))
        else:
            g.going_on = battle
            await exploit(g, battle)
            g.going_on = None


async def gather(
    g: State,
    side: int,
    prompt: str,
    units: tuple[int, ...],
    rule: str,
    *,
    room: int | None = None,
    needed: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Let a player name some of his units, at least one, and no more than there is room for.

    If some are needed, one of them must be among those named.
    """
    if len(units) == 1:
        return units
    most = len(units) if room is None else min(room, len(units))
    needed = needed or units
    chosen: tuple[int, ...] = ()
    while len(chosen) < most:
        options: list[Option] = []
        if not chosen and most == len(units):
            options.append(ALL)
        options += [("join", g.unit_id(unit)) for unit in units if unit not in chosen]
        if any(unit in needed for unit in chosen):
            options.append(DONE)
        answer = await choose_one(SIDES[side], prompt, options, rule)
        if answer == ALL:
            return units
        if answer == DONE:
            break
        chosen = (*chosen, g.pack.unit_index[answer[1]])
    return tuple(sorted(chosen))


# -- after an Overrun (11.4.4d, R18) -----------------------------------------------------------


async def exploit(g: State, first: Battle) -> None:
    """11.4.4d, R18 Those who made the Overrun may go together into one adjacent space."""
    side = first.attacker
    movers = overrunners(g, first)
    spaces = exploit_spaces(g, first) if movers else []
    if not spaces:
        return
    options: list[Option] = [("exploit", g.place_id(space)) for space in spaces]
    answer = await Choose(SIDES[side], "exploit", listed([*options, STAY]), "11.4.4d")
    if answer == STAY:
        return
    space = g.pack.board.at(answer[1])
    room = g.pack.stacking[space] - len(g.here[side][space])
    units = await gather(g, side, "exploiting_units", movers, "11.4.4d", room=room)
    for unit in units:
        go_on(g, unit, space)
    if g.here[1 - side][space]:
        await attack_again(g, side, space, units)


def overrunners(g: State, first: Battle) -> tuple[int, ...]:
    """R18 The attackers that are still there and able to move."""
    return tuple(
        [unit for unit in first.attackers if g.place[unit] == first.space and g.pack.unit_mf[unit]]
    )


def exploit_spaces(g: State, first: Battle) -> list[int]:
    """R17, R18 Adjacent spaces with room in which nobody has attacked; no MF are counted."""
    return [
        space
        for space in g.pack.neighbours[first.space]
        if space not in g.attacked and has_room(g, space, first.attacker)
    ]


def go_on(g: State, unit: int, space: int) -> None:
    """11.4.4d One of them goes into the next space."""
    start = g.place[unit]
    g.entered_from[unit] = start
    g.tell(
        "exploited", "11.4.4d",
        unit=g.unit_id(unit), start=g.place_id(start), place=g.place_id(space),
    )  # fmt: skip
    move_unit(g, unit, space)


async def attack_again(g: State, side: int, space: int, came: tuple[int, ...]) -> None:
    """11.1, 11.2, R18 The attack of those who came, with activated units that waited there.

    A Mandatory Attack is made by all; any other by those named, one of whom has come.
    """
    waited = [unit for unit in g.here[side][space] if g.status[unit] == ACTIVE]
    battle = Battle(space, side, is_mandatory=is_mandatory(g, space), is_overrun=True)
    battle.attackers = tuple(sorted((*came, *waited)))
    if not battle.is_mandatory:
        place = g.place_id(space)
        answer = await Choose(
            SIDES[side], "attack_too", listed([("attack", place), DONE]), "11.2", place=place
        )
        if answer == DONE:
            return
        able = battle.attackers
        battle.attackers = await gather(g, side, "attackers", able, "11.2", needed=came)
    await resolve(g, battle)
