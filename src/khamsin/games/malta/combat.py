"""9 Combat: one attack on one hex, from naming the attackers to the last loss."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.kernel.decision import MARK, Choose, Option, Roll, listed

from .advance import advance, stops_advance
from .leaders import beside
from .losses import choose_losses, demoralise, disorganise, leaders_at_risk, reveal
from .modifiers import (
    attack_total,
    column,
    defence_total,
    has_engineers,
    list_modifiers,
    odds_level,
    terrain_line,
)
from .pieces import COAST_GUN, ENGINEERS, GONE, LEADER, MILITIA, NOBODY, SIDES, WARSHIP
from .retreat import hold, retreat_all, stand
from .stacks import is_blocked
from .state import ATTACKED, SILENT, Battle, State
from .strength import commander, gun_of, printed_attack, printed_defence, steps_left
from .support import (
    BOMBARD,
    STORM_SUPPORT,
    attackable,
    night_attack,
    spend_defensive,
    spend_offensive,
    why_not_attack,
)
from .tables import Result, odds_text

LEADER_USES = 2  # 14.21

Ready = Callable[[list[int]], bool]
"""Whether the units named so far can make the attack."""


# -- naming the attackers ----------------------------------------------------------------------


async def attack_phase(g: State) -> None:
    """9.0, 9.12, R67 Attacks on single hexes, in the order the active player likes."""
    while True:
        if all(h in g.attacked for h in attackable(g, g.active, seeming=True)):
            break
        hexes = [h for h in attackable(g, g.active) if h not in g.attacked]
        options: list[Option] = [("attack", g.hex_id(h)) for h in hexes]
        answer = await Choose(SIDES[g.active], "attack", listed([*options, ("done",)]), "9.3.a")
        if answer == ("done",):
            break
        await attack_hex(g, g.pack.board.at(answer[1]))
        await MARK
    g.fires = g.guards = ()
    g.air += len(g.air_on)  # 16.42: a marker that was not used is still there
    g.air_on = ()
    g.attacked = ()


def able(g: State, side: int, h: int) -> list[int]:
    """9.11, 9.13, R23 The units that can attack a hex: next to it, and able to go there."""
    steps, move_class = g.pack.steps, g.pack.move_class
    return [
        unit
        for n in g.pack.near[h]
        for unit in g.here[side][n]
        if why_not_attack(g, unit) is None
        and any(step[0] == h for step in steps[move_class[unit]][0][n])
    ]


async def name_attackers(
    g: State, side: int, units: list[int], place: int, ready: Ready = bool
) -> tuple[int, ...]:
    """9.3.a The active player names the units that attack; enough when they are `ready`."""
    named: list[int] = []
    left = units[:]
    # Militia that lies face down may be unable to attack; the enemy must not see it by the asking.
    veiled = [
        unit
        for n in g.pack.near[place]
        for unit in g.here[side][n]
        if not g.seen[unit] and g.pack.kind[unit] == MILITIA
    ]
    while left or any(unit not in named for unit in veiled):
        options: list[Option] = [("with", g.unit_id(unit)) for unit in left]
        if left:
            options.append(("all",))
        if ready(named):
            options.append(("done",))
        answer = await Choose(
            SIDES[side], "attackers", listed(options), "9.3.a", place=g.hex_id(place),
            named=len(named),
        )  # fmt: skip
        if answer == ("done",):
            break
        if answer == ("all",):
            named += left
            left = []
            if ready(named):
                break
        unit = g.pack.unit_index[answer[1]]
        named.append(unit)
        left.remove(unit)
    return tuple(sorted(named))


async def attack_hex(g: State, h: int) -> None:
    """9.3 One attack in the combat phase."""
    b = Battle(h, g.active)
    g.battle = b
    b.attackers = await name_attackers(g, g.active, able(g, g.active, h), h)
    b.hexes = tuple(sorted({g.place[unit] for unit in b.attackers}))
    b.defenders = defenders_in(g, 1 - g.active, h)
    for unit in b.attackers:
        g.did[unit] |= ATTACKED
    g.attacked = (*g.attacked, h)
    for unit in (*b.attackers, *b.defenders):
        reveal(g, unit, "16.35")
    b.support[0] = tuple(
        [(u, kind == STORM_SUPPORT) for u, at, kind in g.fires if at == h and kind < BOMBARD]
    )
    b.support[1] = tuple([(unit, False) for unit, at in g.guards if at == h])
    await leave_out(g, b)
    await resolve(g, b)
    await spend(g, b)
    g.battle = None


def defenders_in(g: State, side: int, h: int) -> tuple[int, ...]:
    """9.14, 14.0, 16.57 All units in a hex are attacked together; not leaders, not coast guns."""
    kind = g.pack.kind
    return tuple([unit for unit in g.here[side][h] if kind[unit] not in (LEADER, COAST_GUN)])


async def leave_out(g: State, b: Battle) -> None:
    """12.21, 16.74, R51 Printed support beyond the limit is left out, marker by marker."""
    limits = (
        2 * sum(printed_attack(g, unit) for unit in b.attackers),
        sum(printed_defence(g, unit) for unit in b.defenders),
    )
    for number, side in enumerate((b.attacker, 1 - b.attacker)):
        while True:
            marks = b.support[number]
            values = [
                gun_of(g, u).defensive if number else gun_of(g, u).offensive for u, _ in marks
            ]
            if sum(values) <= limits[number]:
                break
            options: list[Option] = [("omit", g.unit_id(unit)) for unit, _ in marks]
            if len(options) == 1:
                b.support[number] = ()
                break
            answer = await Choose(SIDES[side], "omit", listed(options), "12.21")
            gone = g.pack.unit_index[answer[1]]
            b.support[number] = tuple([mark for mark in marks if mark[0] != gone])


# -- leaders -----------------------------------------------------------------------------------


def commanders(g: State, side: int, units: tuple[int, ...]) -> list[int]:
    """14.2, 14.21, 15.3, R46 Leaders beside a unit of theirs in the combat, not yet used up."""
    found: list[int] = []
    for number, formation in enumerate(g.pack.formations):
        leader = formation.leader
        if formation.side != side or leader == NOBODY or g.place[leader] < 0:
            continue
        if g.leader_uses[number] >= LEADER_USES:
            continue
        if any(g.formation[u] == number and beside(g, leader, g.place[u]) for u in units):
            found.append(leader)
    return found


async def lead(g: State, side: int, units: tuple[int, ...]) -> int:
    """14.2, 14.21 One leader a side may try to help; gives him if his die is good."""
    found = commanders(g, side, units)
    if not found:
        return NOBODY
    options: list[Option] = [("lead", g.unit_id(leader)) for leader in found]
    answer = await Choose(SIDES[side], "lead", listed([*options, ("alone",)]), "14.2")
    if answer == ("alone",):
        return NOBODY
    leader = g.pack.unit_index[answer[1]]
    g.leader_uses[g.pack.leaders.index(leader)] += 1
    (die,) = await Roll(1, "command", "14.2", SIDES[side])
    helps = die <= commander(g, leader).tactical
    g.tell("command", "14.2", unit=answer[1], die=die, helps=int(helps))
    return leader if helps else NOBODY


# -- the attack --------------------------------------------------------------------------------


def compute(g: State, b: Battle) -> None:
    """9.3.b-f Totals, odds and modifiers as they stand."""
    numbers = g.pack.tables.numbers
    b.attack = attack_total(g, b)
    b.defence = defence_total(g, b)
    modifiers = list_modifiers(g, b)
    if b.leaders[0] != NOBODY:
        modifiers.append(("cmd_a", numbers.leader_attack))
    if b.leaders[1] != NOBODY:
        modifiers.append(("cmd_d", numbers.leader_defence))
    b.modifiers = tuple(modifiers)
    b.level = odds_level(b.attack, b.defence) + sum(value for _, value in modifiers)
    b.line = terrain_line(g, b.place)


async def communications(g: State, b: Battle) -> None:
    """16.73 Each ship that supports needs contact; one that has none is silent this turn."""
    changed = False
    for number in (0, 1):
        for unit, _ in b.support[number]:
            if g.pack.kind[unit] != WARSHIP:
                continue
            (die,) = await Roll(1, "communications", "16.73", "axis")
            fails = die in g.pack.tables.communications_fail
            g.tell("communications", "16.73", unit=g.unit_id(unit), die=die, fails=int(fails))
            if fails:
                g.did[unit] |= SILENT
                b.support[number] = tuple([m for m in b.support[number] if m[0] != unit])
                changed = True
    if changed:
        compute(g, b)


async def resolve(g: State, b: Battle) -> bool:
    """9.3.b-i From the odds to the advance; False if the odds were too low for any column."""
    side, enemy = b.attacker, 1 - b.attacker
    g.tell(
        "attack", "9.3.a", side=SIDES[side], place=g.hex_id(b.place),
        units=g.names(b.attackers), against=g.names(b.defenders),
    )  # fmt: skip
    b.leaders[0] = await lead(g, side, b.attackers)
    b.leaders[1] = await lead(g, enemy, b.defenders)
    compute(g, b)
    await communications(g, b)
    number = column(g, b.line, b.level)
    g.tell(
        "odds", "9.3.e", attack=b.attack, defence=b.defence, odds=odds_text(b.level),
        line=b.line, modifiers=tuple(f"{name}:{value:+}" for name, value in b.modifiers),
    )  # fmt: skip
    if not b.is_drop:
        g.air_on = tuple([h for h in g.air_on if h != b.place])
    if number < 0:
        g.tell("attack_cancelled", "9.3.g", place=g.hex_id(b.place))
        b.result = "cancelled"
        return False
    dice = await Roll(2, "combat", "9.3.h", SIDES[side])
    b.roll = sum(dice)
    attacker, defender = g.pack.tables.combat[b.roll][number]
    b.result = f"{_text(attacker)}/{_text(defender)}"
    g.tell("combat", "9.3.h", dice=dice, result=b.result, place=g.hex_id(b.place))
    await carry_out(g, b, attacker, defender)
    return True


def _text(result: Result) -> str:
    return f"{result.hits or ''}{('', 'D', 'Z')[result.order]}" or "-"


async def carry_out(g: State, b: Battle, attacker: Result, defender: Result) -> None:
    """9.41-9.43, 9.51, 9.94.fort, 9.94.left, R68 Steps, who stands, disorder, retreats."""
    strength = sum(steps_left(g, unit) for unit in b.defenders)
    stops = stops_advance(g, b.place)
    hits = [attacker.hits, defender.hits]
    if g.forts[b.place]:
        hits[1] = max(0, hits[1] + g.pack.tables.terrain["fort"].defender_hits)
    steps = [-(-hits[0] // 2), hits[1] // 2]
    if b.is_drop:
        steps[0] = hits[0]  # 19.51
    back = [hits[0] - steps[0], hits[1] - steps[1]]
    order = (0, 1) if hits[0] > hits[1] else (1, 0)
    for turn, number in enumerate(order):
        excess = await _lose(g, b, number, steps[number])
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
    defending = await _stand(g, b, 1, back[1])
    attacking = await _stand(g, b, 0, back[0]) if back[0] else b.attackers
    _disorder(g, b.defenders, defender.order)
    _disorder(g, b.attackers, attacker.order)
    gone = tuple([u for u in b.defenders if g.place[u] == b.place and u not in defending])
    length = hits[1] - strength  # 9.82: what was left over, if nobody is left
    if back[1] and gone:
        await retreat_all(g, gone, back[1], b.hexes, joining=False)
        length = back[1]
    if back[0]:
        leaving = tuple([u for u in b.attackers if g.place[u] != GONE and u not in attacking])
        if leaving:
            await retreat_all(g, leaving, back[0], (b.place,), joining=True)
    if g.is_night and not b.is_drop:
        for unit in b.attackers:
            if g.place[unit] != GONE:
                night_attack(g, unit)
    if not b.is_drop and not is_blocked(g, b.attacker, b.place):
        stayed = tuple([u for u in attacking if g.place[u] in b.hexes])
        if stayed:
            await advance(g, b, stayed, length, stops=stops)


async def _lose(g: State, b: Battle, number: int, steps: int) -> int:
    """9.5, 9.52, 9.92.eng Step losses of one side; gives what could not be taken."""
    side = b.attacker if number == 0 else 1 - b.attacker
    units = b.attackers if number == 0 else b.defenders
    engineers = tuple([u for u in units if g.pack.kind[u] in ENGINEERS])
    lost: dict[int, int] = {}
    if number == 0 and steps and has_engineers(g, b):
        lost, excess = await choose_losses(g, side, engineers, -(-steps // 2), "9.92.eng")
        steps = steps // 2 + excess
    more, excess = await choose_losses(g, side, units, steps, "9.42")
    for place, count in more.items():
        lost[place] = lost.get(place, 0) + count
    await leaders_at_risk(g, side, lost)
    return excess


async def _stand(g: State, b: Battle, number: int, hits: int) -> tuple[int, ...]:
    """9.7 Who of a side stays where it is; with nothing to retreat for, everybody."""
    side = b.attacker if number == 0 else 1 - b.attacker
    units = b.attackers if number == 0 else b.defenders
    if not hits:
        return units
    firm = await stand(g, side, units, hits)
    if firm:
        await hold(g, side, firm, hits)
    return firm


def _disorder(g: State, units: tuple[int, ...], order: int) -> None:
    """9.41 D or Z for all units of a side that were in the combat."""
    for unit in units:
        if g.place[unit] == GONE:
            continue
        if order == 1:
            disorganise(g, unit, "9.41")
        elif order:
            demoralise(g, unit, "9.41")


async def spend(g: State, b: Battle) -> None:
    """9.3.j, 12.51, R65 Markers of this combat come off, rounds are spent."""
    for unit, doubled in b.support[0]:
        if g.place[unit] != GONE and b.result != "cancelled":
            spend_offensive(g, unit, storm=doubled)
    for unit, _ in b.support[1]:
        if g.place[unit] != GONE and b.result != "cancelled":
            await spend_defensive(g, unit)
    g.fires = tuple([fire for fire in g.fires if fire[1] != b.place or fire[2] >= BOMBARD])
    g.guards = tuple([guard for guard in g.guards if guard[1] != b.place])
