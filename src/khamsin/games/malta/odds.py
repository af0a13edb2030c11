"""9.3, 9.9 Odds: the exact chances of an attack, before it is made and while it is being made.

Everything in it may be known to the side that asks. Face-down militia (16.35) is turned up only
when it is attacked, so until then there is an answer for each counter it may be.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from khamsin.kernel.shown import Chances, Columns, Fact, Factor, Odds

from .combat import commanders, compute
from .modifiers import column
from .pieces import ALLIED, MILITIA, SIDES, WARSHIP
from .pledges import attack_on, defenders_in, fit
from .recovery import attackers_on
from .state import Battle, State
from .strength import commander
from .support import BOMBARD
from .tables import Result, odds_text

REPULSED, EXCHANGED, SHAKEN, PUSHED, BEATEN = OUTCOMES = (
    "repulsed", "exchanged", "shaken", "pushed", "beaten",
)  # fmt: skip
"""From bad to good for the attacker."""

RULES = {
    "arm_a": "9.92.arm_a",
    "arm_d": "9.92.arm_d",
    "eng": "9.92.eng",
    "env": "9.92.env",
    "int_a": "9.92.int_a",
    "int_d": "9.92.int_d",
    "mix": "9.92.mix",
    "mor": "9.92.mor",
    "air": "9.92.air",
    "cmd_a": "9.92.cmd",
    "cmd_d": "9.92.cmd",
}
"""The rule behind each modifier of the odds."""

Spread = dict[str, Fraction]
"""How likely each outcome is."""


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The battle at hand; or the attack named by a hex and units; or every attack possible."""
    del prompt
    if g.battle is not None:
        return [] if g.battle.roll or not g.battle.attackers else _odds(g, side, g.battle)
    pack = g.pack
    named = [pack.board.at(word) for word in words if word in pack.board.index]
    hexes = [h for h in named if h < pack.land] if words else _targets(g)
    units = [pack.unit_index[word] for word in words if word in pack.unit_index]
    found: list[Odds] = []
    for h in hexes:
        attackers = [u for u in attackers_on(g, h) if not units or u in units]
        if attackers and defenders_in(g, 1 - g.active, h):
            found += _odds(g, side, attack_on(g, h, tuple(sorted(attackers))))
    return found


def _targets(g: State) -> list[int]:
    """The hexes that markers of support lie on."""
    return sorted({h for _, h, kind in g.fires if kind < BOMBARD} | set(g.air_on))


def _odds(g: State, side: str, b: Battle) -> list[Odds]:
    """One answer; or one for each thing that face-down militia may be."""
    hidden = [
        unit
        for unit in b.defenders
        if g.pack.kind[unit] == MILITIA and not g.seen[unit] and side != SIDES[ALLIED]
    ]
    if not hidden:
        return [_answer(g, b, "")]
    unit, truth = hidden[0], g.back
    found: dict[tuple[int, ...], Odds] = {}
    for back in _possible(g):
        g.back = (*truth[:unit], back, *truth[unit + 1 :])
        found.setdefault(g.pack.levels[back][0], _answer(g, b, g.pack.unit_ids[back]))
    g.back = truth
    return list(found.values())


def _possible(g: State) -> list[int]:
    """16.31, 16.35 The militia counters that nobody has seen yet."""
    own = g.pack.of_kind[MILITIA]
    seen = [g.back[unit] for unit in own if g.seen[unit]]
    return [back for back in own if back not in seen]


def _answer(g: State, b: Battle, militia: str) -> Odds:
    """9.3.b-h The odds with all that goes into them, and what the dice then give."""
    b = _copy(b)
    fit(g, b)  # 12.21: more than that will not be added
    probe = _copy(b)
    compute(g, probe)
    final = odds_text(probe.level)
    basic = probe.level - sum(value for _, value in probe.modifiers)
    number = probe.column
    title = Fact(
        "barred" if number < 0 else "attack",
        {
            "attackers": g.names(b.attackers),
            "place": g.hex_id(b.place),
            "attack": probe.attack,
            "defence": probe.defence,
            "basic": odds_text(basic),
            "modifiers": tuple(f"{name}:{value:+}" for name, value in probe.modifiers) or ("none",),
            "final": final,
            "line": probe.line,
        },
    )
    factors = [
        Factor(Fact("strengths"), f"{probe.attack}:{probe.defence}", "9.3.d"),
        Factor(Fact("line", {"line": probe.line}), "", "9.3.f"),
    ]
    if militia:
        factors.append(Factor(Fact("militia", {"value": militia}), "", "16.35"))
    shifts = tuple(Factor(Fact(name), f"{value:+}", RULES[name]) for name, value in probe.modifiers)
    rows = _rows(g, b) if number >= 0 else []
    return Odds(title, tuple(rows), tuple(factors), _columns(g, probe.line, basic, number, shifts))


