"""8.13, 9.2 Odds by numbers alone: strengths, shifts and dice that were counted on the map."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.tables import Numbers
from khamsin.games.gazala.rules.combat.combat import LOWEST
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.odds import level_of
from khamsin.kernel.show.chances import DIE, hits, outcomes, plus
from khamsin.kernel.show.summaries import Chances, Columns, Fact, Odds, Sum

from .odds import OUTCOMES, outcome_of

MOST = 8  # more hits than this are one outcome
SUMS = (
    Sum("combat", {"attack": None, "defence": None, "steps": None, "shift": 0}, ("shift",)),
    Sum("armour", {"dice": 0, "flak": 0}),
)


def reckon(pack: Pack, name: str, given: Mapping[str, int]) -> Odds:
    """A normal attack, or the fire of one side in armour combat."""
    return (_armour if name == "armour" else _combat)(pack.numbers, given)


def _combat(numbers: Numbers, given: Mapping[str, int]) -> Odds:
    """9.23-9.25 The column, and what one die does in it."""
    if given["attack"] < 1 or given["defence"] < 1:
        raise KhamsinError("attack and defence are at least 1")
    last = len(numbers.crt) - 1
    base = level_of(given["attack"], given["defence"]) - LOWEST
    at = min(base + given["shift"], last)
    if at < 0:
        return Odds(Fact("barred_by_numbers", dict(given)), ())
    column = numbers.crt[at]
    likely = dict.fromkeys(OUTCOMES, Fraction(0))
    for lost, hit in zip(column.attacker, column.defender, strict=True):
        likely[outcome_of(lost, hit, given["steps"])] += Fraction(1, len(column.attacker))
    rows = (Chances(Fact("plain"), tuple((name, float(p)) for name, p in likely.items())),)
    labels = tuple(each.odds for each in numbers.crt)
    columns = Columns(labels, min(max(base, 0), last), at, ())
    return Odds(Fact("by_numbers", dict(given)), rows, (), columns)


def _armour(numbers: Numbers, given: Mapping[str, int]) -> Odds:
    """8.13.a-b How many hits so many dice make."""
    spread = plus(
        hits(given["dice"], [int(die >= numbers.armour["hit_from"]) for die in DIE]),
        hits(given["flak"], [int(die >= numbers.armour["flak_hit_from"]) for die in DIE]),
    )
    dice = given["dice"] + given["flak"]
    rows = (Chances(Fact("hits"), outcomes(spread, MOST)),)
    return Odds(Fact("armour_by_numbers", {"dice": dice}), rows)
