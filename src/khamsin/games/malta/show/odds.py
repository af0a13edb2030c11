"""9.3, 9.9 Odds: the exact chances of an attack, before it is made and while it is being made.

Everything in it may be known to the side that asks. Face-down militia (16.35) is turned up only
when it is attacked, so until then there is an answer for each counter it may be.

What the rows assume. Before an attack is made: nobody lays out more support, and all who are named,
or all who can, attack. Support beyond the limit (12.21) is left out by both sides so that the most
stays. `alone`: no leader helps, and every ship gets through. `if_cmd_a`, `if_cmd_d`: the same, and
the leader of one side helps. `no_ships`: no leader helps, no ship gets through. `together`: each
side tries with the best leader it has, and all dice are weighed. In a breakthrough all of this is
for the case that the leader's first die is good (10.31); the factor `through` says how likely that
is, with the best leader. An outcome says who loses what to the hits of the combat when whoever can
retreat does so (9.42, 9.43): not what disorder (9.41), the way back (9.62) or a hopeless retreat
(9.61) may cost besides.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from khamsin.games.malta.model.pieces import ALLIED, MILITIA, SIDES, WARSHIP
from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.model.tables import Result
from khamsin.games.malta.rules.combat.breakthrough import attackers_on, leaders_for
from khamsin.games.malta.rules.combat.combat import commanders, compute
from khamsin.games.malta.rules.combat.modifiers import column
from khamsin.games.malta.rules.combat.outcome import close_guns, steps_of
from khamsin.games.malta.rules.combat.pledges import attack_on, defenders_in, fit
from khamsin.games.malta.rules.combat.strength import commander, stands_still, steps_left
from khamsin.games.malta.rules.combat.support import BOMBARD
from khamsin.kernel.play.odds import odds_text
from khamsin.kernel.show.summaries import Chances, Columns, Fact, Factor, Odds

REPULSED, EXCHANGED, SHAKEN, PUSHED, BEATEN = OUTCOMES = (
    "repulsed", "exchanged", "shaken", "pushed", "beaten",
)  # fmt: skip
"""From bad to good for the attacker."""
CANCELLED = "cancelled"
"""9.3.g Below the first column; told only where it may come to that."""

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
    """The battle at hand; or the attack named by a hex and units; or every attack possible.

    Where aircraft may join a breakthrough (10.32), the word for it gives the battle with them.
    """
    b = g.battle
    if b is not None:
        if b.roll or not b.attackers:
            return []
        if prompt == "add_air" and words == ("air",):
            g = g.copy()
            g.air_on = (*g.air_on, b.place)
            g.battle = b
        return _odds(g, side, b)
    pack = g.pack
    named = [pack.board.at(word) for word in words if word in pack.board.index]
    hexes = [h for h in named if h < pack.land] if words else _targets(g)
    units = [pack.unit_index[word] for word in words if word in pack.unit_index]
    found: list[Odds] = []
    for h in hexes:
        attackers = [u for u in attackers_on(g, h) if not units or u in units]
        if attackers and defenders_in(g, 1 - g.active, h):
            b = attack_on(g, h, tuple(sorted(attackers)))
            b.is_breakthrough = g.phase == "breakthrough"
            found += _odds(g, side, b)
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
    rows = _rows(g, b)
    is_barred = all(dict(row.outcomes).get(CANCELLED, 0) == 1 for row in rows)
    title = Fact(
        "attack" if number >= 0 else "barred" if is_barred else "barred_unless",
        {
            "attackers": g.names(b.attackers),
            "place": g.place_id(b.place),
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
    if b.is_breakthrough and g.battle is None:
        chance = max(commander(g, leader).tactical for leader in leaders_for(g, b.attackers))
        factors.append(Factor(Fact("through"), f"{min(chance, 6)}/6", "10.31"))
    shifts = tuple(Factor(Fact(name), f"{value:+}", RULES[name]) for name, value in probe.modifiers)
    if is_barred:
        rows = []
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
    rows = [("alone", _spread(g, b, (), (False, False)))]
    for number, key in enumerate(("cmd_a", "cmd_d")):
        if able_to_help[number]:
            rows.append((f"if_{key}", _spread(g, b, (), (number == 0, number == 1))))
    if ships:
        silent = tuple(unit for unit, _ in ships)
        rows.append(("no_ships", _spread(g, b, silent, (False, False))))
    if len(rows) > 1:
        rows.append(("together", _together(g, b, able_to_help, ships)))
    may_fail = any(spread[CANCELLED] for _, spread in rows)
    names = (CANCELLED, *OUTCOMES) if may_fail else OUTCOMES
    return [
        Chances(Fact(key), tuple((name, float(spread[name])) for name in names))
        for key, spread in rows
    ]


def _best(g: State, b: Battle, side: int, units: tuple[int, ...]) -> Fraction:
    """14.2 The chance of the best leader who could help."""
    tactical = [commander(g, leader).tactical for leader in commanders(g, side, units, b.guides)]
    return Fraction(min(max(tactical, default=0), 6), 6)


def _together(
    g: State, b: Battle, helping: list[Fraction], ships: list[tuple[int, bool]]
) -> Spread:
    """All that may happen before the dice of the combat, each as likely as it is."""
    lost = Fraction(len(g.pack.tables.communications_fail), 6)
    total: Spread = dict.fromkeys((CANCELLED, *OUTCOMES), Fraction(0))
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
    spread: Spread = dict.fromkeys((CANCELLED, *OUTCOMES), Fraction(0))
    if number < 0:
        spread[CANCELLED] = Fraction(1)
        return spread
    less = g.pack.tables.terrain["fort"].defender_hits if g.forts[b.place] else 0
    for one, two in product(range(1, 7), repeat=2):
        attacker, defender = g.pack.tables.combat[one + two][number]
        hits = _taken(g, probe, attacker.hits, max(0, defender.hits + less))
        is_fixed = any(stands_still(g, unit) for unit in b.defenders)
        spread[_named(*hits, is_fixed=is_fixed)] += Fraction(1, 36)
    return spread


def _taken(g: State, b: Battle, attacker: int, defender: int) -> tuple[int, int]:
    """9.42, 9.94.left Hits beyond what the side that is worse off has lessen those of the other."""
    if attacker > defender:
        units = (*b.attackers, *close_guns(g, b))
        steps = steps_of(attacker, attacks=True, is_drop=b.is_drop)
        is_excess = steps > sum(steps_left(g, unit) for unit in units)
        return attacker, max(0, defender - is_excess)
    steps = steps_of(defender, attacks=False, is_drop=b.is_drop)
    is_excess = steps > sum(steps_left(g, unit) for unit in b.defenders)
    return max(0, attacker - is_excess), defender


def _named(attacker: int, defender: int, *, is_fixed: bool) -> str:
    """9.42, 9.43, 9.63 Who loses what; whoever cannot retreat loses a step instead."""
    if attacker:
        return EXCHANGED if defender else REPULSED
    if not defender:
        return SHAKEN
    return PUSHED if defender == 1 and not is_fixed else BEATEN


def outcome_of(attacker: Result, defender: Result, less: int) -> str:
    """9.42, 9.43, 9.94.fort Who loses what, by the table alone."""
    return _named(attacker.hits, max(0, defender.hits + less), is_fixed=False)


def _copy(b: Battle) -> Battle:
    copy = Battle(b.place, b.attacker)
    copy.attackers, copy.hexes, copy.defenders = b.attackers, b.hexes, b.defenders
    copy.support, copy.leaders, copy.led = list(b.support), list(b.leaders), list(b.led)
    copy.is_drop, copy.is_breakthrough = b.is_drop, b.is_breakthrough
    copy.guides = b.guides
    return copy