def _columns(
    g: State, line: str, basic: int, number: int, shifts: tuple[Factor, ...]
) -> Columns | None:
    if number < 0:
        return None
    levels = g.pack.tables.lines[line]
    return Columns(
        tuple(odds_text(level) for level in levels), max(0, column(g, line, basic)), number, shifts
    )


def _rows(g: State, b: Battle) -> list[Chances]:
    """The dice as things stand, then with what other dice may still change, then all weighed."""
    able_to_help = [
        Fraction(0) if b.led[0] else _best(g, b, b.attacker, b.attackers),
        Fraction(0) if b.led[1] else _best(g, b, 1 - b.attacker, b.defenders),
    ]
    ships = [mark for marks in b.support for mark in marks if g.pack.kind[mark[0]] == WARSHIP]
    rows = [Chances(Fact("alone"), _listed(_spread(g, b, (), (False, False))))]
    for number, key in enumerate(("cmd_a", "cmd_d")):
        if able_to_help[number]:
            helped = (number == 0, number == 1)
            rows.append(Chances(Fact(f"if_{key}"), _listed(_spread(g, b, (), helped))))
    if ships:
        silent = tuple(unit for unit, _ in ships)
        rows.append(Chances(Fact("no_ships"), _listed(_spread(g, b, silent, (False, False)))))
    if len(rows) > 1:
        rows.append(Chances(Fact("together"), _listed(_together(g, b, able_to_help, ships))))
    return rows


def _best(g: State, b: Battle, side: int, units: tuple[int, ...]) -> Fraction:
    """14.2 The chance of the best leader who could help."""
    tactical = [commander(g, leader).tactical for leader in commanders(g, side, units, b.guides)]
    return Fraction(min(max(tactical, default=0), 6), 6)


def _together(
    g: State, b: Battle, helping: list[Fraction], ships: list[tuple[int, bool]]
) -> Spread:
    """All that may happen before the dice of the combat, each as likely as it is."""
    lost = Fraction(len(g.pack.tables.communications_fail), 6)
    total: Spread = dict.fromkeys(OUTCOMES, Fraction(0))
    chances = [*helping, *([lost] * len(ships))]
    for what in product((False, True), repeat=len(chances)):
        weight = Fraction(1)
        for happens, chance in zip(what, chances, strict=True):
            weight *= chance if happens else 1 - chance
        if not weight:
            continue
        silent = tuple(ship for (ship, _), fails in zip(ships, what[2:], strict=True) if fails)
        for name, likely in _spread(g, b, silent, (what[0], what[1])).items():
            total[name] += weight * likely
    return total


def _spread(g: State, b: Battle, silent: tuple[int, ...], helped: tuple[bool, bool]) -> Spread:
    """9.3.g-h The outcomes of 2d6 in the column that these circumstances give."""
    probe = _copy(b)
    for each in (0, 1):
        if helped[each]:
            probe.leaders[each] = 0  # whoever it is
    compute(g, probe)
    is_possible = probe.column >= 0
    probe.support = [
        tuple([mark for mark in marks if mark[0] not in silent]) for marks in b.support
    ]
    compute(g, probe)
    number = max(0, probe.column) if is_possible else probe.column  # 16.73, R65
    spread: Spread = dict.fromkeys(OUTCOMES, Fraction(0))
    if number < 0:
        spread[SHAKEN] = Fraction(1)
        return spread
    less = g.pack.tables.terrain["fort"].defender_hits if g.forts[b.place] else 0
    for one, two in product(range(1, 7), repeat=2):
        attacker, defender = g.pack.tables.combat[one + two][number]
        spread[outcome_of(attacker, defender, less)] += Fraction(1, 36)
    return spread


def outcome_of(attacker: Result, defender: Result, less: int) -> str:
    """9.42, 9.43, 9.94.fort Who loses what."""
    hits = max(0, defender.hits + less)
    if attacker.hits:
        return EXCHANGED if hits else REPULSED
    return SHAKEN if not hits else PUSHED if hits == 1 else BEATEN


def _copy(b: Battle) -> Battle:
    copy = Battle(b.place, b.attacker)
    copy.attackers, copy.hexes, copy.defenders = b.attackers, b.hexes, b.defenders
    copy.support, copy.leaders, copy.led = list(b.support), list(b.leaders), list(b.led)
    copy.is_drop, copy.is_breakthrough = b.is_drop, b.is_breakthrough
    copy.guides = b.guides
    return copy


def _listed(spread: Spread) -> tuple[tuple[str, float], ...]:
    return tuple((name, float(spread[name])) for name in OUTCOMES)
