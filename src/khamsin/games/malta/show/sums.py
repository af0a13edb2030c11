"""9.3 Odds by numbers alone: strengths and modifiers that were counted on the map."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from khamsin.games.malta.model.pack import Pack
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.odds import column_for, level_of, odds_text
from khamsin.kernel.play.state import Value
from khamsin.kernel.show.summaries import Chances, Columns, Fact, Odds, Sum

from .odds import OUTCOMES, outcome_of

SUMS = (
    Sum(
        "attack",
        {"attack": None, "defence": None, "modifiers": 0, "line": 0, "fort": 0},
        ("modifiers",),
    ),
)
"""`line` is the line of odds above the table, counted from 0 (9.3.f)."""


def reckon(pack: Pack, name: str, given: Mapping[str, int]) -> Odds:
    """9.3.d-h The column that the numbers give, and what 2d6 do in it."""
    del name
    tables = pack.tables
    if given["attack"] < 1 or given["defence"] < 1:
        raise KhamsinError("attack and defence are at least 1")
    names = list(tables.lines)
    if not 0 <= given["line"] < len(names):
        known = ", ".join(f"{number}: {name}" for number, name in enumerate(names))
        raise KhamsinError(f"there is no line {given['line']}; there are {known}")
    line = names[given["line"]]
    levels = tables.lines[line]
    basic = level_of(given["attack"], given["defence"])
    level = basic + given["modifiers"]
    column = column_for(levels, level)
    title: dict[str, Value] = {
        "attack": given["attack"],
        "defence": given["defence"],
        "line": line,
        "basic": odds_text(basic),
        "final": odds_text(level),
    }
    if column < 0:
        return Odds(Fact("barred_by_numbers", title), ())
    likely = dict.fromkeys(OUTCOMES, Fraction(0))
    less = tables.terrain["fort"].defender_hits if given["fort"] else 0
    for one, two in product(range(1, 7), repeat=2):
        attacker, defender = tables.combat[one + two][column]
        likely[outcome_of(attacker, defender, less)] += Fraction(1, 36)
    rows = (Chances(Fact("alone"), tuple((name, float(p)) for name, p in likely.items())),)
    start = max(0, column_for(levels, basic))
    labels = tuple(odds_text(each) for each in levels)
    return Odds(Fact("by_numbers", title), rows, (), Columns(labels, start, column, ()))
