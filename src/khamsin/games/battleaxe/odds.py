"""Odds: the exact chances of an attack, before it is made and while it is being made.

The best lead unit is assumed on both sides until one is named, and no use of the Advantage
afterwards (12.1A-B).
"""

from __future__ import annotations

from fractions import Fraction

from khamsin.kernel.chances import DIE, Spread, even, plus
from khamsin.kernel.shown import Chances, Fact, Odds

from .advantage import can_declare_rommel
from .assault import is_mandatory
from .combat import (
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    attack_value,
    defence_value,
    lead_candidates,
    lead_value,
    outcome,
)
from .pieces import AXIS, NOBODY, OFF_MAP, SIDES
from .state import ACTIVE, ASSAULT, Battle, State
from .support import air_value, has_air, on_friendly_ground

OUTCOMES = (REPULSE, STALEMATE, SUCCESS, OVERRUN)


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The battle at hand; or the attack named by a space and units; or every attack possible."""
    if g.battle is not None:
        if g.battle.attack_roll:
            return []  # the dice have fallen
        return [_odds(g, _with_leads(g, g.battle), _open(g, side, prompt))]
    battles = [_named(g, words)] if words else _possible(g)
    return [
        _odds(g, _with_leads(g, battle), _open(g, side, ""))
        for battle in battles
        if battle is not None
    ]


def _possible(g: State) -> list[Battle | None]:
    """Every attack the units of this Assault could make where they stand."""
    if g.doing != ASSAULT:
        return []
    spaces = range(len(g.control))
    return [_attack_on(g, s, _able(g, s)) for s in spaces if s not in g.attacked]


def _able(g: State, space: int) -> tuple[int, ...]:
    return tuple([unit for unit in g.here[g.half][space] if g.status[unit] == ACTIVE])


def _named(g: State, words: tuple[str, ...]) -> Battle | None:
    """An attack on a space by these units, wherever they are now; by those there if none."""
    pack = g.pack
    spaces = [pack.board.at(word) for word in words if word in pack.board.index]
    if not spaces:
        return None
    units = [pack.unit_index[word] for word in words if word in pack.unit_index]
    units = [u for u in units if pack.unit_side[u] == g.half and g.place[u] != OFF_MAP]
    return _attack_on(g, spaces[0], tuple(sorted(set(units))) or _able(g, spaces[0]))


def _attack_on(g: State, space: int, units: tuple[int, ...]) -> Battle | None:
    if not units or not g.here[1 - g.half][space]:
        return None
    battle = Battle(space, g.half, is_mandatory=is_mandatory(g, space), is_overrun=False)
    battle.attackers = units
    battle.defenders = g.here[1 - g.half][space]
    return battle


def _with_leads(g: State, b: Battle) -> Battle:
    """The same battle, with the strongest lead where none is named yet."""
    copy = Battle(b.space, b.attacker, is_mandatory=b.is_mandatory, is_overrun=b.is_overrun)
    copy.attackers, copy.defenders = b.attackers, b.defenders
    copy.air, copy.rommel, copy.artillery = b.air, b.rommel, list(b.artillery)
    copy.lead, copy.lead_defender = b.lead, b.lead_defender
    if copy.lead == NOBODY:
        able = lead_candidates(g, b.attackers)
        copy.lead = max(able, key=lambda unit: lead_value(g, unit, b.attackers))
    if copy.lead_defender == NOBODY:
        copy.lead_defender = max(b.defenders, key=lambda unit: lead_value(g, unit, b.defenders))
    return copy


# -- support that may still come ---------------------------------------------------------------


def _open(g: State, side: str, prompt: str) -> tuple[str, ...]:
    """11.4 The kinds of support not decided yet; they are asked in this order."""
    b = g.battle
    attacker = g.half if b is None else b.attacker
    kinds = ["air", "rommel", "artillery", "enemy_artillery"]
    if prompt == "rommel":
        kinds = kinds[1:]
    elif prompt == "artillery":
        kinds = kinds[2:] if SIDES[attacker] == side else kinds[3:]
    guns = b is None or not b.is_overrun  # 10.2.2: none in the battle after an Overrun
    able = {
        "air": prompt == "air_support" or (has_air(g, attacker) and not g.air_used),
        "rommel": prompt == "rommel"
        or (attacker == AXIS and g.rommel and not g.rommel_used)
        or (attacker == AXIS and can_declare_rommel(g)),
        "artillery": guns and bool(g.artillery[attacker]),
        "enemy_artillery": guns and bool(g.artillery[1 - attacker]),
    }
    return tuple(kind for kind in kinds if able[kind])


def _support(g: State, b: Battle, kind: str) -> Spread:
    """What one kind of support does to the difference of the totals."""
    if kind == "air":
        return even([air_value(g, b, die) for die in DIE])
    if kind == "rommel":
        return even(DIE)
    numbers = g.pack.numbers
    side = b.attacker if kind == "artillery" else 1 - b.attacker
    bonus = numbers.artillery_friendly_ground if on_friendly_ground(g, side, b.space) else 0
    worth = numbers.artillery_value if kind == "artillery" else -numbers.artillery_value
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
            "place": g.space_id(b.space),
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
