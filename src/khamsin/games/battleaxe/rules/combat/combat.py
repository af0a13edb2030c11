"""11 Combat: one attack from the naming of the leads to the last retreat."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import (
    ALLIED,
    ARMOUR,
    AT,
    AXIS,
    INFANTRY,
    NOBODY,
    OFF_MAP,
    SIDES,
)
from khamsin.games.battleaxe.model.state import SPENT, Battle, State
from khamsin.games.battleaxe.rules.advantage import offered
from khamsin.games.battleaxe.rules.control import both_lose_step, eliminate, lose_step
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option, Roll, choose_one, listed

from .attrition import absorb, capacity
from .retreat import may_withdraw, retreat, retreat_all
from .support import air_support, artillery_request, rommel_leads

REPULSE, STALEMATE, SUCCESS, OVERRUN = "repulse", "stalemate", "success", "overrun"

RULES = {REPULSE: "11.4.4a", STALEMATE: "11.4.4b", SUCCESS: "11.4.4c", OVERRUN: "11.4.4d"}


async def resolve(g: State, b: Battle) -> None:
    """11.4 Resolve one attack in the printed order (R38)."""
    attacker, defender = b.attacker, 1 - b.attacker
    g.battle = b
    g.attacked = (*g.attacked, b.space)  # 11.0c: closed from now on (R17)
    for unit in b.attackers:
        g.status[unit] = SPENT
    b.defenders = g.here[defender][b.space]  # 11.0b
    g.tell(
        "attack", "11.1" if b.is_mandatory else "11.2", side=SIDES[attacker],
        place=g.place_id(b.space), units=_names(g, b.attackers),
    )  # fmt: skip
    able = lead_candidates(g, b.attackers)
    b.lead = await _name_lead(g, attacker, "lead_attacker", able, "11.4.2A")
    b.lead_defender = await _name_lead(g, defender, "lead_defender", b.defenders, "11.4.3A")
    await air_support(g, b)
    await rommel_leads(g, b)
    await artillery_request(g, b, attacker)
    await artillery_request(g, b, defender)
    b.av = attack_value(g, b)
    b.dv = defence_value(g, b)
    attack = await Roll(2, "attack", "11.4.1", SIDES[attacker])
    defence = await Roll(2, "defence", "11.4.1", SIDES[defender])
    b.attack_roll, b.defence_roll = sum(attack), sum(defence)
    if attacker == AXIS and not g.night_roll:
        g.night_roll = b.attack_roll  # 6.2.1a: the first 2d6 of the Axis half
    g.tell(
        "combat_dice", "11.4.1", av=b.av, attack=attack, dv=b.dv, defence=defence,
        total=b.av + b.attack_roll, against=b.dv + b.defence_roll,
    )  # fmt: skip
    b.outcome = await _with_advantage(g, b, outcome(g, b))
    g.tell("outcome", RULES[b.outcome], outcome=b.outcome, place=g.place_id(b.space))
    await _carry_out(g, b)
    await voluntary_retreat(g, b)
    g.battle = None


async def _name_lead(g: State, side: int, prompt: str, units: tuple[int, ...], rule: str) -> int:
    """11.4.2A, 11.4.3A Each side names the unit that leads it."""
    options: list[Option] = [("lead", g.unit_id(unit)) for unit in units]
    _, name = await choose_one(SIDES[side], prompt, options, rule)
    g.tell("lead", rule, side=SIDES[side], unit=name)
    return g.pack.unit_index[name]


def lead_candidates(g: State, attackers: tuple[int, ...]) -> tuple[int, ...]:
    """10.3a AT/FLAK never lead an attack in which infantry or armour takes part (R8)."""
    others = tuple([unit for unit in attackers if g.pack.unit_type[unit] != AT])
    return others or attackers


def lead_value(g: State, unit: int, group: tuple[int, ...]) -> int:
    """10.3b-c, 14.2.2 The combat value a lead brings: AT/FLAK alone are worth little."""
    pack = g.pack
    if pack.unit_type[unit] == AT and all(pack.unit_type[other] == AT for other in group):
        value = pack.cv_alone[g.steps[unit]]
    else:
        value = pack.cv[unit][g.steps[unit]]
    return value + pack.numbers.out_of_supply_cv if g.oos[unit] else value


def attack_value(g: State, b: Battle) -> int:
    """11.4.2A-E Lead, others (10.3d), air or Rommel, artillery, combined arms (R5); 19.5."""
    numbers = g.pack.numbers
    value = lead_value(g, b.lead, b.attackers)
    value += numbers.combat_other_unit * (len(b.attackers) - 1)
    value += b.air + b.rommel + b.artillery[b.attacker]
    if has_combined_arms(g, b.attackers):
        value += numbers.combat_combined_arms
    return value + shaky_infantry(g, b)


def shaky_infantry(g: State, b: Battle) -> int:
    """19.5 What Allied armour in the lead gains against Italian infantry."""
    if (
        not g.has("italian_reliability")
        or b.attacker != ALLIED
        or NOBODY in (b.lead, b.lead_defender)
    ):
        return 0
    leads_armour = g.pack.unit_type[b.lead] == ARMOUR
    if leads_armour and _is_italian_infantry(g, b.lead_defender):
        return g.pack.numbers.combat_italian_infantry
    return 0


def has_combined_arms(g: State, attackers: tuple[int, ...]) -> bool:
    """11.4.2E Armour, infantry and AT/FLAK together; 19.5 Italian infantry does not count."""
    strict = g.has("italian_reliability")
    types = {
        g.pack.unit_type[unit]
        for unit in attackers
        if not (strict and _is_italian_infantry(g, unit))
    }
    return len(types) == len((ARMOUR, INFANTRY, AT))


def _is_italian_infantry(g: State, unit: int) -> bool:
    return g.pack.is_italian[unit] and g.pack.unit_type[unit] == INFANTRY


def defence_value(g: State, b: Battle) -> int:
    """11.4.3A-E Lead, others (10.3d), terrain, artillery, an attacker short of fuel (R5)."""
    numbers = g.pack.numbers
    value = lead_value(g, b.lead_defender, b.defenders)
    value += numbers.combat_other_unit * (len(b.defenders) - 1)
    value += g.pack.spaces[b.space].tem + b.artillery[1 - b.attacker]
    if b.attacker == AXIS and g.fuel_low:
        value += numbers.combat_fuel_shortage  # 11.4.3E, 14.1.1
    return value


def outcome(g: State, b: Battle) -> str:
    """11.4.4a-d, 22.f Compare the totals; an Overrun is more than the defenders can absorb."""
    return outcome_of(b.difference, capacity(g, b.defenders))


def outcome_of(difference: int, points: int) -> str:
    """The same for a difference of the totals, if the defenders can absorb so many points."""
    if difference < 0:
        return REPULSE
    if difference == 0:
        return STALEMATE
    return OVERRUN if difference > points else SUCCESS


async def _with_advantage(g: State, b: Battle, found: str) -> str:
    """12.1A-B The Advantage may make a Stalemate of a Success or of a Repulse."""
    if found == SUCCESS and await offered(g, 1 - b.attacker, "fanatical_defence", "12.1A"):
        return STALEMATE
    if found == REPULSE and await offered(g, b.attacker, "maximum_attack", "12.1B"):
        return STALEMATE
    return found


async def _carry_out(g: State, b: Battle) -> None:
    """11.4.4a-d Losses of both sides and forced retreats; after a Repulse only (11.1, R43)."""
    rule = RULES[b.outcome]
    if b.outcome == REPULSE:
        for unit in b.attackers:
            lose_step(g, unit, rule)
        if b.is_mandatory:  # 11.1; in a contested Area they stay (11.3)
            left = [unit for unit in b.attackers if g.place[unit] != OFF_MAP]
            await retreat_all(g, left, repulsed=True)
    elif b.outcome == STALEMATE:
        both_lose_step(g, b.lead, b.lead_defender, rule)
    elif b.outcome == SUCCESS:
        if g.is_full(b.lead):  # R12: a reduced lead stays as it is
            lose_step(g, b.lead, rule)
        await absorb(g, b, b.difference)
    else:
        for unit in b.defenders:
            eliminate(g, unit, rule)


async def voluntary_retreat(g: State, b: Battle) -> None:
    """11.6.3 After the result surviving defenders may withdraw (R15)."""
    side = SIDES[1 - b.attacker]
    while True:
        able = [unit for unit in b.defenders if g.place[unit] == b.space and may_withdraw(g, unit)]
        if not able:
            return
        options: list[Option] = [("withdraw", g.unit_id(unit)) for unit in able]
        answer = await Choose(
            side, "withdraw", listed([*options, DONE]), "11.6.3",
            place=g.place_id(b.space),
        )  # fmt: skip
        if answer == DONE:
            return
        await retreat(g, g.pack.unit_index[answer[1]])


def _names(g: State, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([g.unit_id(unit) for unit in units])
