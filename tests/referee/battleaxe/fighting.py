"""One attack from its participants to the control of the space (10.0, 11.0), and the Overrun."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option

from .book import (
    ALLIED,
    AREAS,
    AXIS,
    NEAR,
    OTHER,
    STRONGPOINTS,
    ZONES,
    Play,
    ask,
    is_italian,
    is_static,
    kind,
    roll,
    yes,
)
from .losses import attrition, capacity
from .moving import attackers_in
from .retreats import fall_back, withdrawals
from .table import Table


def pick_units(
    side: str,
    prompt: str,
    rule: str,
    units: list[str],
    most: int = 1000,
    needed: list[str] | None = None,
) -> Play:
    """Name some of these units, at least one (of those needed): all at once, or one by one."""
    if len(units) == 1:
        return list(units)
    first: list[Option] = [("join", unit) for unit in units]
    if len(units) <= most:
        first.append(("all",))
    answer = yield from ask(side, prompt, rule, first)
    if answer == ("all",):
        return list(units)
    chosen = [answer[1]]
    while len(chosen) < min(most, len(units)):
        left: list[Option] = [("join", unit) for unit in units if unit not in chosen]
        if needed is None or set(needed) & set(chosen):
            left.append(("done",))
        answer = yield from ask(side, prompt, rule, left)
        if answer == ("done",):
            break
        chosen.append(answer[1])
    return chosen


def lead_of(side: str, prompt: str, rule: str, units: list[str]) -> Play:
    """Choose a lead."""
    answer = yield from ask(side, prompt, rule, [("lead", unit) for unit in units])
    return answer[1]


def air_value(table: Table, side: str, space: str, die: int) -> int:
    """10.1.4, 19.2, R36, R42."""
    value = die
    if side == ALLIED and "luftwaffe" in table.options:
        value += 1
    if space in table.was_contested:
        value -= 1
    return max(1, min(6, value))


def air_can_fly(table: Table, side: str) -> bool:
    """Whether the side has an air marker at all (10.1, 19.2)."""
    if side == ALLIED:
        return True
    return "luftwaffe" in table.options and table.turn >= 2 and not table.fuel_low


def request(table: Table, side: str, space: str) -> Play:
    """10.2.1, R7: what a request brings."""
    if table.artillery[side] < 1:
        return 0
    answer = yield from ask(side, "artillery", "10.2.1a", [("request",), ("no",)], place=space)
    if answer == ("no",):
        return 0
    (die,) = yield from roll("artillery", 1)
    ground = (side == AXIS and space in STRONGPOINTS and table.control[space] == AXIS) or (
        side == ALLIED and space == "H" and table.control["H"] == ALLIED
    )
    found = "artillery" if die + ground >= 4 else "no_artillery"
    table.log.append((found, side, die, die + ground))
    if die + ground < 4:
        return 0
    table.artillery[side] -= 1
    return 2


def combined_arms(table: Table, side: str, units: list[str]) -> int:
    """11.4.2E, 19.5."""
    kinds = {
        kind(unit)
        for unit in units
        if not (
            "italian_reliability" in table.options
            and side == AXIS
            and is_italian(unit)
            and kind(unit) == "infantry"
        )
    }
    return int(kinds >= {"armour", "infantry", "at"})


class Combat:
    """What is known of a combat while it goes on."""

    def __init__(self, side: str, space: str, units: list[str], *, follows: Combat | None) -> None:
        self.side, self.space, self.units = side, space, units
        self.follows = follows
        """The combat whose Overrun led here."""
        self.air = self.rommel = False
        """Whether they were used in it."""


def support(table: Table, combat: Combat) -> Play:
    """Air, then Rommel (11.4, 10.1, 12.1E, 19.2): what they add."""
    side, before = combat.side, combat.follows
    value = 0
    air_free = not table.air_used or (before is not None and before.air)
    flies = False
    if air_can_fly(table, side) and air_free:
        flies = yield from yes(side, "air_support", "10.1.1", place=combat.space)
    if flies:
        (die,) = yield from roll("air", 1)
        value += air_value(table, side, combat.space, die)
        table.log.append(("air", side, die, value))
        combat.air = table.air_used = True
    if side == AXIS:
        free = not table.rommel_used or (before is not None and before.rommel)
        leads = False
        if table.rommel and free:
            leads = yield from yes(side, "rommel", "12.1E", place=combat.space)
        elif not table.rommel and table.advantage == AXIS:
            leads = yield from yes(side, "rommel_now", "12.1E", place=combat.space)
            if leads:
                table.spend_advantage(AXIS, "rommel")
                table.rommel = True
        if leads:
            (die,) = yield from roll("rommel", 1)
            value += die
            table.log.append(("rommel_leads", die))
            combat.rommel = table.rommel_used = True
    return value


def fight(table: Table, combat: Combat) -> Play:
    """Resolve an attack; whether it was an Overrun after which the attackers may go on."""
    side, space, units = combat.side, combat.space, combat.units
    enemy = OTHER[side]
    mandatory = space not in table.was_contested
    defenders = table.units(enemy, space)
    strongpoint = space in STRONGPOINTS and table.control[space] == AXIS
    table.log.append(("attack", side, space, *sorted(units)))
    table.closed.add(space)
    table.has_attacked |= set(units)
    arms = [unit for unit in units if kind(unit) != "at"]
    lead = yield from lead_of(side, "lead_attacker", "11.4.2A", arms or units)
    against = yield from lead_of(enemy, "lead_defender", "11.4.3A", defenders)
    av = table.cv(lead, units) + len(units) - 1 + combined_arms(table, side, units)
    tem = (AREAS | ZONES)[space]["tem"]
    dv = table.cv(against, defenders) + len(defenders) - 1 + tem
    if side == AXIS and table.fuel_low:
        dv += 2
    if (
        "italian_reliability" in table.options
        and side == ALLIED
        and kind(lead) == "armour"
        and is_italian(against)
        and kind(against) == "infantry"
    ):
        av += 2
    av += yield from support(table, combat)
    if combat.follows is not None:
        table.met["attack after an Overrun"] += 1
        table.met["air again after an Overrun"] += combat.follows.air and combat.air
        table.met["Rommel again after an Overrun"] += combat.follows.rommel and combat.rommel
    else:
        av += yield from request(table, side, space)
        dv += yield from request(table, enemy, space)
    attack_dice = yield from roll("attack", 2)
    attack = sum(attack_dice)
    if side == AXIS and table.night is None:
        table.night = attack
    defence_dice = yield from roll("defence", 2)
    defence = sum(defence_dice)
    total, against_total = av + attack, dv + defence
    table.log.append(("combat_dice", av, *attack_dice, dv, *defence_dice, total, against_total))
    table.battle = {"av": av, "dv": dv, "lead": lead, "against": against}
    points = av + attack - dv - defence
    spends = False
    if points < 0 and table.advantage == side:
        spends = yield from yes(side, "maximum_attack", "12.1B")
    if spends:
        table.spend_advantage(side, "maximum_attack")
        points = 0
    overrun = points > capacity(table, defenders)
    holds = False
    if points > 0 and not overrun and table.advantage == enemy:
        holds = yield from yes(enemy, "fanatical_defence", "12.1A")
    if holds:
        table.spend_advantage(enemy, "fanatical_defence")
        points = 0
    names = {True: "repulse", False: "success"}
    outcome = "overrun" if overrun else "stalemate" if points == 0 else names[points < 0]
    table.log.append(("outcome", outcome, space))
    if overrun and combat.follows is not None:
        table.met["second Overrun"] += 1
    if overrun:
        for unit in defenders:
            table.eliminate(unit)
        table.settle()
    elif points > 0:
        if table.steps[lead] == 2:
            table.turn_over(lead)
        yield from attrition(table, enemy, defenders, against, points)
    elif points == 0:
        table.lose_step(lead)
        table.lose_step(against)
        table.settle()
    else:
        for unit in units:
            table.lose_step(unit)
        table.settle()
        if mandatory:
            yield from fall_back(table, [unit for unit in units if table.place[unit]])
    yield from withdrawals(table, enemy, space, defenders)
    table.battle = None
    return overrun and not (side == ALLIED and strongpoint)


def attack(table: Table, side: str, space: str) -> Play:
    """Announce and resolve an attack, and go on after an Overrun (11.4.4d, R17, R18)."""
    able = attackers_in(table, side, space)
    units = able
    if space in table.was_contested:
        units = yield from pick_units(side, "attackers", "11.3", able)
    combat = Combat(side, space, units, follows=None)
    if (yield from fight(table, combat)):
        yield from exploit(table, combat)


def exploit(table: Table, combat: Combat) -> Play:
    """Participants may go together into one adjacent space, and attack there (R18)."""
    side, here = combat.side, combat.space
    able = [unit for unit in combat.units if table.place[unit] == here and not is_static(unit)]
    if not able:
        return
    goals = [
        space for space in NEAR[here] if space not in table.closed and table.room(side, space) > 0
    ]
    options: list[Option] = [("exploit", space) for space in goals]
    answer = yield from ask(side, "exploit", "11.4.4d", [*options, ("stay",)])
    if answer == ("stay",):
        return
    space = answer[1]
    went = yield from pick_units(side, "exploiting_units", "11.4.4d", able, table.room(side, space))
    waiting = attackers_in(table, side, space)
    for unit in went:
        table.place[unit] = space
        table.came_from[unit] = here
        table.settle()
    if table.vacant(side, space):
        return
    units = [*went, *waiting]
    if waiting:
        table.met["units wait where others go on to"] += 1
    if space in table.was_contested:
        units = yield from attack_too(side, space, went, waiting)
    if units:
        yield from fight(table, Combat(side, space, units, follows=combat))


def attack_too(side: str, space: str, went: list[str], waiting: list[str]) -> Play:
    """11.2, R18: not Mandatory; some or none attack, one at least of those that went on."""
    answer = yield from ask(side, "attack_too", "11.2", [("attack", space), ("done",)], place=space)
    if answer == ("done",):
        return []
    return (yield from pick_units(side, "attackers", "11.2", [*went, *waiting], needed=went))
