"""Odds: the exact chances of an attack, before it is made and while it is being made.

Until the leads are named, the attacker is taken to name the one that leaves the defender the worst
reply; no use of the Advantage afterwards is counted (12.1A-B).
"""

from __future__ import annotations

from fractions import Fraction

from khamsin.games.battleaxe.model.pieces import AXIS, NOBODY, OFF_MAP
from khamsin.games.battleaxe.model.state import ACTIVE, ASSAULT, MANEUVERS, SPENT, Battle, State
from khamsin.games.battleaxe.rules.advantage import can_declare_rommel
from khamsin.games.battleaxe.rules.combat.assault import is_mandatory
from khamsin.games.battleaxe.rules.combat.combat import (
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    attack_value,
    defence_value,
    lead_candidates,
    outcome,
)
from khamsin.games.battleaxe.rules.combat.support import (
    AIR,
    ARTILLERY,
    ENEMY_ARTILLERY,
    KINDS,
    ROMMEL,
    air_value,
    can_fly,
    can_rommel_lead,
    on_friendly_ground,
)
from khamsin.kernel.show.chances import DIE, Spread, even, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds

OUTCOMES = (REPULSE, STALEMATE, SUCCESS, OVERRUN)


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The battle at hand; or the attack named by a space and units; or every attack possible."""
    del side, prompt
    if g.battle is not None:
        if g.battle.attack_roll:
            return []  # the dice have fallen
        battles: list[Battle | None] = [g.battle]
    elif g.phase != MANEUVERS:
        return []
    else:
        battles = [_named(g, words)] if words else _possible(g)
    return [_odds(g, _with_leads(g, b), _open(g, b)) for b in battles if b is not None]


def _possible(g: State) -> list[Battle | None]:
    """Every attack the units of this Assault could make where they stand, or by going on."""
    if g.doing != ASSAULT:
        return []
    return [_attack_on(g, space, _able(g, space)) for space in range(len(g.control))]


def _able(g: State, space: int) -> tuple[int, ...]:
    """Who could attack there: units that wait for it, and those going on from an Overrun."""
    units = g.here[g.half][space]
    able = [unit for unit in units if g.status[unit] == ACTIVE]
    if g.going_on is not None:
        coming = going_on_to(g, g.going_on, space)
        there = [unit for unit in g.going_on.attackers if g.place[unit] == space]
        if not coming and not there:
            return ()
        able += [*coming, *there]
    return tuple(sorted(able))


def going_on_to(g: State, first: Battle, space: int) -> list[int]:
    """11.4.4d The units of an Overrun that could all go on to this space."""
    movers = [u for u in first.attackers if g.place[u] == first.space and g.pack.unit_mf[u]]
    room = g.pack.stacking[space] - len(g.here[first.attacker][space])
    near = space in g.pack.neighbours[first.space]
    return movers if near and len(movers) <= room else []


def _named(g: State, words: tuple[str, ...]) -> Battle | None:
    """An attack on a space by these units, wherever they are now; by those there if none."""
    pack = g.pack
    spaces = [pack.board.at(word) for word in words if word in pack.board.index]
    if not spaces:
        return None
    space = spaces[0]
    units = [pack.unit_index[word] for word in words if word in pack.unit_index]
    units = [u for u in units if pack.side_of[u] == g.half and _may_attack(g, u)]
    if not units:
        return _attack_on(g, space, _able(g, space))
    if g.doing == ASSAULT and is_mandatory(g, space):  # 11.1: whoever waits there takes part
        units += [unit for unit in g.here[g.half][space] if g.status[unit] == ACTIVE]
    return _attack_on(g, space, tuple(sorted(set(units))))


def _may_attack(g: State, unit: int) -> bool:
    """11.0a, R17 On the map, and without an attack of its own in this half."""
    goes_on = g.going_on is not None and unit in g.going_on.attackers
    spent = g.doing == ASSAULT and g.status[unit] == SPENT and not goes_on
    return g.place[unit] != OFF_MAP and not spent


def _attack_on(g: State, space: int, units: tuple[int, ...]) -> Battle | None:
    closed = g.doing == ASSAULT and space in g.attacked  # 9.2.1b
    if not units or closed or not g.here[1 - g.half][space]:
        return None
    is_overrun = g.going_on is not None
    battle = Battle(space, g.half, is_mandatory=is_mandatory(g, space), is_overrun=is_overrun)
    battle.attackers = units
    battle.defenders = g.here[1 - g.half][space]
    return battle


def _with_leads(g: State, b: Battle) -> Battle:
    """The same battle; leads not named yet are the best of the attacker against the best reply."""
    copy = Battle(b.space, b.attacker, is_mandatory=b.is_mandatory, is_overrun=b.is_overrun)
    copy.attackers, copy.defenders = b.attackers, b.defenders
    copy.air, copy.rommel, copy.artillery = b.air, b.rommel, list(b.artillery)
    leads = lead_candidates(g, b.attackers) if b.lead == NOBODY else (b.lead,)
    replies = b.defenders if b.lead_defender == NOBODY else (b.lead_defender,)

    def margin(lead: int, lead_defender: int) -> int:
        copy.lead, copy.lead_defender = lead, lead_defender
        return attack_value(g, copy) - defence_value(g, copy)

    lead = max(leads, key=lambda unit: min(margin(unit, reply) for reply in replies))
    reply = min(replies, key=lambda unit: margin(lead, unit))
    copy.lead, copy.lead_defender = lead, reply
    return copy


# -- support that may still come ---------------------------------------------------------------


def _open(g: State, b: Battle) -> tuple[str, ...]:
    """11.4 The kinds of support not decided yet, in their order."""
    attacker = b.attacker
    guns = not b.is_overrun  # 10.2.2: none in the battle after an Overrun
    able = {
        AIR: can_fly(g, attacker),
        ROMMEL: can_rommel_lead(g, attacker) or (attacker == AXIS and can_declare_rommel(g)),
        ARTILLERY: guns and g.artillery[attacker] > 0,
        ENEMY_ARTILLERY: guns and g.artillery[1 - attacker] > 0,
    }
    return tuple(kind for kind in KINDS if able[kind] and kind not in b.decided)


def _support(g: State, b: Battle, kind: str) -> Spread:
    """What one kind of support does to the difference of the totals."""
    if kind == AIR:
        return even([air_value(g, b, die) for die in DIE])
    if kind == ROMMEL:
        return even(DIE)
    numbers = g.pack.numbers
    side = b.attacker if kind == ARTILLERY else 1 - b.attacker
    bonus = numbers.artillery_friendly_ground if on_friendly_ground(g, side, b.space) else 0
    worth = numbers.artillery_value if kind == ARTILLERY else -numbers.artillery_value
    return even([worth if die + bonus >= numbers.artillery_available_from else 0 for die in DIE])


# -- the answer --------------------------------------------------------------------------------


def _odds(g: State, b: Battle, support: tuple[str, ...]) -> Odds:
    """The dice alone, then with each kind of support, then with all of it."""
    b.av, b.dv = attack_value(g, b), defence_value(g, b)
    two = plus(even(DIE), even(DIE))
    dice = plus(two, {-total: likely for total, likely in two.items()})
    base = plus(dice, {b.av - b.dv: Fraction(1)})
    title = Fact(
        "attack",
        {
            "place": g.place_id(b.space),
            "attackers": tuple(g.unit_id(unit) for unit in b.attackers),
            "lead": g.unit_id(b.lead),
            "lead_defender": g.unit_id(b.lead_defender),
            "av": b.av,
            "dv": b.dv,
        },
    )
    rows = [Chances(Fact("alone"), _by_outcome(g, b, base))]
    together = base
    for kind in support:
        spread = _support(g, b, kind)
        rows.append(Chances(Fact(kind), _by_outcome(g, b, plus(base, spread))))
        together = plus(together, spread)
    if len(support) > 1:
        rows.append(Chances(Fact("together"), _by_outcome(g, b, together)))
    return Odds(title, tuple(rows))


def _by_outcome(g: State, b: Battle, spread: Spread) -> tuple[tuple[str, float], ...]:
    """11.4.4 Sort the differences into the four results."""
    likely = dict.fromkeys(OUTCOMES, Fraction(0))
    probe = Battle(b.space, b.attacker, is_mandatory=b.is_mandatory, is_overrun=b.is_overrun)
    probe.defenders = b.defenders
    for difference, chance in spread.items():
        probe.av = difference
        likely[outcome(g, probe)] += chance
    return tuple((name, float(chance)) for name, chance in likely.items())
