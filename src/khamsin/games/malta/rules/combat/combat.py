"""9 Combat: one attack on one hex, from its odds to the last loss."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import GONE, NOBODY, SIDES, WARSHIP
from khamsin.games.malta.model.state import ATTACKED, SILENT, Battle, State
from khamsin.games.malta.model.tables import LETTERS, Result
from khamsin.games.malta.rules.movement.leaders import beside
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed
from khamsin.kernel.play.odds import level_of, odds_text

from .ammunition import spend_defensive, spend_offensive
from .attackers import able, attackable, name_attackers
from .losses import reveal
from .modifiers import attack_total, column, defence_total, list_modifiers, terrain_line
from .outcome import carry_out
from .pledges import attack_on, leave_out, tell_silenced
from .strength import commander, led_in
from .support import BOMBARD


async def attack_phase(g: State) -> None:
    """9.0, 9.12, R67 Attacks on single hexes, in the order the active player likes."""
    while True:
        if all(h in g.attacked for h in attackable(g, g.active, seeming=True)):
            break
        answer = await Choose(SIDES[g.active], "attack", lambda: attack_options(g), "9.3.a")
        if answer == DONE:
            break
        await attack_hex(g, g.pack.board.at(answer[1]))
        await MARK
    g.fires = g.guards = ()
    g.air += len(g.air_on)  # 16.42: a marker that was not used is still there
    g.air_on = ()
    g.attacked = ()


def attack_options(g: State) -> list[Option]:
    """9.0, 9.12 The hexes that are still to be attacked."""
    hexes = [h for h in attackable(g, g.active) if h not in g.attacked]
    return [*[("attack", g.place_id(h)) for h in hexes], DONE]


async def attack_hex(g: State, h: int) -> None:
    """9.3 One attack in the combat phase."""
    g.battle = Battle(h, g.active)
    attackers = await name_attackers(g, g.active, able(g, g.active, h), h)
    tell_silenced(g, h)
    g.battle = b = attack_on(g, h, attackers)
    for unit in b.attackers:
        g.did[unit] |= ATTACKED
    g.attacked = (*g.attacked, h)
    for unit in (*b.attackers, *b.defenders):
        reveal(g, unit, "16.35")
    await leave_out(g, b)
    await resolve(g, b)
    await spend(g, b)
    g.battle = None


# -- leaders -----------------------------------------------------------------------------------


def commanders(
    g: State, side: int, units: tuple[int, ...], guides: tuple[int, ...] = ()
) -> list[int]:
    """14.2, 14.21, 15.3, R29, R46 Leaders beside a unit of theirs in the combat, not used up.

    `guides` have tried to help in the same hex before.
    """
    found: list[int] = []
    for formation, leader in enumerate(g.pack.leaders):
        if leader == NOBODY or g.pack.side_of[leader] != side or g.place[leader] < 0:
            continue
        if g.leader_uses[formation] >= g.pack.limits.leader_uses and leader not in guides:
            continue
        if any(led_in(g, u) == formation and beside(g, leader, g.place[u]) for u in units):
            found.append(leader)
    return found


async def lead(g: State, b: Battle, number: int) -> int:
    """14.2, 14.21 One leader a side may try to help; gives him if his die is good."""
    side = b.attacker if number == 0 else 1 - b.attacker
    found = commanders(g, side, b.defenders if number else b.attackers, b.guides)
    if not found:
        return NOBODY
    options: list[Option] = [("lead", g.unit_id(leader)) for leader in found]
    answer = await Choose(SIDES[side], "lead", listed([*options, ("alone",)]), "14.2")
    if answer == ("alone",):
        return NOBODY
    leader = g.pack.unit_index[answer[1]]
    if leader not in b.guides:  # 14.21: two hexes, not two rolls
        g.leader_uses[g.pack.leaders.index(leader)] += 1
        b.guides = (*b.guides, leader)
    (die,) = await Roll(1, "command", "14.2", SIDES[side])
    helps = die <= commander(g, leader).tactical
    g.tell("command", "14.2", unit=answer[1], die=die, helps=int(helps))
    return leader if helps else NOBODY


# -- the attack --------------------------------------------------------------------------------


def compute(g: State, b: Battle) -> None:
    """9.3.b-g Totals, odds and modifiers as they stand, and the column they give."""
    numbers = g.pack.tables.numbers
    b.attack = attack_total(g, b)
    b.defence = defence_total(g, b)
    modifiers = list_modifiers(g, b)
    if b.leaders[0] != NOBODY:
        modifiers.append(("cmd_a", numbers.leader_attack))
    if b.leaders[1] != NOBODY:
        modifiers.append(("cmd_d", numbers.leader_defence))
    b.modifiers = tuple(modifiers)
    basic = level_of(b.attack, b.defence)  # 9.3.d, R24
    b.level = basic + sum(value for _, value in modifiers)
    b.line = terrain_line(g, b.place)
    b.column = column(g, b.line, b.level)


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
    side = b.attacker
    g.tell(
        "attack", "9.3.a", side=SIDES[side], place=g.place_id(b.place),
        units=g.names(b.attackers), against=g.names(b.defenders),
    )  # fmt: skip
    for number in (0, 1):
        b.leaders[number] = await lead(g, b, number)
        b.led[number] = True
    compute(g, b)
    is_possible = b.column >= 0
    await communications(g, b)
    if is_possible:
        b.column = max(0, b.column)  # 16.73, R65: goes ahead without the ships
    g.tell(
        "odds", "9.3.e", attack=b.attack, defence=b.defence, odds=odds_text(b.level),
        line=b.line, modifiers=tuple(f"{name}:{value:+}" for name, value in b.modifiers),
    )  # fmt: skip
    if not b.is_drop:
        g.air_on = tuple([h for h in g.air_on if h != b.place])
    if b.column < 0:
        g.tell("attack_cancelled", "9.3.g", place=g.place_id(b.place))
        b.result = "cancelled"
        return False
    dice = await Roll(2, "combat", "9.3.h", SIDES[side])
    b.roll = sum(dice)
    attacker, defender = g.pack.tables.combat[b.roll][b.column]
    b.result = f"{_text(attacker)}/{_text(defender)}"
    g.tell("combat", "9.3.h", dice=dice, result=b.result, place=g.place_id(b.place))
    await carry_out(g, b, attacker, defender)
    return True


def _text(result: Result) -> str:
    return f"{result.hits or ''}{LETTERS[result.order]}" or "-"


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
